"""The word difference of both translations, counted in places."""

from __future__ import annotations

from termdesk.application.spot_check.spot_check_result import SentenceResult


def test_changes_are_counted_by_places() -> None:
    result = SentenceResult("The house.", "La casa es grande hoy.", "La vivienda es grande ahora.")

    assert result.changes == 2
    assert SentenceResult("a", "b", "b").changes == 0
