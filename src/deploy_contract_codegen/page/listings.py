"""The colours of the syntax of listings."""

import re
from html import escape
from itertools import groupby
from typing import Any, ClassVar

from markupsafe import Markup
from pygments.lexer import RegexLexer, bygroups, using
from pygments.lexers import get_lexer_by_name
from pygments.lexers.data import JsonLexer
from pygments.token import Comment, Keyword, Name, Number, String, Text, _TokenType
from pygments.util import ClassNotFound

# token type -> CSS class; the first that matches counts
CLASSES = (
    (Name.Tag, "k"),
    (Name.Attribute, "k"),
    (String, "s"),
    (Number, "n"),
    (Keyword, "w"),
    (Comment, "c"),
)


class MessageLexer(RegexLexer):
    """A lexer of requests and responses as the samples of the suite show them."""

    name = "message"
    flags = re.MULTILINE
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"^([A-Z]+)( /.*\n?)", bygroups(Keyword, Text)),
            (r"^(HTTP )(\d+\n?)", bygroups(Text, Number)),
            (r"^([\w-]+)(: .*\n?)", bygroups(Name.Attribute, Text)),
            (r"^[\s\[\]{}\"].*\n?", using(JsonLexer)),
            (r".+\n?|\n", Text),
        ]
    }


def highlighted(text: str, language: str) -> Markup:
    """Return a text with an element around each coloured run of tokens.

    `language`: a name of Pygments, "http" for messages, or another name for plain text.
    """
    try:
        lexer = MessageLexer() if language == "http" else get_lexer_by_name(language)
    except ClassNotFound:
        return Markup(escape(text, quote=False))  # noqa: S704 - escaped
    parts = []
    for name, run in groupby(lexer.get_tokens_unprocessed(text), lambda token: _class(token[1])):
        # quotes matter in attributes only
        escaped = escape("".join([piece for _, _, piece in run]), quote=False)
        parts.append(f'<i class="{name}">{escaped}</i>' if name else escaped)
    return Markup("".join(parts))  # noqa: S704 - escaped


def _class(token: _TokenType) -> str:
    kinds = token.split()  # from Token down to its own
    return next((name for kind, name in CLASSES if kind in kinds), "")
