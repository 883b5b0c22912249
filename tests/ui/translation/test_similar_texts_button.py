"""Similar texts are counted, and the translation of one replaces the result that it was compared with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from termdesk.application.translation.translation import TranslateRequest, TranslationResult
from termdesk.domain.texts import EngineReport, SimilarText
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.translation.similar_texts_button import SimilarTextsButton
from termdesk.ui.translation.similar_texts_dialog import SimilarTextsDialog

RESULT = TranslationResult(
    TranslateRequest("You may not enter.", "de", source="en"),
    "Sie treten nicht ein.",
    "en",
    18,
    18,
    EngineReport(),
    similar=(
        SimilarText("You may enter.", "Sie dürfen eintreten.", 0.9),
        SimilarText("You must enter now.", "Sie müssen jetzt eintreten.", 0.75),
    ),
)


@pytest.fixture
def button(window: QWidget, jobs: Jobs) -> SimilarTextsButton:
    made = SimilarTextsButton(jobs)
    QVBoxLayout(window).addWidget(made)
    return made


@pytest.mark.parametrize("is_used", [True, False])
def test_the_chosen_translation_is_handed_over_unless_the_dialog_is_cancelled(
    button: SimilarTextsButton,
    opened: Callable[[type[SimilarTextsDialog]], SimilarTextsDialog],
    at_rest: Callable[[], None],
    is_used: bool,
) -> None:
    chosen: list[tuple[TranslationResult, str]] = []
    button.chosen.connect(lambda *values: chosen.append(values))
    button.show_for(RESULT)
    assert (button.isVisible(), button.text(), button.accessibleName()) == (True, "2 similar texts…", button.text())

    button.click()
    dialog = opened(SimilarTextsDialog)
    dialog.table.selectRow(1)
    (dialog.accept if is_used else dialog.reject)()
    at_rest()

    assert chosen == ([(RESULT, "Sie müssen jetzt eintreten.")] if is_used else [])


def test_without_a_result_there_is_nothing_to_open(button: SimilarTextsButton, jobs: Jobs) -> None:
    button.show_for(RESULT)
    button.show_for(None)
    assert not button.isVisible()
    button.click()
    assert not jobs.running
