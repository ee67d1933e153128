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

    @classmethod
    def from_json(cls, body: bytes) -> EffectiveContract:
        """Return the contract of a JSON document, which is checked first.

        Raises:
            FileError: the document has a fault. The error names the first fault and its part.
        """
        from deploy_contract_format.effective import check

        document, policies = check(body, Limits._fields)
        rules = [rule._replace(parameters=frozen(rule.parameters)) for rule in policies]
        limits = Limits(**document["limits"])
        return cls(
            bundle=frozen(document["bundle"]),
            policies=tuple(rules),
            options=ContractOptions(**frozen(document["options"]), limits=limits),
        )
