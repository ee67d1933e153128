"""Lookups that the callers of an event loop share, so that none gets an answer of before it came."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, TypeAlias

from deploy_contract import notes
from deploy_contract.knowledge.callers import Credentials
from deploy_contract.knowledge.facts import Facts


class Question(NamedTuple):
    """The id of a deployment, and the headers of the caller that asks for it."""

    identity: str
    credentials: Credentials


class Found(NamedTuple):
    """A deployment as far as the service describes it, and notes on missing facts."""

    facts: Facts | None
    notes: tuple[str, ...] = ()


Answers: TypeAlias = dict[str, Found]  # by id
_LATE = Found(None, (notes.TIMEOUT,))


class _Batch(NamedTuple):
    """Questions of one request, and the task that sends it in the next turn of the loop."""

    questions: list[Question]
    answers: asyncio.Task[Answers]


class LoopLookups:
    """Lookups in an event loop. Questions of one turn of it are sent in one request.

    For each question at most one lookup is under way, and at most one waits for it to end. `ask`
    sends the ids of some deployments, `most` at most, and raises nothing. Neither a lookup nor a
    caller of `find` takes longer than `seconds`.
    """

    def __init__(
        self,
        ask: Callable[[list[str], Credentials], Coroutine[Any, Any, Answers]],
        seconds: float,
        most: int,
    ) -> None:
        self._ask = ask
        self._seconds = seconds
        self._most = most
        self._waiting: dict[Question, asyncio.Task[Found]] = {}  # those that are not sent
        self._under_way: dict[Question, asyncio.Task[Found]] = {}
        self._batches: dict[Credentials, _Batch] = {}  # those that are sent in this turn
        self._tasks: set[asyncio.Task[Answers]] = set()

    async def find(self, question: Question) -> Found:
        """Return the answer to a question that is sent from now on."""
        answer = self._waiting.get(question)
        if answer is None or answer.done():
            answer = self._waiting[question] = asyncio.create_task(self._answer(question))
        try:
            async with asyncio.timeout(self._seconds):
                # a caller that gives up takes the answer from nobody else
                return await asyncio.shield(answer)
        except TimeoutError:
            return _LATE

    async def _answer(self, question: Question) -> Found:
        """Return the answer to a question that is sent when the lookup before has ended."""
        before = self._under_way.get(question)
        if before is not None:
            await asyncio.wait({before})
        credentials = question.credentials
        batch = self._batches.get(credentials)
        if batch is None or len(batch.questions) >= self._most:
            questions: list[Question] = []
            sending = asyncio.create_task(self._send(credentials, questions))
            batch = self._batches[credentials] = _Batch(questions, sending)
        batch.questions.append(question)
        try:
            answers = await asyncio.shield(batch.answers)
        finally:
            self._under_way.pop(question, None)
        return answers.get(question.identity, _LATE)

    async def _send(self, credentials: Credentials, questions: list[Question]) -> Answers:
        """Ask for some deployments, and give up in time, whatever the client does about it."""
        batch = self._batches.get(credentials)
        if batch is not None and batch.questions is questions:
            del self._batches[credentials]
        for question in questions:
            self._under_way[question] = self._waiting.pop(question)
        asking = asyncio.create_task(self._ask([one.identity for one in questions], credentials))
        self._tasks.add(asking)
        asking.add_done_callback(self._tasks.discard)
        try:
            await asyncio.wait({asking}, timeout=self._seconds)
            return asking.result() if asking.done() and not asking.cancelled() else {}
        finally:
            asking.cancel()
