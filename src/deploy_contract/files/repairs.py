"""Repairs of documents in the text of a file. They keep the layout and the comments.

Each edit is checked: the new text must be valid, and its documents must have the repairs. A
library that writes the whole document, such as ruamel.yaml, would change the layout.
"""

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import pairwise, zip_longest
from operator import getitem
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.files.bounded import replacing
from deploy_contract.files.documents import own_comments, unreadable
from deploy_contract.files.fields import Scalar, Secrets
from deploy_contract.judge.python import wire
from deploy_contract.places import tokens_of
from deploy_contract.violations import Violation
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import Tokens, split

Span: TypeAlias = tuple[int, int]  # the start and end of a part of a text

_COMMENT = "#"
_YAML_COMMENT = re.compile(r"^([ \t]*|.*?[ \t])#.*", re.MULTILINE)
_LINE = re.compile(r"\S.*")  # a line without its indentation
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}:,]|[^\s\[\]{}:,"]+')
_MAX_TRIES = 64  # times that a text is parsed


class Edit(NamedTuple):
    """Text that replaces the characters from `start` to `end`."""

    start: int
    end: int
    text: str


class Node(NamedTuple):
    """A value in a text: its start, its end and its members. The members are None for a scalar.

    The items of an array are members, by their indexes. `is_block` is True for a YAML mapping
    without brackets.
    """

    start: int
    end: int
    members: Mapping[str, "Member"] | None = None
    is_block: bool = False


class Member(NamedTuple):
    """A member in a text: the start and end of its key, and its value."""

    key: int
    key_end: int
    value: Node


class Fix(NamedTuple):
    """A violation with a repair, and the number of its document in the file (from 1)."""

    number: int
    violation: Violation


def applied(text: str, fixes: Iterable[Fix], *, yaml: bool) -> tuple[str, int]:
    """Repair a text of YAML or JSON that can be parsed. Return it, and the number of repairs.

    A violation without a safe repair stays. If many repairs are not safe, later violations stay,
    too, since the text is parsed at most `_MAX_TRIES` times.
    """
    made = tries = 0
    waiting = [list(fixes)]
    while waiting and tries < _MAX_TRIES:
        group = waiting.pop()
        tries += 1
        edits = _edits(text, group, yaml=yaml)
        if edits:
            text = _edited(text, edits)
            made += len(group)
        else:  # a repair of the group is not safe, or two repairs overlap
            half = len(group) // 2
            waiting += [group[half:], group[:half]] if half else []
    return text, made


def edits_of(text: str, fixes: Iterable[Fix], *, yaml: bool) -> dict[Fix, Edit]:
    """Return an edit for each violation, which repairs this violation alone.

    Violations without a safe edit are left out.
    """
    given = list(fixes)
    together = _edits(text, given, yaml=yaml)
    if together:
        return dict(zip(given, together, strict=True))  # the text was parsed once
    found: dict[Fix, Edit] = {}
    for fix in given[:_MAX_TRIES]:  # try each edit by itself
        for edit in _edits(text, [fix], yaml=yaml):
            found[fix] = edit
    return found


def _edits(text: str, fixes: Sequence[Fix], *, yaml: bool) -> list[Edit]:
    """Return an edit for each repair, or no edits if they are not safe together."""
    try:
        documents, nodes = values(text, yaml=yaml), _nodes(text, yaml=yaml)
        if len(nodes) != len(documents):
            return []
        found = []
        for fix in fixes:
            violation, document = fix.violation, documents[fix.number - 1]
            tokens = tokens_of(violation.pointer, document)
            is_there = len(tokens) == violation.pointer.count("/")
            if not is_there or not _repair(document, tokens, violation.repair):
                return []
            edit = _edit(text, nodes[fix.number - 1], tokens, violation.repair)
            if edit is None:
                return []
            found.append(edit)
        if any(first.end > second.start for first, second in pairwise(sorted(found))):
            return []
        edited = _edited(text, found)
        after = values(edited, yaml=yaml)
        if yaml and _stated(edited) != _stated(text):  # another comment would have an effect
            return []
    except TextError:  # the text cannot be parsed, or an edit would break it
        return []
    # JSON texts are compared, so that the order of members and the types of numbers count
    return found if json.dumps(after) == json.dumps(documents) else []


def _stated(text: str) -> list[str]:
    return [pairs for _, pairs in own_comments(text)]


def _edited(text: str, edits: Sequence[Edit]) -> str:
    parts, at = list[str](), 0
    for edit in sorted(edits):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])


