from __future__ import annotations

import pytest

from termdesk.client.errors import (
    BadAnswer,
    NotFound,
    QuotaExceeded,
    RateLimited,
    Reason,
    ServerFailed,
    ServiceError,
    TimedOut,
    Unavailable,
    UnclearOutcome,
    Unreachable,
    WrongKey,
)
from termdesk.client.transport.calls import CallKind, Weight
from termdesk.client.transport.retry_policy import ATTEMPTS, RetryBudget, RetryPolicy, Signal, signal_of


@pytest.mark.parametrize(
    ("error", "signal"),
    [
        (Unreachable(reason=Reason.REFUSED), Signal.NOT_SENT),
        (Unreachable(reason=Reason.NOT_FOUND), Signal.NOT_SENT),
        (Unreachable(reason=Reason.RESET, was_sent=True), Signal.LOST),
        (Unreachable(reason=Reason.CERTIFICATE), Signal.FINAL),
        (Unreachable(reason=Reason.PROXY), Signal.FINAL),
        (TimedOut(), Signal.NOT_SENT),
        (TimedOut(was_sent=True), Signal.LOST),
        (UnclearOutcome(), Signal.LOST),
        (RateLimited(), Signal.PACED),
        (Unavailable(), Signal.BUSY),
        (ServerFailed(), Signal.BROKEN),
        (QuotaExceeded(is_about_glossaries=True), Signal.QUOTA),
        (QuotaExceeded(), Signal.FINAL),
        (WrongKey(), Signal.FINAL),
        (NotFound(), Signal.FINAL),
        (BadAnswer(), Signal.FINAL),
    ],
)
def test_every_failure_says_one_thing_about_sending_again(error: ServiceError, signal: Signal) -> None:
    assert signal_of(error) is signal


def test_the_table_knows_every_signal_and_kind() -> None:
    assert set(ATTEMPTS) == set(Signal)
    assert all(set(row) == set(CallKind) for row in ATTEMPTS.values())


@pytest.mark.parametrize("signal", [Signal.LOST, Signal.BROKEN])
@pytest.mark.parametrize("kind", [CallKind.CHANGE, CallKind.CREATE, CallKind.BILLED, CallKind.UPLOAD])
def test_what_may_have_been_carried_out_is_never_sent_again(signal: Signal, kind: CallKind) -> None:
    assert ATTEMPTS[signal][kind] == 1


def test_an_upload_is_sent_again_after_503_only_if_the_service_itself_refused_it() -> None:
    refused = Unavailable(trace_id="7" * 32)

    assert signal_of(refused, CallKind.UPLOAD) is Signal.BUSY
    assert signal_of(Unavailable(), CallKind.UPLOAD) is Signal.LOST
    assert signal_of(Unavailable(), CallKind.BILLED) is Signal.BUSY


def test_backoff_doubles_up_to_its_cap() -> None:
    retry_policy = RetryPolicy(jitter=lambda: 1.0)

    waits = [retry_policy.backoff(failures, interactive=True) for failures in range(1, 8)]

    assert waits == [0.5, 1, 2, 4, 8, 8, 8]
    assert retry_policy.backoff(50, interactive=False) == 60


def test_jitter_takes_up_to_half_of_it() -> None:
    retry_policy = RetryPolicy()

    waits = [retry_policy.backoff(2, interactive=True) for _ in range(500)]

    assert 0.5 <= min(waits) < 0.6
    assert 0.9 < max(waits) <= 1.0


def test_dictionaries_get_more_time_than_other_answers() -> None:
    assert RetryPolicy().total_of(Weight.JSON) == 60
    assert RetryPolicy().total_of(Weight.ENTRIES) == 300


@pytest.mark.scorecard("R31")
def test_the_budget_allows_thirty_retries_in_the_first_minute() -> None:
    now = 0.0
    budget = RetryBudget(RetryPolicy(), lambda: now)
    taken = 0

    while now < 60:
        taken += budget.take()
        now += 0.05

    assert 29 <= taken <= 30
