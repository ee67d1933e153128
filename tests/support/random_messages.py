"""Random requests and responses: valid ones that are damaged in method, path, query, headers or body."""

import gzip
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

from deploy_contract import Bundle, Request, Response
from tests.support import random_documents, usual_documents

ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
OTHER = "00000000-0000-4000-8000-00000000000f"
IDS = [ID, ID, ID.upper(), OTHER]
OPERATIONS = Bundle.installed().operations
JSON = "application/json"
METHODS = ["GET", "PATCH", "HEAD", "POST", "PUT", "DELETE", "get", "Patch", "head", "PO\u017fT", ""]
OVERRIDES = ["X-HTTP-Method-Override", "x_http_method", "x-method-override", "X-Tunneled-Method"]
TYPES = [
    JSON, "Application/JSON", f" {JSON}\t", f"{JSON};charset=utf-8", f'{JSON}; Charset="U\\TF-8"',
    f"{JSON};", f"{JSON}; ;a=b", f"{JSON};charset=latin-1", f"{JSON};charset=utf8;charset=utf8",
    f"{JSON};charset*=utf-8", f"{JSON};a*0=b", f"{JSON}; charset=", f"{JSON}, text/plain", "",
    "text/plain", "text/plain; charset=utf-16", "nonsense charset = utf-16", "a/b, c/d; x*=y",
    "a b; charset='utf-8'", "a/b;" + "x" * 1024, "a/b;" + "*" * 1024, "a/b;\x85charset=x", "\xa0",
    f'{JSON}; a="\xe4\u0100"', "application/vnd.api+JSON", "text/x-json; a=urlencoded", JSON,
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
]  # fmt: skip
CODINGS = ["gzip", "deflate", "x-gzip", "identity", "br", "", " GZIP", "\u2003", "gzip, gzip"]
FORMS = [
    b"limit=1", b"_method=PUT&a=1", b"a=1;LIMIT[]=2", b"%5Fmethod", b"secrets=1", b"a=\xff&n%61me=1",
    b"_met\xc0\xe8hod=1", b"\xe2\x93\x9cimit=1", b"&" * 10_001, b'{"limit": 1}',
    b'--x\r\nContent-Disposition: form-data; name="limit"\r\n\r\n1',
    b"--x\r\ncontent-disposition:form-data;\r\n name*0=_met; name*1=hod\r\n",
    b"content-disposition : x; filename=limit; name*=utf-8''%6climit'", b"content-disposition:x; name",
    b'content-disposition: x; name="a\\"; name=\'limit\'', b"Content-Disposition:" + b"x" * 5000,
    b'{"limit": 1, "limit": 2}', b'{"_m\\u0065thod": "PUT"}', b"{'LIMIT': 1e400}", b'[{"limit": 1}]',
    b'{"a": {"_method": 1}, "b": [1e400]}', '{"_method": 1}'.encode("utf-16"), b'{"a":"\\ud800limit"}',
    b"\xef\xbb\xbf{_method: 1}", b'{/* " */"_METHOD":1}', b'{"\xe2\x93\x9cimit": 1}', b"[" * 40,
    b'{"a": "' + b"'_method'," * 10_001, b"{" + b",".join(b'"%d": 1' % n for n in range(10_001)) + b"}",
    b'{"\\u005fmethod": 1, "\\ud83d\\ude00": 2', b'{"limit[x]": "a" "b"}', b'{"\\\\u005fmethod\\u0022:\\x',
]  # fmt: skip
ODD: list[str] = [
    "%00", "%20", "%0a", "%7f", "\0", " ", "\n", "\xa0", "\u2003", "%ff", "%e4", "%c3%a4", "\xe4",
    "%", "%4", "%zz", "%ud800", "%udcff", "%udc2f", "\udcff", "\ud800", ".", "..", "/", "//", "/./",
    "/../", "/x/../", "\\", ";", ";x=1", "%3b", "?", "#", "%3f", "%23", "%2f", "%5c", "%2e", "%252e",
    ".json", "+", "[", "]", "[]", "[x]", "&", "=", "\u24db", "\xdf", "-", "_", "~", "\t",
]  # fmt: skip
# what some reader drops, decodes, or takes for another sign
SPELLINGS: list[Callable[[Random, str], str]] = [
    lambda _, sign: f"%{ord(sign) & 0xFF:02x}",
    lambda _, sign: f"%{ord(sign) & 0xFF:02X}",
    lambda _, sign: f"%25{ord(sign) & 0xFF:02x}",
    lambda _, sign: f"%2525{ord(sign) & 0xFF:02x}",
    lambda _, sign: f"%u{ord(sign) & 0xFFFF:04x}",
    lambda _, sign: f"%c{ord(sign) >> 6 & 1:x}%{0x80 | ord(sign) & 0x3F:02x}",
    lambda _, sign: f"%e0%8{ord(sign) >> 6 & 1:x}%{0x80 | ord(sign) & 0x3F:02x}",
    lambda _, sign: f"%f0%80%8{ord(sign) >> 6 & 1:x}%{0x80 | ord(sign) & 0x3F:02x}",
    lambda _, sign: sign.swapcase(),
    lambda _, sign: {"s": "\u017f", "k": "\u212a", "i": "\u0131"}.get(sign, sign),
    lambda _, sign: chr(ord(sign) + 0xFEE0) if " " < sign <= "~" else sign,
    lambda r, sign: sign + r.choice(ODD),
    lambda r, sign: r.choice(ODD) + sign,
    lambda _, _sign: "",
    lambda r, _: r.choice(ODD),
]
QUERY: dict[str, list[str]] = {
    "limit": ["1", "100", "101", "0", "+5", "5.0", "01", "-0", "", "x", "9" * 30, "\uff15"],
    "offset": ["0", "9", "-1", "9007199254740991", "9007199254740992", "99999999999999999999999"],
    "status": ["READY", "", "lost", "A B"],
    "remote_reconciled": ["true", "False", "1", "", "tru\xe9"],
    "deployment_type": ["dev", "prod", "", "x"],
    "deployment_ids": [ID, f"{ID},{OTHER}", f"{ID.upper()},", "", "x"],
    "tag_value_ids": ["a", "a,b,,", ""],
    "name_contains": ["\xe4", "a%b", "CHECK", "check", "stra\xdfe", "+", "%ff", "%C3%84", "\u0130"],
    "image_version": ["0.2.14", "0", ""],
    "other": ["1"],
    "_method": ["PUT"],
    "x-http-method": ["PUT"],
    "ofset": [""],
    "deployment": ["1"],
    "secrets": ["x"],
    "": ["", "1"],
}