def values(text: str, *, yaml: bool) -> list[Any]:
    """Return the documents of a text. No two values share an object. Raises TextError."""
    if not yaml:
        return [wire.parse(text.encode())]
    from deploy_contract_format.yaml_text import yaml_documents

    # an alias shares the value of its anchor; a repair must not change both
    return [json.loads(json.dumps(located.value)) for located in yaml_documents(text)]


def _repair(document: Any, tokens: Tokens, repair: str) -> bool:
    """Repair a document in place. Return False if the repair does not apply to it."""
    *around, key = tokens
    parent = reduce(getitem, around, document)
    if not isinstance(parent, dict):
        return False
    if repair == "remove":
        del parent[key]
    elif repair == "null":
        parent[key] = None
    else:
        *_, name = split(repair)
        if name in parent:
            return False
        members = [(name if one == key else one, value) for one, value in parent.items()]
        parent.clear()
        parent.update(members)
    return True


def _edit(text: str, node: Node, tokens: Tokens, repair: str) -> Edit | None:
    """Return the edit of one repair, before it is checked. `node` is the node of the document."""
    *around, key = map(str, tokens)
    for token in around:
        node = (node.members or {})[token].value
    members = node.members or {}
    member = members[key]
    if repair == "remove":
        if node.is_block:
            return _removed_from_block(text, list(members.values()), member)
        return _removed_from_brackets(text, node, member)
    if repair == "null":
        return _set_to_null(text, node, member)
    *_, name = split(repair)
    quote = text[member.key]
    if quote == "'":
        return Edit(member.key, member.key_end, f"'{name}'")
    return Edit(member.key, member.key_end, json.dumps(name) if quote == '"' else name)


@lru_cache(maxsize=2)  # for a text, before and after its repairs
def _nodes(text: str, *, yaml: bool) -> Sequence[Node]:
    """Return a node for each document of a text, or no nodes if the YAML cannot be parsed."""
    if not yaml:
        tokens = _JSON_TOKEN.finditer(text)
        return [_json_node(next(tokens), tokens)]
    import yaml as library

    try:
        loader = getattr(library, "CSafeLoader", library.SafeLoader)
        return list(map(_yaml_node, library.compose_all(text, loader)))
    except (library.YAMLError, RecursionError):
        return []


def _json_node(first: re.Match[str], tokens: Iterator[re.Match[str]]) -> Node:
    """Return the node that begins with the token `first`. `tokens` yields the tokens after it."""
    if first[0] not in ("{", "["):
        return Node(*first.span())
    members: dict[str, Member] = {}
    while (token := next(tokens))[0] not in ("}", "]"):
        if first[0] == "[" and token[0] != ",":
            members[str(len(members))] = Member(*token.span(), _json_node(token, tokens))
        elif token[0] != ",":
            next(tokens)  # the colon
            key = json.loads(token[0]) if "\\" in token[0] else token[0][1:-1]
            members[key] = Member(*token.span(), _json_node(next(tokens), tokens))
    return Node(first.start(), token.end(), members)


def _yaml_node(node: Any) -> Node:
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node.value, str):
        return Node(start, end)
    members = {}
    is_mapping = node.id == "mapping"
    for number, one in enumerate(node.value):
        key, value = one if is_mapping else (one, one)
        offsets = key.start_mark.index, key.end_mark.index
        members[key.value if is_mapping else str(number)] = Member(*offsets, _yaml_node(value))
    return Node(start, end, members, is_block=is_mapping and not node.flow_style)


def _set_to_null(text: str, around: Node, member: Member) -> Edit:
    end = _end_in_block(text, member) if around.is_block else member.value.end
    start = text.index(":", member.key_end) + 1
    if text[start : member.value.start].strip():  # a comment, or an anchor
        return Edit(member.value.start, end, "null")
    is_apart = text[start : member.value.start].isspace()
    return Edit(start, end, " null" if is_apart else "null")


def _removed_from_brackets(text: str, around: Node, member: Member) -> Edit | None:
    """Return the edit that removes a member and a comma; None if a comment is in the way."""
    ordered = list((around.members or {}).values())
    at = ordered.index(member)
    end = member.value.end
    if len(ordered) == 1:
        first, last = around.start + 1, around.end - 1
        has_comment = _COMMENT in text[first : member.key] + text[end:last]
        return None if has_comment else Edit(first, last, "")
    if at < len(ordered) - 1:
        following = ordered[at + 1].key
        has_comment = _COMMENT in text[end:following]
        return Edit(member.key, text.index(",", end) + 1 if has_comment else following, "")
    before = ordered[at - 1].value.end
    has_comment = _COMMENT in text[before : member.key]
    # YAML allows the comma before the bracket
    return Edit(member.key if has_comment else before, end, "")


