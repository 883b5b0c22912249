"""An engine is trained for two languages and with a name; the file suggests the name."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.ui.engines.train_dialog import TrainDialog

EN_DE = LanguagePair("en", "de")


@pytest.fixture
def dialog(window: QWidget) -> TrainDialog:
    return TrainDialog(window, Path("/memories/small talk.tmx"), pair=EN_DE)


def test_the_file_suggests_the_name_and_the_pair_can_be_kept(dialog: TrainDialog) -> None:
    assert (dialog.name, dialog.pair) == ("small talk", EN_DE)
    assert dialog.accept_button.isEnabled()


@pytest.mark.parametrize(
    ("name", "target", "can_be_trained"), [("", "de", False), ("x", "en", False), ("x", "fi", True)]
)
def test_it_needs_a_name_and_two_languages(dialog: TrainDialog, name: str, target: str, can_be_trained: bool) -> None:
    dialog.fields.name_field.setText(name)
    dialog.fields.target.choose(target)

    assert dialog.accept_button.isEnabled() is can_be_trained


def test_a_language_without_spaces_between_words_is_not_offered(dialog: TrainDialog) -> None:
    for box in (dialog.fields.source, dialog.fields.target):
        assert "th" not in box.codes()
        assert "fi" in box.codes()
