"""The text of a file, with the places of its values and of its errors."""

from dataclasses import dataclass, field

from deploy_contract.judge.python import wire
from deploy_contract.places import json_place, place_of_fault, tokens_of
from deploy_contract.report import Report
from deploy_contract.violations import Violation
from deploy_contract_format.errors import Place, TextError
from deploy_contract_format.located import Located

_JSON_SYNTAX = "json-syntax"
_SYNTAX = (_JSON_SYNTAX, "yaml-syntax")  # the rules that a text breaks if it cannot be parsed


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file. It is searched on demand: most files have no violations to locate.

    Attributes:
        body: the bytes of the file.
        located: the document, if it is one of YAML that can be parsed.
        fault: where a YAML text cannot be parsed, if that is known.
        is_yaml: True for YAML.
    """

    body: bytes = field(repr=False)
    located: Located | None = field(default=None, repr=False)
    fault: Place | None = None
    is_yaml: bool = False

    def place(self, violation: Violation, report: Report) -> Place:
        """Return the place of the value at a violation's pointer, or of the nearest around it."""
        pointer = violation.pointer
        if self.located is not None:
            value = self.located.value if report.value is None else report.value
            return self.located.place(tokens_of(pointer, value)) or Place(1, 1)
        if self.fault is not None:
            return self.fault
        if violation.location == "wire":
            return place_of_fault(self.body, violation.rule, pointer, yaml=self.is_yaml)
        return json_place(wire.text(self.body), pointer)

    def reason(self, rule: str) -> str | None:
        """Return the reason for a violation of a rule about syntax, None for another rule."""
        if rule not in _SYNTAX:
            return None
        from deploy_contract.files import hints  # few files need them

        try:
            text = wire.text(self.body)
        except TextError:
            return None
        return hints.json_reason(text) if rule == _JSON_SYNTAX else hints.yaml_reason(text)
