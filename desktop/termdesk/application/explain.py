"""Explain failures to the user: a title, the cause and the next step for each class of error.

A plain table. A test finds every class under `TermdeskError` that can reach the window, and fails if one has no row.
The service's words are quoted as plain text; keys are removed from every field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from termdesk.application.failures import (
    ChangedOnService,
    EntriesRefused,
    KeepsChanging,
    LocalServiceFailed,
    NotConnected,
    NotVerified,
    OutdatedSummary,
    OutOfDate,
)
from termdesk.application.glossaries.library.shrinkage import Shrunk
from termdesk.application.redaction import redacted
from termdesk.application.usage.charges import CharactersRefused, is_billed
from termdesk.client.errors import (
    BadAnswer,
    CalledOff,
    IncompleteAnswer,
    InvalidRequest,
    NotAllowed,
    NotFound,
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
from termdesk.storage.integrity.backups import BackupNotSound
from termdesk.storage.integrity.damage import DatabaseDamaged, DatabaseInUse, NewerDatabase

_IMPROVE = "/v2/write"


@dataclass(frozen=True, slots=True)
class Explanation:
    """A failure as it is shown: at most three sentences, and details for the operator of the service.

    `details` is one line: call, status, code. It is copied, but not shown in the notice.
    """

    title: str
    cause: str
    next_step: str
    trace_id: str = ""
    details: str = ""

    def as_text(self) -> str:
        """Everything, for the clipboard."""
        trace = f"Trace id {self.trace_id}" if self.trace_id else ""
        return "\n".join(part for part in (self.title, self.cause, self.next_step, self.details, trace) if part)


Words = tuple[str, str, str]  # title, cause, next step


def explain(error: TermdeskError) -> Explanation:
    """The explanation of an error. A class without a row inherits that of its base class."""
    words = next(_TABLE[each] for each in type(error).__mro__ if each in _TABLE)
    title, cause, next_step = words(error)
    trace_id = details = ""
    if isinstance(error, NotVerified):
        trace_id = error.trace_id
    if isinstance(error, ServiceError):
        trace_id = error.trace_id
        details = " ".join(str(part) for part in (error.call, error.status, error.code) if part)
    return Explanation(*map(redacted, (title, cause, next_step, trace_id, details)))


def _own_words(title: str) -> Callable[[TermdeskError], Words]:
    """Errors that bring their own sentences."""
    return lambda error: (title, error.message, error.remedy)


def _fixed(title: str, next_step: str) -> Callable[[ServiceError], Words]:
    """Errors of the service with a fixed remedy; the cause is the service's message."""
    return lambda error: (title, _said(error), error.remedy or next_step)


def _said(error: ServiceError) -> str:
    """The service's message and detail, without empty phrases."""
    message = "" if error.message.rstrip(".").lower() == "bad request" and error.detail else error.message
    parts = [message, error.detail if error.detail != message else ""]
    return " ".join(part if part.endswith((".", "!", "?", "…")) else f"{part}." for part in parts if part)


def _unreachable(error: Unreachable) -> Words:
    title, next_step = _UNREACHABLE[error.reason]
    return title, error.message, next_step


_NO_FORMAT_LOSS = "Everything that lies on this computer can go on."
_UNREACHABLE: Mapping[Reason, tuple[str, str]] = {
    Reason.NOT_FOUND: (
        "The service is not found",
        f"Check the network and the address of the service. {_NO_FORMAT_LOSS}",
    ),
    Reason.REFUSED: (
        "The service does not answer",
        f"Check the address and port of the service, or try again later. {_NO_FORMAT_LOSS}",
    ),
    Reason.CERTIFICATE: (
        "The certificate of the service is not trusted",
        "Nothing was sent. Where your organisation inspects connections, add its certificate to the system's store; "
        "otherwise somebody may be listening.",
    ),
    Reason.PROXY: (
        "The proxy refuses the connection",
        "Check the proxy that the environment names (HTTPS_PROXY) and its name and password.",
    ),
    Reason.RESET: (
        "The connection broke",
        f"Try again; where it goes on, something between you and the service cuts connections. {_NO_FORMAT_LOSS}",
    ),
}


