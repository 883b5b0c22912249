"""If enabled, text copied in other programs appears in Translate. It is sent only if the user chose that, too."""

from __future__ import annotations

import json

from PySide6.QtCore import QMimeData

from app.fake import at_rest, connect
from app.program import Control, Key, Program
from support.services.fake_service import FakeService


def copy(text: str) -> QMimeData:
    content = QMimeData()
    content.setText(text)
    return content


def test_a_copied_text_is_shown_and_sent_only_on_demand(program: Program, fake: FakeService) -> None:
    connect(program, fake)
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: bool(pane.target_language.code))
    at_rest(program)
    pane.source.setPlainText("Unfinished")
    assert pane.clipboard.isHidden()

    program.controller.window.window_actions["watch_clipboard"].trigger()
    assert pane.clipboard.isVisible()
    pane.clipboard.take(copy("Good morning"))
    at_rest(program)
    program.picture("clipboard")
    assert pane.source.toPlainText() == "Good morning"
    assert fake.billed == []
    pane.source.undo()
    assert pane.source.toPlainText() == "Unfinished"

    program.click(pane.clipboard.at_once)
    pane.clipboard.take(copy("Good evening"))
    at_rest(program)
    assert [json.loads(each.body)["text"] for each in fake.billed] == [["Good evening"]]
    assert pane.result.toPlainText() == "GOOD EVENING"

    # Copying the same text again costs nothing.
    pane.clipboard.take(copy("Good evening"))
    at_rest(program)
    assert len(fake.billed) == 1
