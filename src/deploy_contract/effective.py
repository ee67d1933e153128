"""The effective contract: everything that a judge needs, as one value and as one JSON document."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from deploy_contract.choices import did_you_mean, nearest, require_choice
from deploy_contract.exceptions import ContractError
from deploy_contract.frozen import frozen
from deploy_contract.limits import Limits
from deploy_contract_format.bundle_format import EFFECTIVE_FORMAT
from deploy_contract_format.rules import MODES, Rule, by_id
from deploy_contract_format.vocabulary import REPORT_REQUESTS, UNKNOWN_CHOICES, UNKNOWN_FIELDS

if TYPE_CHECKING:
    from deploy_contract_generated.names import (
        EngineName,
        HostingName,
        RuleMode,
        UnknownChoice,
        UnknownFields,
    )

__all__ = [
    "REPORT_REQUESTS",
    "UNKNOWN_CHOICES",
    "UNKNOWN_FIELDS",
    "ContractOptions",
    "EffectiveContract",
    "validate_base_path",
]

MEMBERS = ("format", "bundle", "policies", "options", "limits")
OPTIONS = ("hosting", "unknown_fields", "unknown_operations", "base_path", "modes")
ADVICE = "run `deploy-contract compile` again"
# a name in `modes` that may be shown: it can name a rule, and is not a value of a document
_ID = re.compile("([a-z][a-z_]{0,63}:)?[a-z][a-z0-9-]{0,63}")
# value of `unknown_fields` and `unknown_operations` -> mode of the rules on unknown names
MODES_OF_UNKNOWN = {
    "allow": "off",
    REPORT_REQUESTS: "report",
    "report": "report",
    "reject": "enforce",
}
_FIELDS = ("unknown-field", "parameter-unknown")
_OPERATIONS = ("operation-unknown", "method-unknown")
_PLAIN = "[A-Za-z0-9/._~!$&'()*+,=:@-]+"  # in a path; RFC 3986, section 3.3


@dataclass(frozen=True, slots=True)
class ContractOptions:
    """The options of a contract without its bundle and policies. `Contract` explains them.

    `unknown_fields` is None if not chosen: a middleware takes "report-requests" then, and all
    else "allow". `engine` is no part of a compiled contract: each process chooses its own.
    """

    hosting: HostingName | None = None
    unknown_fields: UnknownFields | None = None
    unknown_operations: UnknownChoice = "allow"
    base_path: str = ""
    modes: Mapping[str, RuleMode] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    engine: EngineName = field(default="auto", compare=False)

    def changed(self, given: Mapping[str, Any]) -> ContractOptions:
        """Return the options with the values in `given`, by their names. None counts as missing.

        A given mode replaces the mode of the same rule. The other modes stay.
        """
        chosen = {name: value for name, value in given.items() if value is not None}
        modes = chosen.get("modes")
        if isinstance(modes, Mapping):  # anything else is refused later
            # the given modes come first, since an error has their number
            chosen["modes"] = {**modes, **self.modes, **modes}
        return replace(self, **chosen)

    def with_modes(self, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        """Return rules with the modes that the options give them."""
        modes = {
            **dict.fromkeys(_FIELDS, MODES_OF_UNKNOWN[self.unknown_fields or "allow"]),
            **dict.fromkeys(_OPERATIONS, MODES_OF_UNKNOWN[self.unknown_operations]),
            **self.modes,
        }
        return tuple([rule._replace(mode=modes.get(rule.rule, rule.mode)) for rule in rules])

    def of_operation(self, operation: str) -> ContractOptions:
        """Return the options with the modes of rules for an operation; "" for no operation."""
        modes = {name: mode for name, mode in self.modes.items() if ":" not in name}
        for name, mode in self.modes.items():
            if name.startswith(f"{operation}:"):
                modes[name.partition(":")[2]] = mode
        return replace(self, modes=modes)

    @property
    def own_operations(self) -> set[str]:
        """The operations with modes of their own."""
        return {name.partition(":")[0] for name in self.modes if ":" in name}

    def validate(
        self,
        rules: Mapping[str, Rule],
        hostings: Collection[str],
        operations: Iterable[Mapping[str, Any]],
    ) -> None:
        """Raise ContractError if a value is wrong."""
        require_choice("hosting", self.hosting, (None, *hostings))
        require_choice("unknown_fields", self.unknown_fields, (None, *UNKNOWN_FIELDS))
        require_choice("unknown_operations", self.unknown_operations, UNKNOWN_CHOICES)
        validate_base_path(self.base_path)
        if not isinstance(self.limits, Limits):
            raise ContractError("limits must be a Limits(...)")
        for name, value in self.limits._asdict().items():
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ContractError(f"limits: {name} must be an integer of at least 1")
        if not isinstance(self.modes, Mapping):
            raise ContractError("modes must be a mapping from rule ids to modes")
        names = [row["operation"] for row in operations]
        for number, (name, mode) in enumerate(self.modes.items(), 1):
            _validate_mode(number, name, mode, rules, names)


def validate_base_path(base_path: str, name: str = "base_path") -> str:
    """Return the prefix of all paths.

    A text with a blank or a dot segment is refused. No request would have this prefix, so all
    requests would pass unjudged. A message names the option `name`.

    Raises:
        ContractError: the text cannot be a prefix of paths.
    """
    if base_path != "" and not _is_base_path(base_path):
        form = 'must be empty, or begin with "/" and not end with it, such as "/api-host"'
        raise ContractError(f"{name} {form}; without blanks, dot segments, and % ; ? #")
    return base_path


def _is_base_path(value: object) -> bool:
    if not isinstance(value, str) or not value.startswith("/") or value.endswith("/"):
        return False
    return re.fullmatch(_PLAIN, value) is not None and {".", ".."}.isdisjoint(value.split("/"))


def _validate_mode(
    number: int, name: str, mode: str, rules: Mapping[str, Rule], operations: Sequence[str]
) -> None:
    given = name
    shown = name if isinstance(name, str) and _ID.fullmatch(name) else f"entry {number}"
    if isinstance(name, str) and ":" in name:
        operation, _, given = name.partition(":")
        if operation not in operations:
            advice = did_you_mean(
                nearest(operation, operations), f"they are {', '.join(operations)}"
            )
            raise ContractError(f"modes: {shown} names no operation; {advice}")
    rule = rules.get(given) if isinstance(given, str) else None
    if rule is None:
        advice = did_you_mean(nearest(given, rules), "`deploy-contract rules` lists them")
        raise ContractError(f"modes: {shown} names no rule; {advice}")
    require_choice(f"the mode of {name}", mode, MODES)
    if mode != "enforce" and rule.is_fixed:
        reason = "without it a body is ambiguous"
        raise ContractError(f"{name} is a rule of the wire and cannot be relaxed: {reason}")


@dataclass(frozen=True, slots=True)
class EffectiveContract:
    """A contract as it is applied: a bundle with policies and options."""

    bundle: Mapping[str, Any]  # the JSON values of the bundle's tables, by their names
    policies: tuple[Rule, ...]  # in their order, with the modes of their files
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
        from deploy_contract_format import bundle_checks, bundle_json
        from deploy_contract_format.reading import FileError

        try:
            document = bundle_json.parse_table("", body, bundle_json.MAX_DEPTH + 2)
            found = document.get("format") if isinstance(document, dict) else None
            files = " of compiled contracts"
            bundle_checks.require_format("", found, EFFECTIVE_FORMAT, files, ADVICE)
            _require_members("", document, MEMBERS)
            _require_members("options", document["options"], OPTIONS)
            _require_members("limits", document["limits"], Limits._fields)
            tables = bundle_json.require_object("bundle", document["bundle"])
            rows = document["policies"]
            if not isinstance(rows, list):
                bundle_json.refuse("policies", "is not a list of rules")
            checked = bundle_checks.check(tables, ADVICE, len(rows))
            known = by_id(checked.book.rules)
            policies = bundle_checks.checked_rules(rows, "policies", checked.known, known)
            limits = Limits(**document["limits"])
            options = ContractOptions(**frozen(document["options"]), limits=limits)
            options.validate(
                known | by_id(policies), checked.book.hostings, tables["operations.json"]
            )
        except (bundle_json.TableError, ContractError) as error:
            raise FileError(f"{error}; {ADVICE}") from None
        rules = [rule._replace(parameters=frozen(rule.parameters)) for rule in policies]
        return cls(frozen(checked.tables), tuple(rules), options)


def _require_members(part: str, value: Any, names: tuple[str, ...]) -> None:
    from deploy_contract_format.bundle_json import refuse

    if not isinstance(value, dict) or set(value) != set(names):
        refuse(part, f"must have the members {', '.join(names)}, and no others")
