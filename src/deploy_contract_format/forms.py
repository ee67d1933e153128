"""Forms of JSON values as data, for tables of a bundle, cases of a policy, and lists of the spec.

A form is one of these:

- a class, or a union of classes, such as `str | None`;
- a pattern that a text must match as a whole, or the set of the allowed texts, which may have None;
- `[form]` for an array, and `(form, form)` for an array of two items;
- `{pattern: form}` for an object whose names match the pattern, and `{name: form}` for an object
  that has these members among others. If the name ends with `?`, the member may be absent.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from deploy_contract_format.pointer import MISSING, Tokens
from deploy_contract_format.subset import Problem
from deploy_contract_format.suggestions import not_one_of, unknown

Form: TypeAlias = Any
NAMES = re.compile("(?s:.*)")  # any name
_NOTHING: Form = set()  # no value has this form
_WORDS: Mapping[type, str] = {str: "a text", dict: "an object", list: "a list"}


class Misfit(NamedTuple):
    """A part that does not have the expected `form`; `value` is MISSING if the part is absent."""

    at: Tokens
    value: Any
    form: Form


def misfits(value: Any, form: Form, at: Tokens = ()) -> Iterator[Misfit]:
    """Yield the parts of a value that do not have its form. `at`: the place of the value."""
    if isinstance(form, dict) and isinstance(value, Mapping):
        for name, inner in _members(value, form):
            yield from misfits(value.get(name, MISSING), inner, (*at, name))
    elif isinstance(form, list) and isinstance(value, list):
        for index, item in enumerate(value):
            yield from misfits(item, form[0], (*at, index))
    elif isinstance(form, tuple) and isinstance(value, list) and len(form) == len(value):
        for index, inner in enumerate(form):
            yield from misfits(value[index], inner, (*at, index))
    elif value is MISSING or not _fits(value, form):
        yield Misfit(at, value, form)


def _members(value: Mapping[str, Any], form: Mapping[Any, Form]) -> Iterator[tuple[str, Form]]:
    for key, inner in form.items():
        if isinstance(key, re.Pattern):
            for name in value:
                yield name, inner if key.fullmatch(name) else _NOTHING
        elif not key.endswith("?"):
            yield key, inner
        elif key[:-1] in value:
            yield key[:-1], inner


def _fits(value: Any, form: Form) -> bool:
    if isinstance(form, dict | list | tuple):
        return False
    if isinstance(form, re.Pattern):
        return isinstance(value, str) and form.fullmatch(value) is not None
    if isinstance(form, set):
        return isinstance(value, str | None) and value in form
    return isinstance(value, form)


def problems(value: Any, form: Form, at: Tokens = ()) -> Iterator[Problem]:
    """Yield the problems of a value in a file of a user: misfits, and names without a form."""
    for misfit in misfits(value, form, at):
        *around, name = misfit.at or ("",)
        choices = sorted(misfit.form) if isinstance(misfit.form, set) else []
        if misfit.value is MISSING:
            names = f": {', '.join(choices)}" if choices else ""
            if isinstance(misfit.form, list) and isinstance(misfit.form[0], set):
                names = f": a list of {', '.join(sorted(misfit.form[0]))}"
            yield Problem(tuple(around), f"{name} is missing{names}")
        elif choices:
            yield Problem(misfit.at, not_one_of(misfit.value, choices))
        else:
            kind = misfit.form if isinstance(misfit.form, type) else type(misfit.form)
            yield Problem(misfit.at, f"must be {_WORDS[kind]}")
    yield from _unknown(value, form, at)


def _unknown(value: Any, form: Form, at: Tokens) -> Iterator[Problem]:
    if not isinstance(form, dict) or not isinstance(value, Mapping) or NAMES in form:
        return
    forms = {name.removesuffix("?"): inner for name, inner in form.items()}
    for name, member in value.items():
        if name in forms:
            yield from _unknown(member, forms[name], (*at, name))
        else:
            yield Problem((*at, name), unknown("key", name, "use", tuple(forms)))
