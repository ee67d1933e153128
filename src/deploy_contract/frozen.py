"""JSON values that cannot be changed: the tables of a contract."""

from typing import Any, NoReturn


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
