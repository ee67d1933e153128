"""The lookups of a middleware: asked before a request is judged, and taught by responses."""

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from inspect import isawaitable, signature
from typing import Any, NamedTuple, TypeAlias, cast

from deploy_contract import logs, notes
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.http.exchange import Heard
from deploy_contract.knowledge.facts import Facts, contradiction, lasting_fields, merge_facts
from deploy_contract.knowledge.learning import ValidParts
from deploy_contract.knowledge.protocol import Lookup
from deploy_contract.plain import plain_facts
from deploy_contract.report import Report
from deploy_contract_format.rules import source_member

# the report on a request, by the facts about its deployment
CheckWithFacts: TypeAlias = Callable[[Facts | None], Report]

_new = tuple.__new__  # makes a Said faster than its constructor
_PLAIN = (dict, type(None))  # classes of most answers, which are not awaitable


class Said(NamedTuple):
    """The answers of lookups about a deployment.

    Attributes:
        given: the word of the operator or of the service, from lookups that do not learn.
        heard: facts from responses, from lookups that learn.
    """

    given: Facts | None = None
    heard: Facts | None = None

    def merged(self) -> Facts | None:
        """Return the facts of both. It raises what a mapping of the operator's raises."""
        return self.given if self.heard is None else merge_facts(self.given, self.heard)


class Asked(NamedTuple):
    """The report on a request, None if it was not judged yet; the facts of lookups, and notes."""

    report: Report | None
    said: Said
    notes: tuple[str, ...]


class _Known:
    """Facts about a deployment while lookups run: all, and by sort of lookup."""

    __slots__ = ("all", "given", "heard", "identity")

    def __init__(self, identity: str) -> None:
        self.identity = identity
        self.all: Facts | None = None
        self.given: Facts | None = None
        self.heard: Facts | None = None

    def add(self, found: Facts, *, hears: bool) -> None:
        """Add the facts that a lookup found."""
        if hears:
            self.heard = merge_facts(self.heard, found)
        else:
            self.given = merge_facts(self.given, found)


