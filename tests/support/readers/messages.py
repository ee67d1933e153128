"""Messages that some upstream reads otherwise than they look, and honest ones."""

from typing import NamedTuple

from tests.support.readers.upstreams import Message

ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
LIST = "/v2/deployments"
ONE = f"{LIST}/{ID}"
REPOSITORIES = f"/v1/integrations/forge/codehost/{ID}/repos"
JSON = "Content-Type: application/json"
PARTS = "Content-Type: multipart/form-data; boundary=x"
FORM = "Content-Type: application/x-www-form-urlencoded"
UTF_7 = b'{"x":"a+ACI-,+ACI-secrets+ACI-:5,+ACI-y+ACI-:+ACI-b"}'
PARTS_METHOD = (
    b'--x\r\nContent-Disposition: form-data; name="_method"\r\n\r\nPATCH\r\n'
    b'--x\r\nContent-Disposition: form-data; name="secrets"\r\n\r\n5\r\n--x--\r\n'
)
WRONG = b'{"secrets":5}'  # denied wherever it is read as a patch


def patch(*headers: str, body: bytes = WRONG, target: str = ONE) -> Message:
    return Message("PATCH", target, headers or (JSON,), body)


def post(target: str = ONE, *headers: str, body: bytes = b"_method=PATCH&secrets=5") -> Message:
    return Message("POST", target, headers or (FORM,), body)


def listing(query: str, *headers: str, path: str = LIST, method: str = "GET") -> Message:
    return Message(method, f"{path}?{query}", headers)


class Hostile(NamedTuple):
    """A message whose plain reading some upstreams do not share.

    `fools`: the names of those here that read a request which the contract denies. Where there is none, the message stands
    for upstreams that are not here.
    """

    message: Message
    fools: str = ""


