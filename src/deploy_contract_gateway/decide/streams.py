"""One request and its response, as Envoy shows them in a stream of messages (ext_proc).

The messages come in this order, and some may be missing: headers, body and trailers of the request,
then of the response. Each is answered, unless Envoy only lets us observe (`observability_mode`).
The judgement is that of the middleware: an enforcer for requests, a pending response for responses.

A response of the service before its request was judged is refused: the request has passed unseen,
as those with trailers and no body do if Envoy sends no trailers. Answers of Envoy itself pass.
"""

from time import perf_counter
from typing import Any

from deploy_contract import Request
from deploy_contract.answers import Answer
from deploy_contract.asgi import stated_fault, within
from deploy_contract.http.routing import Route
from deploy_contract.http.servers import request_of_scope
from deploy_contract.middleware.buffers import Buffer
from deploy_contract.middleware.enforcement import Enforcer
from deploy_contract.middleware.responses import PendingResponse
from deploy_contract_gateway import problems
from deploy_contract_gateway.decide import body_not_shown, messages
from deploy_contract_gateway.decide.dialects import STREAM, original_scope, read_question
from deploy_contract_gateway.decide.order import MessageOrder, StreamError
from deploy_contract_gateway.exchange import Exchange
from deploy_contract_gateway.headers import shown_id
from deploy_contract_serving.problems import Problem, encode


