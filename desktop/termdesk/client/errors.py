"""The errors raised instead of a result.

* ServiceError
  + Unreachable             no connection, or one that broke (NOT_FOUND, REFUSED, CERTIFICATE, PROXY, RESET)
  + TimedOut                no answer in time
  + UnclearOutcome          a change was sent and no answer came: it may have happened, and may have been billed
    - NotRenamed            a glossary that keeps its old name after it was renamed
    - NotDeleted            a glossary or dictionary that is still there after it was deleted
  + CalledOff               a change that was called off before its last byte: nothing was done
  + Redirected              the service names another address; not followed, because the key would be sent there
  + BadAnswer               an answer that is not one of this interface (a portal's page, not JSON, too large)
    - IncompleteAnswer      an answer that lacks entries or texts
  + StatusError             a refusal in the interface's own words
    - InvalidRequest (400)      - WrongKey (401, 403)       - NotAllowed (403: a scope is missing)
    - NotFound (404)            - TooLarge (413)            - UnsupportedType (415)
    - RateLimited (429, 529)    - QuotaExceeded (456)
    - ServerFailed (500, 502, 504)                          - Unavailable (503)
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, TypedDict, Unpack

from termdesk.domain.errors import TermdeskError
from termdesk.messages.message import Message
from termdesk.messages.service_messages import AnswerMessage


class Words(TypedDict, total=False):
    """The keyword arguments of every ServiceError; see there."""

    remedy: str
    status: int | None
    code: str
    detail: str
    trace_id: str
    call: str
    retry_after: float | None


class ServiceError(TermdeskError):
    """The service gave no result. The error text never contains the key.

    `call` is method and path (`POST /v3/glossaries`); `status` is the HTTP status or None; `code` and `detail` are what
    the service sent besides `message`, empty if nothing. `trace_id` is what the service's support asks for;
    `retry_after` is the wait that the service asks for, in seconds, or None.
    """

    default_message: ClassVar[Message] = AnswerMessage.NO_RESULT()
    # Set by the sender: True if the service is the local one, which charges nothing.
    is_free = False
    # Set by the sender: True if an earlier attempt of the same change may have been carried out.
    was_sent_before = False

    def __init__(
        self,
        message: str = "",
        *,
        remedy: str = "",
        status: int | None = None,
        code: str = "",
        detail: str = "",
        trace_id: str = "",
        call: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message or self.default_message, remedy=remedy)
        self.status = status
        self.code = code
        self.detail = detail
        self.trace_id = trace_id
        self.call = call
        self.retry_after = retry_after

    @property
    def may_have_happened(self) -> bool:
        """Whether the change may have been carried out, now or at an earlier attempt.

        False only if the response proves a refusal.
        """
        return True


class Reason(StrEnum):
    """Why a service cannot be reached."""

    NOT_FOUND = "not_found"  # unknown host name, or no network route to it
    REFUSED = "refused"
    CERTIFICATE = "certificate"
    PROXY = "proxy"
    RESET = "reset"


class Unreachable(ServiceError):
    """No connection, or it broke before the response was complete.

    `was_sent` is True if the service may have seen the call. It is never True for a change; that is UnclearOutcome.
    """

    default_message = AnswerMessage.UNREACHABLE()

    def __init__(self, message: str = "", *, reason: Reason, was_sent: bool = False, call: str = "") -> None:
        super().__init__(message, call=call)
        self.reason = reason
        self.was_sent = was_sent

    @property
    def may_have_happened(self) -> bool:
        """True if the request was sent before the connection was lost, or at an earlier attempt."""
        return self.was_sent or self.was_sent_before


class TimedOut(ServiceError):
    """No response in time; `was_sent` as in Unreachable."""

    default_message = AnswerMessage.TIMED_OUT()

    def __init__(self, message: str = "", *, was_sent: bool = False, call: str = "") -> None:
        super().__init__(message, call=call)
        self.was_sent = was_sent

    @property
    def may_have_happened(self) -> bool:
        """True if the request was sent before the time ran out, or at an earlier attempt."""
        return self.was_sent or self.was_sent_before


class UnclearOutcome(ServiceError):
    """A change was sent and no response came. Read the remote state before sending it again."""

    default_message = AnswerMessage.UNCLEAR()


class NotRenamed(UnclearOutcome):
    """A glossary still has its old name after it was renamed, as reading it back shows."""

    default_message = AnswerMessage.NAME_KEPT()


class NotDeleted(UnclearOutcome):
    """No clear response came to a deletion, and reading shows that nothing was deleted."""

    default_message = AnswerMessage.NOT_DELETED()


class CalledOff(ServiceError):
    """A change was called off by its sender before the request was complete, so the service did nothing with it."""

    default_message = AnswerMessage.CALLED_OFF()

    @property
    def may_have_happened(self) -> bool:
        """False, unless an earlier attempt may have: this request was stopped before it was complete."""
        return self.was_sent_before


class Redirected(ServiceError):
    """The service redirected to another address, `target_host` (empty if not given)."""

    default_message = AnswerMessage.REDIRECTED()

    def __init__(self, *, target_host: str, status: int, trace_id: str = "", call: str = "") -> None:
        super().__init__(status=status, trace_id=trace_id, call=call)
        self.target_host = target_host


class BadAnswer(ServiceError):
    """The response does not follow the interface."""

    default_message = AnswerMessage.NOT_UNDERSTOOD()


class IncompleteAnswer(BadAnswer):
    """The response has `got` items but announced `expected`. The incomplete data must not be edited or published."""

    def __init__(self, message: str, *, expected: int, got: int, call: str = "", trace_id: str = "") -> None:
        super().__init__(message, call=call, trace_id=trace_id)
        self.expected = expected
        self.got = got


class StatusError(ServiceError):
    """A refusal with a status that the interface defines."""

    @property
    def may_have_happened(self) -> bool:
        """True only if an earlier attempt may have been carried out: the service refused this one."""
        return self.was_sent_before


class InvalidRequest(StatusError):
    """400, and every other 4xx that the interface does not define."""

    default_message = AnswerMessage.INVALID()


class WrongKey(StatusError):
    """401, or 403 without a mention of scopes: the key is missing, wrong, or not for this address."""

    default_message = AnswerMessage.WRONG_KEY()


class NotAllowed(StatusError):
    """403: the key is valid but lacks scopes; `missing_scopes` holds those that the service listed."""

    default_message = AnswerMessage.NOT_ALLOWED()

    def __init__(self, message: str = "", *, missing_scopes: tuple[str, ...] = (), **words: Unpack[Words]) -> None:
        super().__init__(message, **words)
        self.missing_scopes = missing_scopes


class NotFound(StatusError):
    """404."""

    default_message = AnswerMessage.NOT_FOUND()


class TooLarge(StatusError):
    """413 or 414. Sizes are checked before sending, so the service's limit differs from ours."""

    default_message = AnswerMessage.TOO_LARGE()


