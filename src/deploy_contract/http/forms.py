"""Named fields in a request body that the contract does not describe.

Frameworks read such fields from forms (urlencoded or multipart) and from JSON objects.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from deploy_contract.http.bodies import IDENTITY, decode_body, parse_coding
from deploy_contract.http.headers import JudgedHeaders
from deploy_contract.http.parameter_names import METHOD_READINGS, taken_for
from deploy_contract.http.path_readings import decode_leniently
from deploy_contract.judge.python import wire
from deploy_contract.judge.python.undeclared import Folds
from deploy_contract_format.errors import TextError

# fields of a form, names of parts, or members of a JSON object; frameworks accept at most 1,000 to
# 4,096 fields
MAX_FIELDS = 10_000

_LONGEST_DISPOSITION = 4096  # bytes from a Content-Disposition to the end of the headers
_SEPARATORS = re.compile(r"[&;]")
_HAS_FIELDS = re.compile("urlencoded|multipart|json", re.IGNORECASE | re.ASCII)
_NO_LETTERS = bytes(sign for sign in range(256) if not chr(sign).isalpha() or sign > 127)
_ESCAPE = re.compile(r"\\u00([0-7][0-9a-fA-F])")  # of an ASCII character in JSON
_NOT_OF_WORDS = re.compile(r"[\x01-\x20\"'\[\]{},:;=&/*]+")
_DISPOSITION = re.compile(rb"content-disposition\s*:", re.IGNORECASE)
_END_OF_HEADERS = b"\r\n\r\n"
_NAME = re.compile(r"(?<![a-z])name(\*?[0-9]*\*?)\s*=[\s=]*", re.IGNORECASE | re.ASCII)
_QUOTED_OR_PLAIN = re.compile(r"\"(?:[^\"\\\r\n]++|\\[^\r\n])*+\"|[^;\r\n]*")
_LONGEST_NAME = 256  # characters of a name of a part that are read
_SPACE = re.compile(r"[^\S\r\n]")
_AFTER_TOKEN = re.compile(r"[^!#$%&'*+.^_`|~0-9A-Za-z-].*", re.DOTALL)  # RFC 9110, section 5.6.2


def has_fields(method: str, types: Sequence[str]) -> bool:
    """Return True if some framework reads named fields from the body of a request.

    The fields are those of a form, or the members of a JSON object. Rack takes a POST without
    Content-Type for a form. `types` are the values of that header.
    """
    if not "".join(types).strip():
        return method.upper() == "POST"
    return any(map(_HAS_FIELDS.search, types))


def find_field(
    headers: JudgedHeaders,
    body: bytes,
    limit: int,
    objects: int,
    declared: Folds = METHOD_READINGS,
) -> str | None:
    """Find a field of a body that some framework takes for a declared name; return that name.

    Args:
        headers: the headers of the request.
        body: the body as it was transferred.
        limit: bytes that the decoded body may have.
        objects: arrays and objects that a JSON body may have.
        declared: declared names, as `by_reading` returns them.

    Returns:
        The declared name; "" if the body is too long or too unusual to search; None if there is no
        such field.

    Raises:
        TextError: `content-encoding` if the content coding is unknown; `json-size` or
            `content-decoding`, as `decode_body` does.
    """
    types, body = headers.types, bytes(body)
    # some readers ignore the content coding
    found = _find_in_body(types, body, objects, declared)
    coding = parse_coding(headers.codings)
    if found is not None or not body or coding == IDENTITY:
        return found
    if coding is None:  # other readers may know it
        raise TextError("content-encoding")
    return _find_in_body(types, decode_body(body, coding, limit), objects, declared)


def field_names(text: str) -> Iterator[str]:
    """Yield the names of a query or an urlencoded form; percent-encoding and `+` are decoded."""
    for part in _SEPARATORS.split(text):
        name = part.partition("=")[0]
        if "%" in name or "+" in name:
            yield decode_leniently(name.replace("+", " "))
        elif name:
            yield name


def override_in_query(query: str) -> str | None:
    """Return the name of a query parameter by which some framework overrides the method."""
    for name in field_names(query):
        if taken_for(name, METHOD_READINGS):
            return name
    return None


def _find_in_body(types: Sequence[str], body: bytes, objects: int, declared: Folds) -> str | None:
    lowered = [text.lower() for text in types]
    found = None
    if any("multipart" in text for text in lowered):
        found = _find_in_parts(body, declared)
    if found is None and any("json" in text for text in lowered):
        found = _find_in_json(body, objects, declared)
    if found is None and (not types or any(map(_is_of_form, lowered))):
        found = _find_in_form(body.decode("utf-8", "surrogateescape"), declared)
    return found


def _is_of_form(text: str) -> bool:
    """Return True if a type, in lower case, names a form, or neither a multipart nor a JSON body."""
    return "urlencoded" in text or not ("multipart" in text or "json" in text)


def _find_in_parts(body: bytes, declared: Folds) -> str | None:
    """Find a part of a multipart body that some framework takes for a declared name.

    The headers of a part have the name (RFC 7578, section 4.2). Return "" if the body has too many
    names, a header that is too long to search, or a name in encoded words (RFC 2047).
    """
    left, at = MAX_FIELDS, 0
    while disposition := _DISPOSITION.search(body, at):
        begin, end = disposition.end(), body.find(_END_OF_HEADERS, disposition.end())
        at = len(body) if end < 0 else end
        if at - begin > _LONGEST_DISPOSITION:
            return ""
        names = list(_names_of_part(body[begin:at]))
        left -= max(1, len(names))
        if left < 0 or any("?=" in name for name in names):  # Tomcat decodes words of RFC 2047
            return ""
        found = _first_taken(names, declared)
        if found is not None:
            return found
    return None


def _find_in_json(body: bytes, objects: int, declared: Folds) -> str | None:
    """Find a member of the outermost JSON object. Frameworks read no fields from inner objects.

    Other readers may accept a text that the contract does not, such as one with comments, with a
    repeated key or in UTF-16. In such a text, every word may be the name of a member.
    """
    if not body:
        return None
    try:
        value = wire.parse(body, objects)
    except TextError:
        return _find_in_form(_words(body), declared)
    if not isinstance(value, dict):
        return None
    if len(value) > MAX_FIELDS:
        return ""
    return _first_taken(value, declared)


def _words(body: bytes) -> str:
    """Return the words of a text that may be JSON, with `&` between them as in a form."""
    text = body.decode("utf-8", "surrogateescape").replace("\0", "")
    text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text).replace("\\", "")
    return _NOT_OF_WORDS.sub("&", text)


def _find_in_form(text: str, declared: Folds) -> str | None:
    if declared is METHOD_READINGS and b"method" not in _ascii_letters(text):
        return None
    if text.count("&") + text.count(";") > MAX_FIELDS:
        return ""
    return _first_taken(field_names(text), declared)


def _ascii_letters(text: str) -> bytes:
    lowered = decode_leniently(text).lower()
    return lowered.encode("ascii", "ignore").translate(None, _NO_LETTERS)


def _first_taken(names: Iterable[str], declared: Folds) -> str | None:
    for name in names:
        known = taken_for(name, declared)
        if known:
            return known
    return None


def _names_of_part(headers: bytes) -> Iterator[str]:
    """Yield the names of a part, in the forms of RFC 2231, of browsers and of PHP.

    PHP joins a line without a colon with the line before it. Rack and Werkzeug read only the token
    at the beginning of a name without quotes.
    """
    text = _SPACE.sub(" ", headers.decode("utf-8", "replace"))
    joined = "".join([line.removesuffix("\r") or "\n" for line in text.split("\n")])
    squeezed = text.replace("\r", "").replace("\n", "")  # Django
    for lines in dict.fromkeys((text, joined, squeezed)):
        values = list(_values_of_names(lines))
        tokens = [(mark, _AFTER_TOKEN.sub("", value) or value) for mark, value in values]
        for read in (values, tokens) if tokens != values else (values,):
            names = [(mark, _unquoted(value, mark)) for mark, value in read]
            yield from (name for _, name in names)
            whole = "".join([name for mark, name in names if mark])
            if whole:
                yield whole


def _values_of_names(lines: str) -> Iterator[tuple[str, str]]:
    """Yield the mark of RFC 2231, such as `*0*`, and the value of each `name=`, even in quotes."""
    for name in _NAME.finditer(lines):
        rest = lines[name.end() : name.end() + _LONGEST_NAME]
        value = _QUOTED_OR_PLAIN.match(rest)
        yield name[1], (value[0] if value else rest).strip()


def _unquoted(text: str, mark: str) -> str:
    if text.startswith('"'):
        text = _unescaped(text[1:].removesuffix('"'))
    if mark.endswith("*") and text.count("'") >= 2:
        text = text.split("'", 2)[2]
    elif text.startswith("'"):  # PHP accepts either quote
        text = text.strip("'")
    return decode_leniently(text)


def _unescaped(text: str) -> str:
    """Return the text with each backslash removed, but not the character after it."""
    parts = [part.replace("\\", "") for part in text.split("\\\\")]
    if len(text) - len(text.rstrip("\\")) & 1:  # nothing follows the last one
        parts[-1] += "\\"
    return "\\".join(parts)