def damaged(r: Random, text: str, most: int) -> str:
    """Return a text in which some signs are spelt in another way."""
    for _ in range(r.randint(0, most)):
        place = r.randrange(len(text) + 1)
        sign = text[place : place + 1] or r.choice("/x")
        text = text[:place] + r.choice(SPELLINGS)(r, sign) + text[place + 1 :]
    return text


def path(r: Random, base_path: str, most: int) -> str:
    """Return a path of an operation, damaged in at most so many places."""
    parts = r.choice(OPERATIONS)["path"].split("/")
    parts = [r.choice(IDS) if part.startswith("{") else part for part in parts]
    text = base_path + "/".join(parts)
    if r.random() < 0.05:
        text = r.choice(["/", "", "/projects/group%2Fp", "/v2", "/v2/deployments/x/logs", text * 2])
    text = damaged(r, text, most)
    if r.random() < 0.05:
        text = r.choice(["//host", "http://host", "x", "/.", "a:b"]) + text
    return text


def query(r: Random, most: int) -> str:
    """Return a query, damaged in at most so many places."""
    pairs = []
    for _ in range(r.choice([0, 0, 1, 1, 2, 3])):
        name = r.choice(list(QUERY)[: r.choice([9, 9, 9, len(QUERY)])])
        pairs.append(f"{damaged(r, name, most // 2)}={r.choice(QUERY[name])}")
    text = r.choice(["&"] * 9 + [";"]).join(pairs)
    if r.random() < 0.02:
        text += "&" + "x" * 9000
    return text + r.choice([""] * 12 + ["&", "%", ";a=1", "&limit", ";limit=1", "&&a"])


