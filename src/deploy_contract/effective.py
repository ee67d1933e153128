"""The effective contract: all that a judge is made from, as one value and as one JSON document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from deploy_contract.frozen import frozen
from deploy_contract.limits import Limits
from deploy_contract_format.bundle_format import EFFECTIVE_FORMAT
from deploy_contract_format.rules import Rule

if TYPE_CHECKING:
    from deploy_contract_generated.names import (
        EngineName,
        HostingName,
        RuleMode,
        UnknownChoice,
        UnknownFields,
    )

    from deploy_contract_format.effective import CheckedContract

__all__ = ["ContractOptions", "EffectiveContract"]


@dataclass(frozen=True, slots=True)
class ContractOptions:
    """The options of a contract but for its bundle and policies, as `Contract` explains them.

    `unknown_fields` is None if nobody chose it: a middleware takes "report-requests" then, and all
    else "allow". `engine` is of this process: a compiled contract has none.
    """

    hosting: HostingName | None = None
    unknown_fields: UnknownFields | None = None
    unknown_operations: UnknownChoice = "allow"
    base_path: str = ""
    modes: Mapping[str, RuleMode] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    engine: EngineName = field(default="auto", compare=False)


@dataclass(frozen=True, slots=True)
class EffectiveContract:
    """A contract as it is applied: a bundle with policies and options.

    Attributes:
        bundle: the JSON values of the bundle's tables, by their names.
        policies: the rules of policies, in their order, with the modes of their files.
        options: the options, with the limits of messages and reports.
    """

    bundle: Mapping[str, Any]
    policies: tuple[Rule, ...]
    options: ContractOptions

    def to_json(self) -> bytes:
        """Return the JSON document: compact ASCII with sorted keys, and a newline at the end.

        The same contract is always the same bytes.
        """
        options = asdict(self.options)
        del options["engine"]
        document = {
            "format": EFFECTIVE_FORMAT,
            "bundle": self.bundle,
            "policies": [rule.to_dict() for rule in self.policies],
            "limits": options.pop("limits")._asdict(),
            "options": options,
        }
        text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return f"{text}\n".encode()


def of_checked(checked: CheckedContract) -> EffectiveContract:
    """Return the value of a document that was checked."""
    policies = [rule._replace(parameters=frozen(rule.parameters)) for rule in checked.policies]
    return EffectiveContract(
        bundle=frozen(checked.bundle.tables),
        policies=tuple(policies),
        options=ContractOptions(**frozen(checked.options), limits=Limits(**checked.limits)),
    )
