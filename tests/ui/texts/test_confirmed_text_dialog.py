"""A confirmed translation can be saved once it was changed."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.ui.texts.confirmed_text_dialog import ConfirmedTextDialog


@pytest.mark.parametrize(("typed", "can_save"), [("casa", False), (" casa ", False), ("", False), ("a casa", True)])
def test_only_another_translation_can_be_saved(window: QWidget, typed: str, can_save: bool) -> None:
    dialog = ConfirmedTextDialog(window, LanguagePair("en", "pt"), "house", "casa")

    dialog.field.setPlainText(typed)

    assert dialog.save.isEnabled() is can_save
    assert dialog.translation == typed.strip()
