"""Services are offered by name; if there is only one, no question is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QComboBox, QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.provider import Provider
from termdesk.ui.preferences.service_question import ask_service
from termdesk.ui.widgets.dialogs import Question

ONE, OTHER = Provider("custom", "https://a.example.org"), Provider("custom", "https://b.example.org", title="Agency")


def test_one_of_several_is_chosen(
    window: QWidget, qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, opened: Callable[[type[Any]], Any]
) -> None:
    task = qt_loop.create_task(ask_service(window, [ONE, OTHER], title="Where to?"))
    dialog = opened(Question)
    box = dialog.findChild(QComboBox, "transfer_target")
    title, names = dialog.windowTitle(), [box.itemText(row) for row in range(box.count())]
    box.setCurrentIndex(1)
    dialog.accept_button.click()
    qtbot.waitUntil(task.done)

    assert (title, names, task.result()) == ("Where to?", ["a.example.org", "Agency"], OTHER)


def test_nothing_is_chosen_where_that_is_cancelled(
    window: QWidget, qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, opened: Callable[[type[Any]], Any]
) -> None:
    task = qt_loop.create_task(ask_service(window, [ONE, OTHER], title="Where to?"))
    opened(Question).reject()
    qtbot.waitUntil(task.done)

    assert task.result() is None


def test_a_single_one_is_not_asked_about(window: QWidget, finish: Callable[..., Any]) -> None:
    assert finish(ask_service(window, [ONE], title="Where to?")) == ONE