class UnsupportedType(StatusError):
    """415."""

    default_message = AnswerMessage.UNSUPPORTED()


class RateLimited(StatusError):
    """429 or 529: too many requests. Raised only after the retries that the policy allows."""

    default_message = AnswerMessage.RATE_LIMITED()


class QuotaExceeded(StatusError):
    """456. If `is_about_glossaries`: too many glossary calls, or the plan's number of glossaries is reached.

    Otherwise the characters of the billing period are used up.
    """

    default_message = AnswerMessage.QUOTA()

    def __init__(self, message: str = "", *, is_about_glossaries: bool = False, **words: Unpack[Words]) -> None:
        super().__init__(message, **words)
        self.is_about_glossaries = is_about_glossaries


class ServerFailed(StatusError):
    """500, 502, 504 and every other 5xx: the service failed, but may have carried out the change."""

    default_message = AnswerMessage.FAILED()

    @property
    def may_have_happened(self) -> bool:
        """True: the service may have failed after making the change."""
        return True


class Unavailable(StatusError):
    """503."""

    default_message = AnswerMessage.UNAVAILABLE()

    @property
    def is_from_service(self) -> bool:
        """Whether the service itself refused the call. The answer of a gateway has no trace id."""
        return bool(self.trace_id)

    @property
    def may_have_happened(self) -> bool:
        """True: a gateway may have responded while the service continued."""
        return True
