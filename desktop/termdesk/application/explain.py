"""What failed in the user's words: for each class of error a title, the cause, and what to do next.

A pure table. A test walks every class under `TermdeskError` that can reach the window and fails where one has no row.
What a service said is quoted as plain text; keys are blotted out of every field, whoever wrote them there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from termdesk.application.failures import (
    ChangedOnService,
    EntriesRefused,
    LocalServiceFailed,
    NotConnected,
    NotVerified,
    OutOfDate,
)
from termdesk.application.redaction import redacted
from termdesk.client.errors import (
    BadAnswer,
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

_IMPROVE = "/v2/write"
_BILLED = ("POST /v2/translate", f"POST {_IMPROVE}")


@dataclass(frozen=True, slots=True)
class Explanation:
    """A failure as it is shown: three sentences at most, and what the service's operator asks for.

    `details` is one line for who wants to know: call, status, code. It goes with “Copy”, not into the notice.
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
    """The words for an error. A class without a row of its own has those of the class it derives from."""
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
    """Errors that carry their sentences with them."""
    return lambda error: (title, error.message, error.remedy)


def _fixed(title: str, next_step: str) -> Callable[[ServiceError], Words]:
    """Errors of the service with one remedy; the cause is what the service said."""
    return lambda error: (title, _said(error), error.remedy or next_step)


def _said(error: ServiceError) -> str:
    """The service's own words: message and detail, without what says nothing."""
    message = "" if error.message.rstrip(".").lower() == "bad request" and error.detail else error.message
    parts = [message, error.detail if error.detail != message else ""]
    return " ".join(part if part.endswith((".", "!", "?", "…")) else f"{part}." for part in parts if part)


def _unreachable(error: Unreachable) -> Words:
    title, next_step = _UNREACHABLE[error.reason]
    return title, error.message, next_step


_NO_LOSS = "Everything that lies on this computer can go on."
_UNREACHABLE: Mapping[Reason, tuple[str, str]] = {
    Reason.NOT_FOUND: (
        "The service is not found",
        f"Check the network and the address of the service. {_NO_LOSS}",
    ),
    Reason.REFUSED: (
        "The service does not answer",
        f"Check the address and port of the service, or try again later. {_NO_LOSS}",
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
        f"Try again; where it goes on, something between you and the service cuts connections. {_NO_LOSS}",
    ),
}


def _unclear(error: UnclearOutcome) -> Words:
    if error.call.startswith(_BILLED):
        step = "Look at the usage before you send it again: it may be charged twice."
        return "No answer came, and it may have been charged", error.message, step
    step = "Refresh and look whether it happened before you do it again."
    return "No answer came, and it may have been done", error.message, error.remedy or step


def _redirected(error: Redirected) -> Words:
    where = f" to {error.target_host}" if error.target_host else ""
    cause = f"The service sends calls on{where}. That is not followed, because your key would go there."
    return "The service has another address", cause, "Check the address of the service, and where the network leads."


def _incomplete(error: IncompleteAnswer) -> Words:
    cause = f"{error.message} {error.got:,} of {error.expected:,} arrived."
    return (
        "Only part of the answer arrived",
        cause,
        "Try again. What arrived is not used: editing and publishing it would remove the rest.",
    )


def _wrong_key(error: WrongKey) -> Words:
    if error.status == 403 and _IMPROVE in error.call:
        step = "Improving texts needs a paid plan; the service on this computer improves without one."
        return "The key may not improve texts", _said(error), step
    step = "Enter the key again. A key belongs to one address: free and paid ones differ."
    return "The key is not accepted", _said(error), step


def _not_allowed(error: NotAllowed) -> Words:
    lacks = f" It lacks: {', '.join(error.missing_scopes)}." if error.missing_scopes else ""
    cause = f"The key was accepted, but it does not allow this.{lacks}"
    return "The key does not allow this", cause, "Give the key these rights in the account, or use another key."


def _not_found(error: NotFound) -> Words:
    if error.call.startswith("POST"):
        return "The service does not offer this", _said(error), "Use another way, or another service."
    step = "Refresh: somebody may have deleted or moved it. What you edited here is still here."
    return "The service does not have this any more", _said(error), step


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
    return (
        "The characters of this billing period are used up",
        "The service takes no more text until the next period. Nothing was charged for this.",
        "Usage shows when the period ends; the limit can be raised in your account.",
    )


def _not_answered_in_time(error: TimedOut) -> Words:
    return "The service did not answer in time", error.message, f"Try again. {_NO_LOSS}"


_TABLE: Mapping[type[TermdeskError], Callable[[Any], Words]] = {
    TermdeskError: _own_words("This did not work"),
    InvalidInput: _own_words("This cannot be done so"),
    MalformedText: _own_words("The text cannot be read"),
    UnreadableFile: _own_words("The file cannot be read"),
    StorageFailed: _own_words("This computer could not keep or find it"),
    Stopped: lambda error: ("Stopped", "", ""),
    NotConnected: _own_words("No service is connected"),
    OutOfDate: _own_words("The dictionary changed meanwhile"),
    ChangedOnService: _own_words("Somebody else changed the same phrases"),
    NotVerified: _own_words("The service does not hold what it accepted"),
    LocalServiceFailed: _own_words("The service on this computer does not run"),
    ServiceError: _fixed("The service gave no result", "Try again."),
    Unreachable: _unreachable,
    TimedOut: _not_answered_in_time,
    UnclearOutcome: _unclear,
    Redirected: _redirected,
    BadAnswer: _fixed(
        "The answer is not one of this service",
        "Check the address. In a hotel or company network, open a web page first: a portal or proxy may have answered.",
    ),
    IncompleteAnswer: _incomplete,
    StatusError: _fixed("The service refused", "Try again, or ask the operator of the service."),
    InvalidRequest: _fixed("The service refused the request", "Change what it names, then try again."),
    EntriesRefused: _fixed("The service refused entries", "Change the entries that it names, then publish again."),
    WrongKey: _wrong_key,
    NotAllowed: _not_allowed,
    NotFound: _not_found,
    TooLarge: _fixed("This is too large for the service", "Shorten or divide it."),
    UnsupportedType: _fixed("The service does not know this format", "Please report it, with the trace id."),
    RateLimited: _rate_limited,
    QuotaExceeded: _quota,
    ServerFailed: _fixed(
        "The service failed",
        "Try again later. If it goes on, give the trace id to the operator of the service.",
    ),
    Unavailable: _fixed("The service is not available", "Try again in a few minutes."),
}
