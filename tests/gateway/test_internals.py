"""Private parts of uvicorn, httptools and aiohttp that our classes use: each must exist.

A test here fails on a version that has changed them, and says what is gone. pyproject.toml caps these packages below the first
version that was not tried: whoever raises a cap runs all tests of the programs with the newer version.
"""

import ast
import asyncio
import inspect
import re
import textwrap
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import aiohttp
import httptools
import pytest
import uvicorn
from aiohttp.client_proto import ResponseHandler
from aiohttp.http_writer import StreamWriter
from uvicorn.protocols.http import flow_control, httptools_impl

from deploy_contract_gateway import protocol, transport
from deploy_contract_gateway import server as gateway_server
from deploy_contract_service import program
from deploy_contract_serving import protocol as server_protocol
from deploy_contract_serving import server

ROOT = Path(__file__).parents[2]
CAPPED = ("uvicorn", "httptools", "aiohttp")
OURS: tuple[type, ...] = (
    server_protocol.HttpProtocol, protocol.StrictProtocol, server.Server, gateway_server.GatewayServer,
    program._Server, transport.RawRequest, transport.UpstreamConnection, transport.UpstreamResponse, transport.UpstreamConnector,
)  # fmt: skip
PRIVATE: dict[Any, tuple[str, ...]] = {  # what is used from outside of a class of ours
    httptools_impl: ("HEADER_RE", "HEADER_VALUE_RE", "STATUS_LINE", "HttpToolsProtocol"),
    httptools_impl.RequestResponseCycle: (
        "body", "disconnected", "keep_alive", "message_event", "more_body", "response_complete", "response_started", "scope",
    ),
    flow_control.FlowControl: ("pause_reading", "read_paused", "resume_reading", "write_paused"),
    uvicorn.Config: ("http_protocol_class",),
    uvicorn.Server: ("lifespan", "server_state", "should_exit", "started"),
    httptools: ("HttpParserError", "HttpParserUpgrade", "HttpRequestParser"),
    httptools.HttpRequestParser: (
        "feed_data", "get_http_version", "get_method", "set_dangerous_leniencies", "should_upgrade",
    ),
    aiohttp.ClientResponse: ("content", "raw_headers", "close"),
    ResponseHandler: ("_payload", "close", "exception", "set_exception", "start_timeout", "transport"),
    StreamWriter: ("_headers_written", "enable_chunking", "write", "write_eof"),
    aiohttp.TCPConnector: ("_factory", "_loop"),
}  # fmt: skip
CALLED: dict[Any, tuple[str, ...]] = {  # with these parameters
    httptools_impl.HttpToolsProtocol: ("config", "server_state", "app_state"),
    uvicorn.Server.startup: ("sockets",),
    uvicorn.Server.shutdown: ("sockets",),
    StreamWriter: ("protocol", "loop"),
    ResponseHandler.set_exception: ("exc", "exc_cause"),
    ResponseHandler: ("loop",),
    aiohttp.ClientRequest.send: ("conn",),
    aiohttp.ClientResponse: (
        "method", "url", "writer", "continue100", "timer", "request_info", "traces", "loop", "session", "stream_writer",
    ),
}  # fmt: skip


def named(thing: Any) -> str:
    package = (getattr(thing, "__module__", None) or thing.__name__).split(".")[0]
    return f"{package} {version(package)}: {getattr(thing, '__qualname__', thing.__name__)}"


