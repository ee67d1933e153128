"""The values of the library's options and reports: plain tuples, and the names of their types.

`make generate` writes a `Literal` type for each into `deploy_contract_generated.names`.
"""

import re

from deploy_contract_format.rules import MODES

VERDICTS = ("allow", "deny", "indeterminate")
VIOLATION_MODES = ("enforce", "report")
LOCATIONS = ("body", "wire", "path", "query", "header", "exchange")
NEEDS = ("source", "hosting", "deployment")
REVISION_ANSWERS = ("yes", "no", "unknown")
ENGINES = ("auto", "native", "python")
UNKNOWN_CHOICES = ("allow", "report", "reject")
UNKNOWN_FIELDS = ("allow", "report-requests", "report", "reject")
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

_PLAIN = re.compile("[A-Za-z0-9/._~!$&'()*+,=:@-]+")  # in a path; RFC 3986, section 3.3


def is_base_path(value: object) -> bool:
    """Return True if a value may be the prefix of all paths: "", or a path such as "/api-host".

    A text with a blank or a dot segment is refused. No request would have this prefix, so all
    requests would pass unjudged.
    """
    if not isinstance(value, str):
        return False
    is_rooted = value.startswith("/") and not value.endswith("/")
    is_plain = _PLAIN.fullmatch(value) is not None
    return not value or (is_rooted and is_plain and not {".", ".."} & set(value.split("/")))
