"""A splitter stays where the user left it, in this window and in the next one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.splitter_memory import keep_place


def splitter(qtbot: QtBot, name: str) -> QSplitter:
    made = QSplitter(Qt.Orientation.Horizontal)
    made.setObjectName(name)
    for _ in range(2):
        made.addWidget(QWidget())
    qtbot.addWidget(made)
    made.resize(400, 100)
    made.show()
    return made


def test_the_place_is_kept_by_the_name_of_the_splitter(qtbot: QtBot) -> None:
    memory = WindowMemory(splitters={"other": "AAAA"})
    first = splitter(qtbot, "checks_splitter")
    keep_place(first, memory)
    first.moveSplitter(120, 1)

    again, stranger = splitter(qtbot, "checks_splitter"), splitter(qtbot, "new_splitter")
    before = stranger.sizes()
    keep_place(again, memory)
    keep_place(stranger, memory)

    assert again.sizes() == first.sizes()
    assert stranger.sizes() == before
    assert memory.splitters["other"] == "AAAA"
