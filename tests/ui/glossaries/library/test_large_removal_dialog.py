"""The question before an emptied dictionary is opened."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from termdesk.application.failures import LargeRemoval
from termdesk.application.glossaries.library.large_removal import LargeRemovalChoice
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.large_removal_dialog import LargeRemovalDialog


def removal(*, has_local_entries: bool) -> LargeRemoval:
    pair = LanguagePair("en", "de")
    return LargeRemoval("Terms", pair, local=1_000, remote=1, removed=999, has_local_entries=has_local_entries)


def test_the_figures_are_told_and_one_of_them_is_typed(window: QWidget) -> None:
    dialog = LargeRemovalDialog(window, removal(has_local_entries=True))
    words, field = dialog.findChild(QLabel, "question_text"), dialog.findChild(QLineEdit, "question_word")
    assert words is not None
    assert field is not None

    assert "1,000" in words.text()
    assert "999 were removed" in words.text()
    assert not dialog.accept_button.isEnabled()
    field.setText("999")
    assert dialog.accept_button.isEnabled()
    assert dialog.choice is LargeRemovalChoice.TAKE_REMOTE


@pytest.mark.parametrize("has_local_entries", [True, False])
def test_what_is_here_can_be_kept_where_it_is_here(window: QWidget, has_local_entries: bool) -> None:
    dialog = LargeRemovalDialog(window, removal(has_local_entries=has_local_entries))
    button = dialog.findChild(QPushButton, "question_other")

    assert (button is not None) is has_local_entries
    if button is not None:
        button.click()
        assert dialog.choice is LargeRemovalChoice.KEEP_LOCAL
