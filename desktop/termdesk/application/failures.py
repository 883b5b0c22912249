"""The errors of the application layer itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.client.errors import InvalidRequest, ServiceError, TimedOut, Unavailable, Unreachable
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.domain.provider import Provider
from termdesk.messages.connection_messages import LocalServiceMessage
from termdesk.messages.entry_messages import PublishMessage
from termdesk.messages.glossary_messages import (
    BinTitle,
    LibraryMessage,
    LibraryRemedy,
    PublishFailure,
    PublishRemedy,
    TransferMessage,
    TransferRemedy,
)
from termdesk.messages.message import Message
from termdesk.messages.text_messages import TextMessage, TextRemedy

# The maximum number of phrases named in one sentence.
_MOST_NAMED = 5


class NotConnected(TermdeskError):
    """No service can be asked: none is connected, its key is missing or refused, or the program is closing."""


# After these errors, the local copies are used.
OFFLINE = (NotConnected, Unreachable, TimedOut, Unavailable)
# The service is configured but does not respond now. It may be available again soon.
AWAY = (Unreachable, TimedOut, Unavailable)


class LocalServiceFailed(TermdeskError):
    """The local service did not start, or crashed too often. `log` is the path of its log file."""

    def __init__(self, message: str, *, log: str) -> None:
        super().__init__(message, remedy=LocalServiceMessage.SEE_LOG(log=log))
        self.log = log


class OutdatedSummary(InvalidInput):
    """A listed draft was published or deleted since the library was listed, or others `added` dictionaries.

    `is_changed`: others changed the entries while they were copied to the bin.
    """

    def __init__(self, name: str, *, added: Sequence[str] = (), is_changed: bool = False) -> None:
        if is_changed:
            message, remedy = LibraryMessage.CHANGED_MEANWHILE(name=name), LibraryRemedy.REFRESH()
        elif added:
            message, remedy = LibraryMessage.GAINED_DICTIONARIES(name=name, pairs=list(added)), LibraryRemedy.REFRESH()
        else:
            message, remedy = LibraryMessage.NO_LONGER_DRAFT(name=name), LibraryRemedy.REFRESH_AND_OPEN()
        super().__init__(message, remedy=remedy)


class LargeRemoval(TermdeskError):
    """The service has far fewer entries of a dictionary than before. The user must decide before it opens.

    If `has_local_entries`, the old entries are still on this computer. Otherwise only their number is known.
    """

    def __init__(
        self, name: str, pair: LanguagePair, *, local: int, remote: int, removed: int, has_local_entries: bool
    ) -> None:
        super().__init__(
            LibraryMessage.LARGE_REMOVAL(local, name=name, pair=str(pair), remote=remote),
            remedy=LibraryRemedy.DECIDE(),
        )
        self.name = name
        self.pair = pair
        self.local = local
        self.remote = remote
        self.removed = removed
        self.has_local_entries = has_local_entries


class CopyDiffers(InvalidInput):
    """The copy differs from the original because somebody changed it meanwhile. The copy was not overwritten."""

    def __init__(self, *, name: str, service: str) -> None:
        super().__init__(TransferMessage.DIFFERS(name=name, service=service), remedy=TransferRemedy.BOTH_STAY())


class OutOfDate(TermdeskError):
    """A plan does not match the present state of the dictionary. Nothing was sent or changed."""

    def __init__(self, message: Message | None = None) -> None:
        """Without a `message`, the dictionary was edited."""
        super().__init__(message or PublishFailure.OUT_OF_DATE(), remedy=PublishRemedy.REVIEW_AGAIN())


class ChangedOnService(TermdeskError):
    """Somebody changed the same phrases on the service. Both versions still exist."""

    def __init__(self, count: int) -> None:
        super().__init__(
            PublishFailure.CHANGED_ON_SERVICE(count),
            remedy=PublishRemedy.PUBLISH_AGAIN(),
        )


class KeepsChanging(TermdeskError):
    """Somebody kept changing the dictionary while it was being published. Nothing was sent."""

    def __init__(self) -> None:
        super().__init__(
            PublishFailure.KEEPS_CHANGING(),
            remedy=PublishRemedy.PUBLISH_LATER(),
        )


class NotSeen(TermdeskError):
    """A dictionary could not be read just before it was to be changed, because of `error`. Nothing was sent."""

    def __init__(self, error: ServiceError) -> None:
        super().__init__(PublishFailure.NOT_SEEN(reason=error.message), remedy=PublishRemedy.PUBLISH_UNSEEN())
        self.error = error


class OthersWrote(TermdeskError):
    """Publishing the dictionary `name` failed with `error`, and others wrote while it was being sent.

    The bin keeps their `version`, given by its hash. `difference` leads from our entries to theirs.
    """

    def __init__(self, error: TermdeskError, *, name: str, difference: Difference, version: str) -> None:
        kept = BinTitle.OVERWRITTEN(name=name)
        message = PublishFailure.OTHERS_WROTE(difference.count, kept=kept, reason=error.message)
        super().__init__(message, remedy=error.remedy or PublishRemedy.PUBLISH_AND_COMPARE())
        self.error = error
        self.difference = difference
        self.version = version


class TransferInterrupted(TermdeskError):
    """A copy or move to another service stopped because of `error`. The message says how far it came.

    `is_unfinished`: it can be continued and undone. Otherwise nothing was sent, and nothing is left of it.
    """

    def __init__(self, error: TermdeskError, message: str, *, remedy: str, is_move: bool, is_unfinished: bool) -> None:
        super().__init__(message, remedy=remedy)
        self.error = error
        self.is_move = is_move
        self.is_unfinished = is_unfinished


def cause_of(failure: TermdeskError) -> TermdeskError:
    """Return the error that led to a failure, in most cases an error of the service, or the failure itself."""
    wrapping = NotSeen | OthersWrote | NotArrived | TransferInterrupted
    error = failure.error if isinstance(failure, wrapping) else None
    return cause_of(error) if error is not None else failure


def seconds_asked(failure: TermdeskError) -> float:
    """Return how long the service asked to wait before the next attempt; 0 if it did not ask."""
    error = cause_of(failure)
    return (error.retry_after or 0.0) if isinstance(error, ServiceError) else 0.0


class NotVerified(TermdeskError):
    """The service accepted a change but did not show it afterwards. `trace_id` is that of the last call.

    It did not store the change, or others took it back at once. So it is not sent again unasked.
    """

    def __init__(self, *, trace_id: str, kind: PublishFailure = PublishFailure.NOT_VERIFIED) -> None:
        traced = PublishRemedy.TRY_LATER_TRACED(trace_id=trace_id)
        super().__init__(kind(), remedy=traced if trace_id else PublishRemedy.TRY_LATER())
        self.trace_id = trace_id


class NotArrived(NotVerified):
    """No attempt to send a change got a success response, and the service still has what it had before.

    The last attempt ended with `error`.
    """

    def __init__(self, error: ServiceError) -> None:
        super().__init__(trace_id=error.trace_id, kind=PublishFailure.NOT_ARRIVED)
        self.error = error


def check_service(meant: str, used: str) -> None:
    """Raise InvalidInput unless the profile in use is the one that the user chose for these texts."""
    if used != meant:
        raise InvalidInput(TextMessage.CHANGED_SERVICE(), remedy=TextRemedy.SEND_THERE())


class PartlyPublished(TermdeskError):
    """Somebody else wrote during publishing: the service has our version of `local`, and theirs of `others`.

    Both versions still exist.
    """

    def __init__(self, *, local: Sequence[str], others: Sequence[str]) -> None:
        total, more = len(local) + len(others), len(others) - _MOST_NAMED
        named = [PublishFailure.PHRASE(phrase=each) for each in others[:_MOST_NAMED]]
        message = (
            PublishFailure.PARTLY_STORED_OF_MANY(len(local), total=total, phrases=named, more=more)
            if more > 0
            else PublishFailure.PARTLY_STORED(len(local), total=total, phrases=named)
        )
        super().__init__(message, remedy=PublishRemedy.PUBLISH_AGAIN())
        self.local = tuple(local)
        self.others = tuple(others)


@dataclass(frozen=True, slots=True)
class PublishViolation:
    """A reason why a dictionary cannot be published. `row` counts from 0; None if it concerns the whole dictionary.

    `row_id` is known only for violations that were found before sending. It finds the entry if rows move.
    """

    message: str
    remedy: str = ""
    row: int | None = None
    column: int = SOURCE
    rule: Rule | None = None
    row_id: int | None = None

    def __str__(self) -> str:
        """Return the violation as one line, for places that show plain text."""
        return self.line

    @property
    def line(self) -> str:
        """The message with its row number, counted from 1, and its side."""
        if self.row is None:
            return self.message
        kind = PublishMessage.IN_TARGET if self.column else PublishMessage.IN_SOURCE
        return kind(row=self.row + 1, reason=self.message)


class EntriesRefused(InvalidRequest):
    """The service refused these entries. `violations` have their rows in the dictionary where these are known."""

    def __init__(self, error: InvalidRequest, violations: Sequence[PublishViolation]) -> None:
        super().__init__(
            error.message,
            remedy=PublishRemedy.CHANGE_ENTRIES(),
            status=error.status,
            code=error.code,
            detail="\n".join(str(each) for each in violations),
            trace_id=error.trace_id,
            call=error.call,
        )
        self.violations = tuple(violations)


class OtherProvider(InvalidInput):
    """The key belongs to `provider`, which needs another address or scheme.

    `verb` is the label of the button that accepts.
    """

    def __init__(self, message: str, *, remedy: str, provider: Provider, verb: str) -> None:
        super().__init__(message, remedy=remedy)
        self.provider = provider
        self.verb = verb
