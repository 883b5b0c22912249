"""The errors of the application carry what the window needs to name the place of a failure."""

from __future__ import annotations

import pytest

from termdesk.application.failures import EntriesRefused, LocalServiceFailed, PartlyPublished, PublishViolation
from termdesk.client.errors import InvalidRequest
from termdesk.domain.entries.entries import TARGET


@pytest.mark.parametrize(
    ("violation", "line"),
    [
        (PublishViolation("Empty."), "Empty."),
        (PublishViolation("Empty.", row=0), "Row 1, source: Empty."),
        (PublishViolation("Empty.", row=1233, column=TARGET), "Row 1,234, target: Empty."),
    ],
)
def test_a_violation_names_its_row_counted_from_one(violation: PublishViolation, line: str) -> None:
    assert str(violation) == line


def test_refused_entries_keep_the_call_of_the_refusal_and_list_every_violation() -> None:
    refusal = InvalidRequest("No.", status=400, code="bad", trace_id="t-1", call="PUT /v3/glossaries")
    violations = [PublishViolation("Empty.", row=0), PublishViolation("Too many.")]

    error = EntriesRefused(refusal, violations)

    assert (error.status, error.code, error.trace_id, error.call) == (400, "bad", "t-1", "PUT /v3/glossaries")
    assert error.violations == tuple(violations)
    assert error.detail.splitlines() == [str(each) for each in violations]


def test_a_local_service_that_failed_names_its_log() -> None:
    error = LocalServiceFailed("It ended.", log="/logs/service.log")

    assert "/logs/service.log" in error.remedy


@pytest.mark.parametrize(
    ("count", "phrases"), [(2, "“p0”, “p1”."), (5, "“p0”, “p1”, “p2”, “p3”, “p4”."), (7, "“p3”, “p4” and 2 more.")]
)
def test_phrases_that_others_wrote_are_named_and_the_rest_is_counted(count: int, phrases: str) -> None:
    error = PartlyPublished(local=["own"], others=[f"p{each}" for each in range(count)])

    assert error.message.startswith(f"The service has one of your {count + 1} changes. It has other versions of")
    assert error.message.endswith(phrases)
