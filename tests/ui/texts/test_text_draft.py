"""Unfinished texts are kept for the next start, unless texts are not kept at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from termdesk.storage.window_state import WindowState
from termdesk.ui.texts.text_draft import TextDraft
from termdesk.ui.widgets.text_area import TextArea


class Fields:
    def __init__(self, window: QWidget, path: Path, *, is_kept: bool = True) -> None:
        self.text, self.context = TextArea("text", "Text", window), QLineEdit(window)
        self.is_kept = is_kept
        self.draft = TextDraft(
            {"translate_text": self.text, "translate_context": self.context},
            WindowState(path),
            keeps_texts=lambda: self.is_kept,
            parent=window,
        )
        self.draft.restore()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "window.json"


def test_what_is_typed_is_on_disk_shortly_after(qtbot: QtBot, window: QWidget, path: Path) -> None:
    fields = Fields(window, path)

    fields.text.setPlainText("Half a sen")
    fields.context.setText("law")
    qtbot.waitUntil(lambda: path.exists() and "law" in path.read_text())

    again = Fields(window, path)
    assert (again.text.toPlainText(), again.context.text()) == ("Half a sen", "law")


def test_texts_that_are_not_to_be_kept_leave_the_disk(window: QWidget, path: Path) -> None:
    fields = Fields(window, path)
    fields.text.setPlainText("A secret")
    fields.draft.save()
    assert "secret" in path.read_text()

    fields.is_kept = False
    fields.draft.save()

    assert "secret" not in path.read_text()
