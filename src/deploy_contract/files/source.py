"""The text of a file, with the places of its values and the lines that excerpts show."""

from collections.abc import Collection
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from deploy_contract.files.pointers import plain_tokens, tokens_of
from deploy_contract.judge.python import wire
from deploy_contract.report import Report
from deploy_contract.violations import Violation
from deploy_contract_format.errors import Place, TextError

if TYPE_CHECKING:
    from deploy_contract.files.spans import Line, Lines
    from deploy_contract_format.located import Located

KEY_TWICE = "json-duplicate-key"  # the rule of the wire whose place is that of a key
_JSON_SYNTAX = "json-syntax"
_SYNTAX = (_JSON_SYNTAX, "yaml-syntax")  # the rules that a text breaks if it cannot be parsed


@cache
def rarely_needed(name: str) -> Any:
    """Return a module of this package that few files need; faster than an import at each use."""
    return import_module(f"deploy_contract.files.{name}")


class Source:
    """The text of a file. It is searched on demand: most files have no violations to locate."""

    def __init__(
        self,
        body: bytes,
        located: "Located | None" = None,
        fault: Place | None = None,
        *,
        yaml: bool = False,
        lines: "dict[Place | None, Lines] | None" = None,
    ) -> None:
        self._body = body
        self._decoded: str | None = None
        self._located = located
        self._fault = fault
        self._yaml = yaml
        self._lines = (
            {} if lines is None else lines
        )  # by where the text is at fault; documents of one text share them
        self._single: dict[int, str] = {}  # lines that can be shown without the others, by number

    def place(self, violation: Violation, report: Report) -> Place:
        """Return the place of the value at a violation's pointer, or of the nearest around it."""
        fault = self._of_text(violation)
        if fault is not None:
            return fault
        if self._located is not None:
            value = self._located.value if report.value is None else report.value
            return self._located.place(tokens_of(violation.pointer, value)) or Place(1, 1)
        tokens = plain_tokens(violation.pointer)  # if possible, without parsing the value
        known = tokens_of(violation.pointer, report.value) if tokens is None else tokens
        place: Place = rarely_needed("spans").json_place(self._text, known)
        return place

    @property
    def _text(self) -> str:
        """The text. Raises TextError if the bytes are not UTF-8 without a byte order mark."""
        if self._decoded is None:
            self._decoded = wire.text(self._body)
        return self._decoded

    def located(self) -> "Located | None":
        """Return the document with the places of its parts; None if the text has no document."""
        if self._located is None and not self._yaml:
            from deploy_contract.json_text import json_places
            from deploy_contract_format.located import Located

            try:
                return Located(wire.parse(self._body), json_places(self._text))
            except TextError:
                return None
        return self._located

    def single_line(self, violation: Violation, place: Place) -> str | None:
        """Return the line of a violation if it can be shown without the others, else None.

        Call `place` first: it keeps the line.
        """
        return None if self._of_text(violation) is not None else self._single.get(place.line)

    def line(
        self, violation: Violation, place: Place, shown: Collection[Place] = ()
    ) -> "Line | None":
        """Return the line of a violation, or None if the file is not text.

        Args:
            violation: the violation.
            place: its place.
            shown: places of values that are not hidden, unless the text cannot be parsed.
        """
        fault = self._of_text(violation)
        if fault not in self._lines:
            try:
                spans = rarely_needed("spans")
                lines = spans.YamlTextLines if self._yaml else spans.JsonTextLines
                self._lines[fault] = lines(self._text, fault, at_key=violation.rule == KEY_TWICE)
            except TextError:
                return None
        if fault is None:
            self._lines[fault].shown.update(shown)
        return self._lines[fault].line(place.line)

    def reason(self, rule: str) -> str | None:
        """Return the reason for a violation of a rule about syntax, None for another rule."""
        if rule not in _SYNTAX:
            return None
        from deploy_contract.files import syntax

        try:
            text = self._text
        except TextError:
            return None
        return syntax.json_reason(text) if rule == _JSON_SYNTAX else syntax.yaml_reason(text)

    def _of_text(self, violation: Violation) -> Place | None:
        """Return the place of an error in the text itself, or None if the text can be parsed."""
        if self._located is not None or (violation.location != "wire" and self._fault is None):
            return None
        if self._fault is None:
            from deploy_contract.fault_places import place_of_fault

            self._fault = place_of_fault(
                self._body, violation.rule, violation.pointer, yaml=self._yaml
            )
        return self._fault
