"""The purpose of a file: its kind and facts, and how it is judged.

A YAML file states its purpose in comments `# deploy-contract: KEY=VALUE ...`. A folder states the
purposes of its files by globs; see `mappings`.

A run that judges one file takes about as long as its imports. So this module uses os.path, not
pathlib, and compiles its patterns when they are first needed.
"""

import json
import os
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.exceptions import ContractError
from deploy_contract.files.documents import UnreadableError, own_comments
from deploy_contract.judge.python import wire
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import LONGEST_TOKEN
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import is_yaml
from deploy_contract_format.rules import MODES
from deploy_contract_format.suggestions import did_you_mean, must_be_one_of, nearest
from deploy_contract_format.vocabulary import UNKNOWN_FIELDS

Choices: TypeAlias = Mapping[str, tuple[str, ...]]  # key -> the values that it may have
# The options for one file, by the names of the command's options. `deployment` is the path of a
# file or a value. `modes_at` and `policies_at` are the file and line of `modes` and `policies`.
Purpose: TypeAlias = Mapping[str, Any]

FIELDS = {
    "as": "kind",
    "source": "source",
    "hosting": "hosting",
    "unknown-fields": "unknown_fields",
    "deployment": "deployment",
}  # key -> option of a purpose
UNSTATED: Purpose = {}


def combined(*purposes: Purpose) -> Purpose:
    """Return the options of several purposes: the first purpose that has an option sets it.

    The first purpose that has a mode of a rule sets this mode.
    """
    found: dict[str, Any] = {}
    for purpose in reversed(purposes):
        modes = {**found.get("modes", {}), **purpose.get("modes", {})}
        found |= {**purpose, "modes": modes}
    return found


def choices_of(bundle: Bundle) -> Choices:
    """Return the values that each key may have under a contract."""
    book = bundle.book
    return {
        "as": tuple(book.kinds),
        "source": tuple(book.sources),
        "hosting": book.hostings,
        "unknown-fields": UNKNOWN_FIELDS,
    }


def parse_purpose(
    values: Mapping[str, Any], choices: Choices, folder: str, known: Collection[str] = FIELDS
) -> Purpose:
    """Return the purpose that keys and values state. Relative paths begin at the folder.

    Raises:
        ContractError: a key is unknown, or its value is not allowed.
    """
    fields: dict[str, Any] = {}
    for key, value in values.items():
        if key not in known:
            raise ContractError(unknown_key(key, known))
        if key in _PARSERS:
            fields[key] = _PARSERS[key](value, choices, folder)
            continue
        if not isinstance(value, str) or value not in choices[key]:
            raise ContractError(must_be_one_of(key, value, choices[key]))
        fields[FIELDS[key]] = value
    return fields


def _stored(value: Any, choices: Choices, folder: str) -> str | Mapping[str, Any]:
    if isinstance(value, str) and value:
        return os.path.join(folder or ".", value)  # noqa: PTH118
    if not isinstance(value, dict):
        raise ContractError("deployment must be a path, or an object with the known fields")
    try:
        json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        raise ContractError("deployment must have values of JSON; put dates in quotes") from None
    source = value.get("source")
    if source is not None and source not in choices["source"]:
        raise ContractError(must_be_one_of("deployment.source", source, choices["source"]))
    return value


