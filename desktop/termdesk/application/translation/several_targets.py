"""Translate one text into several languages.

Each is a request of its own, so that an error affects only one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto

from termdesk.application.failures import NotConnected, check_service
from termdesk.application.translation.translation import TextTranslator, TranslateRequest, TranslationResult
from termdesk.application.translation.translation_changes import changes_of_translation
from termdesk.client.errors import (
    NotAllowed,
    QuotaExceeded,
    RateLimited,
    TimedOut,
    Unavailable,
    Unreachable,
    WrongKey,
)
from termdesk.domain.errors import Stopped, StorageFailed, TermdeskError
from termdesk.domain.event import Event
from termdesk.domain.progress import Progress

# Errors that would occur for the next language, too. Nothing more is sent after them.
_OF_EVERY_LANGUAGE = (
    *(NotConnected, Unreachable, TimedOut, Unavailable, WrongKey, NotAllowed),
    *(QuotaExceeded, RateLimited, StorageFailed),
)


class TargetState(StrEnum):
    """The state of one language."""

    WAITING = "waiting"
    TRANSLATING = "translating"
    DONE = "done"
    OUTDATED = "outdated"  # the translation is of another text or with other choices
    FAILED = "failed"


class TargetRun(Enum):
    """What a run sends: only missing translations, only failed ones, or all of them again."""

    MISSING = auto()
    FAILED = auto()
    AGAIN = auto()


@dataclass(frozen=True, slots=True)
class TargetRow:
    """The row of one language. `request` is what would be sent now.

    `result` may answer an earlier request. It then `is_outdated`, even if the present request has failed or is running.
    `service` is where the result came from. `is_republished`: its glossary was published after the request.
    """

    request: TranslateRequest
    state: TargetState = TargetState.WAITING
    result: TranslationResult | None = None
    failure: TermdeskError | None = None
    is_outdated: bool = False
    service: str = ""
    is_republished: bool = False

    @property
    def target(self) -> str:
        """The code of the language."""
        return self.request.target

    @property
    def is_due(self) -> bool:
        """Whether the next run sends it. Finished translations are sent again only on request."""
        return self.state is not TargetState.DONE


@dataclass(slots=True)
class _Sent:
    """A request that was answered or failed, and the service that it was sent to."""

    request: TranslateRequest
    service: str
    is_republished: bool = False


@dataclass(slots=True)
class _Known:
    """The last result of one language, and a later error, each with its own request."""

    result: tuple[_Sent, TranslationResult] | None = None
    failure: tuple[_Sent, TermdeskError] | None = None


class SeveralTargets:
    """Stores the result of each language, and sends what is missing. `changed` is emitted when `rows` have changed."""

    def __init__(self, translator: TextTranslator) -> None:
        self._translator = translator
        self._requests: tuple[TranslateRequest, ...] = ()
        self._known: dict[str, _Known] = {}
        self._running: _Sent | None = None
        self.changed = Event[[]]()

    def plan(self, requests: Sequence[TranslateRequest]) -> None:
        """Set the present requests, one for each language. Earlier results remain, but may be outdated."""
        self._requests = tuple(requests)
        self.changed.emit()

    @property
    def rows(self) -> tuple[TargetRow, ...]:
        """The rows in the order of the plan."""
        return tuple(map(self._row, self._requests))

    @property
    def detected_source(self) -> str:
        """The source language that the service detected for the text; "" if none of its translations is up to date."""
        return next((row.result.detected_source for row in self.rows if row.result and not row.is_outdated), "")

    def due(self, run: TargetRun = TargetRun.MISSING) -> tuple[TargetRow, ...]:
        """Return the rows that a run sends."""
        match run:
            case TargetRun.MISSING:
                return tuple(row for row in self.rows if row.is_due)
            case TargetRun.FAILED:
                return tuple(row for row in self.rows if row.state is TargetState.FAILED)
            case TargetRun.AGAIN:
                return self.rows

    def characters_due(self, run: TargetRun = TargetRun.MISSING) -> int:
        """Return the characters that a run is billed: those of the text, once for each language that is sent."""
        return sum(self._translator.cost(row.request) for row in self.due(run))

    def _row(self, request: TranslateRequest) -> TargetRow:
        known = self._known.get(request.target, _Known())
        row = TargetRow(request)
        if known.result is not None:
            sent, result = known.result
            is_outdated = self._is_changed(sent, request, detected_source=result.detected_source)
            state = TargetState.OUTDATED if is_outdated else TargetState.DONE
            row = TargetRow(request, state, result, None, is_outdated, sent.service, sent.is_republished)
        if self._running is not None and request.target == self._running.request.target:
            return replace(row, state=TargetState.TRANSLATING)
        if known.failure is not None and not self._is_changed(known.failure[0], request):
            return replace(row, state=TargetState.FAILED, failure=known.failure[1])
        return row

    def _is_changed(self, sent: _Sent, request: TranslateRequest, *, detected_source: str = "") -> bool:
        """Return whether the request or the service has changed since it was sent, or its glossary was published."""
        is_other = bool(changes_of_translation(sent.request, request, detected_source=detected_source))
        return is_other or sent.is_republished or sent.service != self._translator.service

    async def translate(self, progress: Progress, run: TargetRun = TargetRun.MISSING) -> None:
        """Send the due requests, one language after another.

        An error is stored with its language and not raised. After an error that affects every language, nothing more is
        sent, and the remaining languages get the same error. Cancelling keeps finished results. Raises InvalidInput
        before anything is sent if the total exceeds a cap, and also if the user switches to another service meanwhile.
        """
        service = self._translator.service
        await self._translator.cost_gate.check(self.characters_due(run))
        due = [row.request for row in self.due(run)]
        failure: TermdeskError | None = None
        for number, request in enumerate(due):
            progress.step(number, len(due))
            check_service(service, self._translator.service)
            if failure is None:
                failure = await self._translate(request)
            else:
                self._note_failure(request, failure)
        progress.step(len(due), len(due))

    async def _translate(self, request: TranslateRequest) -> TermdeskError | None:
        """Send one request. Return its error if it affects every language, else None."""
        self._running = sent = _Sent(request, self._translator.service)
        self.changed.emit()
        try:
            result = await self._translator.translate(request)
        except Stopped:
            raise
        except TermdeskError as error:
            self._note_failure(request, error)
            return error if isinstance(error, _OF_EVERY_LANGUAGE) else None
        finally:
            # A cancelled run may end after the next one has started.
            if self._running is sent:
                self._running = None
            self.changed.emit()
        self._known[request.target] = _Known(result=(sent, result))
        self.changed.emit()
        return None

    def _note_failure(self, request: TranslateRequest, failure: TermdeskError) -> None:
        # Keep the former result: it was paid for and remains readable, even if a new request fails.
        known = self._known.setdefault(request.target, _Known())
        known.failure = _Sent(request, self._translator.service), failure
        self.changed.emit()

    def glossary_published(self, glossary_id: str) -> None:
        """Mark results with this glossary as outdated, also those of the running request."""
        answered = [pair[0] for known in self._known.values() for pair in (known.result, known.failure) if pair]
        for sent in (*answered, self._running):
            glossary = sent.request.glossary if sent is not None else None
            if sent is not None and glossary is not None and glossary.glossary_id == glossary_id:
                sent.is_republished = True
        self.changed.emit()

    def forget(self) -> None:
        """Drop the results of all languages."""
        self._known.clear()
        self.changed.emit()