class Stream:
    """The conversation about one request.

    Args:
        enforcer: judges by the operator's modes.
        observing: the same, but it refuses nothing.
        exchange: is told what happens.
        allows_open: whether a request passes if its verdict depends on a body that is not shown.
    """

    def __init__(
        self,
        enforcer: Enforcer,
        observing: Enforcer,
        exchange: Exchange,
        *,
        allows_open: bool,
    ) -> None:
        self._enforcer = enforcer
        self._observing = observing
        self._exchange = exchange
        self._allows_open = allows_open
        self._order = MessageOrder()
        self._is_shown = False  # whether the headers of the request were
        self._request: Request | None = None  # judged as soon as its body is there
        self._route: Route | None = None
        self._body: Buffer | None = None
        self._pending: PendingResponse | None = None
        self._refused = False
        self.ended = False  # whether nothing more is to be judged

    async def take(self, data: bytes) -> bytes | None:
        """Take a message, and return the answer to it, None if there is none.

        Raises:
            StreamError: the message is malformed, or comes out of order.
        """
        most = self._enforcer.limits.request_body + messages.HEAD_BYTES
        if self._request is not None and len(data) > most:
            part, content = "request_body", None  # it is not parsed, which would copy it
        else:
            part, content = self._order.take(data)
        if self._refused:  # Envoy had sent it before it read the refusal
            return None if self._order.observes else messages.CONTINUE[part]
        answer: Answer | None = None
        if part.startswith("response") and self._is_unjudged():
            answer = self._refuse_unjudged()
        if answer is None:
            answer = await self._take_part(part, content)
        if self._order.observes:
            return None
        return messages.CONTINUE[part] if answer is None else self._refuse(answer)

    def patience(self) -> float | None:
        """Return the seconds that the rest of the body may take, None if no body is awaited."""
        if self._request is None:
            return None
        return self._enforcer.body_seconds - (perf_counter() - self._exchange.started)

    async def expire(self) -> bytes | None:
        """Refuse the request whose body is late; return the answer, None if there is none."""
        answer = await self._end_request(b"", "body-timeout")
        return None if answer is None or self._order.observes else self._refuse(answer)

    def _refuse(self, answer: Answer) -> bytes:
        """Return the message that makes Envoy answer its client."""
        self._refused = self.ended = self._exchange.complete = True
        self._exchange.status = answer.status
        headers = [*answer.headers, ("x-request-id", self._exchange.request_id)]
        return messages.immediate(answer.status, headers, answer.body)

    def close(self) -> None:
        """End the conversation: no further message comes."""
        if self._body is not None:
            self._body.close()
        pending, self._pending = self._pending, None
        if pending is None:
            return
        if pending.status is not None and pending.collected and not pending.settled:
            pending.pass_unjudged()  # the rest of the response was not shown
        elif not self.ended:
            pending.invalidate()  # nobody knows whether the service has changed the deployment
        pending.close()

    async def _take_part(self, part: str, content: Any) -> Answer | None:
        if part == "request_headers":
            return await self._take_request(content)
        if part == "request_body":
            return await self._take_request_body(content)
        if part == "response_headers":
            return self._take_response(content)
        if part == "response_body":
            return self._take_response_body(content)
        return await self._take_trailers(part)

    async def _take_request(self, content: Any) -> Answer | None:
        self._is_shown = True
        pseudo, headers = messages.split_headers(content.headers.headers)
        original = read_question(STREAM, pseudo)
        if isinstance(original, Problem):
            return self._answer_with(original)
        exchange = self._exchange
        exchange.method = original.method
        exchange.client_id = shown_id([value for name, value in headers if name == b"x-request-id"])
        if exchange.join is not None:
            exchange.join(headers)
        scope = original_scope(original, headers)
        enforcer = self._observing if self._order.observes else self._enforcer
        try:
            given = request_of_scope(scope, enforcer.base_path)
            request, route, mode, reads_body = enforcer.arrive(given)
        except Exception as error:
            return enforcer.unreadable(error)
        self._route = route
        if mode == "off":
            self._begin_response(enforcer)
            return None
        if request.headers is not headers:  # they override the method, and Envoy forwards them
            shown = request._replace(headers=headers)
            answer = self._judge_head(enforcer, shown, body_follows=True)
            if answer is not None or self._pending is not None:
                return answer
        if reads_body and not content.end_of_stream:
            self._request = request
            # Envoy may let a body pass that is too long for a message
            fault = stated_fault(headers, enforcer.limits.request_body)
            if fault is not None:
                return await self._end_request(b"", fault)
            if self._order.modes["request_body"] == 0:
                self._request = None
                return self._judge_head(enforcer, request, body_follows=False)
            return None
        return await self._judge_request(enforcer, request)

    def _judge_head(
        self, enforcer: Enforcer, request: Request, *, body_follows: bool
    ) -> Answer | None:
        """Judge a request without its body; return the answer, None if it goes on."""
        assert self._route is not None
        settled, answer = body_not_shown.judge(
            enforcer, self._route, request, body_follows=body_follows
        )
        if settled == "open" and not self._allows_open and not self._order.observes:
            return self._answer_with(problems.BODY_UNSEEN)
        if settled != "follows" and answer is None:
            self._begin_response(enforcer)
        return answer

    async def _take_request_body(self, content: Any) -> Answer | None:
        """Collect a body, and judge the request at its end. None is one that is too long."""
        if self._request is None:
            return None  # nobody waits for this body
        if content is None:
            return await self._end_request(b"", "json-size")
        if not content.end_of_stream and not self._order.is_whole("request_body"):
            return self._answer_with(problems.PARTIAL_BODY)
        is_end = content.end_of_stream or self._order.modes["request_body"] == messages.BUFFERED
        limit = self._enforcer.limits.request_body
        if self._body is None:
            if len(content.body) > limit:  # it takes nothing of the budget
                return await self._end_request(b"", "json-size")
            self._body = Buffer(self._enforcer.budget, limit, request=True)
        buffer = self._body
        fault = buffer.add(content.body)
        if fault is None and not is_end:
            return None
        return await self._end_request(buffer.content, fault)

    async def _end_request(self, body: bytes, fault: str | None = None) -> Answer | None:
        """Judge the request whose body has come to its end, or breaks a rule."""
        request, buffer = self._request, self._body
        assert request is not None
        self._request = self._body = None
        enforcer = self._observing if self._order.observes else self._enforcer
        try:
            if fault is not None:
                assert self._route is not None
                answer = enforcer.reject(self._route, fault)[2]
                if answer is None:
                    self._begin_response(enforcer)
                return answer
            return await self._judge_request(enforcer, request._replace(body=body))
        finally:
            if buffer is not None:
                buffer.close()

    async def _judge_request(self, enforcer: Enforcer, request: Request) -> Answer | None:
        assert self._route is not None
        parameters, known, answer = await enforcer.judged(self._route, request, within)
        if answer is None and self._route.operation is not None:
            self._pending = PendingResponse(enforcer, self._route, parameters, known)
        return answer

    def _begin_response(self, enforcer: Enforcer) -> None:
        assert self._route is not None
        if self._route.operation is not None:
            self._pending = PendingResponse(enforcer, self._route)

    def _take_response(self, content: Any) -> Answer | None:
        pseudo, headers = messages.split_headers(content.headers.headers)
        given = [value for name, value in pseudo if name == b":status"]
        if len(given) != 1 or len(given[0]) != 3 or not given[0].isdigit():
            raise StreamError(problems.MALFORMED_MESSAGE)
        status = int(given[0])
        self._exchange.status, self._exchange.relayed = status, True
        self._request = None  # Envoy shows no more of it
        pending = self._pending
        if pending is None or not pending.judged:
            return self._end_response()
        pending.begin(status, headers)
        pending.judge_headers()
        if not pending.collected:
            return self._end_response()
        if content.end_of_stream:
            return self._end_response(pending.judge())
        if self._order.modes["response_body"] == 0:
            pending.pass_unjudged()
            return self._end_response()
        return None

    def _is_unjudged(self) -> bool:
        """Return True if the service has answered a request that was not judged."""
        is_waiting = self._request is not None or not self._is_shown
        return is_waiting and not self._order.is_of_envoy

    def _refuse_unjudged(self) -> Answer | None:
        """Note that a request reached the service unjudged; return the answer for its client.

        None if Envoy only lets us observe. Then the response is taken like others.
        """
        self._request, self._is_shown, route = None, True, self._route
        body_not_shown.leave_open(self._enforcer, route, None, perf_counter())
        if route is not None and route.operation is not None:
            PendingResponse(self._enforcer, route).invalidate()
        return None if self._order.observes else self._answer_with(problems.UNJUDGED)

    def _take_response_body(self, content: Any) -> Answer | None:
        pending = self._pending
        if self.ended or pending is None:
            return None
        if not content.end_of_stream and not self._order.is_whole("response_body"):
            return self._end_response(pending.judge(whole=False))
        pending.add(content.body)
        is_end = content.end_of_stream or self._order.modes["response_body"] == messages.BUFFERED
        if not is_end and pending.overflow is None:
            return None
        return self._end_response(pending.judge())

    def _end_response(self, answer: Answer | None = None) -> Answer | None:
        if self._pending is not None:
            if answer is None:
                self._pending.end()
            self._pending.close()
        self.ended = self._exchange.complete = True
        return answer

    async def _take_trailers(self, part: str) -> Answer | None:
        """Judge a body that came in chunks, and whose last one was not marked."""
        if part == "request_trailers":
            if self._request is None:
                return None
            return await self._end_request(b"" if self._body is None else self._body.content)
        if self.ended or self._pending is None:
            return None
        return self._end_response(self._pending.judge())

    def _answer_with(self, problem: Problem) -> Answer:
        """Return the answer with a problem, and note its reason."""
        self._exchange.reason = problem.reason
        headers, body = encode(problem)
        texts = tuple([(name.decode("ascii"), value.decode("ascii")) for name, value in headers])
        return Answer(problem.status, texts, body)
