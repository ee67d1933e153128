"""The comments of a YAML file that state its purpose: `# deploy-contract: KEY=VALUE ...`."""

import re
from collections.abc import Iterator

_COMMENT = r"#[ \t]*deploy-contract:(.*)"
_LEADING = r"[ \t\r]*(?:#.*|%.*|---[ \t\r]*)?"  # a line that may precede such a comment


def own_comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield the comments that have an effect: the number of the line, and the pairs in it.

    They are the comments before the first document.
    """
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(_COMMENT, line.lstrip(" \t"))
        if match:
            yield number, match[1]
        elif not re.fullmatch(_LEADING, line):
            return
