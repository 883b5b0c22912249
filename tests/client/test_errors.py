"""Errors of the service: of each, whether a change that ended so may have been carried out."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest

from termdesk.client import errors
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

RESET = Reason.RESET
OUTCOMES: list[tuple[ServiceError, bool]] = [
    (Unreachable(reason=RESET), False),
    (Unreachable(reason=RESET, was_sent=True), True),
    (TimedOut(), False),
    (TimedOut(was_sent=True), True),
    (UnclearOutcome(), True),
    (CalledOff(), False),
    (Redirected(target_host="elsewhere.test", status=302), True),
    (BadAnswer(), True),
    (IncompleteAnswer("half", expected=2, got=1), True),
    (InvalidRequest(), False),
    (WrongKey(), False),
    (NotAllowed(), False),
    (NotFound(), False),
    (TooLarge(), False),
    (UnsupportedType(), False),
    (RateLimited(), False),
    (QuotaExceeded(), False),
    (ServerFailed(), True),
    (Unavailable(), True),
]


def concrete() -> Iterator[type[ServiceError]]:
    """The errors that are raised; the two that only gather others are not."""
    for _, kind in inspect.getmembers(errors, inspect.isclass):
        if issubclass(kind, ServiceError) and kind not in (ServiceError, StatusError):
            yield kind


@pytest.mark.parametrize(("error", "may_have_happened"), OUTCOMES, ids=lambda value: type(value).__name__)
def test_only_a_refusal_or_an_unsent_call_proves_that_nothing_happened(
    error: ServiceError, may_have_happened: bool
) -> None:
    assert error.may_have_happened is may_have_happened


def test_the_table_above_knows_every_error() -> None:
    assert {type(error) for error, _ in OUTCOMES} == set(concrete())


@pytest.mark.parametrize("kind", list(concrete()))
def test_every_error_has_a_message_of_its_own(kind: type[ServiceError]) -> None:
    others = {each.default_message for each in concrete() if each not in (kind, IncompleteAnswer, BadAnswer)}

    assert kind.default_message not in others


def test_a_refusal_carries_what_the_service_said_beside_what_its_kind_adds() -> None:
    error = NotAllowed(
        "no", missing_scopes=("glossaries:write",), status=403, code="scope", detail="d", trace_id="T", retry_after=2.0
    )
    quota = QuotaExceeded(is_about_glossaries=True, status=456, call="POST /v3/glossaries")

    assert (error.missing_scopes, error.status, error.code) == (("glossaries:write",), 403, "scope")
    assert (error.detail, error.trace_id, error.retry_after) == ("d", "T", 2.0)
    assert (quota.is_about_glossaries, quota.call, quota.message) == (
        True,
        "POST /v3/glossaries",
        quota.default_message,
    )
