"""Types of patches: one for each source, with only the fields that this source may set.

The type of a patch is `CodehostPatch`, `ExternalContainerPatch`, and so on. A patch that names
another source for its revision has a type of its own, such as `CodehostPatchAsInternalSource`.
A field that is absent is `UNSET`; None is null. The values have `to_dict()`, `to_json()`,
`from_dict(...)` and `from_json(...)` (`deploy_contract_generated.patch_model`).

Importing this module imports little else of the library, so that clients start fast.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deploy_contract_generated import patches as generated
from deploy_contract_generated.patch_model import UNSET, Model, Unset, declared, parsed
from deploy_contract_generated.patches import *  # noqa: F403 - re-exports what the spec has
from deploy_contract_generated.patches import PATCHES, AnyPatch

from deploy_contract_format.pointer import Tokens, join

if TYPE_CHECKING:
    from deploy_contract_generated.models import Deployment, Source
    from deploy_contract_generated.names import SourceName

    from deploy_contract.contract import Contract

_TYPES = [
    name
    for name, value in vars(generated).items()
    if isinstance(value, type) and value.__module__ == generated.__name__
]
__all__ = ["PATCHES", "UNSET", "AnyPatch", "Model", "Unset", "between", "parse", *_TYPES]  # noqa: PLE0604 - texts


def parse(document: Mapping[str, Any] | str | bytes, source: "SourceName | Source") -> AnyPatch:
    """Return a document as a patch, of a type for its source.

    Args:
        document: the JSON text, or parsed JSON.
        source: the source of the deployment.

    Raises:
        ContractError: `source` is not a source.
        ValueError: the text is not JSON in UTF-8 with one meaning.
        TypeError: the source may not set a field, or a value has another type. The text has its
            pointer, and no value.
    """
    types = _types_of(source)
    value = parsed(document) if isinstance(document, str | bytes) else document
    for one in types[1:]:
        if isinstance(value, Mapping) and one.__fixed__.items() <= dict(value).items():
            return one.from_dict(value)
    return types[0].from_dict(value)


def between(
    old: "Deployment | Mapping[str, Any]",
    new: "Deployment | Mapping[str, Any]",
    *,
    contract: "Contract | None" = None,
) -> AnyPatch:
    """Return the smallest patch that makes one deployment into the other.

    A list or object that a patch can only replace, such as `resource_spec`, is sent as `new` has it:
    fields that it lacks are removed. Other fields that the mapping `new` lacks stay as they are. In
    a model, None is null.

    Args:
        old: the stored deployment, a `Deployment` or parsed JSON.
        new: the wanted deployment, or the part of it that matters.
        contract: the contract that the patch must keep. None: `Contract()`.

    Raises:
        ContractError: a patch cannot change a field that differs. The text has its pointer.
        DocumentError: the contract denies the patch, such as for an immutable field.
    """
    from deploy_contract.contract import or_default
    from deploy_contract.exceptions import ContractError
    from deploy_contract_format.rules import source_member

    contract = or_default(contract)
    kinds = contract.bundle.book.kinds
    before, wanted = _as_json("old", old), _as_json("new", new)
    member = source_member(kinds)
    cls = _types_of(before.get(member), f"old: /{member}")[0]
    effects = dict(kinds[cls.__kind__].effects)
    try:
        changes = _changes(cls, before, wanted, (), effects)
        patch = cls.from_dict(changes)
    except TypeError as error:
        raise ContractError(f"new: {error}") from None
    contract.check(patch, cls, deployment=before).raise_for_violations()
    return patch


def _types_of(source: Any, subject: str = "source") -> list[type[AnyPatch]]:
    """Return the types of a source, first the type of patches that name no other source.

    `subject`: where the source is, for the error.
    """
    name = str(source)
    found = [one for (own, _), one in PATCHES.items() if own == name]
    if not found:
        from deploy_contract.exceptions import ContractError
        from deploy_contract_format.suggestions import must_be_one_of

        names = tuple(dict.fromkeys([own for own, _ in PATCHES]))
        raise ContractError(must_be_one_of(subject, name, names))
    return found


def _as_json(name: str, deployment: Any) -> Mapping[str, Any]:
    """Return a deployment as parsed JSON. In a model, None is null."""
    from dataclasses import asdict, is_dataclass

    from deploy_contract.exceptions import ContractError
    from deploy_contract.plain import plain_facts

    if is_dataclass(deployment) and not isinstance(deployment, type):
        deployment = asdict(deployment)
    found = plain_facts(deployment)
    if not isinstance(found, Mapping):
        raise ContractError(f"{name} must be a Deployment or a mapping")
    return found


def _changes(
    cls: type[Model],
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    at: Tokens,
    effects: Mapping[str, str],
) -> dict[str, Any]:
    """Return the fields of a patch that make `old` into `new`. Raises TypeError if no patch can."""
    from deploy_contract.plain import same
    from deploy_contract_format.rules import MERGED, UNLESS_EMPTY

    types = declared(cls)
    found: dict[str, Any] = {}
    for name, wanted in new.items():
        if not isinstance(name, str):
            raise TypeError("the name of a field is not text")
        place, inner = (*at, name), types.get(name)
        effect = effects.get(join(place))
        before = old.get(name, UNSET)
        if same(wanted, before) or (wanted is None and before is UNSET):
            continue
        if name not in types:
            raise TypeError(f"{join(place)}: {_unchangeable(name, cls, old)}")
        if effect == MERGED and isinstance(wanted, Mapping):
            assert inner is not None  # only an object with declared fields is merged
            stored = before if isinstance(before, Mapping) else {}
            if changed := _changes(inner, stored, wanted, place, effects):
                found[name] = changed
            continue
        sent = _without_nulls(inner, wanted)
        if same(sent, _without_nulls(inner, before)):
            continue
        if sent == {} and before in (None, UNSET):  # an empty object does not change a null
            continue
        if wanted is None or (effect == UNLESS_EMPTY and not wanted):
            sent = "null" if wanted is None else "an empty value"
            raise TypeError(f"{join(place)}: {sent} would leave the stored value as it is")
        found[name] = sent
    return found


def _unchangeable(name: str, cls: type[Model], old: Mapping[str, Any]) -> str:
    """Return the reason why a patch has no field of a name."""
    from deploy_contract_format.suggestions import did_you_mean, nearest

    refused = cls.__refused__.get(name)
    if refused or name in old:  # a stored name is no typing error
        return f"differs from the stored value; {refused or 'a patch cannot change it'}"
    return f"a patch has no such field; {did_you_mean(nearest(name, cls._fields), 'leave it out')}"


def _without_nulls(cls: type[Model] | None, value: Any) -> Any:
    """Return a value without the nulls of declared fields. Nulls in free-form objects are data."""
    if cls is None:
        return value
    if isinstance(value, list):
        return [_without_nulls(cls, item) for item in value]
    if not isinstance(value, Mapping):
        return value
    types = declared(cls)
    return {
        name: _without_nulls(types.get(name), member)
        for name, member in value.items()
        if member is not None or name not in types
    }