def attributes(kind: type, context: type[ast.expr_context]) -> set[str]:
    """Return the names of `self.NAME` that a class reads or sets in its source."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, context)
        and isinstance(node.value, ast.Name) and node.value.id == "self"
    }  # fmt: skip


def has(kind: Any, name: str) -> bool:
    """Return True if a module or the objects of a class have a name: declared, or set by a method."""
    if not inspect.isclass(kind) or hasattr(kind, name):
        return hasattr(kind, name)
    for parent in kind.__mro__[:-1]:
        if name in getattr(parent, "__annotations__", {}):
            return True
        try:
            if name in attributes(parent, ast.Store):
                return True
        except (OSError, TypeError):  # compiled
            continue
    return False


def missing(kind: type) -> Iterator[str]:
    """Yield the attributes that a class of ours uses and no base class has."""
    used = attributes(kind, ast.Load)
    overridden = {
        name for name, member in vars(kind).items() if "super()." + name + "(" in source(member)
    }
    base = kind.__mro__[1]
    for name in sorted(used):
        if not has(kind, name):
            yield f"{named(base)} has no {name}, which {kind.__name__} uses"
    for name in sorted(overridden):
        if not has(base, name):
            yield f"{named(base)} has no {name}, which {kind.__name__} overrides"


def source(member: Any) -> str:
    return inspect.getsource(member) if inspect.isfunction(member) else ""


@pytest.mark.parametrize(
    "kind", OURS, ids=lambda kind: f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
)
def test_what_our_classes_are_built_on_is_there(kind: type) -> None:
    assert list(missing(kind)) == []


def test_what_is_gone_is_told() -> None:
    class Changed(httptools_impl.HttpToolsProtocol):
        def on_response_complete(self) -> None:
            super().on_response_complete()
            self.no_such_thing()  # type: ignore[attr-defined]

    message = (
        f"uvicorn {version('uvicorn')}: HttpToolsProtocol has no no_such_thing, which Changed uses"
    )
    assert list(missing(Changed)) == [message]


@pytest.mark.parametrize(
    "thing", PRIVATE, ids=lambda thing: getattr(thing, "__qualname__", thing.__name__)
)
def test_what_is_used_of_others_is_there(thing: Any) -> None:
    assert [
        f"{named(thing)} has no {name}" for name in PRIVATE[thing] if not has(thing, name)
    ] == []


@pytest.mark.parametrize("thing", CALLED, ids=lambda thing: thing.__qualname__)
def test_what_is_called_takes_what_it_is_given(thing: Any) -> None:
    taken = inspect.signature(thing).parameters
    assert [f"{named(thing)} takes no {name}" for name in CALLED[thing] if name not in taken] == []


def test_aiohttp_calls_what_ours_overrides() -> None:
    """Our request writes its own bytes: each method that would add a header or body is overridden."""
    ours = {name for name in vars(transport.RawRequest) if name.startswith("update_")}
    theirs = {name for name in dir(aiohttp.ClientRequest) if name.startswith("update_")}
    assert ours <= theirs
    assert theirs - ours == {
        "update_auth",
        "update_expect_continue",
        "update_host",
        "update_proxy",
        "update_version",
        "update_body",
    }


def test_a_server_without_sockets_listens_nowhere() -> None:
    """Our server accepts connections itself, and starts uvicorn's without sockets."""

    async def trial() -> None:
        async def app(_scope: Any, _receive: Any, _send: Any) -> None:
            """Do nothing."""

        server = uvicorn.Server(uvicorn.Config(app, lifespan="off", ws="none", log_config=None))
        server.config.load()
        server.lifespan = server.config.lifespan_class(server.config)
        await server.startup(sockets=[])
        assert server.started
        assert server.servers == []
        await server.shutdown()

    asyncio.run(trial())


def test_their_versions_are_capped_to_what_is_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    capped = re.compile(r"([a-z]+)>=([0-9.]+),<([0-9]+\.[0-9]+)")
    gateway, service = (
        {found[1]: (found[2], found[3]) for found in map(capped.fullmatch, extras[name]) if found}
        for name in ("gateway", "service")
    )
    shared = gateway.keys() & service.keys()
    assert shared >= {"uvicorn", "httptools"}
    assert all(gateway[name] == service[name] for name in shared), "both programs take the same"
    bounds = gateway | service
    for name in CAPPED:
        assert name in bounds, (
            f"{name} has a lower bound, and the first version that was not tried: {name}>=A.B,<C.D"
        )
        low, high = (tuple(map(int, bound.split("."))) for bound in bounds[name])
        assert low <= tuple(map(int, version(name).split("."))) < high, (
            f"{name} {version(name)} is not within its bounds"
        )