def headers(r: Random, types: list[str]) -> list[tuple[Any, Any]]:
    pairs = [("Content-Type", r.choice(types if r.random() < 0.7 else TYPES))]
    if r.random() < 0.1:
        pairs = [] if r.random() < 0.5 else [*pairs, ("content-type", r.choice(TYPES))]
    if r.random() < 0.15:
        pairs += [("content-encoding", r.choice(CODINGS)) for _ in range(r.choice([1, 1, 1, 2]))]
    if r.random() < 0.1:
        name = r.choice(OVERRIDES)
        pairs.append((name, r.choice(["PATCH", "get", "HEAD", "PUT, PATCH", "x", "PO\ufb06"])))
    pairs += [("accept", "*/*"), ("x-y", "\xe4")][: r.randrange(3)]
    r.shuffle(pairs)
    if r.random() < 0.2:
        return [(name.encode(), value.encode("latin-1", "replace")) for name, value in pairs]
    return list(pairs)


def coded(r: Random, body: bytes, pairs: list[tuple[Any, Any]]) -> bytes:
    """Return a body in the coding that its headers name, at times damaged or in another one."""
    named = str(pairs).lower()
    if "gzip" in named and r.random() < 0.9:
        body = gzip.compress(body, mtime=0)
    elif "deflate" in named and r.random() < 0.9:
        body = zlib.compress(body)
    if "content-encoding" in named and r.random() < 0.3 and body:
        place = r.randrange(len(body))
        other = body[:place] + bytes([r.randrange(256)]) + body[place + 1 :]
        body = r.choice([body[:place], body + b"x", other])
    return body


def patch(r: Random) -> bytes:
    """Return the body of a patch, at times no JSON."""
    body = usual_documents.patch()
    if r.random() < 0.8:
        value = random_documents.damaged(r, random_documents.near(r, "DeploymentPatch"), most=2)
        body = random_documents.text_of(r, value).encode()
    others = [body[:-1], b"[]", b'{"a":1,"a":1}', b"\xff", b"1"]
    return body if r.random() < 0.95 else r.choice(others)


def deployment(r: Random) -> dict[str, Any]:
    return usual_documents.deployment(r.randrange(3)) | {"id": r.choice(IDS)}


def answer(r: Random) -> bytes:
    """Return the body of a response: a deployment, a list of them, or repositories."""
    several = [deployment(r) for _ in range(r.randrange(4))]
    whole = r.choice([deployment(r), {"resources": several, "offset": len(several)}, []])
    return random_documents.text_of(r, random_documents.damaged(r, whole, most=2)).encode()


def request(r: Random, base_path: str) -> Request:
    most = r.choice([0, 0, 0, 1, 2, 3, 6])
    text = path(r, base_path, most)
    is_patch = text.startswith(f"{base_path}/v2/deployments/")
    method = r.choice(METHODS if r.random() < 0.2 else [("GET", "PATCH")[is_patch]])
    pairs = headers(r, [JSON]) if r.random() < 0.9 else headers(r, TYPES[-2:])
    body = patch(r) if method == "PATCH" else b""
    if r.random() < 0.2:
        body = r.choice([b"", *FORMS, patch(r)])
    body = coded(r, body, pairs)
    return Request(method, text, query(r, most) if r.random() < 0.8 else "", pairs, body)


def response(r: Random) -> Response:
    pairs = headers(r, [JSON])
    body = coded(r, answer(r) if r.random() < 0.95 else r.choice([b"", b"null", b"[]"]), pairs)
    return Response(r.choice([200] * 12 + [201, 204, 404, 500, -1]), pairs, body)
