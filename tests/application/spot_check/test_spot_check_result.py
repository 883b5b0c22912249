"""The word difference of both translations, counted in places."""

from __future__ import annotations

from dataclasses import replace

from support.spot_check_results import made_result
from termdesk.application.spot_check.spot_check_result import SentenceResult
from termdesk.domain.spot_check.judgments import Verdict


def test_changes_are_counted_by_places() -> None:
    result = SentenceResult("The house.", "La casa es grande hoy.", "La vivienda es grande ahora.")

    assert result.changes == 2
    assert SentenceResult("a", "b", "b").changes == 0


def test_a_verdict_on_a_term_overrides_the_search() -> None:
    found = made_result().sentences[0]
    assert [each.hit.source for each in found.missed] == ["valve"]

    judged = replace(found, term_verdicts={("pump", "bomba"): Verdict.WRONG, ("valve", "válvula"): Verdict.RIGHT})

    assert [each.hit.source for each in judged.missed] == ["pump"]
