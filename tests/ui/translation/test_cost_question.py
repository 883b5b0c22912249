"""The question names the number of characters, and warns if they are a large part of what is left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.session.session import Session
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.usage import Usage
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings_store import SettingsStore
from termdesk.ui.translation.cost_question import confirm_cost
from termdesk.ui.widgets.dialogs import Question


@pytest.fixture
def monitor(qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, tmp_path: Path) -> UsageMonitor:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    return UsageMonitor(session, Records(tmp_path / "termdesk.db").history)


@pytest.mark.parametrize(("usage", "words"), [(None, "The service bills them."), (Usage(90, 100), "only 10 are left")])
def test_it_tells_the_cost_and_takes_the_answer(
    window: QWidget,
    monitor: UsageMonitor,
    qtbot: QtBot,
    qt_loop: asyncio.AbstractEventLoop,
    usage: Usage | None,
    words: str,
) -> None:
    monitor.usage = usage
    for is_agreed in (True, False):
        task = qt_loop.create_task(confirm_cost(window, "Send 40 characters?", 40, monitor))
        qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(Question)))
        question = next(each for each in window.findChildren(Question) if each.isVisible())
        text = question.findChild(QLabel, "question_text")
        assert question.windowTitle() == "Send 40 characters?"
        assert text is not None
        assert words in text.text()
        (question.accept if is_agreed else question.reject)()
        qtbot.waitUntil(task.done)

        assert task.result() is is_agreed
