"""JSON and YAML text as JSON values, with the line and column of each; errors are one of the contract's wire rules.

YAML is read by the core schema of YAML 1.2 (`yes` is text, `012` is twelve), from events and not from recursion, with
anchors and merge keys resolved within a bound.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract_format import ambiguity
from deploy_contract_format.ambiguity import BREAK
from deploy_contract_format.faults import DEPTH, EXPONENT, NUMERAL, Place, TextError
from deploy_contract_format.pointer import Tokens

MERGE = "<<"  # the key of what is merged into a mapping
MOST_NODES = 100_000  # values of a YAML document once its aliases are resolved, and what aliases repeat in a text

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEANS = {
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?(?P<exponent>[0-9]+))?")
_BREAK_OF_OLD = re.compile("[\x85\u2028\u2029]")
_BROKEN_STYLES = ('"', "|", ">")  # of scalars with breaks of lines that readers differ on
_COLON = re.compile(r"\s*:")
_CONSTANT = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_KINDS: Mapping[str, Callable[[str], object]] = {  # tag -> whether a text is of its type without it
    "null": _NULL.__contains__,
    "bool": _BOOLEANS.__contains__,
    "int": _INTEGER.fullmatch,
    "float": lambda text: (
        _CONSTANT.fullmatch(text) or (_FLOAT.fullmatch(text) and not _INTEGER.fullmatch(text))
    ),
}


class Located(NamedTuple):
    """A document: its value, and where in the text each part of it stands. Its `repr` would show the value: do not log it.

    `links`: what stands for something written elsewhere, an alias or a member that was merged in, and where that is.
    """

    value: Any
    places: Mapping[Tokens, Place]
    links: Mapping[Tokens, Tokens] = {}

    def place(self, tokens: Tokens) -> Place | None:
        """Where the value at the tokens is written, or else the nearest value around it.

        An alias stands where it is named, what is within it where the anchor is; so does what was merged in.
        """
        at: Tokens = ()
        found = self.places.get(at)
        for token in tokens:
            while at in self.links:  # an anchor comes before its aliases, so this ends
                at = self.links[at]
            at = (*at, token)
            found = self.places.get(at if at in self.places else self.links.get(at, at), found)
        return found


class _Open:
    """A mapping or sequence that is being read."""

    def __init__(self, value: dict[str, Any] | list[Any], at: Tokens, anchor: str | None) -> None:
        self.value = value
        self.at = at
        self.anchor = anchor
        self.key: str | None = None
        self.key_at = Place(1, 1)
        self.key_ends = 0  # where in the text
        self.merging = False  # whether that key is a merge key
        self.merged: list[tuple[Any, Place]] = []  # what merge keys name: it may be open still


def yaml_documents(text: str) -> Iterator[Located]:
    """The documents of a YAML text that hold something, in order.

    Raises TextError at the first that is none, that JSON cannot hold, or that readers of YAML take for different things.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    nodes = (yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent, yaml.AliasEvent)
    ends = (yaml.MappingEndEvent, yaml.SequenceEndEvent)
    ambiguity.require_plain_breaks(text, loader)
    reader, place_of = _Reader(text), _placed(text)
    try:
        events: Any = yaml.parse(text, loader)
        for event in events:
            kind = event.__class__
            if kind in nodes:
                place = place_of(event.start_mark)
                if event.anchor or getattr(event, "style", None) in _BROKEN_STYLES:
                    ambiguity.require_one_node(text, event)
                if not reader.takes_key(event, place):
                    reader.add(event, place)
            elif kind in ends:
                reader.close()
            elif kind is yaml.DocumentStartEvent:
                ambiguity.require_one_beginning(text, event)
                reader = _Reader(text, reader.repeated)
            elif kind is yaml.DocumentEndEvent and not reader.is_empty:
                yield Located(reader.root, reader.places, reader.links)
    except yaml.YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        raise TextError("yaml-syntax", _seen(text, mark) if mark else None) from None


def _seen(text: str, mark: Any) -> Place:
    """The place of a mark; that of the end of the text is where its last line ends, whether or not that has a break."""
    if mark.index < len(text):
        return _placed(text)(mark)
    lines = BREAK.split(text.rstrip())
    return Place(len(lines), len(lines[-1]) + 1)


class _Mark(NamedTuple):
    line: int
    column: int


