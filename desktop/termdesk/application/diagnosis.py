"""What failed, as data: the kind of each error with its values. The words are in `ui/words/failure_words.py`.

A test finds every subclass of `TermdeskError` that can reach the window, and fails if the table below lacks it. The
service's words are quoted as plain text; keys are removed from every field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, auto
from typing import Any

from termdesk.application.failures import (
    ChangedOnService,
    CopyDiffers,
    EntriesRefused,
    KeepsChanging,
    LargeRemoval,
    LocalServiceFailed,
    NotArrived,
    NotConnected,
    NotSeen,
    NotVerified,
    OtherProvider,
    OthersWrote,
    OutdatedSummary,
    OutOfDate,
    PartlyPublished,
    TransferInterrupted,
    cause_of,
)
from termdesk.application.redaction import redact
from termdesk.application.usage.charges import CharactersRefused, is_billed
from termdesk.client.errors import (
    BadAnswer,
    CalledOff,
    IncompleteAnswer,
    InvalidRequest,
    NotAllowed,
    NotDeleted,
    NotFound,
    NotRenamed,
    QuotaExceeded,
    RateLimited,
    Reason,
    Redirected,
    ServerFailed,
    ServiceError,
    StatusError,
    TimedOut,
    TooLarge,
    Unavailable,
    UnclearOutcome,
    Unreachable,
    UnsupportedType,
    WrongKey,
)
from termdesk.domain.errors import (
    InvalidInput,
    MalformedText,
    Stopped,
    StorageFailed,
    TermdeskError,
    UnreadableFile,
)
from termdesk.messages.message import Message
from termdesk.messages.service_messages import AnswerMessage
from termdesk.storage.integrity.backups import BackupNotSound
from termdesk.storage.integrity.damage import DatabaseDamaged, DatabaseInUse, NewerDatabase

_IMPROVE = "/v2/write"


class FailureKind(StrEnum):
    """The kind of a failure. Each kind has a title, a cause and a next step in `ui/words/failure_words.py`."""

    # The error itself contains whole sentences.
    FAILED = auto()
    INVALID_INPUT = auto()
    MALFORMED_TEXT = auto()
    UNREADABLE_FILE = auto()
    STORAGE_FAILED = auto()
    DATABASE_DAMAGED = auto()
    NEWER_DATABASE = auto()
    DATABASE_IN_USE = auto()
    NOT_CONNECTED = auto()
    OUTDATED_SUMMARY = auto()
    OUT_OF_DATE = auto()
    CHANGED_ON_SERVICE = auto()
    LARGE_REMOVAL = auto()
    KEEPS_CHANGING = auto()
    NOT_SEEN = auto()
    NOT_VERIFIED = auto()
    NOT_ARRIVED = auto()
    PARTLY_PUBLISHED = auto()
    OTHERS_WROTE = auto()
    COPY_INTERRUPTED = auto()
    MOVE_INTERRUPTED = auto()
    LOCAL_SERVICE_FAILED = auto()
    STOPPED = auto()
    # The service did not respond.
    HOST_NOT_FOUND = auto()
    CONNECTION_REFUSED = auto()
    CERTIFICATE = auto()
    PROXY = auto()
    CONNECTION_RESET = auto()
    TIMED_OUT = auto()
    CALLED_OFF = auto()
    UNCLEAR_CHARGE = auto()
    UNCLEAR_CHANGE = auto()
    NOT_RENAMED = auto()
    NOT_DELETED = auto()
    # The response cannot be used.
    REDIRECTED = auto()
    INCOMPLETE = auto()
    INCOMPLETE_CHARGE = auto()
    BAD_ANSWER = auto()
    BAD_ANSWER_CHARGE = auto()
    SERVER_FAILED = auto()
    SERVER_FAILED_CHARGE = auto()
    UNAVAILABLE = auto()
    # The service refused the request.
    SERVICE_ERROR = auto()
    REFUSED = auto()
    INVALID_REQUEST = auto()
    INVALID_REQUEST_UNSAID = auto()
    ENTRIES_REFUSED = auto()
    WRONG_KEY = auto()
    KEY_CANNOT_IMPROVE = auto()
    NOT_ALLOWED = auto()
    GLOSSARY_NOT_FOUND = auto()
    NOT_OFFERED = auto()
    CORRECTION_NOT_OFFERED = auto()
    NOT_FOUND = auto()
    TOO_LARGE = auto()
    UNSUPPORTED_TYPE = auto()
    RATE_LIMITED = auto()
    GLOSSARY_LIMIT = auto()
    CHARACTERS_USED_UP = auto()
    NO_CHARACTERS_LEFT = auto()
    KEY_SHORT_OF_CHARACTERS = auto()
    ACCOUNT_SHORT_OF_CHARACTERS = auto()
    KEY_USED_UP = auto()
    ACCOUNT_USED_UP = auto()


# Failures that are over when a service is connected. (Those of `USED_UP_KINDS` are over when there are characters
# again.)
NO_SERVICE_KINDS = frozenset(
    {
        FailureKind.NOT_CONNECTED,
        FailureKind.LOCAL_SERVICE_FAILED,
        FailureKind.HOST_NOT_FOUND,
        FailureKind.CONNECTION_REFUSED,
        FailureKind.WRONG_KEY,
    }
)
# Failures that are outdated once the service responds. What they kept from being done is still not done.
AWAY_KINDS = frozenset(
    {
        FailureKind.HOST_NOT_FOUND,
        FailureKind.CONNECTION_REFUSED,
        FailureKind.CONNECTION_RESET,
        FailureKind.TIMED_OUT,
        FailureKind.UNAVAILABLE,
    }
)
# Failures after which the user can connect again, or repeat the request. Requests that may be charged are not repeated.
CONNECT_KINDS = frozenset({FailureKind.NOT_CONNECTED, FailureKind.WRONG_KEY, FailureKind.NOT_ALLOWED})
TRY_AGAIN_KINDS = frozenset(
    {
        FailureKind.HOST_NOT_FOUND,
        FailureKind.CONNECTION_REFUSED,
        FailureKind.CONNECTION_RESET,
        FailureKind.PROXY,
        FailureKind.TIMED_OUT,
        FailureKind.CALLED_OFF,
        FailureKind.INCOMPLETE,
        FailureKind.SERVER_FAILED,
        FailureKind.UNAVAILABLE,
        FailureKind.SERVICE_ERROR,
        FailureKind.RATE_LIMITED,
    }
)
USED_UP_KINDS = frozenset(
    {
        FailureKind.CHARACTERS_USED_UP,
        FailureKind.NO_CHARACTERS_LEFT,
        FailureKind.KEY_SHORT_OF_CHARACTERS,
        FailureKind.ACCOUNT_SHORT_OF_CHARACTERS,
        FailureKind.KEY_USED_UP,
        FailureKind.ACCOUNT_USED_UP,
    }
)


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure as data.

    `values` are the texts and integers that the explanation names. `said` is the message of the service or of the
    error, `remedy` is its advice. `details` is one line: call, status, code.
    """

    kind: FailureKind
    said: str = ""
    remedy: str = ""
    values: Mapping[str, str | int] = field(default_factory=dict)
    trace_id: str = ""
    details: str = ""


