"""Values that cannot be changed: the tables of a contract, and small classes."""

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, Self, dataclass_transform


def frozen(value: Any) -> Any:
    """Return a copy of a JSON value, all the way down, that equals it and refuses to be changed."""
    if isinstance(value, dict):
        return FrozenDict({key: frozen(member) for key, member in value.items()})
    if isinstance(value, list):
        return FrozenList(map(frozen, value))
    return value


def _refuse(*_arguments: object, **_named: object) -> NoReturn:
    raise TypeError("values of a Contract cannot be changed; copy them with dict() or list()")


class FrozenDict(dict[str, Any]):
    """A dict that refuses to be changed."""

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by the members."""
        return FrozenDict, (dict(self),)


class FrozenList(list[Any]):
    """A list that refuses to be changed."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = clear = extend = _refuse
    insert = pop = remove = reverse = sort = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by the items."""
        return FrozenList, (list(self),)


def frozen_object(pairs: list[tuple[str, Any]]) -> FrozenDict:
    """Return a JSON object that cannot be changed, for parsers: those inside are frozen already."""
    found = FrozenDict(pairs)
    for key, value in found.items():
        if value.__class__ is list:
            dict.__setitem__(found, key, _frozen_list(value))
    return found


def _frozen_list(items: list[Any]) -> FrozenList:
    return FrozenList([_frozen_list(item) if item.__class__ is list else item for item in items])


class Frozen:
    """A value whose attributes cannot be set; its copy is the value itself."""

    __slots__: tuple[str, ...] = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        kind = type(self).__name__
        raise AttributeError(f"a {kind} never changes; make another one with another {name}")

    def __delattr__(self, name: str) -> NoReturn:
        kind = type(self).__name__
        raise AttributeError(f"a {kind} never changes; make another one without {name}")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self


@dataclass_transform(frozen_default=True)
class FrozenFields(Frozen):
    """A frozen value that is no more than its fields: the fast path in place of a dataclass.

    It skips `dataclasses`, whose import takes a third of the time to a first verdict, and the
    code that makes a named tuple. A subclass lists its fields in `__slots__`, in the order of its
    arguments. A subclass of which many values are made has its own `__init__` with
    `field_writers`, which skip `object.__setattr__`. This is safe, since nothing but `__init__` gets them.
    """

    __slots__: tuple[str, ...] = ()
    __match_args__: ClassVar[Any] = ()

    def __init__(self, *values: Any) -> None:
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.__slots__])

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = [f"{name}={getattr(self, name)!r}" for name in self.__slots__]
        return f"{type(self).__name__}({', '.join(fields)})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the fields."""
        return type(self), self._values()


def field_writers(kind: type[FrozenFields]) -> list[Callable[[Any, Any], None]]:
    """Return the functions that set the fields of a frozen class, in the order of `__slots__`."""
    return [kind.__dict__[name].__set__ for name in kind.__slots__]
