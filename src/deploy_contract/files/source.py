"""The text of a file, with the places of its values and of its errors."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from deploy_contract.files.pointers import tokens_of
from deploy_contract.json_text import json_place
from deploy_contract.judge.python import wire
from deploy_contract.report import Report
from deploy_contract.violations import Violation
from deploy_contract_format.errors import Place, TextError

if TYPE_CHECKING:
    from deploy_contract_format.located import Located

_JSON_SYNTAX = "json-syntax"
_SYNTAX = (_JSON_SYNTAX, "yaml-syntax")  # the rules that a text breaks if it cannot be parsed


@cache
def rarely_needed(name: str) -> Any:
    """Return a module of this package that few files need; faster than an import at each use."""
    return import_module(f"deploy_contract.files.{name}")


class Source:
    """The text of a file. It is searched on demand: most files have no violations to locate.

    Args:
        body: the bytes of the file.
        located: the document, if it is one of YAML that can be parsed.
        fault: where a YAML text cannot be parsed, if that is known.
        yaml: True for YAML.
    """

    def __init__(
        self,
        body: bytes,
        located: "Located | None" = None,
        fault: Place | None = None,
        *,
        yaml: bool = False,
    ) -> None:
        self._body = body
        self._located = located
        self._fault = fault
        self._yaml = yaml

    def place(self, violation: Violation, report: Report) -> Place:
        """Return the place of the value at a violation's pointer, or of the nearest around it."""
        if self._located is not None:
            value = self._located.value if report.value is None else report.value
            return self._located.place(tokens_of(violation.pointer, value)) or Place(1, 1)
        if violation.location == "wire" or self._fault is not None:
            return self._place_of_fault(violation)
        return json_place(wire.text(self._body), violation.pointer)

    def reason(self, rule: str) -> str | None:
        """Return the reason for a violation of a rule about syntax, None for another rule."""
        if rule not in _SYNTAX:
            return None
        syntax = rarely_needed("syntax")
        try:
            text = wire.text(self._body)
        except TextError:
            return None
        reason = syntax.json_reason if rule == _JSON_SYNTAX else syntax.yaml_reason
        found: str | None = reason(text)
        return found

    def _place_of_fault(self, violation: Violation) -> Place:
        """Return the place of an error in the text itself."""
        if self._fault is None:
            from deploy_contract.fault_places import place_of_fault

            self._fault = place_of_fault(
                self._body, violation.rule, violation.pointer, yaml=self._yaml
            )
        return self._fault
