"""What the service can answer instead of a result.

* ServiceError
  + Unreachable             no connection, or one that broke (NOT_FOUND, REFUSED, CERTIFICATE, PROXY, RESET)
  + TimedOut                no answer in time
  + UnclearOutcome          a change was sent and no answer came: it may have happened, and may have been billed
  + CalledOff               a change that was called off before its last byte: nothing was done
  + Redirected              the service names another address; never followed, the key would go there
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
from typing import TypedDict, Unpack

from termdesk.domain.errors import TermdeskError


class Words(TypedDict, total=False):
    """What every refusal may carry; see ServiceError."""

    remedy: str
    status: int | None
    code: str
    detail: str
    trace_id: str
    call: str
    retry_after: float | None


class ServiceError(TermdeskError):
    """The service gave no result. No text of it ever holds the key.

    `call` is method and path (`POST /v3/glossaries`); `status` the HTTP status or None; `code` and `detail`
    are the service's own words beside `message`, empty where it sent none; `trace_id` is what its operator
    asks for; `retry_after` the seconds it asks to wait, or None.
    """

    default_message = "The service gave no result."

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
        """Whether a change that ended so may have been carried out: true of every answer that proves no refusal."""
        return True


class Reason(StrEnum):
    """Why a service cannot be reached."""

    NOT_FOUND = "not_found"  # its name is unknown, or no network leads there
    REFUSED = "refused"
    CERTIFICATE = "certificate"
    PROXY = "proxy"
    RESET = "reset"


class Unreachable(ServiceError):
    """No connection, or one that broke before the answer was complete.

    `was_sent` tells whether the service may have seen the call; it is never true of a call that changes something
    (that is UnclearOutcome).
    """

    default_message = "The service cannot be reached."

    def __init__(self, message: str = "", *, reason: Reason, was_sent: bool = False, call: str = "") -> None:
        super().__init__(message, call=call)
        self.reason = reason
        self.was_sent = was_sent

    @property
    def may_have_happened(self) -> bool:
        """True where the request was sent before the connection was lost."""
        return self.was_sent


class TimedOut(ServiceError):
    """No answer in time; `was_sent` as in Unreachable."""

    default_message = "The service did not answer in time."

    def __init__(self, message: str = "", *, was_sent: bool = False, call: str = "") -> None:
        super().__init__(message, call=call)
        self.was_sent = was_sent

    @property
    def may_have_happened(self) -> bool:
        """True where the request was sent before the time ran out."""
        return self.was_sent


class UnclearOutcome(ServiceError):
    """A change was sent and no answer came. Read the remote state before sending it again."""

    default_message = "The call was sent and no answer came; it may have been carried out."


class CalledOff(ServiceError):
    """A change was called off by its sender before the request was whole, so the service did nothing."""

    default_message = "The service changed at the last moment, so nothing was sent."

    @property
    def may_have_happened(self) -> bool:
        """False: the request was stopped before it was complete."""
        return False


class Redirected(ServiceError):
    """The service answered with another address, `target_host` (empty where it named none)."""

    default_message = "The service redirects to another address; that is not followed."

    def __init__(self, *, target_host: str, status: int, trace_id: str = "", call: str = "") -> None:
        super().__init__(status=status, trace_id=trace_id, call=call)
        self.target_host = target_host


class BadAnswer(ServiceError):
    """The answer is not one of this interface."""

    default_message = "The answer is not one this program understands."


class IncompleteAnswer(BadAnswer):
    """The answer holds `got` items where `expected` were announced. What came must not be edited or published."""

    def __init__(self, message: str, *, expected: int, got: int, call: str = "", trace_id: str = "") -> None:
        super().__init__(message, call=call, trace_id=trace_id)
        self.expected = expected
        self.got = got


class StatusError(ServiceError):
    """A refusal with a status of the interface."""

    @property
    def may_have_happened(self) -> bool:
        """False: the service refused the request."""
        return False


class InvalidRequest(StatusError):
    """400, and every other 4xx the interface does not name."""

    default_message = "The service refused the request as invalid."


class WrongKey(StatusError):
    """401, and 403 where it says nothing of scopes: the key is missing, wrong, or not for this address."""

    default_message = "The service does not accept the key."


class NotAllowed(StatusError):
    """403: the key is right and lacks scopes; `missing_scopes` names those the service listed."""

    default_message = "The key does not allow this."

    def __init__(self, message: str = "", *, missing_scopes: tuple[str, ...] = (), **words: Unpack[Words]) -> None:
        super().__init__(message, **words)
        self.missing_scopes = missing_scopes


class NotFound(StatusError):
    """404."""

    default_message = "The service does not have this."


class TooLarge(StatusError):
    """413 or 414. The program checks sizes before it sends, so its check and the service's differ."""

    default_message = "The request is larger than the service allows."


class UnsupportedType(StatusError):
    """415."""

    default_message = "The service does not support this format."


class RateLimited(StatusError):
    """429 or 529: too many requests. Sent again as often as the policy allows before it is raised."""

    default_message = "The service asks for fewer requests."


class QuotaExceeded(StatusError):
    """456. For glossaries (`is_about_glossaries`): too many glossary calls, or the plan's number of glossaries.

    Everywhere else: the characters of the billing period are used up.
    """

    default_message = "A quota of the service is used up."

    def __init__(self, message: str = "", *, is_about_glossaries: bool = False, **words: Unpack[Words]) -> None:
        super().__init__(message, **words)
        self.is_about_glossaries = is_about_glossaries


class ServerFailed(StatusError):
    """500, 502, 504 and every other 5xx: the service failed; a change may have been carried out all the same."""

    default_message = "The service failed."

    @property
    def may_have_happened(self) -> bool:
        """True: the service may have failed after the change."""
        return True


class Unavailable(StatusError):
    """503."""

    default_message = "The service is not available now."

    @property
    def may_have_happened(self) -> bool:
        """True: a gateway may have answered while the service went on."""
        return True
