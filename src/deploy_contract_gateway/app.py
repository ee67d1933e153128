"""The outermost application: says of each request what upstream gets of its headers, and what was made of it."""

from collections.abc import MutableMapping
from time import perf_counter
from typing import Any

from deploy_contract.logs import place_of
from deploy_contract_gateway import problems
from deploy_contract_gateway.access_log import Journal
from deploy_contract_gateway.exchange import CURRENT, Exchange, Receive, Send
from deploy_contract_gateway.metrics import Measures
from deploy_contract_gateway.runtime import Generation
from deploy_contract_gateway.upstream import BrokenError, GoneError, answer


class Entrance:
    """An ASGI application for `Protocol`, whose `scope["state"]["target"]` it needs."""

    def __init__(self, generation: Generation, journal: Journal, measures: Measures) -> None:
        self.generation = generation
        self._journal = journal
        self._measures = measures

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """One request. It raises nothing: where a response was begun and cannot be ended, the server cuts the connection."""
        exchange = Exchange(scope["method"], send)
        CURRENT.set(exchange)
        self._measures.begin()
        try:
            await self._serve(scope, receive, exchange)
        except GoneError:
            if not exchange.begun:  # what the middleware answered in upstream's place reached nobody, and was not its fault
                exchange.status, exchange.seen = (
                    None,
                    [seen for seen in exchange.seen if seen.direction == "request"],
                )
            exchange.reason = exchange.reason or "client-gone"
        except BrokenError:
            exchange.reason = exchange.reason or problems.BROKEN.reason
        except Exception as error:  # whatever it is, it is ours: its text may hold anything
            self._journal.event(
                "failed", id=exchange.identity, exception=type(error).__name__, at=place_of(error)
            )
            if exchange.status is None:
                await answer(problems.INTERNAL, exchange, exchange.send)
            exchange.reason = problems.INTERNAL.reason
        finally:
            seconds = perf_counter() - exchange.start
            self._measures.end(exchange, seconds)
            self._journal.request(exchange, seconds)

    async def _serve(
        self, scope: MutableMapping[str, Any], receive: Receive, exchange: Exchange
    ) -> None:
        state, generation = scope["state"], self.generation
        client = scope["client"]
        asked = generation.forwarding.asked(
            scope["headers"],
            client[0] if client else "unknown",
            scope["scheme"].encode("ascii"),
            exchange.identity.encode("ascii"),
        )
        scope["headers"] = asked.headers
        state["asked"], state["exchange"] = asked, exchange
        await generation.serve(scope, receive, exchange.send)
