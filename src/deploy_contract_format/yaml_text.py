"""The parser of YAML: it returns JSON values, with the line and column of each.

The parser follows the core schema of YAML 1.2. It resolves aliases within a limit. Each error names
a rule of the contract's section `wire`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract_format import ambiguity
from deploy_contract_format.ambiguity import BREAK, NUMERIC
from deploy_contract_format.errors import DEPTH, EXPONENT, NUMERAL, Place, TextError
from deploy_contract_format.pointer import Tokens

_TAG_PREFIX = "tag:yaml.org,2002:"
_WORDS: Mapping[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_BASES = {"0o": 8, "0x": 16}
_TYPES = ("null", "bool", "int", "float", "str")
# compiled when it is first needed, since most texts have no numbers
_NUMBER = (
    "(?P<int>[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)"
    r"|(?P<constant>[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))"
    r"|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?(?P<exponent>[0-9]+))?"
)

MERGE = "<<"
_TOO_DEEP = "exceeded maximum nesting depth"  # libyaml reads ahead, and stops at 1,000 levels
# The greatest number of values of a document with its aliases resolved, and of values that aliases
# repeat in a whole text.
MAX_NODES = 100_000

_YAML_1_1_BREAK = "[\x85\u2028\u2029]"
_AMBIGUOUS_STYLES = ("'", '"', "|", ">")  # styles of scalars in which parsers differ on line breaks
_COLON = r"\s*:"
_RESOLVED_TAGS = tuple(_TAG_PREFIX + name for name in _TYPES[:-1])
_ENDS = ("MappingEndEvent", "SequenceEndEvent")
_CONTAINER_TAGS = (None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")

# beginning of a message of PyYAML -> hint; the rest of a message may quote the text
_REASONS: Mapping[str, str] = {
    "mapping values are not allowed": (
        "`key: value` is not possible here: put a value that contains `: ` in quotes, or indent "
        "the line like its neighbours"
    ),
    "did not find expected ',' or ']'": "close the list with ], and put commas between its items",
    "did not find expected ',' or '}'": "close the object with }, and put commas between its members",
    "did not find expected key": (
        "indent the line like its neighbours, or close quotes and brackets above it"
    ),
    "did not find expected '-' indicator": "indent the items of a list alike, each with `- `",
    "did not find expected <document start>": "put `---` between two documents",
    "found unexpected end of stream": "close the quotes that are open at the end",
    "found unexpected document indicator": "close the quotes before the next `---` or `...`",
    "found unknown escape character": (
        r"this backslash begins no escape: write \\, or use single quotes"
    ),
    "could not find expected ':'": "write a key as `key: value`, with a space after the colon",
    "block sequence entries are not allowed": "begin the list on a line of its own",
    "found undefined tag handle": "remove the tag (`!...`), or put the value in quotes",
    "control characters are not allowed": "remove the control character",
    "found a tab character": "indent with spaces, not with a tab",
    "while scanning an anchor": "put a value that begins with * or & in quotes",
    "while scanning a directive": "begin no line with %, or put it in quotes",
    "while scanning an alias": "put a value that begins with * or & in quotes",
}
_TRUE_KEY = (
    "a key must be a string, not true; write `on` (programs that read YAML 1.1 turn a plain `on` "
    "into true)"
)
_NO_TOKEN = "found character that cannot start any token"
_AT_TAB = "indent with spaces, not with a tab"
_AT_SIGN = "put a value that begins with this character in quotes"


class Located(NamedTuple):
    """A document with the places of its parts. Its `repr` shows values, so do not log it."""

    value: Any  # of JSON
    marks: Mapping[Tokens, Any] = {}  # PyYAML's mark of each value; for a member, of its key
    links: Mapping[Tokens, Tokens] = {}  # the tokens of each alias, and the tokens of its anchor
    unclear: tuple[Tokens, ...] = ()  # plain keys and values that common parsers read differently
    place_of: Callable[[Any], Place] | None = None  # returns the place of a mark

    def place(self, tokens: Tokens) -> Place | None:
        """Return the place of a value, or of the nearest value around it.

        The place of an alias is its own place. Its parts have the places of the anchor's parts.
        """
        at: Tokens = ()
        found = self.marks.get(at)
        for token in tokens:
            while at in self.links:  # an anchor comes before its aliases, so this ends
                at = self.links[at]
            at = (*at, token)
            found = self.marks.get(at if at in self.marks else self.links.get(at, at), found)
        return self.place_of(found) if found and self.place_of else None


def yaml_documents(text: str) -> Iterator[Located]:
    """Yield the documents of a YAML text that are not empty, in order.

    Raises:
        TextError: a document is malformed or has no JSON value, or parsers of YAML differ on more
            than its plain scalars.
    """
    import yaml

    try:
        yield from _documents(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        raise _text_error(text, error) from None


def _text_error(text: str, error: Any) -> TextError:
    import yaml

    if getattr(error, "problem", None) == _TOO_DEEP:
        try:  # with the loader that has no such limit, so that the reader finds the place
            list(_documents(text, yaml.SafeLoader))
        except TextError as found:
            return found
        except yaml.YAMLError as other:
            error = other
    mark: Any = getattr(error, "problem_mark", None)
    place = _error_place(text, mark) if mark else None
    return TextError("yaml-syntax", place, reason=_reason(text, error, mark))


def _reason(text: str, error: Any, mark: Any) -> str | None:
    """Return the reason why a text is not YAML, or None if it is unknown."""
    if mark is None:  # a character that YAML does not allow
        return _REASONS["control characters are not allowed"]
    problem, context = error.problem or "", error.context or ""
    if problem.startswith(_NO_TOKEN):
        return _AT_TAB if text[mark.index : mark.index + 1] == "\t" else _AT_SIGN
    for beginning, reason in _REASONS.items():
        if problem.startswith(beginning) or context.startswith(beginning):
            return reason
    return None


def _documents(text: str, loader: Any) -> Iterator[Located]:
    import yaml

    ambiguity.require_plain_breaks(text, loader)
    place_of, repeated = _place_counter(text), 0
    events: Any = yaml.parse(text, loader)
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            ambiguity.require_clear_start(text, event)
            reader = _Reader(text, events, repeated)
            root = next(events)
            try:
                value = reader.read(root, ())
            except TextError as error:
                if not isinstance(error.place, Place):
                    error.place = place_of(error.place)
                raise
            repeated = reader.repeated
            next(events)  # the end of the document, or an error
            is_empty = getattr(root, "value", None) == "" and _is_implied(root)
            if not is_empty:
                marks, unclear = reader.marks, tuple(reader.unclear)
                yield Located(value, marks, reader.links, unclear, place_of)


def _error_place(text: str, mark: Any) -> Place:
    """Return the place of a mark. A mark at the end of the text is at the end of its last line."""
    if mark.index < len(text):
        return _place_counter(text)(mark)
    lines = re.split(BREAK, text.rstrip())
    return Place(len(lines), len(lines[-1]) + 1)


def _place_counter(text: str) -> Callable[[Any], Place]:
    """Return a function that returns the place of a mark of PyYAML.

    Like YAML 1.1, PyYAML ends a line also at U+0085, U+2028 and U+2029. YAML 1.2 and editors do
    not.
    """
    if text.isascii() or re.search(_YAML_1_1_BREAK, text) is None:
        return lambda mark: Place(mark.line + 1, mark.column + 1)
    from bisect import bisect_right

    starts = [0, *(match.end() for match in re.finditer(BREAK, text))]

    def place(mark: Any) -> Place:
        line = bisect_right(starts, mark.index)
        return Place(line, mark.index - starts[line - 1] + 1)

    return place


def _is_implied(event: Any) -> bool:
    """Return True if the text has no characters for the event."""
    return bool(event.start_mark.index == event.end_mark.index)


class _Reader:
    """A reader of one document. It recurses, since no document has more than 32 levels.

    Its errors have a mark of PyYAML as their place: counting every place would be a tenth slower.
    """

    def __init__(self, text: str, events: Any, repeated: int) -> None:
        self._text, self._events = text, events
        self._has_question_mark = "?" in text
        self.marks: dict[Tokens, Any] = {}
        self.links: dict[Tokens, Tokens] = {}
        self.unclear: list[Tokens] = []
        # name of an anchor -> its value, the number of values in it, and its tokens
        self._anchors: dict[str, tuple[Any, int, Tokens]] = {}
        # Repeated values also count for all later documents of a text, since aliases are short.
        self._nodes = self.repeated = repeated

    def read(self, event: Any, at: Tokens) -> Any:
        """Return the value that begins with an event."""
        mark = self._checked_mark(event)
        if not hasattr(event, "tag"):  # an alias
            if event.anchor not in self._anchors:
                # undefined, or inside its own anchor; often a text such as *.json
                raise TextError("yaml-syntax", mark, reason=_REASONS["while scanning an alias"])
            value, size, self.links[at] = self._anchors[event.anchor]
            self.repeated += size
            self._count(size, at, mark)
            return value
        before = self._nodes
        if not hasattr(event, "flow_style"):
            value = _scalar(event, mark)
            self._note_if_unclear(event, at)
            self._count(1, at, mark)
        else:
            if event.tag not in _CONTAINER_TAGS:
                raise TextError("json-value", mark)
            if len(at) >= DEPTH:
                raise TextError("json-depth", mark, limit=DEPTH)
            self._count(1, at, mark)
            if type(event).__name__ == "MappingStartEvent":
                value = self._members(at)
            else:
                items = enumerate(self._until_end())
                value = [self.read(item, (*at, index)) for index, item in items]
        if event.anchor:
            self._anchors[event.anchor] = (value, self._nodes - before, at)
        return value

    def _checked_mark(self, event: Any) -> Any:
        if event.anchor or getattr(event, "style", None) in _AMBIGUOUS_STYLES:
            ambiguity.require_clear_node(self._text, event)
        return event.start_mark

    def _count(self, size: int, at: Tokens, mark: Any) -> None:
        """Count the values in a value, and remember the mark of the value."""
        self._nodes += size
        if self._nodes > MAX_NODES:
            raise TextError("yaml-size", mark, limit=MAX_NODES)
        self.marks.setdefault(at, mark)

    def _members(self, at: Tokens) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for event in self._until_end():
            mark = self._checked_mark(event)
            if self._has_question_mark:
                ambiguity.require_clear_key(self._text, event)
            key = _key(event, members, mark)
            if key == MERGE and event.style in (None, ""):
                raise TextError(ambiguity.RULE, mark)  # half of the parsers merge it
            self._note_if_unclear(event, (*at, key))
            self.marks[(*at, key)] = mark
            inner = next(self._events)
            after = event.end_mark.index
            if _is_implied(inner) and not re.compile(_COLON).match(self._text, after):
                # in `{name: A, value:B}` the key `value:B` has no value, which is mostly a mistake
                raise TextError("json-value", mark)
            members[key] = self.read(inner, (*at, key))
        return members

    def _until_end(self) -> Iterator[Any]:
        for event in self._events:
            if type(event).__name__ in _ENDS:
                return
            yield event

    def _note_if_unclear(self, event: Any, at: Tokens) -> None:
        """Remember a plain scalar that parsers read differently. They read quoted texts alike."""
        plain = event.style in (None, "") and event.tag in (None, *_RESOLVED_TAGS)
        if plain and not ambiguity.is_read_alike(event.value):
            self.unclear.append(at)


def _key(event: Any, members: dict[str, Any], mark: Any) -> str:
    value = getattr(event, "value", None)
    if not isinstance(value, str) or not isinstance(_scalar(event, mark), str):
        reason = _TRUE_KEY if str(value).lower() == "true" else None
        raise TextError("json-value", mark, reason=reason)  # keys of JSON are strings
    if value in members:
        raise TextError("json-duplicate-key", mark)
    return value


def _scalar(event: Any, mark: Any) -> Any:
    """Return the JSON value of a scalar by the core schema (YAML 1.2, 10.3): `012` is twelve."""
    text: str = event.value
    tag = event.tag.removeprefix(_TAG_PREFIX) if event.tag else None
    if tag not in (None, "!", *_TYPES):
        raise TextError("json-value", mark)
    plain = event.style in (None, "")
    if tag == "str" or (tag in ("!", None) and not plain):
        return text
    number = re.fullmatch(_NUMBER, text) if text[:1] in NUMERIC else None
    type_ = _type_of(text, number)
    if tag not in (None, "!", type_):
        raise TextError(ambiguity.RULE, mark)  # some parsers convert it, others ignore the tag
    value = _WORDS.get(text, text) if number is None else _number(number, mark)
    if tag == "!" and type_ != "str":
        raise TextError(ambiguity.RULE, mark)  # text by YAML 1.2; some parsers ignore the tag
    return value


def _type_of(text: str, number: re.Match[str] | None) -> str:
    if number is not None:
        return "int" if number["int"] else "float"
    if text in _WORDS:
        return "null" if _WORDS[text] is None else "bool"
    return "str"


def _number(found: re.Match[str], mark: Any) -> int | float:
    text = found.group()
    if found["constant"]:
        raise TextError("json-constant", mark)
    if len(text) > NUMERAL or len(found["exponent"] or "") > EXPONENT:
        raise TextError("json-number", mark, limit=NUMERAL)
    if found["int"]:
        return int(text, _BASES.get(text[:2], 10))
    # An overflow gives infinity, which the schema rejects like any number that is too large.
    return float(text)
