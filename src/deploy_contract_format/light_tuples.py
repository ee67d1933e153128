"""Named tuples that are ready at once, for modules that a program imports whenever it starts."""

from collections import namedtuple
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from typing import NamedTuple as LightTuple
else:
    _MOST_FIELDS = 16
    _SAMPLE = namedtuple("_SAMPLE", [f"f{number}" for number in range(_MOST_FIELDS)])  # noqa: PYI024
    _GETTERS = tuple(vars(_SAMPLE)[name] for name in _SAMPLE._fields)  # by the number of the field

    class _Meta(type):
        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            """Make a class whose fields are its annotations, with the defaults in its body."""
            made = super().__new__(cls, name, bases, {**body, "__slots__": ()})
            fields = tuple(made.__annotations__)
            for field, getter in zip(fields, _GETTERS[: len(fields)], strict=True):
                setattr(made, field, getter)
            made._fields = made.__match_args__ = fields
            made._defaults = {field: body[field] for field in fields if field in body}
            return made

    class LightTuple(tuple, metaclass=_Meta):
        """The fast path in place of `typing.NamedTuple`, with the same values.

        The standard library writes and compiles code for each class, which takes longer than all
        else about it: 0.2 ms of a start that takes 50. Without that code, it takes twice as long
        to make a value. So this suits classes of which few values are made, none of them for each
        part of a document. A class has at most 16 fields.
        """

        def __new__(cls, *values: Any, **named: Any) -> Self:
            """Return a value of the fields, given in their order or by name."""
            if named or len(values) != len(cls._fields):
                values = cls._complete(values, named)
            return tuple.__new__(cls, values)

        @classmethod
        def _complete(cls, values: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
            """Return the values of all fields. Raises TypeError as a function does."""
            rest = cls._fields[len(values) :]
            known = cls._defaults | named
            found = values + tuple([known[field] for field in rest if field in known])
            if len(found) != len(cls._fields) or not named.keys() <= set(rest):
                raise TypeError(f"{cls.__name__} takes the fields {', '.join(cls._fields)}")
            return found

        def _replace(self, **changes: Any) -> Self:
            """Return a value with other values of some fields. Raises ValueError for others."""
            values = [changes.pop(name, own) for name, own in zip(self._fields, self, strict=True)]
            if changes:
                raise ValueError(f"{type(self).__name__} has no {', '.join(changes)}")
            return tuple.__new__(type(self), values)

        def _asdict(self) -> dict[str, Any]:
            """Return the values of the fields by their names."""
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self) -> tuple[Any, ...]:
            """Pickle and copy by the fields."""
            return tuple(self)

        def __repr__(self) -> str:
            fields = [f"{name}={value!r}" for name, value in self._asdict().items()]
            return f"{type(self).__name__}({', '.join(fields)})"


__all__ = ["LightTuple"]
