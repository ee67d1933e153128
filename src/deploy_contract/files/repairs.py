"""Repairs of documents in the text of their file: the smallest edits, which keep layout and comments.

An edit is made only if the text that it makes can be parsed, and differs from the text before by
nothing but the repair. A library that writes documents anew, such as ruamel.yaml, would change the
layout of the rest.
"""

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, pairwise, zip_longest
from operator import not_
from typing import Any, NamedTuple

from deploy_contract.files.bounded import replacing
from deploy_contract.files.documents import unreadable
from deploy_contract.files.fields import Scalar
from deploy_contract.judge.python import wire
from deploy_contract.places import json_members
from deploy_contract.violations import Violation
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import split
from deploy_contract_format.printing import escape_name

_COMMENT = "#"
_LINE = re.compile(r"\S.*")  # without its indentation
_JSON_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*+"([ \t\n\r]*:)?|[^\s\[\]{}:,"]+')  # or a key
_MOST_TRIES = 64  # times that a text is parsed to find edits that are safe together


class Edit(NamedTuple):
    """Text that replaces the characters from `start` to `end`."""

    start: int
    end: int
    text: str


class Member(NamedTuple):
    """The offsets of a member of an object: of its key and its value, and their ends."""

    key: int
    key_end: int
    value: int
    value_end: int


class ObjectText(NamedTuple):
    """The members of an object in a text by their keys, and the offsets of its brackets.

    A block of YAML has no brackets.
    """

    members: dict[str, Member]
    start: int = 0
    end: int = 0
    is_block: bool = False


class Fix(NamedTuple):
    """A violation with a repair, and the number of its document in the file (from 1)."""

    number: int
    violation: Violation


def applied(text: str, fixes: Iterable[Fix], *, yaml: bool) -> tuple[str, int]:
    """Return a text with repairs, and how many were made.

    Args:
        text: the text of a file that can be parsed.
        fixes: the violations to repair. Those without a repair that is safe are left, and so is the
            rest if the text was parsed many times.
        yaml: True if the text is YAML, False if it is JSON.
    """
    made = tries = 0
    waiting = [_sure(fixes)]
    while waiting and tries < _MOST_TRIES:
        group = waiting.pop()
        tries += 1
        edits = _edits(text, group, yaml=yaml)
        if edits:
            text = _edited(text, edits)
            made += len(group)
        else:  # one of them is not safe, or they overlap
            half = len(group) // 2
            waiting += [group[half:], group[:half]] if half else []
    return text, made


def edits_of(text: str, fixes: Iterable[Fix], *, yaml: bool) -> dict[Fix, Edit]:
    """Return the edits of a text that repair violations, each one alone.

    Violations without an edit that does that and nothing else are left out.
    """
    sure = _sure(fixes)
    found = dict(zip(sure, _edits(text, sure, yaml=yaml), strict=False))  # parses the text once
    for fix in sure[:_MOST_TRIES] if not found else ():  # one of them is not safe, or they overlap
        for edit in _edits(text, [fix], yaml=yaml):
            found[fix] = edit
    return found


def _sure(fixes: Iterable[Fix]) -> list[Fix]:
    """Return the fixes without members that would get the same name: only their author can choose."""
    given = list(fixes)
    pointers: dict[tuple[int, str], set[str]] = {}
    for fix in given:
        target = fix.number, fix.violation.repair
        pointers.setdefault(target, set()).add(fix.violation.pointer)
    return [
        fix
        for fix in given
        if not fix.violation.repair.startswith("/")
        or len(pointers[fix.number, fix.violation.repair]) == 1
    ]


def _edits(text: str, fixes: Sequence[Fix], *, yaml: bool) -> list[Edit]:
    """Return an edit for each repair; none if they might do anything else together."""
    try:
        documents = _documents(text, yaml=yaml)
        nodes = _yaml_nodes(text) if yaml else documents
        if len(nodes) != len(documents):
            return []
        found = []
        for fix in fixes:
            if not _repair(documents[fix.number - 1], fix.violation):
                return []
            edit = _edit(text, nodes, fix, yaml=yaml)
            if edit is None:
                return []
            found.append(edit)
        if any(one.end > other.start for one, other in pairwise(sorted(found))):
            return []
        after = _documents(_edited(text, found), yaml=yaml)
    except TextError:  # the text cannot be parsed, or an edit would break it
        return []
    # the order of members counts, and so do the types of numbers
    return found if json.dumps(after) == json.dumps(documents) else []


def _edited(text: str, edits: Sequence[Edit]) -> str:
    parts, at = list[str](), 0
    for edit in sorted(edits):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])


