"""Each failure is told as data: its kind by class, call and status, without keys, and with what the service said."""

from __future__ import annotations

import pytest

from termdesk.application.diagnosis import FailureKind, diagnose
from termdesk.application.redaction import keep_out
from termdesk.client.errors import (
    BadAnswer,
    IncompleteAnswer,
    InvalidRequest,
    NotDeleted,
    NotFound,
    NotRenamed,
    QuotaExceeded,
    RateLimited,
    Reason,
    ServerFailed,
    ServiceError,
    UnclearOutcome,
    Unreachable,
    WrongKey,
)
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError

TRANSLATE, IMPROVE, CORRECT = "POST /v2/translate", "POST /v2/write/rephrase", "POST /v2/write/correct"
READ = "GET /v3/glossaries"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (Stopped(), FailureKind.STOPPED),
        (InvalidInput("No."), FailureKind.INVALID_INPUT),
        (UnclearOutcome(call=TRANSLATE), FailureKind.UNCLEAR_CHARGE),
        (UnclearOutcome(call="PUT /v3/glossaries/1/dictionaries"), FailureKind.UNCLEAR_CHANGE),
        (NotRenamed("It has its old name.", call="PATCH /v3/glossaries/1"), FailureKind.NOT_RENAMED),
        (NotDeleted(call="DELETE /v3/glossaries/1"), FailureKind.NOT_DELETED),
        (BadAnswer(call=TRANSLATE), FailureKind.BAD_ANSWER_CHARGE),
        (BadAnswer(call=READ), FailureKind.BAD_ANSWER),
        (ServerFailed(status=500, call=IMPROVE), FailureKind.SERVER_FAILED_CHARGE),
        (ServerFailed(status=500, call=READ), FailureKind.SERVER_FAILED),
        (WrongKey(status=403, call=IMPROVE), FailureKind.KEY_CANNOT_IMPROVE),
        (WrongKey(status=403, call=READ), FailureKind.WRONG_KEY),
        (NotFound(status=404, call=TRANSLATE), FailureKind.GLOSSARY_NOT_FOUND),
        (NotFound(status=404, call=CORRECT), FailureKind.CORRECTION_NOT_OFFERED),
        (NotFound(status=404, call=IMPROVE), FailureKind.NOT_OFFERED),
        (NotFound(status=404, call=READ), FailureKind.NOT_FOUND),
        (QuotaExceeded(status=456, call=TRANSLATE), FailureKind.NO_CHARACTERS_LEFT),
        (QuotaExceeded(status=456, call=READ), FailureKind.CHARACTERS_USED_UP),
        (InvalidRequest("Text is missing.", status=400), FailureKind.INVALID_REQUEST),
        (InvalidRequest(status=400), FailureKind.INVALID_REQUEST_UNSAID),
    ],
)
def test_the_kind_depends_on_the_class_and_on_the_call(error: TermdeskError, kind: FailureKind) -> None:
    assert diagnose(error).kind is kind


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (UnclearOutcome(call=IMPROVE), FailureKind.TIMED_OUT),
        (BadAnswer(call=TRANSLATE), FailureKind.BAD_ANSWER),
        (ServerFailed(status=500, call=IMPROVE), FailureKind.SERVER_FAILED),
    ],
)
def test_on_this_computer_nothing_may_have_been_charged(error: ServiceError, kind: FailureKind) -> None:
    error.is_free = True

    assert diagnose(error).kind is kind


@pytest.mark.scorecard("R39")
@pytest.mark.parametrize("reason", Reason)
def test_each_way_of_not_reaching_a_service_is_a_kind_of_its_own(reason: Reason) -> None:
    kinds = {diagnose(Unreachable(reason=each)).kind for each in Reason}

    assert len(kinds) == len(Reason)
    assert diagnose(Unreachable(reason=reason)).kind in kinds


def test_a_class_without_a_row_is_told_as_its_base_class() -> None:
    class Unheard(RateLimited):
        pass

    failure = diagnose(Unheard(status=429, retry_after=2.6))

    assert (failure.kind, failure.values) == (FailureKind.RATE_LIMITED, {"seconds": 3})


def test_the_line_of_details_has_what_is_known_of_the_call() -> None:
    full = ServiceError("No.", status=418, code="teapot", trace_id="t-1", call=READ)

    assert (diagnose(full).details, diagnose(full).trace_id) == (f"{READ} 418 teapot", "t-1")
    assert diagnose(ServiceError("No.")).details == ""
    assert diagnose(InvalidInput("No.")).details == ""


@pytest.mark.parametrize(
    ("message", "detail", "said"),
    [
        ("Bad request", "Text is missing", "Text is missing."),
        ("No", "No", "No."),
        ("What?", "Too long!", "What? Too long!"),
        ("Bad request", "", "Bad request."),
    ],
)
def test_what_the_service_said_is_one_line_of_sentences(message: str, detail: str, said: str) -> None:
    assert diagnose(InvalidRequest(message, status=400, detail=detail)).said == said


def test_values_are_numbers_that_the_words_can_count() -> None:
    error = IncompleteAnswer("Cut off.", call=READ, got=3, expected=9)

    assert diagnose(error).values == {"got": 3, "expected": 9}


@pytest.mark.scorecard("S01")
def test_keys_are_kept_out_of_every_field() -> None:
    keep_out("s3cret-key-77")
    error = InvalidRequest(
        "s3cret-key-77?", detail="s3cret-key-77!", status=400, call="GET /s3cret-key-77", trace_id="s3cret-key-77"
    )

    assert "s3cret" not in repr(diagnose(error))