def diagnose(error: TermdeskError) -> Failure:
    """Return the failure that an error stands for. A class without a row in `_TABLE` uses the row of its base class."""
    failure = next(_TABLE[each] for each in type(error).__mro__ if each in _TABLE)(error)
    trace_id = details = ""
    cause = cause_of(error)
    if isinstance(cause, NotVerified | ServiceError):
        trace_id = cause.trace_id
    if isinstance(cause, ServiceError):
        details = " ".join(str(part) for part in (cause.call, cause.status, cause.code) if part)
    values = {name: redact(each) if isinstance(each, str) else each for name, each in failure.values.items()}
    return replace(
        failure,
        said=redact(failure.said),
        remedy=redact(failure.remedy),
        values=values,
        trace_id=redact(trace_id),
        details=redact(details),
    )


def _own_words(kind: FailureKind) -> Callable[[TermdeskError], Failure]:
    """Return a function that describes an error by its own message and remedy."""
    return lambda error: Failure(kind, error.message, error.remedy)


def _service_words(kind: FailureKind) -> Callable[[ServiceError], Failure]:
    """Return a function that describes a service error by the service's message."""
    return lambda error: Failure(kind, _service_message(error), error.remedy)


def _service_message(error: ServiceError) -> str:
    """Return the service's message and detail, without empty phrases.

    If there is neither, return Termdesk's own message.
    """
    if isinstance(error.message, Message):
        return error.detail or error.message
    message = "" if error.message.rstrip(".").lower() == "bad request" and error.detail else error.message
    parts = [message, error.detail if error.detail != message else ""]
    return " ".join(part if part.endswith((".", "!", "?", "…")) else f"{part}." for part in parts if part)


