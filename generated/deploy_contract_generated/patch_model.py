"""The base of the generated types of patches, in which an absent field differs from null.

`make generate` copies this module into the generated package. A field that was not given is
`UNSET`. `dataclasses` is not used, since importing it and making the classes would take longer than
using them. For type checkers they are frozen dataclasses with keyword-only fields (PEP 681).
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from types import UnionType
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    NoReturn,
    Self,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from deploy_contract_format.pointer import Tokens, join, printable


class Unset(Enum):
    """The class of `UNSET`. Its pickles and copies are `UNSET` too."""

    UNSET = ...  # not a JSON value, so it is refused wherever a value is needed

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset.UNSET
"""The value of a field that is absent. None is null."""

_SCALARS = {str: "text", bool: "true or false", int: "an integer", float: "a number"}


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Model:
    """A frozen JSON object with declared fields. Its `repr` names the fields that are set.

    Two models are equal if they have the same class and the same fields. A wrong name of a field is
    a TypeError that says why.
    """

    __refused__: ClassVar[Mapping[str, str]] = {}  # field that the source may not set -> the reason
    __kind__: ClassVar[str] = ""  # the kind of document, for a whole document
    __source__: ClassVar[str] = ""  # the source of the deployment, for a whole document
    _fields: ClassVar[tuple[str, ...]] = ()
    _required: ClassVar[tuple[str, ...]] = ()
    __fixed__: ClassVar[Mapping[str, Any]] = {}  # field that has one value -> the value

    def __init_subclass__(cls) -> None:
        """Note the fields that the class declares, and the fields without a default."""
        cls._fields = tuple(cls.__annotations__)
        cls._required = tuple([name for name in cls._fields if name not in vars(cls)])
        given = {name: vars(cls).get(name, UNSET) for name in cls._fields}
        cls.__fixed__ = {name: value for name, value in given.items() if value is not UNSET}

    def __init__(self, *given: Any, **fields: Any) -> None:
        """Make a model of its fields, which are given by name.

        Raises:
            TypeError: a field is unknown or has no name, or a required field is missing.
        """
        if given:
            raise TypeError(
                f"{type(self).__name__} takes fields by name; from_dict takes a mapping"
            )
        _check_names(type(self), fields, ())
        own = vars(self)
        for name in self._fields:
            value = fields.get(name, vars(type(self)).get(name))
            if value is not UNSET:
                own[name] = value

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object, with the fields that are set. Nulls are kept."""
        return {name: _json(value) for name, value in vars(self).items()}

    def to_json(self) -> str:
        """Return the JSON text.

        Raises:
            ValueError: a value cannot be written in JSON, such as NaN.
        """
        import json  # takes longer to import than this module

        try:
            return json.dumps(self.to_dict(), allow_nan=False)
        except (ValueError, TypeError, RecursionError):  # the text may hold values
            pass
        name = type(self).__name__
        raise ValueError(f"{name}: {join(_unwritable(self, ()))} cannot be written in JSON")

    @classmethod
    def from_dict(cls, value: Any) -> Self:
        """Return the model of a parsed JSON object.

        A null of a field that the source may not set changes nothing, and is left out.

        Raises:
            TypeError: a field is unknown, missing or of another type. The text has its pointer.
        """
        found: Self = _model(cls, value, ())
        return found

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Return the model of a JSON text.

        Raises:
            ValueError: the text is not JSON in UTF-8 with one meaning.
            TypeError: as for `from_dict`.
        """
        return cls.from_dict(parsed(text))

    def __setattr__(self, name: str, *_value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen; {name} cannot be changed")

    __delattr__ = __setattr__

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self)))  # its values may be lists

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(vars(self)) or 'nothing'}>"


def _json(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, list | tuple):
        return [_json(item) for item in value]
    if isinstance(value, Mapping):
        return {name: _json(member) for name, member in value.items()}
    return value.value if isinstance(value, Enum) else value


def _unwritable(value: Any, at: Tokens) -> Tokens:
    """Return the place of the first value that JSON does not have, or that nests too deeply."""
    import json

    from deploy_contract_format.errors import DEPTH

    members: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Model | Mapping):
        members = (vars(value) if isinstance(value, Model) else value).items()
    elif isinstance(value, list | tuple):
        members = enumerate(value)
    for name, member in members if len(at) < DEPTH else ():  # the value may contain itself
        try:
            json.dumps({name: _json(member)}, allow_nan=False)
        except (ValueError, TypeError, RecursionError):
            place = (*at, name if isinstance(name, int) else str(name))
            is_key = isinstance(name, str | int | float | None)
            return _unwritable(member, place) if is_key else place
    return at


def parsed(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: the text is not JSON in UTF-8 with one meaning.
        TypeError: it is neither text nor bytes.
    """
    if not isinstance(text, str | bytes | bytearray | memoryview):
        raise TypeError("the JSON text must be str or bytes")
    import json

    from deploy_contract_format.bundle_json import TableError, parse_table
    from deploy_contract_format.errors import DEPTH

    try:
        return parse_table("", text.encode() if isinstance(text, str) else bytes(text), DEPTH)
    except (TableError, UnicodeEncodeError):  # drop the exception, whose causes contain the text
        pass
    place = ""
    try:
        json.loads(text if isinstance(text, str) else bytes(text))
    except json.JSONDecodeError as error:
        place = f" (line {error.lineno}, column {error.colno})"
    except (ValueError, RecursionError):
        pass
    advice = "`deploy-contract check` says where and why"
    raise ValueError(f"the text is not JSON in UTF-8 with one meaning{place}; {advice}")


