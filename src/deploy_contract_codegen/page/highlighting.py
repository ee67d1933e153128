"""Samples with highlighted syntax.

Each language is one pattern, so that the page does not depend on the version of a library.
"""

import re

from deploy_contract_codegen.html import Child, Html, element, join

DOUBLE = r'"(?:[^"\\\n]|\\.)*"'
STRING = rf"(?P<string>{DOUBLE}|\'(?:[^\'\\\n]|\\.)*\')"
NUMBER = r"(?P<number>(?<![\w.-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.-]))"
# language -> its tokens; the class of an element is the first letter of the name of its group
TOKENS = {
    "json": rf'(?P<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|{STRING}|{NUMBER}'
    r"|(?P<word>\b(?:true|false|null)\b)",
    "yaml": rf"(?P<comment>#[^\n]*)|(?P<key>(?m:^)[ -]*[\w.-]+(?=:))|{STRING}|{NUMBER}"
    r"|(?P<word>\b(?:true|false|null)\b)",
    "http": rf"(?P<word>(?m:^)[A-Z]+(?= /))|(?P<key>(?m:^)[\w-]+(?=: )|\"(?:[^\"\\\n]|\\.)*\"(?=\s*:))"
    rf"|{STRING}|{NUMBER}",
    "sh": rf"(?P<word>\bcurl\b|(?<=\s)--?[\w-]+)|{STRING}",
    "python": rf"(?P<comment>#[^\n]*)|{STRING}|{NUMBER}"
    r"|(?P<word>\b(?:from|import|with|as|for|in|print|None|True|False)\b)",
    "go": rf"(?P<string>{DOUBLE}|`[^`]*`)|{NUMBER}"
    r"|(?P<word>\b(?:package|import|func|if|defer|nil)\b)",
    "java": rf'(?P<string>"""[\s\S]*?"""|{DOUBLE})|{NUMBER}'
    r"|(?P<word>\b(?:import|class|public|static|void|throws|throw|new|var|if)\b)",
    "js": rf"(?P<comment>//[^\n]*)|{STRING}|{NUMBER}"
    r"|(?P<word>\b(?:const|await|new|if|throw|true|false|null)\b)",
}
_PATTERNS = {language: re.compile(pattern) for language, pattern in TOKENS.items()}


def highlighted(text: str, language: str) -> Html:
    """Return a sample with an element around each token.

    Args:
        text: the sample.
        language: key of TOKENS, or another name for plain text.
    """
    pattern = _PATTERNS.get(language)
    if pattern is None:
        return join(text)
    parts: list[Child] = []
    end = 0
    for found in pattern.finditer(text):
        parts.append(text[end : found.start()])
        parts.append(element("i", found[0], class_=str(found.lastgroup)[0]))
        end = found.end()
    parts.append(text[end:])
    return join(*parts)
