"""What lookups say of a deployment: asked before a request is judged, told of what responses say, and noted where they fail."""

from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from inspect import isawaitable
from typing import Any, NamedTuple, TypeAlias

from deploy_contract import notes
from deploy_contract.contract import Contract
from deploy_contract.deployments import Known, LearnedDeployments, Lookup, together
from deploy_contract.learnable import contradiction
from deploy_contract.learning import SoundParts
from deploy_contract.report import ContractError, Report

Judging: TypeAlias = Callable[[Known | None], Report]  # the report on a request, by what is known of its deployment


class Asked(NamedTuple):
    """The report on a request, None if no lookup knew anything; what was given rather than heard; and notes.

    A lookup that learns has only heard what it says. One that does not is the operator's word, or the service's own.
    """

    report: Report | None
    given: Known | None
    notes: tuple[str, ...]


class Knowledge:
    """The lookups of a gateway, asked in turn."""

    def __init__(self, contract: Contract, lookups: Sequence[Lookup]) -> None:
        self._lookups = lookups
        self._hears = [callable(getattr(lookup, "learn", None)) for lookup in lookups]
        self._learned = next((lookup for lookup in lookups if isinstance(lookup, LearnedDeployments)), None)
        self._sound = SoundParts(contract)
        self._lines = notes.Lines()
        # what was heard of any deployment before a response, at once
        self.heard = self._learned.find if self._learned is not None else None

    def ask(self, identity: str | None, request: Any, judging: Judging) -> Generator[Awaitable[Any], Any, Asked]:
        """Ask lookups until one settles the verdict. It yields what is to be awaited, and is sent what comes of it.

        What one knows adds to what those before it knew. A lookup that raises, hangs, or gives what makes no sense knows
        nothing: that is not the fault of the request. A denial that rests on what was merely heard is put to the lookups
        that follow, and what they contradict is forgotten.
        """
        report: Report | None = None
        known: Known | None = None
        given: Known | None = None
        heard: Known | None = None
        if identity is None or not self._lookups:
            return Asked(None, None, ())
        noted = notes.collect()
        for index, lookup in enumerate(self._lookups):
            try:
                found: Any = lookup.find(identity, request)
                if isawaitable(found):
                    found = yield found
            except TimeoutError:
                noted.append(notes.TIMEOUT)
                continue
            except Exception as error:  # whatever a lookup raises
                noted.append(notes.FAILED)
                self._lines.unexpected("a deployment lookup", error)
                continue
            if found is None:
                continue
            if not isinstance(found, Mapping):
                noted.append(_INVALID)
                continue
            differs = self._differs(found, given if self._hears[index] else heard)
            if differs is not None:
                noted.append(differs)
                self.discard(identity)
                if self._hears[index]:
                    continue
                heard, known = None, given
            try:
                more = together(known, found)
                report = judging(more)
            except (ContractError, AttributeError, TypeError):  # a value of it is not one of a deployment
                noted.append(_INVALID)
                continue
            known = more
            if self._hears[index]:
                heard = together(heard, found)
            else:
                given = together(given, found)
            if report.verdict == "indeterminate":
                continue
            if report.verdict == "deny" and given is None and self._is_asked_after(index) and judging(None).verdict != "deny":
                continue
            break
        return Asked(report, given, tuple(noted))

    def _differs(self, found: Known, before: Known | None) -> str | None:
        """Return a note if what a lookup gave contradicts what one of the other sort did."""
        return None if before is None else contradiction(before, found)

    def _is_asked_after(self, index: int) -> bool:
        """Return True if a lookup that does not learn follows."""
        return not all(self._hears[index + 1 :])

    def begin(self) -> float | None:
        """Return the time at which a request is passed on, for `learn`."""
        return self._learned.clock() if self._learned is not None else None

    def learn(self, report: Report, since: float | None = None, addressed: str | None = None) -> tuple[str, ...]:
        """Let lookups learn the sound part of a response; return notes. The rest is as for `LearnedDeployments.learn`.

        Of the deployment that the request has changed, what may change is forgotten if the response does not say it.
        """
        sound, refused = self._sound.of(report, addressed)
        if addressed is not None and sound is not report:
            self.forget(addressed)
        noted = list(refused)
        for lookup in self._lookups if sound is not None else ():
            learn: Any = getattr(lookup, "learn", None)
            if learn is None:
                continue
            try:
                told = learn(sound, since, addressed) if isinstance(lookup, LearnedDeployments) else learn(sound)
            except Exception as error:  # whatever a lookup of the operator's raises
                noted.append(notes.note(notes.FAILED, "learn"))
                self._lines.unexpected("learning of a lookup", error)
                continue
            for text in told if isinstance(told, tuple) else ():
                _add(noted, text)
        return tuple(noted)

    def forget(self, identity: str) -> None:
        """Tell lookups that what may change of a deployment may have changed."""
        self._tell("forget", identity)

    def discard(self, identity: str) -> None:
        """Tell lookups that what they heard of a deployment is wrong."""
        self._tell("discard", identity)

    def log(self, operation: str | None, noted: Iterable[str]) -> None:
        """Log notes."""
        if noted:
            self._lines.write(operation, noted)

    def _tell(self, name: str, identity: str) -> None:
        for lookup in self._lookups:
            call = getattr(lookup, name, None)
            if call is not None:
                try:
                    call(identity)
                except Exception as error:
                    self._lines.unexpected(f"{name} of a lookup", error)


_INVALID = notes.note(notes.FAILED, "invalid")


def _add(noted: list[str], text: object) -> None:
    if isinstance(text, str) and text not in noted and len(noted) < notes.MOST:
        noted.append(text)