def _policies(value: Any, _choices: Choices, folder: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
        raise ContractError('policies must be a list of paths, such as ["policy.yaml"]')
    return tuple([os.path.join(folder or ".", one) for one in value])  # noqa: PTH118


def _modes(value: Any, _choices: Choices, _folder: str) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise ContractError('modes must be a table, such as {yaml-scalar = "report"}')
    for rule, mode in value.items():
        if not isinstance(mode, str) or mode not in MODES:
            raise ContractError(must_be_one_of(f"the mode of {display_key(rule)}", mode, MODES))
    return value


_PARSERS: Mapping[str, Callable[[Any, Choices, str], Any]] = {
    "deployment": _stored,
    "policies": _policies,
    "modes": _modes,
}


def unknown_key(key: str, known: Collection[str]) -> str:
    """Return the sentence about a key that is not one of those known."""
    advice = did_you_mean(nearest(key, known), f"the keys are {', '.join(known)}")
    return f"unknown key {display_key(key)}; {advice}"


def display_key(key: str) -> str:
    """Return a key as one printable line, cut to the length of a key in a pointer."""
    text = escape_name(key)
    return text if len(text) <= LONGEST_TOKEN else f"{text[: LONGEST_TOKEN - 3]}..."


# --- comments

NO_EFFECT = (
    "this comment has no effect; write `# deploy-contract: KEY=VALUE ...` "
    "among the comments before the first document"
)
_MAX_IDLE = 20  # comments without effect that are reported for one file
_LIKELY = (  # a comment that seems to state a purpose, even if it is misspelt
    r"#[ \t]*(?:deploy-contract:"
    r"|(?i:deploy[-_]contract[ \t]*:?[ \t]*(?:as|source|hosting|unknown[-_]fields|deployment)[ \t]*=))"
)
_COMMENT_SIGN = r"(?:^|[ \t])#"


def read_comment(name: str, body: bytes, choices: Choices) -> Purpose:
    """Return the purpose that a YAML file states in the comments before its first document.

    Raises:
        UnreadableError: a key or value is wrong, or there are two such comments.
    """
    if b"deploy-contract:" not in body or not is_yaml(name, body):
        return UNSTATED
    purpose = UNSTATED
    first = 0
    for number, pairs in own_comments(body.decode("utf-8", "replace")):
        try:
            if first:
                raise ContractError(f"line {first} has one already; write them as one")
            first = number
            purpose = parse_purpose(_parse_pairs(pairs), choices, os.path.dirname(name))  # noqa: PTH120
        except ContractError as error:
            text = f"{escape_name(name)}:{number}: deploy-contract comment: {error}"
            raise UnreadableError(text, name, number) from None
    return purpose


def _parse_pairs(text: str) -> dict[str, Any]:
    """Return the pairs of a comment. A value that begins with `{` is an object of JSON."""
    pairs: dict[str, Any] = {}
    rest = text.strip()
    while rest:
        word = rest.split(maxsplit=1)[0]
        key, equals, value = word.partition("=")
        if not equals:
            raise ContractError(f"write KEY=VALUE; the keys are {', '.join(FIELDS)}")
        if key in pairs:
            raise ContractError(f"{display_key(key)} occurs twice")
        if value.startswith("{"):
            start = len(key) + 1
            try:
                _, end = json.JSONDecoder().raw_decode(rest, start)
                pairs[key] = wire.parse(rest[start:end].encode())
            except (ValueError, RecursionError, TextError):
                message = "an object of JSON is expected behind ="
                raise ContractError(f"{display_key(key)}: {message}") from None
        else:
            pairs[key], end = value, len(word)
        rest = rest[end:].strip()
    return pairs


def idle_comments(body: bytes) -> list[int]:
    """Return the lines of comments in a YAML file that seem to state a purpose but have no effect.

    They are behind the start of a document, or misspelt. At most `_MAX_IDLE` are returned.
    """
    lowered = body.lower()
    named = re.findall(rb"deploy[-_]contract", lowered) if b"deploy" in lowered else ()
    if not named:
        return []
    try:
        text = wire.text(body)
    except TextError:
        return []
    own = {number for number, _ in own_comments(text)}
    if len(own) == len(named):  # so that most texts are not scanned
        return []
    found = []
    for number, line in enumerate(_without_scalars(text).split("\n"), 1):
        sign = re.search(_COMMENT_SIGN, line)
        if sign and number not in own and re.match(_LIKELY, line[sign.end() - 1 :]):
            found.append(number)
    return found[:_MAX_IDLE]


def _without_scalars(text: str) -> str:
    """Return the lines of a YAML text without its scalars, up to the first syntax error."""
    try:
        import yaml
    except ModuleNotFoundError:  # reading the document reports the missing extra
        return ""
    parts, at, end = list[str](), 0, 0
    try:
        for token in yaml.scan(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            start, end = token.start_mark.index, token.end_mark.index
            if isinstance(token, yaml.ScalarToken):
                parts += [text[at:start], "\n" * text.count("\n", start, end)]
                at = end
    except yaml.YAMLError:
        return "".join([*parts, text[at:end]])
    return "".join([*parts, text[at:]])
