"""Errors of the service: for each, whether the failed change may nevertheless have been carried out."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest

from termdesk.client import errors

RESET = errors.Reason.RESET
OUTCOMES: list[tuple[errors.ServiceError, bool]] = [
    (errors.Unreachable(reason=RESET), False),
    (errors.Unreachable(reason=RESET, was_sent=True), True),
    (errors.TimedOut(), False),
    (errors.TimedOut(was_sent=True), True),
    (errors.UnclearOutcome(), True),
    (errors.NotRenamed(), True),
    (errors.NotDeleted(), True),
    (errors.CalledOff(), False),
    (errors.Redirected(target_host="elsewhere.test", status=302), True),
    (errors.BadAnswer(), True),
    (errors.IncompleteAnswer("half", expected=2, got=1), True),
    (errors.InvalidRequest(), False),
    (errors.WrongKey(), False),
    (errors.NotAllowed(), False),
    (errors.NotFound(), False),
    (errors.TooLarge(), False),
    (errors.UnsupportedType(), False),
    (errors.RateLimited(), False),
    (errors.QuotaExceeded(), False),
    (errors.ServerFailed(), True),
    (errors.Unavailable(), True),
]


def concrete() -> Iterator[type[errors.ServiceError]]:
    """Return the error classes that are raised, without the two that are only base classes."""
    for _, kind in inspect.getmembers(errors, inspect.isclass):
        if issubclass(kind, errors.ServiceError) and kind not in (errors.ServiceError, errors.StatusError):
            yield kind


@pytest.mark.parametrize(("error", "may_have_happened"), OUTCOMES, ids=lambda value: type(value).__name__)
def test_only_a_refusal_or_an_unsent_call_proves_that_nothing_happened(
    error: errors.ServiceError, may_have_happened: bool
) -> None:
    assert error.may_have_happened is may_have_happened


def test_the_table_above_knows_every_error() -> None:
    assert {type(error) for error, _ in OUTCOMES} == set(concrete())


@pytest.mark.parametrize("kind", list(concrete()))
def test_every_error_has_a_message_of_its_own(kind: type[errors.ServiceError]) -> None:
    others = {
        each.default_message for each in concrete() if each not in (kind, errors.IncompleteAnswer, errors.BadAnswer)
    }

    assert kind.default_message not in others


def test_a_refusal_carries_what_the_service_said_beside_what_its_kind_adds() -> None:
    error = errors.NotAllowed(
        "no", missing_scopes=("glossaries:write",), status=403, code="scope", detail="d", trace_id="T", retry_after=2.0
    )
    quota = errors.QuotaExceeded(is_about_glossaries=True, status=456, call="POST /v3/glossaries")

    assert (error.missing_scopes, error.status, error.code) == (("glossaries:write",), 403, "scope")
    assert (error.detail, error.trace_id, error.retry_after) == ("d", "T", 2.0)
    assert (quota.is_about_glossaries, quota.call, quota.message) == (
        True,
        "POST /v3/glossaries",
        quota.default_message,
    )