def marks(text: str) -> Callable[[Any], Any]:
    """What gives a mark of the YAML reader `line` and `column`, from 0, as they are in the text.

    The reader ends lines as YAML 1.1 does, also by U+0085, U+2028 and U+2029; YAML 1.2 does not, nor do editors.
    """
    if not _BREAK_OF_OLD.search(text):
        return lambda mark: mark
    starts = [0, *(match.end() for match in BREAK.finditer(text))]

    def counted(mark: Any) -> _Mark:
        line = bisect_right(starts, mark.index) - 1
        return _Mark(line, mark.index - starts[line])

    return counted


def _placed(text: str) -> Callable[[Any], Place]:
    """What says where a mark of the YAML reader stands in the text."""
    if not _BREAK_OF_OLD.search(text):
        return lambda mark: Place(mark.line + 1, mark.column + 1)
    counted = marks(text)

    def place(mark: Any) -> Place:
        mark = counted(mark)
        return Place(mark.line + 1, mark.column + 1)

    return place


class _Reader:
    """One document, put together from parse events with a stack of what is open."""

    def __init__(self, text: str, repeated: int = 0) -> None:
        self._text = text
        self._asks = "?" in text
        self.root: Any = None
        self.is_empty = True  # whether nothing is written in the document
        self.places: dict[Tokens, Place] = {}
        self.links: dict[Tokens, Tokens] = {}
        self._stack: list[_Open] = []
        self._anchors: dict[
            str, tuple[Any, int, Tokens]
        ] = {}  # anchor -> value, how many values that is, where it stands
        self._nodes = self.repeated = (
            repeated  # what aliases repeat counts in all documents after it: it costs few bytes
        )

    def takes_key(self, event: Any, place: Place) -> bool:
        """Whether the event is the key of a member; if so, it is taken."""
        top = self._stack[-1] if self._stack else None
        if top is None or not isinstance(top.value, dict) or top.key is not None:
            return False
        if self._asks:
            ambiguity.require_one_key(self._text, event)
        top.key, top.key_at, top.key_ends = (
            _key(event, top.value, place),
            place,
            event.end_mark.index,
        )
        top.merging = top.key == MERGE and getattr(event, "style", None) in (None, "")
        if not top.merging:
            self.places[(*top.at, top.key)] = place
        elif top.merged:
            raise TextError("json-duplicate-key", place)
        return True

    def add(self, event: Any, place: Place) -> None:
        """Takes a value: a scalar, an alias, or the beginning of an array or object."""
        top = self._stack[-1] if self._stack else None
        if top is not None and top.key is not None and self._is_alone(top, event):
            raise TextError(
                "json-value", top.key_at
            )  # `{name: A, value:B}`: JSON has no such key, and hardly anybody means it
        at: Tokens = (
            () if top is None else (*top.at, len(top.value) if top.key is None else top.key)
        )
        value, size = self._value(event, place, at)
        self._nodes += size
        self.repeated += size if at in self.links else 0
        if self._nodes > MOST_NODES:
            raise TextError("yaml-size", place, limit=MOST_NODES)
        self.places.setdefault(at, place)
        if top is None:
            self.root = value
            self.is_empty = (
                getattr(event, "value", None) == ""
                and event.start_mark.index == event.end_mark.index
            )
        else:
            _put(top, value, place)
        if hasattr(event, "flow_style"):
            self._stack.append(_Open(value, at, event.anchor))

    def _is_alone(self, top: _Open, event: Any) -> bool:
        """Whether no colon follows a key: the event is then the empty text that the reader puts in for its value."""
        return (
            event.start_mark.index == event.end_mark.index
            and _COLON.match(self._text, top.key_ends) is None
        )

    def _value(self, event: Any, place: Place, at: Tokens) -> tuple[Any, int]:
        if not hasattr(event, "tag"):  # an alias
            if event.anchor not in self._anchors:
                raise TextError(
                    "yaml-syntax", place
                )  # undefined, or an alias within its own anchor
            value, size, self.links[at] = self._anchors[event.anchor]
            return value, size
        if not hasattr(event, "flow_style"):
            value = _scalar(event, place)
            if event.anchor:
                self._anchors[event.anchor] = (value, 1, at)
            return value, 1
        if event.tag not in (None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"):
            raise TextError("json-value", place)
        if len(self._stack) >= DEPTH:
            raise TextError("json-depth", place, limit=DEPTH)
        return ({} if type(event).__name__ == "MappingStartEvent" else []), 1

    def close(self) -> None:
        """Ends the array or object that was opened last."""
        top = self._stack.pop()
        if top.merged:
            self._merge(top)
        if top.anchor:
            self._anchors[top.anchor] = (top.value, _size(top.value), top.at)

    def _merge(self, top: _Open) -> None:
        """Puts into a mapping what its merge key names, and says where it is written."""
        assert isinstance(top.value, dict)
        named = (*top.at, MERGE)
        for source, at in _sources(top.merged, self.links.get(named, named)):
            for key, member in source.items():
                if key not in top.value:
                    top.value[key] = member
                    written = (*self.links.get(at, at), key)
                    self.links[*top.at, key] = (
                        written if written in self.places else self.links.get(written, written)
                    )


def _put(top: _Open, value: Any, place: Place) -> None:
    if isinstance(top.value, list):
        top.value.append(value)
    elif top.merging:
        top.merged.append((value, place))
        top.key = None
    else:
        assert top.key is not None
        top.value[top.key] = value
        top.key = None


def _sources(
    merged: list[tuple[Any, Place]], at: Tokens
) -> Iterator[tuple[dict[str, Any], Tokens]]:
    for value, place in merged:
        several = isinstance(value, list)
        for index, source in enumerate(value if several else [value]):
            if not isinstance(source, dict):
                raise TextError("yaml-syntax", place)
            yield source, (*at, index) if several else at


def _key(event: Any, members: dict[str, Any], place: Place) -> str:
    value = getattr(event, "value", None)
    if not isinstance(value, str) or not isinstance(_scalar(event, place), str):
        raise TextError("json-value", place)  # JSON has string keys alone
    if value in members:
        raise TextError("json-duplicate-key", place)
    return value


def _size(value: Any) -> int:
    members = list(value.values()) if isinstance(value, dict) else value
    return 1 + sum(_size(member) if isinstance(member, dict | list) else 1 for member in members)


def _scalar(event: Any, place: Place) -> Any:
    """The value of a scalar by the core schema of YAML 1.2, section 10.3."""
    text: str = event.value
    tag = event.tag.removeprefix("tag:yaml.org,2002:") if event.tag else None
    if tag not in (None, "!", "str", "int", "float", "bool", "null"):
        raise TextError("json-value", place)
    if tag in ("!", "str") or (tag is None and event.style not in (None, "")):
        return text
    if tag is not None and not _KINDS[tag](text):
        raise TextError(ambiguity.RULE, place)  # some readers make it fit, others ignore the tag
    if text in _NULL:
        return None
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text):
        if len(text) > NUMERAL:
            raise TextError("json-number", place, limit=NUMERAL)
        return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
    if _CONSTANT.fullmatch(text):
        raise TextError("json-constant", place)
    if number := _FLOAT.fullmatch(text):
        if len(text) > NUMERAL or len(number["exponent"] or "") > EXPONENT:
            raise TextError("json-number", place, limit=NUMERAL)
        return float(
            text
        )  # infinite where it overflows: out of range by the schema, like any number too large
    return text