_UNREACHABLE: Mapping[Reason, FailureKind] = {
    Reason.NOT_FOUND: FailureKind.HOST_NOT_FOUND,
    Reason.REFUSED: FailureKind.CONNECTION_REFUSED,
    Reason.CERTIFICATE: FailureKind.CERTIFICATE,
    Reason.PROXY: FailureKind.PROXY,
    Reason.RESET: FailureKind.CONNECTION_RESET,
}


def _may_cost(error: ServiceError) -> bool:
    return is_billed(error.call) and not error.is_free


def _unclear(error: UnclearOutcome) -> Failure:
    if _may_cost(error):
        return Failure(FailureKind.UNCLEAR_CHARGE, error.message)
    if is_billed(error.call):
        return Failure(FailureKind.TIMED_OUT, AnswerMessage.TIMED_OUT())
    return Failure(FailureKind.UNCLEAR_CHANGE, error.message, error.remedy)


def _incomplete(error: IncompleteAnswer) -> Failure:
    kind = FailureKind.INCOMPLETE_CHARGE if _may_cost(error) else FailureKind.INCOMPLETE
    return Failure(kind, error.message, values={"got": error.got, "expected": error.expected})


def _wrong_key(error: WrongKey) -> Failure:
    is_plan = error.status == 403 and _IMPROVE in error.call
    return Failure(FailureKind.KEY_CANNOT_IMPROVE if is_plan else FailureKind.WRONG_KEY, _service_message(error))


def _not_found(error: NotFound) -> Failure:
    if error.call == "POST /v2/translate":
        return Failure(FailureKind.GLOSSARY_NOT_FOUND, _service_message(error))
    if error.call.startswith("POST"):
        is_correction = error.call.endswith("/correct")
        return Failure(
            FailureKind.CORRECTION_NOT_OFFERED if is_correction else FailureKind.NOT_OFFERED, _service_message(error)
        )
    return Failure(FailureKind.NOT_FOUND, _service_message(error))


def _invalid(error: InvalidRequest) -> Failure:
    if error.detail or error.message != InvalidRequest.default_message:
        return Failure(FailureKind.INVALID_REQUEST, _service_message(error), error.remedy)
    return Failure(FailureKind.INVALID_REQUEST_UNSAID, remedy=error.remedy, values={"status": error.status or 0})


def _server_failure(error: ServerFailed) -> Failure:
    is_charge = _may_cost(error)
    return Failure(
        FailureKind.SERVER_FAILED_CHARGE if is_charge else FailureKind.SERVER_FAILED, _service_message(error)
    )


def _bad_answer(error: BadAnswer) -> Failure:
    is_charge = _may_cost(error)
    return Failure(FailureKind.BAD_ANSWER_CHARGE if is_charge else FailureKind.BAD_ANSWER, _service_message(error))


def _quota(error: QuotaExceeded) -> Failure:
    if error.is_about_glossaries:
        return Failure(FailureKind.GLOSSARY_LIMIT)
    if not is_billed(error.call):
        return Failure(FailureKind.CHARACTERS_USED_UP, _service_message(error))
    return Failure(FailureKind.NO_CHARACTERS_LEFT)


def _characters_refused(error: CharactersRefused) -> Failure:
    allowance = error.allowance
    if allowance is None or allowance.left is None or allowance.limit is None:
        return _quota(error)
    values = {"needed": error.needed, "left": allowance.left, "limit": allowance.limit}
    if allowance.left:
        is_of_key = allowance.is_of_key
        kind = FailureKind.KEY_SHORT_OF_CHARACTERS if is_of_key else FailureKind.ACCOUNT_SHORT_OF_CHARACTERS
    else:
        kind = FailureKind.KEY_USED_UP if allowance.is_of_key else FailureKind.ACCOUNT_USED_UP
    return Failure(kind, values=values)


