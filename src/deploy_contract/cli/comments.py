"""Comments `# deploy-contract: KEY=VALUE ...` of YAML files, which state the file's purpose."""

import re
from collections import deque
from collections.abc import Iterator
from itertools import islice

from deploy_contract.cli.purposes import (
    FIELDS,
    UNSTATED,
    Choices,
    Purpose,
    PurposeError,
    display_key,
    parse_purpose,
)
from deploy_contract.files.documents import UnreadableError
from deploy_contract.judge.python import wire
from deploy_contract_format.errors import TextError
from deploy_contract_format.printing import escape_name

NO_EFFECT = (
    "this comment has no effect; write `# deploy-contract: KEY=VALUE ...` "
    "among the comments before the first document"
)
_MARK = b"deploy-contract:"
_MAX_IDLE = 20  # comments without effect that are reported for one file
# These patterns are compiled when they are first needed, so that one file is judged sooner.
_COMMENT = rb"#[ \t]*deploy-contract:(.*)"
_LEADING = r"[ \t\r]*(?:#.*|%.*|---[ \t\r]*)?"  # a line that may precede such a comment
_HEAD = rf"(?:{_LEADING}\n)*"
_NAME = "deploy-contract"
_LIKELY = (  # a comment that seems to state a purpose, however it is spelt
    r"#[ \t]*(?:deploy-contract:"
    r"|(?i:deploy-contract[ \t]*:?[ \t]*(?:as|source|hosting|unknown[-_]fields)[ \t]*=))"
)
_COMMENT_SIGN = r"(?:^|[ \t])#"


def read_comment(name: str, body: bytes, choices: Choices) -> Purpose:
    """Return the purpose that a YAML file states in the comments before its first document.

    Args:
        name: the name of the file.
        body: its bytes.
        choices: the values that each key may have.

    Raises:
        UnreadableError: a key or value is wrong, or there are two such comments.
    """
    if _MARK not in body:
        return UNSTATED
    purpose = UNSTATED
    first = 0
    for number, line in enumerate(body.split(b"\n"), 1):
        match = re.match(_COMMENT, line.lstrip(b" \t"))
        if not match:
            if not re.fullmatch(_LEADING.encode(), line):
                break
            continue
        try:
            if first:
                raise PurposeError(f"line {first} has one already; write them as one")
            first = number
            purpose = parse_purpose(_parse_pairs(match[1].decode("utf-8", "replace")), choices)
        except PurposeError as error:
            text = f"{escape_name(name)}:{number}: deploy-contract comment: {error}"
            raise UnreadableError(text, name, number) from None
    return purpose


def _parse_pairs(text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals:
            raise PurposeError(f"write KEY=VALUE; the keys are {', '.join(FIELDS)}")
        if key in pairs:
            raise PurposeError(f"{display_key(key)} occurs twice")
        pairs[key] = value
    return pairs


def idle_comments(body: bytes, *, has_effect: bool) -> list[int]:
    """Return the lines of comments that seem to state a purpose but have no effect.

    They are behind the start of a document, or misspelt. At most `_MAX_IDLE` are returned.

    Args:
        body: the bytes of the file.
        has_effect: True if one comment of the file has an effect.
    """
    names = body.lower().count(_NAME.encode())
    if names == int(has_effect):
        return []  # it is that of the comment with effect
    try:
        text = wire.text(body)
    except TextError:
        return []
    head = re.match(_HEAD, text)
    head_end = head.end() if head else -1
    sign_of, likely_at = re.compile(_COMMENT_SIGN).search, re.compile(_LIKELY).match
    likely: list[int] = []
    done = 0
    for found in re.finditer(_NAME, text, re.IGNORECASE):
        if found.start() < done:
            continue  # the line was searched already
        start = text.rfind("\n", 0, found.start()) + 1
        done = text.find("\n", found.start()) + 1 or len(text)
        line = text[start:done].rstrip("\n")
        sign = sign_of(line)
        if not sign or not likely_at(line, sign.end() - 1):
            continue
        is_effective = start <= head_end and re.match(_COMMENT, line.lstrip(" \t").encode())
        if not is_effective:
            likely.append(start + sign.end() - 1)
    if not likely:
        return []
    return [text.count("\n", 0, at) + 1 for at in islice(_outside_scalars(text, likely), _MAX_IDLE)]


def _outside_scalars(text: str, offsets: list[int]) -> Iterator[int]:
    """Yield the offsets, in ascending order, that are not inside a scalar of a YAML text.

    Ends at the first syntax error.
    """
    try:
        import yaml
    except ModuleNotFoundError:  # reading the document reports the missing extra
        return
    waiting = deque(offsets)
    try:
        for token in yaml.scan(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            while waiting and waiting[0] < token.start_mark.index:
                yield waiting.popleft()
            if isinstance(token, yaml.ScalarToken):
                while waiting and waiting[0] < token.end_mark.index:
                    waiting.popleft()
    except yaml.YAMLError:
        return
    yield from waiting