def _documents(text: str, *, yaml: bool) -> list[Any]:
    """Return the documents of a text as values of their own. Raises TextError."""
    if not yaml:
        return [wire.parse(text.encode())]
    from deploy_contract_format.yaml_text import yaml_documents

    # the value of an alias is that of its anchor, and must not change with it
    return [json.loads(json.dumps(located.value)) for located in yaml_documents(text)]


def _repair(document: Any, violation: Violation) -> bool:
    """Repair a document in place. Return False if the repair does not apply to it."""
    *around, key = split(violation.pointer)
    parent = document
    for token in around:
        if isinstance(parent, list) and token.isdecimal() and int(token) < len(parent):
            parent = parent[int(token)]
        else:
            parent = parent.get(token) if isinstance(parent, dict) else None
    if not isinstance(parent, dict) or key not in parent:
        return False
    if violation.repair == "remove":
        del parent[key]
    elif violation.repair == "null":
        parent[key] = None
    else:
        *_, name = split(violation.repair)
        if name in parent:
            return False
        members = [(name if one == key else one, value) for one, value in parent.items()]
        parent.clear()
        parent.update(members)
    return True


def _edit(text: str, nodes: Sequence[Any], fix: Fix, *, yaml: bool) -> Edit | None:
    """Return the edit of one repair, unverified. `nodes`: those of the documents of YAML."""
    violation = fix.violation
    *around, key = split(violation.pointer)
    found = _yaml_object(nodes[fix.number - 1], around) if yaml else _json_object(text, around)
    if found is None or key not in found.members:
        return None
    member = found.members[key]
    if violation.repair == "remove":
        if found.is_block:
            return _removed_from_block(text, found, member)
        return _removed_from_brackets(text, found, member, yaml=yaml)
    if violation.repair == "null":
        return _set_to_null(text, found, member)
    *_, name = split(violation.repair)
    quote = text[member.key]
    if quote == "'":
        return Edit(member.key, member.key_end, f"'{name}'")
    return Edit(member.key, member.key_end, json.dumps(name) if quote == '"' else name)


def _json_object(text: str, tokens: Sequence[str]) -> ObjectText | None:
    found = json_members(text, tokens)
    if found is None:
        return None
    members, start, end = found
    return ObjectText({key: Member(*offsets) for key, offsets in members.items()}, start, end)