HOSTILE: dict[str, Hostile] = {
    # the charset of a body
    "charset*": Hostile(patch("Content-Type: application/json; charset*=''utf-7", body=UTF_7), "DRF DRF-ASGI DRF-router aiohttp"),
    "charset*0 and charset*1": Hostile(patch("Content-Type: application/json; charset*0=utf-; charset*1=7", body=UTF_7), "DRF DRF-ASGI DRF-router aiohttp"),
    "charset* with a charset of its own": Hostile(patch("Content-Type: application/json; charset*=utf-8''utf-7", body=UTF_7), "DRF DRF-ASGI DRF-router aiohttp"),
    "charset*0*": Hostile(patch("Content-Type: application/json; charset*0*=''utf-7", body=UTF_7), "DRF DRF-ASGI DRF-router aiohttp"),
    "charset": Hostile(patch("Content-Type: application/json; charset=utf-7", body=UTF_7), "DRF DRF-ASGI DRF-router aiohttp Express"),
    "charset, quoted": Hostile(patch('Content-Type: application/json; charset="utf-7"', body=UTF_7), "DRF DRF-ASGI DRF-router aiohttp Express"),
    "charset, in capitals": Hostile(patch("Content-Type: application/json; CHARSET=UTF-7", body=UTF_7), "DRF DRF-ASGI DRF-router aiohttp Express"),
    "charset twice": Hostile(patch("Content-Type: application/json; charset=utf-8; charset=utf-7", body=UTF_7), "DRF DRF-ASGI DRF-router Express"),
    "charset twice, the other way": Hostile(patch("Content-Type: application/json; charset=utf-7; charset=utf-8", body=UTF_7), "aiohttp"),
    "charset and charset*": Hostile(patch("Content-Type: application/json; charset=utf-8; charset*=''utf-7", body=UTF_7), "DRF DRF-ASGI DRF-router"),
    "charset after a quoted semicolon": Hostile(patch('Content-Type: application/json; a="; charset=utf-7', body=UTF_7)),
    "charset within a quoted text": Hostile(patch('Content-Type: application/json; a="b; charset=utf-7"', body=UTF_7)),
    "charset with a space": Hostile(patch("Content-Type: application/json; charset =utf-7", body=UTF_7), "DRF DRF-ASGI DRF-router aiohttp Express"),
    "charset with a comment": Hostile(patch("Content-Type: application/json; charset=utf-7 (utf-8)", body=UTF_7), "aiohttp"),
    "charset after a comma": Hostile(patch("Content-Type: application/json, application/json; charset=utf-7", body=UTF_7), "aiohttp"),
    "two types": Hostile(patch(JSON, "Content-Type: application/json; charset=utf-7", body=UTF_7)),
    # the charset of a query
    "a query in UTF-7": Hostile(listing("%2BAGwAaQBtAGkAdA-=5000", "Content-Type: text/plain; charset=utf-7"), "DRF DRF-router"),
    "a query in UTF-7, charset*": Hostile(listing("%2BAGwAaQBtAGkAdA-=5000", "Content-Type: text/plain; charset*=''utf-7"), "DRF DRF-router"),
    "a query in UTF-16": Hostile(listing("l%00i%00m%00i%00t%00=5%000%000%000%00", "Content-Type: text/plain; charset=utf-16-le"), "DRF DRF-router"),
    # the body's type and encoding
    "a form": Hostile(patch(FORM, body=b"secrets=5"), "DRF DRF-ASGI DRF-router Express Koa restify Symfony Rack Rails"),
    "a form of parts": Hostile(patch(PARTS, body=b'--x\r\nContent-Disposition: form-data; name="secrets"\r\n\r\n5\r\n--x--\r\n'), "DRF DRF-ASGI DRF-router restify Rack Rails"),
    "text/json": Hostile(patch("Content-Type: text/json"), "Starlette aiohttp restify Hono PHP Symfony .NET"),
    "a patch of JSON": Hostile(patch("Content-Type: application/merge-patch+json"), "Flask Starlette FastAPI aiohttp Hono PHP Symfony .NET"),
    "application/problem+json": Hostile(patch("Content-Type: application/problem+json"), "Flask Starlette FastAPI aiohttp restify Hono PHP Symfony .NET"),
    "no type": Hostile(patch("Accept: */*"), "Starlette aiohttp restify Hono PHP .NET"),
    "UTF-16": Hostile(patch(body=WRONG.decode().encode("utf-16")), "Flask Starlette FastAPI"),
    "UTF-16LE": Hostile(patch(body=WRONG.decode().encode("utf-16-le")), "Flask Starlette FastAPI"),
    "UTF-32": Hostile(patch(body=WRONG.decode().encode("utf-32")), "Flask Starlette FastAPI"),
    "a mark": Hostile(patch(body=b"\xef\xbb\xbf" + WRONG), "Flask Starlette FastAPI Express Koa Fastify4 Fastify5 Hono"),
    "more after the body": Hostile(patch(body=WRONG + b"{}")),
    # headers that speak of the path or method
    "SCRIPT_NAME": Hostile(patch(JSON, "SCRIPT_NAME: /x", target=f"/x{ONE}"), "DRF DRF-router Flask"),
    "PATH_INFO": Hostile(patch(JSON, f"PATH_INFO: {ONE}", target="/x")),
    "X-HTTP-Method-Override": Hostile(post(ONE, JSON, "X-HTTP-Method-Override: PATCH", body=WRONG), "Express Symfony Rack Rails"),
    "X-HTTP-METHOD-OVERRIDE, in small letters": Hostile(post(ONE, JSON, "x-http-method-override: patch", body=WRONG), "Express Symfony Rack Rails"),
    "X_HTTP_METHOD_OVERRIDE": Hostile(post(ONE, JSON, "X_HTTP_METHOD_OVERRIDE: PATCH", body=WRONG), "Symfony Rack Rails"),
    "X-Original-URL": Hostile(patch(JSON, f"X-Original-URL: {ONE}", target="/x")),
    "X-Rewrite-URL": Hostile(patch(JSON, f"X-Rewrite-URL: {ONE}", target="/x")),
    "X-Forwarded-Prefix": Hostile(patch(JSON, "X-Forwarded-Prefix: /x", target=f"/x{ONE}")),
    "CONTENT_TYPE": Hostile(patch(JSON, "CONTENT_TYPE: application/json; charset=utf-7", body=UTF_7)),
    "_method in a form": Hostile(post(), "Symfony Rack Rails"),
    "_method in a form, in small letters": Hostile(post(body=b"_method=patch&secrets=5"), "Symfony Rack Rails"),
    "_method in a form, encoded": Hostile(post(body=b"%5Fmethod=PATCH&secrets=5"), "Symfony Rack Rails"),
    "_method in a form of parts": Hostile(post(ONE, PARTS, body=PARTS_METHOD), "Symfony Rack Rails"),
    "_method in a form of parts, in single quotes": Hostile(
        post(ONE, PARTS, body=PARTS_METHOD.replace(b'"_method"', b"'_method'")), "Symfony"
    ),
    "_method in a query": Hostile(post(f"{ONE}?_method=PATCH", JSON, body=WRONG), "Express Symfony"),
    "_method in a query, encoded": Hostile(post(f"{ONE}?%5fmethod=PATCH", JSON, body=WRONG), "Express Symfony"),
    "_method in a query, with a dot": Hostile(post(f"{ONE}?.method=PATCH", JSON, body=WRONG), "Symfony"),
    "_method in a query, with a blank": Hostile(post(f"{ONE}?%20_method=PATCH", JSON, body=WRONG), "Symfony"),
    "_method in a form without a type": Hostile(post(ONE, "Accept: */*"), "Rack Rails"),
    "PATCH in small letters": Hostile(Message("patch", ONE, (JSON,), WRONG)),
    "GET in small letters": Hostile(listing("limit=5000", method="get")),
    "HEAD": Hostile(listing("limit=5000", method="HEAD"), "DRF DRF-ASGI DRF-router Flask Starlette aiohttp Express Koa Fastify4 Fastify5 restify Hono PHP Symfony Rack Rails Go chi Fiber Java Spring"),
    "HEAD of repositories": Hostile(listing("", path="/v1/integrations/forge/codehost/x/repos", method="HEAD"), "DRF-router Flask Starlette aiohttp Express Koa Fastify4 Fastify5 restify Hono PHP Symfony Rack Rails Go chi Fiber Java Spring"),
    # paths
    "capitals": Hostile(patch(target=f"/V2/deployments/{ID}"), "Express Koa .NET"),
    "more capitals": Hostile(listing("limit=5000", path="/v2/DEPLOYMENTS"), "Express Koa Fiber .NET"),
    "a slash at the end": Hostile(listing("limit=5000", path=f"{LIST}/"), "Express Koa Rails Fiber .NET"),
    "a slash at the end of a patch": Hostile(patch(target=f"{ONE}/"), "Express Koa Rails .NET"),
    "two slashes": Hostile(listing("limit=5000", path=f"/{LIST}"), "Flask Rails Java .NET"),
    "two slashes inside": Hostile(listing("limit=5000", path="/v2//deployments"), "Rails Java"),
    "a dot": Hostile(listing("limit=5000", path="/v2/./deployments"), "Hono Java"),
    "two dots": Hostile(listing("limit=5000", path=f"/x/..{LIST}"), "Hono Java"),
    "two dots, encoded": Hostile(listing("limit=5000", path=f"/x/%2e%2E{LIST}"), "Hono Java"),
    "two dots and a parameter": Hostile(listing("limit=5000", path=f"/x/..;{LIST}"), "Java"),
    "a parameter of the path": Hostile(listing("limit=5000", path=f"{LIST};a=b"), "restify Java Spring"),
    "an empty parameter of the path": Hostile(listing("limit=5000", path=f"{LIST};"), "restify Java Spring"),
    "a parameter within the path": Hostile(listing("limit=5000", path="/v2;a=b/deployments"), "Java Spring"),
    "a parameter of a patch": Hostile(patch(target=f"{ONE};a=b"), "DRF-router Flask Starlette FastAPI aiohttp Express Koa Fastify4 Fastify5 restify Hono PHP Symfony Rack Rails .NET"),
    "a parameter of the path, encoded": Hostile(listing("limit=5000", path=f"{LIST}%3Ba=b")),
    "a slash, encoded": Hostile(listing("limit=5000", path="/v2%2Fdeployments"), "DRF DRF-ASGI DRF-router Flask Starlette FastAPI PHP Symfony Rack Go Gin .NET"),
    "a slash, encoded twice": Hostile(listing("limit=5000", path="/v2%252Fdeployments")),
    "a slash at the end, encoded": Hostile(listing("limit=5000", path=f"{LIST}%2F"), ".NET"),
    "dots between encoded slashes": Hostile(listing("limit=5000", path=f"/a%2F..{LIST}")),
    "a backslash": Hostile(listing("limit=5000", path="/v2\\deployments"), "restify"),
    "a backslash, encoded": Hostile(listing("limit=5000", path="/v2%5Cdeployments")),
    "a semicolon that begins the query": Hostile(Message("GET", f"{LIST};/&limit=5000"), "Fastify4"),
    "a semicolon and more, then a query": Hostile(listing("limit=5000", path=f"{LIST};/x"), "restify"),
    "a semicolon and a slash in a patch": Hostile(patch(target=f"{ONE};/x"), "Fastify4 restify"),
    "a semicolon at the end of repositories": Hostile(listing("", path="/v1/integrations/forge/codehost/x/repos;/"), "Fastify4 restify"),
    "a format": Hostile(listing("limit=abc&deployment_type=evil", path=f"{LIST}.json"), "DRF-router Rails chi"),
    "a format that is no JSON": Hostile(listing("limit=5000", path=f"{LIST}.xml"), "Rails chi"),
    "a format that is none": Hostile(listing("limit=5000", path=f"{LIST}.do"), "Rails chi"),
    "a format and a slash": Hostile(listing("limit=5000", path=f"{LIST}.json/"), "DRF-router Rails"),
    "a format of repositories": Hostile(listing("", path="/v1/integrations/forge/codehost/x/repos.json"), "DRF-router Rails chi"),
    "a format of a patch": Hostile(patch(target=f"{ONE}.json"), "DRF-router Flask Starlette FastAPI aiohttp Express Koa Fastify4 Fastify5 restify Hono PHP Symfony Rack Rails .NET"),
    "an id, encoded": Hostile(patch(target=f"{LIST}/%39{ID[1:]}", body=b"{}"), "chi Echo Fiber"),
    "an id, encoded, of repositories": Hostile(listing("", path=REPOSITORIES.replace(ID, f"%39{ID[1:]}")), "chi Echo Fiber"),
    "a letter, encoded": Hostile(listing("limit=5000", path="/%76%32/deployments"), "DRF DRF-ASGI DRF-router Flask Starlette FastAPI aiohttp Fastify4 Fastify5 restify Hono PHP Symfony Rack Go Gin Java Spring .NET"),
    "a letter, encoded twice": Hostile(listing("limit=5000", path="/%2576%2532/deployments")),
    "a NUL at the end": Hostile(listing("limit=5000", path=f"{LIST}%00")),
    "a line at the end": Hostile(listing("limit=5000", path=f"{LIST}%0a"), "Starlette FastAPI"),
    "a number sign": Hostile(Message("GET", f"{LIST}?limit=5000#x"), "DRF DRF-ASGI DRF-router Flask Starlette FastAPI aiohttp Express Koa Fastify4 Fastify5 restify Hono PHP Symfony Rack Rails Go chi Gin Echo Fiber .NET"),
    "a number sign, and then a query": Hostile(Message("GET", f"/x#{LIST}?limit=5000")),
    "a slash, encoded, and bytes that are no characters": Hostile(listing("limit=5000", path="/v2%2Fdeployments%ff")),
    "overlong dots": Hostile(listing("limit=5000", path=f"/%c0%ae%c0%ae{LIST}")),
    "an overlong slash": Hostile(listing("limit=5000", path="/v2%c0%afdeployments")),
    "wide letters": Hostile(listing("limit=5000", path="/v2/%EF%BD%84eployments")),
    "a whole address": Hostile(listing("limit=5000", path=f"http://127.0.0.1{LIST}"), "DRF DRF-ASGI DRF-router Flask Starlette FastAPI aiohttp Express Koa Fastify4 Fastify5 restify Hono PHP Symfony Rack Rails Go chi Gin Echo Fiber Java Spring"),
    "a whole address with a path of another": Hostile(Message("GET", f"http://127.0.0.1{LIST}?limit=5000#/x"), "DRF DRF-ASGI DRF-router Flask Starlette FastAPI aiohttp Express Koa Fastify4 restify Hono PHP Symfony Rack Rails Go chi Gin Echo Fiber"),
    "a whole address of a patch, in capitals": Hostile(patch(target=f"HTTP://127.0.0.1{ONE}"), "DRF DRF-ASGI DRF-router Flask Starlette FastAPI aiohttp Express Koa Fastify5 restify PHP Symfony Rack Rails"),
    "an address without a path": Hostile(Message("GET", "http://127.0.0.1?limit=5000")),
    "a prefix in two ways": Hostile(listing("limit=5000", path="/v2/deployments/../deployments"), "Hono Java"),
    # queries
    "a semicolon": Hostile(listing("name_contains=1;limit=5000"), "Rack Rails"),
    "a plus sign before a name": Hostile(listing("+limit=5000"), "PHP Symfony"),
    "a blank before a name": Hostile(listing("%20limit=5000"), "PHP Symfony"),
    "a blank after a name": Hostile(listing("limit%20=5000")),
    "a tab before a name": Hostile(listing("%09limit=5000")),
    "a line before a name": Hostile(listing("%0alimit=5000")),
    "a NUL in a name": Hostile(listing("limit%00x=5000"), "PHP Symfony"),
    "a NUL after a name": Hostile(listing("limit%00=5000"), "PHP Symfony"),
    "brackets": Hostile(listing("limit=5&limit[]=5000"), "Express restify PHP Symfony"),
    "brackets, encoded": Hostile(listing("limit=5&limit%5B%5D=5000"), "Express restify PHP Symfony"),
    "brackets alone": Hostile(listing("limit[]=5000"), "Express restify PHP Symfony Rack Rails"),
    "a name in brackets": Hostile(listing("name_contains[$ne]=x"), "Express restify PHP Symfony Rack Rails"),
    "a number in brackets": Hostile(listing("limit[0]=5000"), "Express restify PHP Symfony Rack Rails"),
    "a bracket that is not closed": Hostile(listing("limit[=5000"), "Express restify"),
    "a bracket in a name": Hostile(listing("deployment[type=x"), "PHP Symfony"),
    "a bracket before a name": Hostile(listing("[limit]=5000"), "Express restify Rack Rails"),
    "a bracket before a name, closed late": Hostile(listing("]limit=5000"), "Rack Rails"),
    "a dot in a name": Hostile(listing("deployment.type=x"), "PHP Symfony"),
    "a blank in a name": Hostile(listing("deployment%20type=x"), "PHP Symfony"),
    "a plus sign in a name": Hostile(listing("deployment+type=x"), "PHP Symfony"),
    "brackets that are not closed": Hostile(listing("tag_value_ids=a&tag%5bvalue%5bids=b")),  # PHP and Symfony read b, which no rule denies
    "two question marks": Hostile(Message("GET", f"{LIST}??limit=5000"), "Koa PHP Symfony .NET"),
    "a question mark, encoded, before a name": Hostile(listing("%3Flimit=5000")),
    "capitals of a name": Hostile(listing("limit=5&Limit=500"), ".NET"),
    "a name twice": Hostile(listing("limit=5&limit=5000"), "DRF DRF-ASGI DRF-router Starlette FastAPI Express Koa Fastify4 Fastify5 restify PHP Symfony Rack Rails Fiber .NET"),
    "a name twice, encoded": Hostile(listing("limit=5&l%69mit=5000"), "DRF DRF-ASGI DRF-router Starlette FastAPI Express Koa Fastify4 Fastify5 restify PHP Symfony Rack Rails Fiber .NET"),
    "an ampersand, as in HTML": Hostile(listing("name_contains=1&amp;limit=5000"), "Rack Rails"),
    "wide letters of a name": Hostile(listing("%EF%BD%8Cimit=5000")),
    "a name that is not UTF-8": Hostile(listing("limit%ff=5000")),
    "a name encoded badly": Hostile(listing("%limit=5000")),
    "a name encoded by UTF-16": Hostile(listing("%u006cimit=5000")),
    "_charset_": Hostile(listing("_charset_=utf-7&%2BAGwAaQBtAGkAdA-=5000")),
    "a name with nothing": Hostile(listing("limit"), "DRF DRF-ASGI DRF-router Flask Starlette aiohttp Express Koa Fastify4 Fastify5 restify Hono PHP Symfony Go chi Gin Echo Fiber Java Spring .NET"),
    "many parameters before": Hostile(listing("&".join(["a"] * 1001) + "&limit=5000"), "Flask Starlette FastAPI aiohttp Koa Fastify4 Fastify5 Hono Rack Rails Go chi Gin Echo Fiber Java Spring .NET"),
    # what frameworks put together
    "a field of the body in the query": Hostile(patch(target=f"{ONE}?secrets=5", body=b"{}"), "Symfony Rack Rails"),
    "a field of the body in the query, in brackets": Hostile(patch(target=f"{ONE}?secrets[0][name]=x", body=b"{}"), "Symfony Rack Rails"),
    "a form in the body of a list": Hostile(Message("GET", LIST, (FORM,), b"limit=5000"), "Rack"),
    "a form of parts in the body of a list": Hostile(
        Message("GET", LIST, (PARTS,), b'--x\r\nContent-Disposition: form-data; name="limit"\r\n\r\n5000\r\n--x--\r\n'), "Rack Spring"
    ),
    # bodies in pieces
    "a gzip that is not said": Hostile(patch(body=b"\x1f\x8b" + WRONG)),
}  # fmt: skip


