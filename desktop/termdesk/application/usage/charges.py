"""Which calls are billed, and whether a failed call may have been billed."""

from __future__ import annotations

from enum import StrEnum

from termdesk.client.errors import BadAnswer, QuotaExceeded, ServerFailed, ServiceError, UnclearOutcome
from termdesk.domain.usage import Allowance, Usage
from termdesk.storage.history import BilledCall

_BILLED = ("POST /v2/translate", "POST /v2/write", "POST /v2/document")
# Errors after which the call may have been billed: an unclear outcome, or a response that cannot be used.
_UNSETTLED = (UnclearOutcome, ServerFailed, BadAnswer)


class BilledWork(StrEnum):
    """The kinds of work that a service bills. If a kind is a single call, its value is that call."""

    TRANSLATION = "POST /v2/translate"
    BACK_TRANSLATION = "back translation"
    SPOT_CHECK = "spot-check"
    REPHRASING = "POST /v2/write/rephrase"
    CORRECTION = "POST /v2/write/correct"
    DOCUMENT = "POST /v2/document"


def work_of(bill: BilledCall) -> BilledWork | None:
    """Return the kind of work that a call in the ledger was for; None for an unknown call."""
    work = bill.work or bill.call
    return BilledWork(work) if work in list(BilledWork) else None


def is_billed(call: str) -> bool:
    """Return whether the service bills this call, such as `POST /v2/translate`."""
    return call.startswith(_BILLED)


def may_be_charged(error: BaseException) -> bool:
    """Return whether a billed call that was sent may have been billed although it ended in `error`.

    A refused call was not billed. An interrupted one may have been, unless it was sent to the local service.
    """
    if isinstance(error, ServiceError) and error.is_free:
        return False
    return isinstance(error, _UNSETTLED) or not isinstance(error, ServiceError)


class CharactersRefused(QuotaExceeded):
    """Status 456 for a text of `needed` characters, with the limit that was reached, as read afterwards.

    `allowance` is None if the service did not report it, or if there seems to be room for the text. The reported count
    may lag.
    """

    def __init__(self, refusal: QuotaExceeded, *, needed: int, usage: Usage | None) -> None:
        super().__init__(
            refusal.message,
            status=refusal.status,
            code=refusal.code,
            detail=refusal.detail,
            trace_id=refusal.trace_id,
            call=refusal.call,
        )
        self.needed = needed
        deciding = usage.deciding if usage else None
        explains = deciding is not None and deciding.left is not None and deciding.left < needed
        self.allowance: Allowance | None = deciding if explains else None