def _yaml_nodes(text: str) -> list[Any]:
    """Return the nodes of the documents of a YAML text; none if the library cannot parse it."""
    import yaml

    try:
        return list(yaml.compose_all(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except (yaml.YAMLError, RecursionError):
        return []


def _yaml_object(node: Any, tokens: Sequence[str]) -> ObjectText | None:
    import yaml

    for token in tokens:
        if isinstance(node, yaml.SequenceNode) and token.isdecimal():
            node = node.value[int(token)]
            continue
        if not isinstance(node, yaml.MappingNode):
            return None
        inner = [value for key, value in node.value if key.value == token]
        if len(inner) != 1:
            return None
        node = inner[0]
    if not isinstance(node, yaml.MappingNode):
        return None
    members = {}
    for key, value in node.value:
        offsets = (key.start_mark, key.end_mark, value.start_mark, value.end_mark)
        members[key.value] = Member(*[mark.index for mark in offsets])
    start, end = node.start_mark.index + 1, node.end_mark.index - 1
    return ObjectText(members, start, end, is_block=not node.flow_style)


def _set_to_null(text: str, found: ObjectText, member: Member) -> Edit:
    end = _end_in_block(text, member) if found.is_block else member.value_end
    start = text.index(":", member.key_end) + 1
    if text[start : member.value].strip():  # a comment, or an anchor
        return Edit(member.value, end, "null")
    is_apart = text[start : member.value].isspace()
    return Edit(start, end, " null" if is_apart else "null")


def _removed_from_brackets(
    text: str, found: ObjectText, member: Member, *, yaml: bool
) -> Edit | None:
    """Return the edit that removes a member, with the comma beside it."""
    ordered = list(found.members.values())
    at = ordered.index(member)
    if len(ordered) == 1:
        has_comment = yaml and _COMMENT in text[found.start : found.end]
        return None if has_comment else Edit(found.start, found.end, "")
    if at < len(ordered) - 1:
        gap = text[member.value_end : ordered[at + 1].key]
        if yaml and _COMMENT in gap:
            return Edit(member.key, text.index(",", member.value_end) + 1, "")
        return Edit(member.key, ordered[at + 1].key, "")
    before = ordered[at - 1].value_end
    if yaml and _COMMENT in text[before : member.key]:
        return Edit(member.key, member.value_end, "")  # YAML allows the comma before the bracket
    return Edit(before, member.value_end, "")


def _removed_from_block(text: str, found: ObjectText, member: Member) -> Edit | None:
    """Return the edit that removes the lines of a member, or leaves `{}` in place of the only one."""
    ordered = list(found.members.values())
    end = _end_in_block(text, member)
    if len(ordered) == 1:
        before = text[: member.key].rstrip()
        line = before[before.rfind("\n") + 1 :]
        if line.endswith(":") and _COMMENT not in line:
            return Edit(len(before), end, " {}")
        return Edit(member.key, end, "{}")
    start = text.rfind("\n", 0, member.key) + 1
    if text[start : member.key].strip():  # behind the `-` of an item
        following = ordered[1].key if member == ordered[0] else -1
        if following < 0 or _COMMENT in text[end:following]:
            return None
        return Edit(member.key, following, "")
    after = text.find("\n", end)
    return Edit(start, len(text) if after < 0 else after + 1, "")


def _end_in_block(text: str, member: Member) -> int:
    """Return the end of a member of a block: blank lines and comments behind it are not part of it.

    Comments that are indented deeper than its key belong to it.
    """
    column = member.key - (text.rfind("\n", 0, member.key) + 1)
    end = max(member.value_end, member.key_end)
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
    """Replace the content of a file at once, unless the file has changed meanwhile.

    A link is followed, and the mode of the file is kept.

    Args:
        name: the name of the file.
        before: its content when it was read.
        after: its new content.

    Raises:
        UnreadableError: the file cannot be written, or has changed. It is as it was.
    """
    try:
        path = os.path.realpath(name)
        _require_unchanged(name, path, before)
        with replacing(path, after, os.stat(path)):  # noqa: PTH116
            _require_unchanged(name, path, before)
    except OSError as error:
        raise unreadable(name, f"cannot be written: {error.strerror}") from None


def _require_unchanged(name: str, path: str, before: bytes) -> None:
    mode = os.stat(path).st_mode  # noqa: PTH116
    if not stat.S_ISREG(mode) or not os.access(path, os.W_OK):
        raise PermissionError(0, "it is not a regular file that may be written")
    with open(path, "rb") as file:  # noqa: PTH123 - importing pathlib costs more than a verdict
        if file.read(len(before) + 1) != before:
            raise unreadable(name, "not fixed: the file has changed")


# --- differences


def without(text: str, documents: Sequence[Sequence[Scalar]], *, yaml: bool) -> str:
    """Return a text with `***` in place of the scalars that must not be shown, however spelt.

    Its lines keep their numbers. If the scalars are not those of the text, all are hidden.

    Args:
        text: the text of a file that can be parsed.
        documents: the scalars of each document, in the order of the text.
        yaml: True if the text is YAML, False if it is JSON.
    """
    spans = _yaml_scalars(text) if yaml else [_json_scalars(text)]
    hidden = set[tuple[int, int]]()
    for own, scalars in zip_longest(spans, documents, fillvalue=()):
        shown = [scalar.is_shown for scalar in scalars]
        if len(shown) != len(own):
            shown = [False] * len(own)
        hidden.update(compress(own, map(not_, shown)))
    edits = [Edit(*span, _LINE.sub("***", text[slice(*span)])) for span in hidden]
    return _edited(text, edits)


def _json_scalars(text: str) -> list[tuple[int, int]]:
    """Return the offsets of the scalars of a JSON text that are no keys, and of their ends."""
    return [match.span() for match in _JSON_SCALAR.finditer(text) if not match[1]]


def _yaml_scalars(text: str) -> list[list[tuple[int, int]]]:
    """Return the offsets of the scalars of each document that are no keys, and of their ends."""
    import yaml

    def walk(node: Any) -> Iterator[tuple[int, int]]:
        if isinstance(node, yaml.ScalarNode):
            yield node.start_mark.index, node.end_mark.index
            return
        is_mapping = isinstance(node, yaml.MappingNode)
        for member in node.value:
            yield from walk(member[1] if is_mapping else member)

    return [list(walk(node)) for node in _yaml_nodes(text)]


def differences(name: str, before: str, after: str) -> Iterator[str]:
    """Yield the lines of a unified diff."""
    from difflib import unified_diff

    shown = escape_name(name)
    lines = before.splitlines(), after.splitlines()
    return unified_diff(*lines, f"a/{shown}", f"b/{shown}", lineterm="")
