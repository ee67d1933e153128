"""`make readers`: make the readers ready for the tests, those whose languages are on this machine."""

import sys

from tests.support.readers import setup


def main() -> int:
    """Return 1 if a reader's language is missing, after the others were made."""
    absent = {name: reason for name in setup.PROGRAMS if (reason := setup.missing(name))}
    for name in setup.MAKERS:
        if name not in absent:
            print(f"{name}: {setup.ready(name)}")
    for name, reason in absent.items():
        print(f"{name}: {reason}", file=sys.stderr)
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main())