def _removed_from_block(text: str, ordered: Sequence[Member], member: Member) -> Edit | None:
    """Return the edit that removes the lines of a member.

    The edit replaces the only member of a block by `{}`. Return None if the member begins after a
    `-` and cannot be removed safely.
    """
    end = _end_in_block(text, member)
    if len(ordered) == 1:
        before = text[: member.key].rstrip()
        line = before[before.rfind("\n") + 1 :]
        if line.endswith(":") and _COMMENT not in line:
            return Edit(len(before), end, " {}")
        return Edit(member.key, end, "{}")
    start = text.rfind("\n", 0, member.key) + 1
    if text[start : member.key].strip():  # after the `-` of an item
        following = ordered[1].key if member == ordered[0] else -1
        if following < 0 or _COMMENT in text[end:following]:
            return None
        return Edit(member.key, following, "")
    after = text.find("\n", end)
    return Edit(start, len(text) if after < 0 else after + 1, "")


def _end_in_block(text: str, member: Member) -> int:
    """Return the end of a member of a block, without the blank lines and comments after it.

    Comments with a deeper indentation than the key are a part of the member.
    """
    column = member.key - (text.rfind("\n", 0, member.key) + 1)
    end = max(member.value.end, member.key_end)
    while True:
        end = member.key + len(text[member.key : end].rstrip())
        start = text.rfind("\n", member.key, end) + 1
        line = text[start:end]
        indent = len(line) - len(line.lstrip())
        if start <= member.key or not line.lstrip().startswith(_COMMENT) or indent > column:
            return end
        end = start


# --- writing


def write(name: str, before: bytes, after: bytes) -> None:
    """Replace the content of a file as a whole, unless the content is no longer `before`.

    A symbolic link is followed. The file keeps its mode. `before` is the content that was read.

    Raises:
        UnreadableError: the file cannot be written, or is no longer `before`. Nothing is written.
    """
    try:
        path = os.path.realpath(name)
        with replacing(path, after, os.stat(path)):  # noqa: PTH116
            mode = os.stat(path).st_mode  # noqa: PTH116
            if not stat.S_ISREG(mode) or not os.access(path, os.W_OK):
                raise PermissionError(0, "it is not a regular file that may be written")
            with open(path, "rb") as file:  # noqa: PTH123 - pathlib costs more than a verdict
                if file.read(len(before) + 1) != before:
                    raise unreadable(name, "not fixed: the file has changed")
    except OSError as error:
        raise unreadable(name, f"cannot be written: {error.strerror}") from None


# --- differences


def without(
    text: str, documents: Sequence[Sequence[Scalar]], secrets: Secrets, *, yaml: bool
) -> str:
    """Return a text with `***` in place of scalars that must not be shown, and of comments.

    The number of lines stays the same. If the scalars do not fit the text, all scalars are hidden.

    Args:
        text: the text of a file that can be parsed.
        documents: the scalars of each document, in the order of the text.
        secrets: secret texts. Scalars and keys that contain one of them are hidden, too.
        yaml: True if the text is YAML, False if it is JSON.
    """
    hidden = set[Span]()
    rest = iter(documents)
    for node in _nodes(text, yaml=yaml):
        spans, scalars = list(_scalars(node)), next(rest, ())
        for span, one in zip_longest(spans, scalars if len(scalars) == len(spans) else ()):
            if one is None or not one.is_shown or secrets.told_by(one.text):
                hidden.add(span)
        hidden.update([span for key, span in _keys(node) if secrets.told_by(key)])
    edits = [Edit(*span, _LINE.sub("***", text[slice(*span)])) for span in hidden]
    shown = _edited(text, edits)
    return _YAML_COMMENT.sub(r"\1# ***", shown) if yaml else shown


def _scalars(node: Node) -> Iterator[Span]:
    """Yield the start and end of each scalar, except keys."""
    if node.members is None:
        yield node.start, node.end
        return
    for member in node.members.values():
        yield from _scalars(member.value)


def _keys(node: Node) -> Iterator[tuple[str, Span]]:
    """Yield each key with its start and end."""
    for key, member in (node.members or {}).items():
        if member.key != member.value.start:  # the member of an object
            yield key, (member.key, member.key_end)
        yield from _keys(member.value)
