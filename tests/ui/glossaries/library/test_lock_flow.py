"""Unlocking requires a typed word."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.ui.glossaries.library.lock_flow import UnlockQuestion, is_locked

OPEN = GlossarySummary("g1", "g1", "Contracts")
LOCKED = GlossarySummary("g2", None, "Secret plans", is_local_only=True)


@pytest.mark.parametrize(
    ("summaries", "title", "word"),
    [([LOCKED], "Unlock “Secret plans”?", "Secret plans"), ([LOCKED, LOCKED], "Unlock 2 glossaries?", "unlock 2")],
)
def test_the_name_or_the_number_is_typed(
    window: QWidget, summaries: list[GlossarySummary], title: str, word: str
) -> None:
    question = UnlockQuestion(window, summaries)

    assert question.windowTitle() == title
    assert not question.accept_button.isEnabled()
    question.field.setText(word)
    assert question.accept_button.isEnabled()


def test_rows_count_as_locked_only_together() -> None:
    assert is_locked([LibraryItem(LOCKED, None)])
    assert not is_locked([LibraryItem(LOCKED, None), LibraryItem(OPEN, None)])
    assert not is_locked([])