class Knowledge:
    """The lookups of a middleware, asked in turn.

    Args:
        contract: the contract that requests are judged by.
        lookups: the lookups.

    Attributes:
        clock: that of the first lookup that keeps its facts in memory, if there is one.
        forgets: True if a lookup has `invalidate`.
        find_at_once: `find` of the only lookup, if it answers at once; else None. Without a lookup
            it finds nothing.

    Raises:
        ContractError: a lookup learned by another contract.
    """

    def __init__(self, contract: Contract, lookups: Sequence[Lookup]) -> None:
        for lookup in lookups:
            learns_by = getattr(lookup, "learns_by", None)
            if learns_by is not None and not learns_by(contract.bundle):
                raise ContractError(
                    "LearnedDeployments is of another contract; make it with bundle=contract.bundle"
                )
        self._lookups = lookups
        self._lasting = lasting_fields(contract.bundle)
        self._of_other_hosting = _of_other_hosting(contract)
        self._hears = list(map(_learns, lookups))
        learners: list[Any] = list(filter(_learns, lookups))
        self._learners = [(item.learn, _is_dated(item)) for item in learners]
        self.forgets = any(callable(getattr(item, "invalidate", None)) for item in lookups)
        # the first lookup that keeps its facts in memory (`Lookup`)
        in_memory = [item for item in learners if callable(getattr(item, "clock", None))]
        self.clock: Callable[[], float] | None = in_memory[0].clock if in_memory else None
        self._all: Heard | None = None
        if in_memory:
            agrees = getattr(in_memory[0], "agrees", None)
            self._all = Heard(of_all=in_memory[0].find, certainly_agree=agrees)
        self._valid = ValidParts(contract)
        self.find_at_once: Callable[[str], Facts | None] | None = None
        if not lookups:
            self.find_at_once = _find_nothing
        elif len(lookups) == 1 and getattr(lookups[0], "answers_at_once", False):
            find = getattr(lookups[0], "find_at_once", lookups[0].find)
            self.find_at_once = cast("Callable[[str], Facts | None]", find)

    @property
    def learns(self) -> bool:
        """True if responses change the facts of a lookup."""
        return bool(self._learners) or self.forgets

    def said(self, found: Facts) -> Said:
        """Return the answer of the only lookup."""
        return _new(Said, (None, found) if self._hears[0] else (found, None))

    def ask(
        self,
        identity: str | None,
        request: Any,
        check: CheckWithFacts,
    ) -> Generator[Awaitable[Any], Any, Asked]:
        """Ask lookups until one settles the verdict.

        It yields the awaitables that lookups return, and is sent their results, or thrown their
        exceptions.

        Facts of a lookup add to those of the lookups before it. A lookup that raises, is late, or
        returns what makes no sense knows nothing: that is not the fault of the request. A denial
        that rests on what was merely heard is put to the lookups that follow. What they contradict
        is discarded.

        A request that is denied whatever the facts are is put to no lookup that may have to ask
        somebody: whoever sends garbage could flood the service by it.

        Args:
            identity: the id of the deployment in small letters, None if the request has none.
            request: the request.
            check: checks the request with facts about the deployment.
        """
        if identity is None or not self._lookups:
            return Asked(None, NOTHING, ())
        report: Report | None = None
        without_facts: Report | None = None
        is_hopeless = False
        known = _Known(identity)
        noted = notes.collect()
        for index, lookup in enumerate(self._lookups):
            if report is None and _may_ask(lookup, identity):
                if without_facts is None:
                    without_facts = check(None)
                    is_hopeless = self._is_hopeless(without_facts, check)
                if is_hopeless:
                    continue
            try:
                found: Any = lookup.find(identity, request)
                if found.__class__ not in _PLAIN and isawaitable(found):
                    found = yield found
            except TimeoutError:
                noted.append(notes.TIMEOUT)
                continue
            except Exception as error:  # whatever a lookup raises
                noted.append(notes.FAILED)
                logs.unexpected("a deployment lookup", error)
                continue
            if found is None:
                continue
            judged = self._judged(known, found, check, noted, hears=self._hears[index])
            if judged is None:
                continue
            report = judged
            if report.verdict == "indeterminate":
                continue
            asks_on = report.verdict == "deny" and self._is_asked_after(index)
            if asks_on and known.given is None and check(None).verdict != "deny":
                continue
            break
        return Asked(report or without_facts, Said(known.given, known.heard), tuple(noted))

    def _is_hopeless(self, without_facts: Report, check: CheckWithFacts) -> bool:
        """Return True if a request is denied whatever the facts are.

        Facts only narrow down what the deployment may be, unless they contradict the hosting.
        """
        if without_facts.verdict != "deny":
            return False
        return all(check(facts).verdict == "deny" for facts in self._of_other_hosting)

    def _judged(
        self,
        known: _Known,
        found: Any,
        check: CheckWithFacts,
        noted: list[str],
        *,
        hears: bool,
    ) -> Report | None:
        """Return the report by facts of one more lookup; None and a note if they are not used."""
        try:
            found = plain_facts(found)
            if not isinstance(found, Mapping):
                raise ContractError("a lookup returns a mapping or None")
            other = known.given if hears else known.heard
            differs = None if other is None else contradiction(other, found, self._lasting)
            if differs is not None:
                noted.append(differs)
                self.discard(known.identity)
                if hears:
                    return None
                known.all, known.heard = known.given, None
            more = merge_facts(known.all, found)
            if not hears and known.heard is not None:  # what is given counts before what was heard
                more = merge_facts(merge_facts(known.given, found), known.heard)
            report = check(more)
        except ContractError:  # a value that no deployment has
            noted.append(_INVALID)
            return None
        except Exception as error:  # whatever a mapping of the operator's raises
            noted.append(_INVALID)
            logs.unexpected("judging by a deployment lookup", error)
            return None
        known.all = more
        known.add(found, hears=hears)
        return report

    def _is_asked_after(self, index: int) -> bool:
        """Return True if a lookup that does not learn follows."""
        return not all(self._hears[index + 1 :])

    def before(self, said: Said | None, addressed: str | None) -> tuple[Facts | None, Heard | None]:
        """Return the facts that a response is compared with: given facts, and heard ones.

        Args:
            said: the facts of lookups when the request was judged.
            addressed: the id of the deployment that the request changes, None if it changes none.
        """
        if addressed is None or said is None:
            return None, self._all
        return said.given, Heard(addressed, said.heard)

    def begin(self) -> float | None:
        """Return the time at which a request is passed on, for `learn`."""
        return self.clock() if self.clock is not None else None

    def learn(
        self,
        report: Report,
        since: float | None = None,
        addressed: str | None = None,
        *,
        valid: bool = False,
    ) -> tuple[str, ...]:
        """Let lookups learn the valid part of a response.

        If the response leaves out facts of the changed deployment that may change, these are
        invalidated. The arguments are those of `LearnedDeployments.learn`.

        valid: True if the response breaks no rule and describes no other deployment.

        Returns:
            Notes on facts that were not learned.
        """
        if not self.learns:
            return ()
        part: Report | None = report
        noted: list[str] = []
        if not (valid and self._valid.has_places(report)):
            part, refused = self._valid.of(report, addressed)
            noted += refused
        if addressed is not None and part is not report:
            # a lookup that learns by `addressed` itself invalidates facts that a valid part omits
            self._tell("invalidate", addressed, _is_dated if part is not None else None)
        for learn, dated in self._learners if part is not None else ():
            try:
                added = learn(part, since, addressed) if dated else learn(part)
            except Exception as error:  # whatever a lookup of the operator's raises
                noted.append(notes.note(notes.FAILED, "learn"))
                logs.unexpected("learning of a lookup", error)
                continue
            for text in added if isinstance(added, tuple) else ():
                _add(noted, text)
        return tuple(noted)

    def invalidate(self, identity: str) -> None:
        """Invalidate the facts that may have changed, in each lookup."""
        if self.forgets:
            self._tell("invalidate", identity)

    def discard(self, identity: str) -> None:
        """Discard the learned facts about a deployment, in each lookup."""
        self._tell("discard", identity)

    def _tell(self, name: str, identity: str, but: Callable[[object], bool] | None = None) -> None:
        for lookup in self._lookups:
            call = getattr(lookup, name, None)
            if call is None or (but is not None and but(lookup)):
                continue
            try:
                call(identity)
            except Exception as error:
                logs.unexpected(f"{name} of a lookup", error)