def declared(model: type[Model]) -> Mapping[str, type[Model] | None]:
    """Return the fields of a model, each with the model of its value, or of the items of its list."""
    return {name: _inner(hint) for name, hint in _hints(model).items()}


def _inner(hint: Any) -> type[Model] | None:
    if isinstance(hint, type) and issubclass(hint, Model):
        return hint
    if get_origin(hint) is dict:
        return None
    return next(filter(None, map(_inner, get_args(hint))), None)


def _hints(model: type[Model]) -> Mapping[str, Any]:
    """Return the types of the fields of a model. They are resolved when they are first needed."""
    if model not in _HINTS:
        hints = get_type_hints(model)
        _HINTS[model] = {name: hints[name] for name in model._fields}
    return _HINTS[model]


_HINTS: dict[type[Model], Mapping[str, Any]] = {}


def _check_names(cls: type[Model], fields: Mapping[str, Any], at: Tokens) -> None:
    """Raise TypeError if a field is unknown, or a required field is missing."""
    for name in fields:
        if name not in cls._fields:
            _refuse(cls, name, at)
    for name in cls._required:
        if fields.get(name, UNSET) is UNSET:
            raise _mistake(at, f"{cls.__name__} needs the field {name}")


def _model(cls: type[Any], value: Any, at: Tokens) -> Any:
    if not isinstance(value, Mapping):
        raise _mistake(at, "must be an object" if at else f"a {cls.__name__} must be an object")
    refused = cls.__refused__
    given = {name: one for name, one in value.items() if one is not None or name not in refused}
    _check_names(cls, given, at)
    hints = _hints(cls)
    return cls(**{name: _value(hints[name], one, (*at, name)) for name, one in given.items()})


def _value(hint: Any, value: Any, at: Tokens) -> Any:
    """Return a value converted to its type. Raises TypeError if it has another type."""
    choices = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    for choice in choices:
        origin = get_origin(choice)
        if choice is type(None):
            if value is None:
                return None
        elif origin is Literal:
            if isinstance(value, str | bool) and value in get_args(choice):
                return value
        elif origin is list:
            if isinstance(value, list):
                (item,) = get_args(choice)
                return [_value(item, one, (*at, index)) for index, one in enumerate(value)]
        elif origin is dict:
            if isinstance(value, dict):
                return value
        elif choice in _SCALARS:
            found = _scalar(choice, value)
            if found is not UNSET:
                return found
        elif choice is Any:
            return value
        elif issubclass(choice, Model) and isinstance(value, Mapping):
            return _model(choice, value, at)
    raise _mistake(at, f"must be {_names(choices)}")


def _scalar(kind: type, value: Any) -> Any:
    """Return a scalar of a type, or UNSET. JSON Schema counts 1.0 as an integer."""
    if isinstance(value, bool) or kind is bool:
        return value if kind is bool and isinstance(value, bool) else UNSET
    if kind is int and isinstance(value, float):
        return int(value) if value.is_integer() else UNSET
    return value if isinstance(value, (int, float) if kind is float else kind) else UNSET


def _names(choices: Any) -> str:
    words = []
    for choice in choices:
        origin = get_origin(choice)
        if choice is type(None):
            words.append("null")
        elif origin is Literal:
            words += [{True: "true", False: "false"}.get(word, word) for word in get_args(choice)]
        elif choice is not Unset:
            words.append(_SCALARS.get(choice, "an array" if origin is list else "an object"))
    return " or ".join(words)


def _refuse(cls: type[Model], name: str, at: Tokens) -> NoReturn:
    if isinstance(name, str) and name in cls.__refused__:
        raise _mistake(at, f"{cls.__name__} has no {name}: {cls.__refused__[name]}")
    from deploy_contract_format.suggestions import did_you_mean, nearest  # only for mistakes

    advice = did_you_mean(nearest(name, cls._fields), f"its fields are {', '.join(cls._fields)}")
    raise _mistake(at, f"{cls.__name__} has no field {printable(str(name))}; {advice}")


def _mistake(at: Tokens, text: str) -> TypeError:
    return TypeError(f"{join(at)}: {text}" if at else text)
