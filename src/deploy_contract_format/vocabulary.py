"""The values of the library's options and reports: plain tuples, and the names of their types.

`make generate` writes a `Literal` type for each into `deploy_contract_generated.names`.
"""

from typing import Final

from deploy_contract_format.rules import MODES

VERDICTS = ("allow", "deny", "indeterminate")
VIOLATION_MODES = ("enforce", "report")
LOCATIONS = ("body", "wire", "path", "query", "header", "exchange")
NEEDS = ("source", "hosting", "deployment")
REVISION_ANSWERS = ("yes", "no", "unknown")
ENGINES = ("auto", "native", "python")
UNKNOWN_CHOICES = ("allow", "report", "reject")
# report undeclared fields only in requests, since services add fields to their responses
REPORT_REQUESTS: Final = "report-requests"
UNKNOWN_FIELDS = ("allow", REPORT_REQUESTS, "report", "reject")
INDETERMINATE_CHOICES = ("allow", "deny")

TYPES = {  # name of the type -> its docstring and values
    "Verdict": ("The verdict of a report.", VERDICTS),
    "RuleMode": ("The mode of a rule, or of judging requests and responses.", MODES),
    "ViolationMode": ("The mode of a violation: rules that are off yield none.", VIOLATION_MODES),
    "Location": ("The part of a message that a violation is in.", LOCATIONS),
    "Need": ("A fact that would settle an indeterminate verdict.", NEEDS),
    "RevisionAnswer": ("Whether a patch creates a revision.", REVISION_ANSWERS),
    "EngineName": ("The value of the option `engine`.", ENGINES),
    "UnknownChoice": (
        "The value of `unknown_operations`, and of `unknown_fields` in files.",
        UNKNOWN_CHOICES,
    ),
    "UnknownFields": ("The value of `unknown_fields`.", UNKNOWN_FIELDS),
    "IndeterminateChoice": ("The value of the option `when_indeterminate`.", INDETERMINATE_CHOICES),
}