_CHARGED_TWICE = "Look at the usage before you send it again: it may be charged twice."


def _unclear(error: UnclearOutcome) -> Words:
    if is_billed(error.call):
        return "No answer came, and it may have been charged", error.message, _CHARGED_TWICE
    step = "Refresh and look whether it happened before you do it again."
    return "It is not certain whether this was done", error.message, error.remedy or step


def _redirected(error: Redirected) -> Words:
    where = f" to {error.target_host}" if error.target_host else ""
    cause = f"The service sends calls on{where}. That is not followed, because your key would go there."
    return "The service has another address", cause, "Check the address of the service, and where the network leads."


def _incomplete(error: IncompleteAnswer) -> Words:
    cause = f"{error.message} {error.got:,} of {error.expected:,} arrived."
    if is_billed(error.call):
        return "Only part of the answer arrived, and it may have been charged", cause, _CHARGED_TWICE
    return (
        "Only part of the answer arrived",
        cause,
        "Try again. What arrived is not used: editing and publishing it would remove the rest.",
    )


def _wrong_key(error: WrongKey) -> Words:
    if error.status == 403 and _IMPROVE in error.call:
        step = "Improving texts needs a paid plan; the service on this computer improves without one."
        return "The key may not improve texts", _said(error), step
    step = "Enter the key again. A key belongs to one address, free and paid ones differ, and to one scheme."
    return "The key is not accepted", _said(error), step


def _not_allowed(error: NotAllowed) -> Words:
    lacks = f" It lacks: {', '.join(error.missing_scopes)}." if error.missing_scopes else ""
    cause = f"The key was accepted, but it does not allow this.{lacks}"
    return "The key does not allow this", cause, "Give the key these rights in the account, or use another key."


def _not_found(error: NotFound) -> Words:
    if error.call == "POST /v2/translate":
        step = "A glossary that was chosen may have been deleted: choose it again, or none."
        return "The service did not find what the request names", _said(error), step
    if error.call.startswith("POST"):
        step = "Use another way, or another service."
        if error.call.endswith("/correct"):
            step = "Rephrase may still work; the service on this computer does both."
        return "The service does not offer this", _said(error), step
    step = "Refresh: somebody may have deleted or moved it. What you edited here is still here."
    return "The service does not have this any more", _said(error), step


def _invalid(error: InvalidRequest) -> Words:
    title = "The service refused the request"
    if error.detail or error.message != InvalidRequest.default_message:
        return title, _said(error), error.remedy or "Change what it names, then try again."
    step = f"Check what you chose and entered, then try again.{_by_trace(error)}"
    return title, f"It did not say why (status {error.status}).", error.remedy or step


def _by_trace(error: ServiceError) -> str:
    return " The operator of the service finds it by the trace id." if error.trace_id else ""


def _failed(error: ServerFailed) -> Words:
    if is_billed(error.call):
        return "The service failed, and it may have been charged", _said(error), _CHARGED_TWICE
    return "The service failed", _said(error), f"Try again later.{_by_trace(error)}"


def _bad_answer(error: BadAnswer) -> Words:
    if is_billed(error.call):
        title = "The answer cannot be used, and it may have been charged"
        return title, _said(error), _CHARGED_TWICE
    step = (
        "Check the address. In a hotel or company network, open a web page first: a portal or proxy may have answered."
    )
    return "The answer is not one of this service", _said(error), step


def _rate_limited(error: RateLimited) -> Words:
    wait = f"Wait {error.retry_after:.0f} seconds" if error.retry_after else "Wait a minute"
    cause = "The service asks for fewer requests; it was already tried again several times."
    return "Too many requests", cause, f"{wait}, then try again."


