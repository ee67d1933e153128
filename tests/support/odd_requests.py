"""Requests that servers and frameworks read differently, and honest ones beside them.

Paths, names in a query, media types, and ways to override the method.
"""

import itertools
import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple
from urllib.parse import unquote

from tests.support.doors import ID as DEPLOYMENT
from tests.support.doors import LIST, PATCH, Pairs
from tests.support.operations import free_method

BODY = b'{"secrets": []}'
# Paths of other services: no reading leads them to an operation.
FOREIGN = [
    "/projects/group%2Fp", "/files/a;v=1", "/files/a%5Cb", "/a%2fb%ff", "/%c0%ae%c0%ae/x", "/a/../b", "/a/./b/", "/a//b", "/%zz", "/100%25",
    "/files/%2e%2e%2fx", "/a%00b", "/a%0ab", "/%E4%BD%A0", "/a%252Fb", "/Users/Me;id=7/..", "/a\\b", "/v2/deployments2/a%2Fb", "/V2/revisions;x",
    f"/v2/deployments/{DEPLOYMENT}/revisions/a%2Fb", f"/v2/deployments/{DEPLOYMENT}/files/a;v=1", "/v1/integrations/forge/codehost/a%2Fb/hooks",
    "/proxy/https:%2F%2Fhost.example%2Fv2%2Fdeployments%2F", "/search/v2+deployments%20list", "/x/v2/deployments;jsessionid=1", "/v3/Deployments/a%2fb",
    "/v2/deployments-archive;v=1", "/v2/deployments.json.gz", "/v2/deployments.schema.json", "/v2/deployments.x/y", "/v2.json/deployments", "/v2/deployment.json",
    "/v3/deployments.json", "/v2/deployments2.json", "/files/v2/deployments.json", "/x/v2/deployments;/&limit=5", "/v2/revisions;/v2/deployments",
    f"/v2/deployments/{DEPLOYMENT}/report.json", f"/v2/deployments/{DEPLOYMENT}/files/a.json;v=1", f"/v2/deployments/{DEPLOYMENT}/x", "/docs/a.json;v=1",
    f"/v1/integrations/forge/codehost/{DEPLOYMENT}.json", f"/v1/integrations/forge/codehost/{DEPLOYMENT}/hooks.json", "/v1/integrations/forge/codehost/repos.json",
    f"/v1/integrations/forge/codehost/{DEPLOYMENT};v=1/repos/7", f"/v1/integrations/forge/codehost/{DEPLOYMENT}/repos.json/7",
]  # fmt: skip
# Methods and paths that a reading leads to an operation.
LED = [
    ("PATCH", f"/V2/deployments/{DEPLOYMENT}"), ("PATCH", f"/v2%2Fdeployments/{DEPLOYMENT}"), ("PATCH", f"/v2/x/..;/deployments/{DEPLOYMENT}"),
    ("GET", "/v2%5Cdeployments"), ("GET", "/v2/x/%252e%252e/deployments"), ("GET", "/v2;x/deployments"), ("HEAD", "/V2/deployments"), ("GET", "/v2/deployments/%2e"),
    ("GET", "/v2/%ff/../deployments"), ("GET", "/v2%c0%afdeployments"), ("GET", "/x%ff/..%2fv2/deployments"), ("GET", "/v2%2fdeployments/%ff/.."),
    ("PATCH", f"/v2/deployments/{DEPLOYMENT};/x"), ("PATCH", f"/v2/deployments/{DEPLOYMENT}.json;/x"), ("GET", "/v2/deployments;/&limit=5000"),
    ("HEAD", "/v2/deployments;/&limit=5000"), ("GET", "/v2/deployments%3b/&limit=5000"), ("GET", "/v2/deployments;a;/b;&limit=5000/c"),
    ("GET", "/v2//deployments;/x"), ("GET", "/v2/x/../deployments;/x"), ("GET", f"/v1/integrations/forge/codehost/{DEPLOYMENT}/repos;/x"),
    ("GET", "/v2/deployments.json"), ("HEAD", "/v2/deployments.xml"), ("GET", "/v2/deployments.html"), ("GET", "/v2/deployments.do"), ("GET", "/v2/deployments."),
    ("GET", "/v2/deployments%2ejson"), ("GET", "/v2/deployments%252ejson"), ("GET", "/V2/Deployments.JSON"), ("GET", "/v2/deployments.json;v=1"),
    ("GET", "/v2/deployments.json;/x"), ("GET", "/v2/deployments.json/"), ("GET", "/v2/deployments/.json"), ("GET", "/v2/deployments.a%2eb"),
    ("GET", f"/v1/integrations/forge/codehost/{DEPLOYMENT}/repos.json"), ("GET", "/v2/x/../deployments.json"), ("GET", "/v2/deployments.json%00x"),
]  # fmt: skip
# Methods of no operation to which a reading leads.
UNLED = [
    (free_method(LIST), "/v2/deployments;/"), (free_method(LIST), "/v2/deployments.json"), (free_method(PATCH), f"/v2/deployments/{DEPLOYMENT};/x"),
    (free_method(PATCH), f"/v2/deployments/{DEPLOYMENT}.json"), ("GET", f"/v2/deployments/{DEPLOYMENT}.json"), ("GET", f"/v2/deployments/{DEPLOYMENT};v=1"),
    ("PATCH", "/v2/deployments;/"), ("PATCH", "/v2/deployments/"),
]  # fmt: skip