class Honest(NamedTuple):
    """A message that must pass, and the operation that every upstream reads then.

    `refusing`: the names of upstreams that refuse it themselves, or leave a parameter out.
    """

    message: Message
    operation: str | None = None
    refusing: str = ""


HONEST: dict[str, Honest] = {
    "a neighbour's encoded slash": Honest(Message("GET", "/projects/group%2Fp")),
    "a neighbour's parameter of the path": Honest(Message("GET", "/files/a;v=1")),
    "a neighbour's encoded backslash": Honest(Message("GET", "/files/a%5Cb")),
    "a neighbour's semicolon in a query": Honest(Message("GET", "/files?a=1;b=2")),
    "a neighbour's form": Honest(Message("POST", "/login", (FORM,), b"user=a&_method=PUT")),
    "a neighbour's charset": Honest(Message("POST", "/text", ("Content-Type: text/plain; charset=iso-8859-1",), b"\xe9")),
    "a neighbour's query with brackets": Honest(Message("GET", "/files?limit[]=5000&Limit=7")),
    "a list": Honest(Message("GET", LIST), "list_deployments"),
    "a list with every parameter": Honest(
        listing(f"limit=5&offset=10&name_contains=a%20b&status=READY&remote_reconciled=True&tag_value_ids={ID},{ID}"
                f"&image_version=1.0&deployment_type=dev&deployment_ids={ID}"),
        "list_deployments",
    ),
    "an empty filter": Honest(listing("name_contains=&status="), "list_deployments"),
    "letters of other scripts": Honest(listing("name_contains=%C3%A9%F0%9F%98%80"), "list_deployments"),
    "a percent sign": Honest(listing("name_contains=100%"), "list_deployments", "Rack Rails Go chi Gin Echo Java Spring"),  # Go and Tomcat leave it out
    "a parameter that is not declared": Honest(listing("limit=5&sort=name"), "list_deployments"),
    "HEAD": Honest(listing("limit=5", method="HEAD"), "list_deployments", "FastAPI Gin Echo .NET"),
    "repositories": Honest(Message("GET", REPOSITORIES), "list_repositories"),
    "an empty patch": Honest(patch(body=b"{}"), "patch_deployment"),
    "a patch": Honest(
        patch(body=b'{"secrets":[{"name":"A","value":"\xc3\xa9\\ud83d\\ude00"}],"source_config":{"resource_spec":{"cpu":0.5,"max_scale":1e1}}}'),
        "patch_deployment",
    ),
    "a patch with a charset": Honest(patch("Content-Type: application/json; charset=UTF-8", body=b'{"secrets":[]}'), "patch_deployment"),
    "a patch of free-form objects": Honest(
        patch(body=b'{"source_config":{"resource_spec":{"labels":{"App":"a","app":"b","a.b/c":"d"}}},"secrets":null}'), "patch_deployment"
    ),
    "a patch with an undeclared member": Honest(patch(body=b'{"display_name":"x","secrets":[]}'), "patch_deployment"),
}  # fmt: skip