def _transfer_interrupted(error: TransferInterrupted) -> Failure:
    kind = FailureKind.MOVE_INTERRUPTED if error.is_move else FailureKind.COPY_INTERRUPTED
    return Failure(kind, error.message, error.remedy)


_TABLE: Mapping[type[TermdeskError], Callable[[Any], Failure]] = {
    TermdeskError: _own_words(FailureKind.FAILED),
    InvalidInput: _own_words(FailureKind.INVALID_INPUT),
    CopyDiffers: _own_words(FailureKind.INVALID_INPUT),
    OtherProvider: _own_words(FailureKind.INVALID_INPUT),
    MalformedText: _own_words(FailureKind.MALFORMED_TEXT),
    UnreadableFile: _own_words(FailureKind.UNREADABLE_FILE),
    StorageFailed: _own_words(FailureKind.STORAGE_FAILED),
    DatabaseDamaged: _own_words(FailureKind.DATABASE_DAMAGED),
    BackupNotSound: _own_words(FailureKind.DATABASE_DAMAGED),
    NewerDatabase: _own_words(FailureKind.NEWER_DATABASE),
    DatabaseInUse: _own_words(FailureKind.DATABASE_IN_USE),
    Stopped: lambda error: Failure(FailureKind.STOPPED),
    NotConnected: _own_words(FailureKind.NOT_CONNECTED),
    OutdatedSummary: _own_words(FailureKind.OUTDATED_SUMMARY),
    OutOfDate: _own_words(FailureKind.OUT_OF_DATE),
    ChangedOnService: _own_words(FailureKind.CHANGED_ON_SERVICE),
    LargeRemoval: _own_words(FailureKind.LARGE_REMOVAL),
    KeepsChanging: _own_words(FailureKind.KEEPS_CHANGING),
    NotSeen: _own_words(FailureKind.NOT_SEEN),
    NotVerified: _own_words(FailureKind.NOT_VERIFIED),
    NotArrived: _own_words(FailureKind.NOT_ARRIVED),
    PartlyPublished: _own_words(FailureKind.PARTLY_PUBLISHED),
    OthersWrote: _own_words(FailureKind.OTHERS_WROTE),
    TransferInterrupted: _transfer_interrupted,
    LocalServiceFailed: _own_words(FailureKind.LOCAL_SERVICE_FAILED),
    ServiceError: _service_words(FailureKind.SERVICE_ERROR),
    Unreachable: lambda error: Failure(_UNREACHABLE[error.reason], error.message),
    TimedOut: lambda error: Failure(FailureKind.TIMED_OUT, error.message),
    UnclearOutcome: _unclear,
    NotRenamed: _own_words(FailureKind.NOT_RENAMED),
    NotDeleted: _own_words(FailureKind.NOT_DELETED),
    CalledOff: _service_words(FailureKind.CALLED_OFF),
    Redirected: lambda error: Failure(FailureKind.REDIRECTED, values={"host": error.target_host}),
    BadAnswer: _bad_answer,
    IncompleteAnswer: _incomplete,
    StatusError: _service_words(FailureKind.REFUSED),
    InvalidRequest: _invalid,
    EntriesRefused: _service_words(FailureKind.ENTRIES_REFUSED),
    WrongKey: _wrong_key,
    NotAllowed: lambda error: Failure(FailureKind.NOT_ALLOWED, values={"scopes": ", ".join(error.missing_scopes)}),
    NotFound: _not_found,
    TooLarge: _service_words(FailureKind.TOO_LARGE),
    UnsupportedType: _service_words(FailureKind.UNSUPPORTED_TYPE),
    RateLimited: lambda error: Failure(FailureKind.RATE_LIMITED, values={"seconds": round(error.retry_after or 0)}),
    QuotaExceeded: _quota,
    CharactersRefused: _characters_refused,
    ServerFailed: _server_failure,
    Unavailable: _service_words(FailureKind.UNAVAILABLE),
}