class Reader(NamedTuple):
    """A framework's way from a query to names of parameters. `splits`: the separators that it knows."""

    name: Callable[[str], str]
    splits: str = "&"


def decoded(text: str) -> str:
    return unquote(text.replace("+", " "), errors="replace")


def of_php(text: str) -> str:
    name = decoded(text).lstrip(" ").partition("\0")[0]
    if "]" in name.partition("[")[2]:
        name = name.partition("[")[0]
    return re.sub(r"[ .\[]", "_", name)


def of_qs(text: str) -> str:
    """Return the names as Express and Koa read them with `qs`: brackets, also those that come first."""
    name = decoded(text)
    return name.partition("[")[0] or name[1:].partition("]")[0]


def of_rack(text: str) -> str:
    found = re.match(r"[\[\]]*([^\[\]]+)", decoded(text).strip())
    return found[1] if found else ""


def of_net(text: str) -> str:
    """.NET: any letter case, `%uXXXX`."""
    return decoded(
        re.sub(r"%u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    ).lower()


def of_java(text: str) -> str:
    """`equalsIgnoreCase`: by capital and by small letters, sign by sign."""
    return "".join({"\u0130": "i", "\u0131": "i"}.get(sign, sign.lower()) for sign in decoded(text))


QUERY_READERS: dict[str, Reader] = {
    "PHP": Reader(of_php), "qs": Reader(of_qs), "Rack 2": Reader(of_rack, "&;"), "Rack 3": Reader(of_rack), ".NET": Reader(of_net),
    "Java": Reader(of_java), "C": Reader(lambda text: decoded(text).partition("\0")[0]),
    "two question marks": Reader(lambda text: decoded(text).lstrip("?")), "trimmed": Reader(lambda text: decoded(text).strip()),
    "dropping": Reader(lambda text: unquote(text, errors="ignore")), "HTML": Reader(decoded, "&;"),
}  # fmt: skip
AROUND = (
    "",
    "+",
    "%20",
    "?",
    "[",
    "]",
    "[]",
    "[x]",
    "[$ne]",
    ".",
    "%00",
    "%00x",
    ";",
    "%ff",
    "_",
    "x",
    "%0a",
    "&",
    "a=1;",
    "a=1;%00",
)
VALUES = {
    "limit": "5000",
    "offset": "-1",
    "name_contains": "x",
    "deployment_type": "huge",
    "tag_value_ids": "x",
}
SPELT = {
    "limit": [
        "limit",
        "Limit",
        "LIMIT",
        "l%C4%B1mit",
        "L%C4%B0MIT",
        "%6cimit",
        "%u006cimit",
        "lim%00it",
        "lim%ffit",
    ],
    "offset": ["offset", "oFFset", "off%73et", "off set"],
    "name_contains": [
        "name_contains",
        "name.contains",
        "name+contains",
        "name[contains",
        "NAME_CONTAINS",
        "name%2Econtains",
    ],
    "deployment_type": ["deployment_type", "deployment.type", "Deployment_Type"],
    "tag_value_ids": [
        "tag_value_ids",
        "tag[value[ids",
        "tag%5bvalue%5Bids",
        "tag[value.ids",
        "tag.value+ids",
        "tag[value]ids",
    ],
}


def read(reader: Reader, query: str) -> set[str]:
    """Return the names that a reader finds in a query."""
    parts = re.split(f"[{reader.splits}]", query)
    return {reader.name(part.partition("=")[0]) for part in parts if part}


@cache
def mangled() -> list[tuple[str, list[str]]]:
    """Return queries, each with the readers that find a parameter in it that is not there exactly."""
    found = []
    for name, forms in SPELT.items():
        for form, before, after in itertools.product(forms, AROUND, AROUND):
            query = f"{before}{form}{after}={VALUES[name]}"
            exact = name in [decoded(part.partition("=")[0]) for part in query.split("&")]
            titles = [
                title for title, reader in QUERY_READERS.items() if name in read(reader, query)
            ]
            found.append((query, [] if exact else titles))
    return found


# Names that no reader takes for those of the contract.
HONEST = [
    "name_contains=100%", "name_contains=%", "name_contains=50%25", "name_contains=a;b", "name_contains=limit=5", "filter[limit]=5", "page.limit=5",
    "limits=5", "x_limit=5", "my+limit=5", "include[]=a&include[]=b", "Sort=asc", "a.b.c=1", "=5", "[]=1", "?=1", "offset=0&limit=100", "utf8=%E2%9C%93",
    "%F0%9F%98%80=1", "statusText=1", "tag_value_ids=a%3Blimit", "name_contains=a%26limit%3D5000", "jsessionid=1;x=2", "name_contains=%zz", "status=%u0041",
    "tag[value]ids=x", "tag[x][value[ids=1", "tags[value[ids=1", "tag_value_ids=a[b[c",
]  # fmt: skip
REFUSED_TYPES = [
    "application/json; charset*=''utf-7", "application/json; charset*0=utf-; charset*1=7", "application/json; charset*=utf-8''utf-7",
    "application/json; charset=utf-7", "application/json; charset=utf-8; charset*=''utf-7", "application/json; charset1=utf-7", "application/json; x*=y",
]  # fmt: skip
REFUSED_WITHOUT_A_BODY = [
    "text/plain; charset=utf-7",
    'text/plain;charset="UTF-7"',
    "text/plain; charset = utf-16",
    "x; charset=cp037",
]
UTF7 = b'{"x":"a+ACI-,+ACI-secrets+ACI-:5,+ACI-y+ACI-:+ACI-b"}'
FORM: Pairs = (("content-type", "application/x-www-form-urlencoded"),)
PARTS: Pairs = (("content-type", "multipart/form-data; boundary=x"),)


def form_part(disposition: str) -> bytes:
    return f"--x\r\n{disposition}\r\n\r\nPATCH\r\n--x--\r\n".encode()


FORMS: list[tuple[Pairs, bytes]] = [
    (FORM, b"_method=PATCH&secrets=5"), ((), b"_method=PATCH&secrets=5"), (FORM, b"a=1&%5fmethod=PATCH"), (FORM, b"_METHOD=PATCH"),
    (FORM, b"_method[]=PATCH"), (FORM, b"a=1;_method=PATCH"), (FORM, b"+_method=PATCH"), (FORM, b".method=PATCH"), (FORM, b"a=" + b"x" * 500_000 + b"&_method=PATCH"),
    (PARTS, form_part('Content-Disposition: form-data; name="_method"')), (PARTS, form_part("Content-Disposition: form-data; name=_method")),
    (PARTS, form_part("content-disposition:form-data;\r\n\tname=_method")), (PARTS, form_part("Content-Disposition: form-data; name*=utf-8''_method")),
    (PARTS, form_part('Content-Disposition: form-data; name*0="_met"; name*1="hod"')), (PARTS, form_part('Content-Disposition: form-data; name="\\_method"')),
    (PARTS, form_part(f'Content-Disposition: form-data; x="{"y" * 5000}"; name="a"')),
]  # fmt: skip
# Headers that override the method.
OVERRIDES = [
    "X-HTTP-Method-Override",
    "x-http-method",
    "X-Method-Override",
    "X-HTTP-METHOD-OVERRIDE",
]