def _quota(error: QuotaExceeded) -> Words:
    if error.is_about_glossaries:
        return (
            "The limit for glossaries is reached",
            "Either there were too many glossary calls lately, or the plan allows no more glossaries. The characters "
            "of your billing period are not meant.",
            "Wait a minute and try again. If it still fails, delete a glossary on the service, or ask for a larger "
            "plan. What you edited here is still here.",
        )
    if not is_billed(error.call):
        return "The characters of your account or of this key are used up", _said(error), _MORE_CHARACTERS
    return (
        "No characters are left for this text",
        "The limit of your account for this billing period is reached or would be passed by this text, or the limit "
        "of this key alone. Nothing was charged for this.",
        _MORE_CHARACTERS,
    )


_MORE_CHARACTERS = "Usage shows both limits and when the period ends; they can be raised in your account."


def _characters_refused(error: CharactersRefused) -> Words:
    allowance = error.allowance
    if allowance is None or allowance.left is None:
        return _quota(error)
    if allowance.left:
        left = f"{allowance.left:,} of its {allowance.limit:,} left"
        whose = f"this key has {left}" if allowance.is_of_key else f"your account has {left} in this billing period"
        cause = f"This text has {error.needed:,} characters; {whose}. Nothing was charged for this."
        return "Too few characters are left for this text", cause, f"Shorten or divide it. {_MORE_CHARACTERS}"
    if allowance.is_of_key:
        cause = f"This key may use {allowance.limit:,} characters, and all of them are used. Nothing was charged."
        step = "Use another key, or raise the limit of this one in your account."
        return "The characters of this key are used up", cause, step
    cause = f"All {allowance.limit:,} characters are used. Nothing was charged for this."
    step = "Usage shows when the period ends; the limit can be raised in your account."
    return "The characters of this billing period are used up", cause, step


def _not_answered_in_time(error: TimedOut) -> Words:
    return "The service did not answer in time", error.message, f"Try again. {_NO_FORMAT_LOSS}"


_TABLE: Mapping[type[TermdeskError], Callable[[Any], Words]] = {
    TermdeskError: _own_words("This did not work"),
    InvalidInput: _own_words("This cannot be done so"),
    MalformedText: _own_words("The text cannot be read"),
    UnreadableFile: _own_words("The file cannot be read"),
    StorageFailed: _own_words("This computer could not keep or find it"),
    DatabaseDamaged: _own_words("Your saved work is damaged"),
    BackupNotSound: _own_words("Your saved work is damaged"),
    NewerDatabase: _own_words("A newer Termdesk saved this work"),
    DatabaseInUse: _own_words("Another Termdesk has this work open"),
    Stopped: lambda error: ("Stopped", "", ""),
    NotConnected: _own_words("No service is connected"),
    OutdatedSummary: _own_words("The library is outdated"),
    OutOfDate: _own_words("The dictionary changed meanwhile"),
    ChangedOnService: _own_words("Somebody else changed the same phrases"),
    Shrunk: _own_words("Much was removed on the service"),
    KeepsChanging: _own_words("Others are writing to this dictionary"),
    NotVerified: _own_words("The service does not hold what it accepted"),
    LocalServiceFailed: _own_words("The service on this computer does not run"),
    ServiceError: _fixed("The service gave no result", "Try again."),
    Unreachable: _unreachable,
    TimedOut: _not_answered_in_time,
    UnclearOutcome: _unclear,
    CalledOff: _fixed("Nothing was sent", "Try again."),
    Redirected: _redirected,
    BadAnswer: _bad_answer,
    IncompleteAnswer: _incomplete,
    StatusError: _fixed("The service refused", "Try again, or ask the operator of the service."),
    InvalidRequest: _invalid,
    EntriesRefused: _fixed("The service refused entries", "Change the entries that it names, then publish again."),
    WrongKey: _wrong_key,
    NotAllowed: _not_allowed,
    NotFound: _not_found,
    TooLarge: _fixed("This is too large for the service", "Shorten or divide it."),
    UnsupportedType: _fixed("The service does not know this format", "Please report it."),
    RateLimited: _rate_limited,
    QuotaExceeded: _quota,
    CharactersRefused: _characters_refused,
    ServerFailed: _failed,
    Unavailable: _fixed("The service is not available", "Try again in a few minutes."),
}
