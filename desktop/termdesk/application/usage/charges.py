"""Which calls cost something, and whether one that failed may have cost something all the same."""

from __future__ import annotations

from enum import StrEnum

from termdesk.client.errors import BadAnswer, QuotaExceeded, ServerFailed, ServiceError, UnclearOutcome
from termdesk.domain.usage import Allowance, Usage

_BILLED = ("POST /v2/translate", "POST /v2/write", "POST /v2/document")
# The service worked on it, and nobody saw the end; or it answered with a success that cannot be used.
_UNSETTLED = (UnclearOutcome, ServerFailed, BadAnswer)


class BilledWork(StrEnum):
    """What a service did for the characters that it charged."""

    TRANSLATION = "POST /v2/translate"
    REPHRASING = "POST /v2/write/rephrase"
    CORRECTION = "POST /v2/write/correct"
    DOCUMENT = "POST /v2/document"


def work_of(call: str) -> BilledWork | None:
    """What a call of the ledger was for; None for one that this version does not know."""
    return BilledWork(call) if call in list(BilledWork) else None


def is_billed(call: str) -> bool:
    """Whether a call (`POST /v2/translate`) is one that the service charges for."""
    return call.startswith(_BILLED)


def may_be_charged(error: BaseException) -> bool:
    """Whether a billed call that left this computer may have been charged though it ended in `error`.

    A refusal was not; a call that was cut off, by whomever, may have been.
    """
    return isinstance(error, _UNSETTLED) or not isinstance(error, ServiceError)


class CharactersRefused(QuotaExceeded):
    """456 for a text of `needed` characters, with the limit that decides as the service told it after it refused.

    `allowance` is None where it did not tell, or where its count leaves room for the text: counts may lag behind.
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
