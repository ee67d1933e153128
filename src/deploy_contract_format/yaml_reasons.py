"""Hints for texts that are not YAML.

Of a message of PyYAML, only the fixed beginning is read, since the rest may quote the file.
"""

from collections.abc import Mapping

_YAML: Mapping[str, str] = {  # beginning of a message of PyYAML -> hint
    "mapping values are not allowed": (
        "`key: value` is not possible here: put a value that contains `: ` in quotes, or indent "
        "the line like its neighbours"
    ),
    "did not find expected ',' or ']'": "close the list with ], and put commas between its items",
    "did not find expected ',' or '}'": "close the object with }, and put commas between its members",
    "did not find expected key": (
        "indent the line like its neighbours, or close quotes and brackets above it"
    ),
    "did not find expected '-' indicator": "indent the items of a list alike, each with `- `",
    "did not find expected <document start>": "put `---` between two documents",
    "found unexpected end of stream": "close the quotes that are open at the end",
    "found unexpected document indicator": "close the quotes before the next `---` or `...`",
    "found unknown escape character": (
        r"this backslash begins no escape: write \\, or use single quotes"
    ),
    "could not find expected ':'": "write a key as `key: value`, with a space after the colon",
    "block sequence entries are not allowed": "begin the list on a line of its own",
    "found undefined tag handle": "remove the tag (`!...`), or put the value in quotes",
    "control characters are not allowed": "remove the control character",
    "found a tab character": "indent with spaces, not with a tab",
    "while scanning an anchor": "put a value that begins with * or & in quotes",
    "while scanning a directive": "begin no line with %, or put it in quotes",
    "while scanning an alias": "put a value that begins with * or & in quotes",
}
_NO_TOKEN = "found character that cannot start any token"
_AT_TAB = "indent with spaces, not with a tab"
_AT_SIGN = "put a value that begins with this character in quotes"


def yaml_reason(text: str) -> str | None:
    """Return the reason why a text is not YAML; None if the reason is unknown."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for _ in yaml.parse(text, loader):
            pass
    except yaml.MarkedYAMLError as error:
        problem, context = error.problem or "", error.context or ""
        mark = error.problem_mark
        if problem.startswith(_NO_TOKEN) and mark is not None:
            return _AT_TAB if text[mark.index : mark.index + 1] == "\t" else _AT_SIGN
        for beginning, hint in _YAML.items():
            if problem.startswith(beginning) or context.startswith(beginning):
                return hint
    except yaml.YAMLError:  # a character that YAML does not allow
        return _YAML["control characters are not allowed"]
    return None
