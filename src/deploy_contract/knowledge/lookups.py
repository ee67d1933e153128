"""The lookups of a gateway: asked before a request is judged, and taught by responses."""

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from inspect import isawaitable
from typing import Any, NamedTuple, TypeAlias

from deploy_contract import logs
from deploy_contract.contract import Contract
from deploy_contract.knowledge import notes
from deploy_contract.knowledge.facts import contradiction
from deploy_contract.knowledge.learned import (
    FromMapping,
    Known,
    LearnedDeployments,
    Lookup,
    together,
)
from deploy_contract.knowledge.learning import SoundParts
from deploy_contract.report import ContractError, Report

# the report on a request, by what is known of its deployment
Judging: TypeAlias = Callable[[Known | None], Report]
Find: TypeAlias = Callable[[str], Known | None]


class Said(NamedTuple):
    """What lookups said of a deployment.

    A lookup that learns has only heard what it says. One that does not gives the operator's word,
    or the service's own.
    """

    given: Known | None = None
    heard: Known | None = None


class Asked(NamedTuple):
    """The report on a request, None if no lookup knew anything; what they said, and notes."""

    report: Report | None
    said: Said
    notes: tuple[str, ...]


class _Known:
    """All that is known of a deployment while lookups are asked, and which of them said it."""

    __slots__ = ("all", "given", "heard", "identity")

    def __init__(self, identity: str) -> None:
        self.identity = identity
        self.all: Known | None = None
        self.given: Known | None = None
        self.heard: Known | None = None

    def differs(self, found: Any, *, hears: bool) -> str | None:
        """Return a note if a lookup contradicts one of the other sort.

        Raises ContractError if what it gave is not a mapping.
        """
        if found.__class__ is not dict and not isinstance(found, Mapping):
            raise ContractError("a lookup gives a mapping or None")
        other = self.given if hears else self.heard
        return None if other is None else contradiction(other, found)


class Knowledge:
    """The lookups of a gateway, asked in turn."""

    def __init__(self, contract: Contract, lookups: Sequence[Lookup]) -> None:
        self._lookups = lookups
        self._hears = [_learns(lookup) for lookup in lookups]
        learns: list[Any] = [lookup for lookup in lookups if _learns(lookup)]
        self._learners = [(item.learn, _is_dated(item)) for item in learns]
        # others than ours may add notes
        self._notes = not all(
            isinstance(item, LearnedDeployments | FromMapping) for item in lookups
        )
        self._learned = next(
            (item for item in lookups if isinstance(item, LearnedDeployments)), None
        )
        self._sound = SoundParts(contract)
        self._find = self._learned.find if self._learned is not None else None

    def ask(
        self,
        identity: str | None,
        request: Any,
        judging: Judging,
    ) -> Generator[Awaitable[Any], Any, Asked]:
        """Ask lookups until one settles the verdict.

        It yields what is to be awaited, and is sent what comes of it.

        What one knows adds to what those before it knew. A lookup that raises, hangs, or gives what
        makes no sense knows nothing: that is not the fault of the request. A denial that rests on
        what was merely heard is put to the lookups that follow, and what they contradict is
        forgotten.
        """
        if identity is None or not self._lookups:
            return Asked(None, _NOTHING, ())
        report: Report | None = None
        known = _Known(identity)
        noted: list[str] = notes.collect() if self._notes else []
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
                logs.unexpected("a deployment lookup", error)
                continue
            if found is None:
                continue
            judged = self._judged(known, found, judging, noted, hears=self._hears[index])
            if judged is None:
                continue
            report = judged
            if report.verdict == "indeterminate":
                continue
            asks_on = report.verdict == "deny" and self._is_asked_after(index)
            if asks_on and known.given is None and judging(None).verdict != "deny":
                continue
            break
        return Asked(report, Said(known.given, known.heard), tuple(noted))

    def _judged(
        self,
        known: "_Known",
        found: Any,
        judging: Judging,
        noted: list[str],
        *,
        hears: bool,
    ) -> Report | None:
        """Return the report by what one more lookup gave; None, with a note, if it is not used."""
        try:
            differs = known.differs(found, hears=hears)
            if differs is not None:
                noted.append(differs)
                self.discard(known.identity)
                if hears:
                    return None
                known.all, known.heard = known.given, None
            more = found if known.all is None else together(known.all, found)
            report = judging(more)
        except ContractError:  # a value of it is not one of a deployment
            noted.append(_INVALID)
            return None
        except Exception as error:  # whatever a mapping of the operator's raises
            noted.append(_INVALID)
            logs.unexpected("judging by a deployment lookup", error)
            return None
        known.all = more
        if hears:
            known.heard = found if known.heard is None else together(known.heard, found)
        else:
            known.given = found if known.given is None else together(known.given, found)
        return report

    def _is_asked_after(self, index: int) -> bool:
        """Return True if a lookup that does not learn follows."""
        return not all(self._hears[index + 1 :])

    def before(self, said: Said | None, addressed: str | None) -> tuple[Known | None, Find | None]:
        """Return what was given of the deployment of a response, and what was heard of any.

        said: of the deployment that the request changes, when it was judged. addressed: its id,
        None if it changes none.
        """
        if addressed is None or said is None:
            return None, self._find
        return said.given, lambda identity: said.heard if identity.lower() == addressed else None

    def begin(self) -> float | None:
        """Return the time at which a request is passed on, for `learn`."""
        return self._learned.clock() if self._learned is not None else None

    def learn(
        self,
        report: Report,
        since: float | None = None,
        addressed: str | None = None,
    ) -> tuple[str, ...]:
        """Let lookups learn the sound part of a response; return notes.

        The rest is as for `LearnedDeployments.learn`.

        Of the deployment that the request has changed, what may change is forgotten if the response
        does not say it.
        """
        sound, refused = self._sound.of(report, addressed)
        if addressed is not None and sound is not report:
            # what learns by `addressed` forgets by itself what a sound part leaves out
            self._tell("forget", addressed, _is_dated if sound is not None else None)
        noted = list(refused)
        for learn, dated in self._learners if sound is not None else ():
            try:
                told = learn(sound, since, addressed) if dated else learn(sound)
            except Exception as error:  # whatever a lookup of the operator's raises
                noted.append(notes.note(notes.FAILED, "learn"))
                logs.unexpected("learning of a lookup", error)
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

    def _tell(self, name: str, identity: str, but: Callable[[object], bool] | None = None) -> None:
        for lookup in self._lookups:
            call = getattr(lookup, name, None)
            if call is not None and not (but and but(lookup)):
                try:
                    call(identity)
                except Exception as error:
                    logs.unexpected(f"{name} of a lookup", error)


def _learns(lookup: object) -> bool:
    return callable(getattr(lookup, "learn", None))


def _is_dated(lookup: object) -> bool:
    """Return True if a lookup learns by when a response was asked for, and of which deployment."""
    return getattr(type(lookup), "learn", None) is LearnedDeployments.learn


_NOTHING = Said()
_INVALID = notes.note(notes.FAILED, "invalid")


def _add(noted: list[str], text: object) -> None:
    if isinstance(text, str) and text not in noted and len(noted) < notes.MOST:
        noted.append(text)