_JSON_TOKEN = re.compile(
    r'(?:("[^"\\]*+(?:\\.[^"\\]*+)*+")|([\[{])|([\]}])|(,)|(:)|([^\s,:\[\]{}"]+))', re.DOTALL
)


def json_places(text: str) -> dict[Tokens, Place]:
    """Where each value of a JSON text stands; a member stands where its key does. The text must be JSON."""
    import json

    places: dict[Tokens, Place] = {}
    stack: list[
        list[Any]
    ] = []  # [tokens of the container, index or key of the member, expects a key]
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    line = 0
    for match in _JSON_TOKEN.finditer(text):
        string, opened, closed, comma, colon, _scalar_text = match.groups()
        start = match.start(match.lastindex or 0)
        while line + 1 < len(starts) and starts[line + 1] <= start:
            line += 1
        place = Place(line + 1, start - starts[line] + 1)
        if closed:
            stack.pop()
        elif comma:
            frame = stack[-1]
            frame[1], frame[2] = (None, True) if frame[2] is not None else (frame[1] + 1, None)
        elif colon:
            stack[-1][2] = False
        elif string and stack and stack[-1][2]:
            stack[-1][1] = json.loads(string, strict=False)
            places[(*stack[-1][0], stack[-1][1])] = place
        else:
            at = (*stack[-1][0], stack[-1][1]) if stack else ()
            places.setdefault(at, place)
            if opened:
                stack.append([at, None, True] if opened == "{" else [at, 0, None])
    return places
