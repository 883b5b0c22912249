"""The report names the changes, and warns if nothing was rephrased although the user requested it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from termdesk.application.improvement.improvement import ImprovementResult, ImproveRequest
from termdesk.domain.similarity.text_diff import Chunk, DiffKind
from termdesk.domain.texts import EngineReport, Improve
from termdesk.ui.improvement.improvement_report import report_of, tone_of

CHANGED = (Chunk(DiffKind.EQUAL, 0, 2, 0, 2), Chunk(DiffKind.REPLACED, 2, 5, 2, 6))


def result(how: Improve, text: str, *, is_only_corrected: bool = False) -> ImprovementResult:
    chunks = CHANGED if text != "I has" else CHANGED[:1]
    request = ImproveRequest("I has", "en-US", how)
    report = EngineReport(("LanguageTool",))
    return ImprovementResult(request, text, "en", "en-US", 5, chunks, report, is_only_corrected)


@pytest.mark.parametrize(
    ("made", "words", "tone"),
    [
        (
            result(Improve.CORRECT, "I have"),
            "1 change · Detected: English · 5 characters counted · LanguageTool",
            "muted",
        ),
        (result(Improve.CORRECT, "I has"), "nothing to correct", "good"),
        (result(Improve.REPHRASE, "I has"), "nothing to correct or reword", "warning"),
        (result(Improve.REPHRASE, "I have", is_only_corrected=True), "nothing was reworded", "warning"),
    ],
)
def test_the_report_says_what_was_changed(made: ImprovementResult, words: str, tone: str) -> None:
    assert words in report_of(made)
    assert tone_of(made) == tone


def test_a_text_in_another_language_than_the_chosen_one_is_warned_of() -> None:
    made = replace(result(Improve.CORRECT, "I have"), detected_source="de")

    assert "Detected: German" in report_of(made)
    assert tone_of(made) == "warning"
