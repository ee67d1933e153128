"""Words for verdicts, modes and revisions, the same in the command and on the console's pages."""

VERDICTS = {"allow": "allowed", "deny": "denied", "indeterminate": "undecided"}
MODES = {"enforce": "error", "report": "note"}  # the mode of a violation's rule
UNDECIDED = "depends"  # a violation that the unknown source or hosting decides
REVISIONS = {
    "yes": "creates a revision",
    "no": "creates no revision",
    "unknown": "may create a revision",
}
