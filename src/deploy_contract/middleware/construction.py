"""The options of both middlewares, in one signature."""

import random
from collections.abc import Callable
from typing import Generic, TypeVar

from deploy_contract_generated.names import IndeterminateChoice

from deploy_contract.answers import Renderer, problem
from deploy_contract.contract import Contract, for_middleware
from deploy_contract.knowledge.protocol import Lookups
from deploy_contract.middleware import options
from deploy_contract.middleware.buffers import Budget
from deploy_contract.middleware.enforcement import Enforcer
from deploy_contract.middleware.observation import CoverageCounter, Observation
from deploy_contract.middleware.options import MiddlewareOptions, Modes, Shares

App = TypeVar("App")


class Middleware(Generic[App]):
    """An application behind a contract. `enforcer` decides which messages pass."""

    @options.refuse_unknown
    def __init__(
        self,
        app: App,
        contract: Contract | None = None,
        *,
        requests: Modes = options.REQUESTS,
        responses: Modes = options.RESPONSES,
        sample: Shares = options.SAMPLE,
        deployments: Lookups | None = None,
        when_indeterminate: IndeterminateChoice = options.WHEN_INDETERMINATE,
        render: Renderer = problem,
        on_report: Callable[[Observation], object] | None = None,
        advice: float = options.ADVICE,
        body_seconds: float = options.BODY_SECONDS,
        lookup_seconds: float = options.LOOKUP_SECONDS,
        buffer_bytes: int | Budget | None = None,
        candidate: Contract | None = None,
        coverage: CoverageCounter | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Put an application behind a contract.

        Args:
            app: the application.
            contract: the contract, by default `Contract()`. If it does not choose
                `unknown_fields`, undeclared names of requests are reported.
            requests: "enforce" (refuse what is denied), "report" (only observe it) or "off", for
                every operation or by operation id. An operation that a mapping does not name has
                the default.
            responses: the same for responses. They are withheld only in mode "enforce".
            sample: fraction of responses that are judged (0 to 1), for every operation or by
                operation id.
            deployments: what is known of stored deployments: a lookup, a mapping from id, or a
                sequence of them that are asked in turn (`deploy_contract.knowledge`). By default
                a `LearnedDeployments`, which learns from the responses that pass.
            when_indeterminate: whether to "allow" or "deny" a request whose verdict depends on
                what is not known.
            render: returns the answer to a refused message, given its report and the HTTP status.
            on_report: called with an `Observation` of each judged message. Without it, the logger
                "deploy_contract" gets refusals as warnings and other violations as information.
            advice: fraction of observations for which advisory rules are evaluated (0 to 1);
                verdicts are unaffected. Evaluating them costs about as much as a verdict.
            body_seconds: seconds that the body of a request may take. ASGI only: under WSGI the
                server limits them.
            lookup_seconds: seconds that a lookup may take. ASGI only: under WSGI lookups answer
                at once.
            buffer_bytes: bytes of bodies that are kept in memory at once, or a `Budget` that
                several middlewares share. By default 128 MiB, or room for two of the longest
                bodies. Beyond it a request is refused with status 503; a response passes without
                being judged, or is refused if responses are enforced.
            candidate: a contract that judges each message too and changes no answer. Observations
                say where its verdict differs. It costs at most one more verdict for each message.
            coverage: a `LiveCoverage`, which counts the parts of the contract that messages
                exercise (`deploy_contract.traffic.live`).
            chance: returns the numbers from 0 to 1 that decide about `sample` and `advice`.

        Raises:
            ContractError: an option is wrong, or its name is.
        """
        self.app = app
        self.enforcer = Enforcer(
            for_middleware(Contract() if contract is None else contract),
            MiddlewareOptions(
                requests=requests,
                responses=responses,
                sample=sample,
                deployments=deployments,
                when_indeterminate=when_indeterminate,
                render=render,
                on_report=on_report,
                advice=advice,
                body_seconds=body_seconds,
                lookup_seconds=lookup_seconds,
                buffer_bytes=buffer_bytes,
                candidate=candidate,
                coverage=coverage,
                chance=chance,
            ),
        )

    def use(self, contract: Contract) -> None:
        """Judge by another contract from now on.

        Requests under way go on with the contract that they began with. Lookups and budget stay.
        """
        self.enforcer = self.enforcer.using(for_middleware(contract))
