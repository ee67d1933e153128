"""Lookups of a middleware, which find facts about deployments and learn from responses."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from itertools import compress
from typing import Any, NamedTuple

from deploy_contract import logs, notes
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.http.exchange import LearnedFacts, facts_of_one
from deploy_contract.http.messages import Request
from deploy_contract.judge.python.after_patch import stored_value
from deploy_contract.knowledge.facts import (
    UNKNOWN,
    Facts,
    contradiction,
    lasting_fields,
    merge_facts,
)
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.learning import ValidParts
from deploy_contract.knowledge.protocol import Lookup, MappingLookup
from deploy_contract.report import Report
from deploy_contract_format.pointer import MISSING, find


class LookupResult(NamedTuple):
    """The facts that lookups state about a deployment, as they return them."""

    given: Facts | None = None  # from lookups that do not learn: of the operator or the service
    learned: Facts | None = None  # from responses

    @property
    def merged(self) -> Facts | None:
        """The given and the learned facts. If both have a field, the given value counts."""
        return self.given if self.learned is None else merge_facts(self.given, self.learned)

    def add(self, found: Facts, *, learned: bool) -> "LookupResult":
        """Return the result with the facts of one more lookup. Earlier facts take precedence."""
        if learned:
            return LookupResult(self.given, merge_facts(self.learned, found))
        return LookupResult(merge_facts(self.given, found), self.learned)


NO_FACTS = LookupResult()


@dataclass(frozen=True, slots=True)
class LookupInTurn:
    """One of several lookups that are asked in turn."""

    find: Callable[[str, Request], Facts | Awaitable[Facts | None] | None]
    learns: bool  # True if the lookup has only facts from responses
    # returns True if `find` would send a request about a deployment; None: it answers from memory
    may_ask: Callable[[str], bool] | None
    is_last_word: bool  # True if every later lookup learns
    is_own: bool  # True if `find` returns new facts as parsed JSON


class Knowledge:
    """The lookups of a middleware, for one contract.

    Attributes:
        lookups: the lookups, in the order in which they are asked.
        clock: the clock of the first lookup that keeps its facts in memory, or None.
        forgets: True if a lookup has the method `invalidate`.
        learns: True if responses change the facts of a lookup.
        asks_others: True if a lookup may read requests or add notes.

    Raises:
        ContractError: a lookup learns by another contract.
    """

    def __init__(self, contract: Contract, lookups: Sequence[Lookup]) -> None:
        for lookup in lookups:
            if isinstance(lookup, LearnedDeployments) and not lookup.learns_by(contract.bundle):
                raise ContractError(
                    "LearnedDeployments is of another contract; make it with bundle=contract.bundle"
                )
        self._given = lookups
        self._lasting = lasting_fields(contract.bundle.book.rules)
        self._compared = lasting_fields(contract.rules)
        learns = [callable(getattr(item, "learn", None)) for item in lookups]
        self.lookups = tuple(
            [
                LookupInTurn(
                    item.find,
                    learns[index],
                    _may_ask(item),
                    is_last_word=all(learns[index + 1 :]),
                    is_own=type(item) is not MappingLookup
                    and type(item).__module__.startswith(__package__),
                )
                for index, item in enumerate(lookups)
            ]
        )
        self._learners: list[Any] = list(compress(lookups, learns))
        self._dated = list(filter(_is_dated, self._learners))
        self.forgets = any(callable(getattr(item, "invalidate", None)) for item in lookups)
        self.learns = bool(self._learners) or self.forgets
        self.asks_others = not all(map(_is_silent, lookups))
        in_memory = (item for item in self._learners if callable(getattr(item, "clock", None)))
        first = next(in_memory, None)
        self.clock: Callable[[], float] | None = getattr(first, "clock", None)
        learned = first.places if isinstance(first, LearnedDeployments) else None
        self._valid = ValidParts(contract, learned=learned)
        # a subclass of a user may find other facts than those that it has learned
        is_ours = type(first).__module__.startswith(__package__)
        comparable = first if is_ours and learned is not None else None
        self._all = None if first is None else LearnedFacts(first.find, comparable)

    def contradiction(self, known: LookupResult, found: Facts, *, learned: bool) -> str | None:
        """Return a note if learned and given facts differ on a field that cannot change."""
        other = known.given if learned else known.learned
        return None if other is None else contradiction(other, found, self._lasting)

    def lacks_stored(self, patch: Any, known: LookupResult) -> bool:
        """Return True if a rule compares a field of a patch with a stored value that is unknown."""
        stored = known.merged
        wanted = [at for at in self._compared if find(patch, at) not in UNKNOWN]
        return any(stored_value(stored, at) is MISSING for at in wanted)

    def before(
        self, known: LookupResult | None, addressed: str | None
    ) -> tuple[Facts | None, LearnedFacts | None]:
        """Return the given and the learned facts with which a response is compared.

        `known` has the facts by which the request was judged, `addressed` the id that it changes.
        """
        if addressed is None or known is None:
            return None, self._all
        if known.learned is None:
            return known.given, None
        return known.given, LearnedFacts(facts_of_one(addressed, known.learned))

    def learn(
        self, report: Report, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Let lookups learn the valid part of a response; return notes on the rest.

        If the response to a patch lacks facts that may change, the lookups invalidate these facts.
        The arguments are those of `LearnedDeployments.learn`.
        """
        part, refused = self._valid.of(report, addressed)
        noted = list(refused)
        if addressed is not None and part is not report:
            # with a valid part, lookups that take `addressed` drop the omitted facts themselves
            self._notify("invalidate", addressed, except_for=() if part is None else self._dated)
        for lookup in () if part is None else self._learners:
            given = (part, since, addressed) if lookup in self._dated else (part,)
            try:
                added = lookup.learn(*given)
            except Exception as error:  # a lookup of the operator may raise anything
                added = (notes.note(notes.FAILED, "learn"),)
                logs.unexpected("learning of a lookup", error)
            if isinstance(added, tuple):
                noted += [text for text in added if isinstance(text, str)]
        return tuple(dict.fromkeys(noted))[: notes.MOST] if noted else ()

    def invalidate(self, identity: str) -> None:
        """Invalidate the facts that may have changed, in each lookup."""
        self._notify("invalidate", identity)

    def discard(self, identity: str) -> None:
        """Discard the learned facts about a deployment, in each lookup."""
        self._notify("discard", identity)

    def _notify(self, name: str, identity: str, except_for: Sequence[Any] = ()) -> None:
        for lookup in self._given:
            call = getattr(lookup, name, None)
            if call is None or lookup in except_for:
                continue
            try:
                call(identity)
            except Exception as error:
                logs.unexpected(f"{name} of a lookup", error)


def _may_ask(lookup: object) -> Callable[[str], bool] | None:
    if not getattr(lookup, "answers_at_once", False):
        return lambda _identity: True
    may_ask: Callable[[str], bool] | None = getattr(lookup, "may_ask", None)
    return may_ask


def _is_dated(lookup: Any) -> bool:
    try:
        parameters = signature(lookup.learn).parameters
    except (TypeError, ValueError):  # some callables have no signature
        return False
    return "since" in parameters and "addressed" in parameters


def _is_silent(lookup: object) -> bool:
    """Return True if a lookup adds no notes, and reads no request.

    A mapping that loads on demand may add notes.
    """
    is_dict = type(lookup) is MappingLookup and type(lookup.deployments) is dict
    return is_dict or type(lookup) is LearnedDeployments
