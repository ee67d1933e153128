"""Faults of requests and responses: breaches of rules of the shape `http`, and their violations."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from deploy_contract.judge.python.breaches import violation_of
from deploy_contract.violations import Violation
from deploy_contract_format.rules import Rule


class Fault(NamedTuple):
    """A rule of the shape `http` that a part of a message breaks."""

    rule: str
    location: str = ""  # if empty, that of the rule
    pointer: str = ""  # the name of the parameter or header at fault
    texts: Mapping[str, Any] = {}  # for the placeholders in the texts of the rule
    hint: str = ""  # in place of that of the rule, if it is not empty


class _Texts(dict[str, Any]):
    """Values for placeholders. The fault may lack a value for a placeholder."""

    def __missing__(self, _name: str) -> str:
        return "?"


BODY_MISSING = Fault("body-missing")
OTHER_CHARSET = Fault("content-charset", pointer="content-type")
UNKNOWN_CODING = Fault("content-encoding", pointer="content-encoding")
UNREAD_CODING = Fault("content-unread", pointer="content-encoding")
UNDECODABLE = Fault("content-decoding")


def violation_of_fault(rule: Rule, fault: Fault) -> Violation:
    """Return the violation of the rule that a fault names."""
    texts = _Texts(fault.texts)
    message, hint = rule.message.format_map(texts), fault.hint or rule.hint.format_map(texts)
    location = fault.location or rule.parameters["location"]
    return violation_of(rule, location, fault.pointer, message, hint)
