"""Places of values in JSON text."""

import json
import re
from typing import Any

from deploy_contract_format.errors import Place, line_starts
from deploy_contract_format.pointer import Tokens

_TOKEN = re.compile(
    r'(?:("[^"\\]*+(?:\\.[^"\\]*+)*+")|([\[{])|([\]}])|(,)|(:)|([^\s,:\[\]{}"]+))', re.DOTALL
)


class _Container:
    """An array or object that is being read."""

    def __init__(self, at: Tokens, *, is_object: bool) -> None:
        self.at = at
        self.is_object = is_object
        self.member: Any = None if is_object else 0  # key or index of the current member
        self.expects_key = is_object

    def next_member(self) -> None:
        """Continue behind a comma."""
        if self.is_object:
            self.member, self.expects_key = None, True
        else:
            self.member += 1


def json_places(text: str) -> dict[Tokens, Place]:
    """Return the place of each value in a JSON text. A member is where its key is.

    Args:
        text: a valid JSON text.
    """
    places: dict[Tokens, Place] = {}
    stack: list[_Container] = []
    starts = line_starts(text, "\n")
    line = 0
    for match in _TOKEN.finditer(text):
        string, opened, closed, comma, colon, _scalar = match.groups()
        start = match.start(match.lastindex or 0)
        while line + 1 < len(starts) and starts[line + 1] <= start:
            line += 1
        place = Place(line + 1, start - starts[line] + 1)
        top = stack[-1] if stack else None
        if closed:
            stack.pop()
        elif comma and top:
            top.next_member()
        elif colon and top:
            top.expects_key = False
        elif string and top and top.expects_key:
            top.member = json.loads(string, strict=False)
            places[(*top.at, top.member)] = place
        else:
            at = (*top.at, top.member) if top else ()
            places.setdefault(at, place)
            if opened:
                stack.append(_Container(at, is_object=opened == "{"))
    return places