def _find_nothing(_identity: str) -> None:
    """Return that nothing is known of a deployment."""


def _of_other_hosting(contract: Contract) -> list[Facts]:
    """Return a deployment of each source that does not run on the hosting of a contract."""
    book = contract.bundle.book
    name, admitted = source_member(book.kinds), book.admitted(contract.hosting)
    return [{name: source} for source in book.sources if name and source not in admitted]


def _may_ask(lookup: Lookup, identity: str) -> bool:
    """Return True unless a lookup answers from memory."""
    if not getattr(lookup, "answers_at_once", False):
        return True
    find = getattr(lookup, "find_at_once", None)
    if find is None:
        return False
    try:
        find(identity)
    except LookupError:
        return True
    return False


def _learns(lookup: object) -> bool:
    return callable(getattr(lookup, "learn", None))


def _is_dated(lookup: object) -> bool:
    """Return True if `learn` of a lookup takes `since` and `addressed`."""
    try:
        parameters = signature(lookup.learn).parameters  # type: ignore[attr-defined]
    except (AttributeError, TypeError, ValueError):  # no `learn`, or one without a signature
        return False
    return "since" in parameters and "addressed" in parameters


NOTHING = Said()
_INVALID = notes.note(notes.FAILED, "invalid")


def _add(noted: list[str], text: object) -> None:
    if isinstance(text, str) and text not in noted and len(noted) < notes.MOST:
        noted.append(text)
