"""Which calls cost something, and which failed ones may have."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from termdesk.application.usage.charges import BilledWork, CharactersRefused, is_billed, may_be_charged, work_of
from termdesk.client.errors import BadAnswer, NotFound, QuotaExceeded, ServerFailed
from termdesk.domain.usage import Allowance, Usage
from termdesk.storage.history import BilledCall


def test_texts_and_documents_are_billed_and_glossaries_are_not() -> None:
    assert is_billed("POST /v2/translate")
    assert is_billed("POST /v2/write/rephrase")
    assert not is_billed("POST /v3/glossaries")
    assert not is_billed("GET /v2/usage")


def test_a_call_of_the_ledger_has_its_work() -> None:
    moment = datetime.now(UTC)

    assert work_of(BilledCall(moment, "POST /v2/write/correct", 1, 1)) is BilledWork.CORRECTION
    assert work_of(BilledCall(moment, "POST /v2/translate", 1, 1, work="spot-check")) is BilledWork.SPOT_CHECK
    assert work_of(BilledCall(moment, "POST /v9/dance", 1, 1)) is None


@pytest.mark.parametrize(
    ("error", "may_be"),
    [
        (ServerFailed(), True),
        (BadAnswer(), True),
        (TimeoutError(), True),
        (NotFound(), False),
        (QuotaExceeded(), False),
    ],
)
def test_a_refused_call_costs_nothing_and_an_interrupted_one_may(error: Exception, may_be: bool) -> None:
    assert may_be_charged(error) is may_be


def test_nothing_that_was_sent_to_this_computer_may_be_charged() -> None:
    error = ServerFailed()
    error.is_free = True

    assert not may_be_charged(error)


def test_the_limit_that_left_no_room_is_told() -> None:
    usage = Usage(90, 100)

    assert CharactersRefused(QuotaExceeded(), needed=20, usage=usage).allowance == Allowance(90, 100)
    assert CharactersRefused(QuotaExceeded(), needed=5, usage=usage).allowance is None
    assert CharactersRefused(QuotaExceeded(), needed=5, usage=None).allowance is None
