"""The whole window without a connection: everything in it has a name, and it opens and closes cleanly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from termdesk import main
from termdesk.application.session import Session
from termdesk.storage.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings_file import SettingsFile
from termdesk.storage.window_state import WindowState
from termdesk.ui.desk import Desk

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
INTERACTIVE = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QAbstractSpinBox, QAbstractItemView)


@pytest.fixture
def desk(
    qtbot: QtBot, finish: Finish, window: QWidget, tmp_path: Path, qt_loop: asyncio.AbstractEventLoop
) -> Iterator[Desk]:
    stack = AsyncExitStack()

    async def build() -> Desk:
        folders = Folders.under(tmp_path / "home")
        session = Session(folders, SettingsFile(folders.config / "settings.json"), KeyStore(find_backend=lambda: None))
        records = await stack.enter_async_context(Records(tmp_path / "termdesk.db"))
        stack.push_async_callback(session.stop)
        made = Desk(main.LazyUseCases(session, records), WindowState(folders.state / "window.json"))
        stack.push_async_callback(made.close)
        return made

    made = finish(build())
    made.show()
    # Panes are built when they are first asked for.
    for place in range(made.window.pane_count):
        made.window.pane_at(place)
    yield made
    finish(stack.aclose())


def is_qts_own(widget: QWidget) -> bool:
    """Parts that Qt makes inside a widget: headers, the corner of a table, the list of a box, a spin box's field."""
    parent = widget.parent()
    return (
        isinstance(widget, QHeaderView)
        or widget.objectName().startswith("qt_")
        or (isinstance(widget, QAbstractButton) and isinstance(parent, QTableView | QLineEdit))
        or (isinstance(widget, QAbstractItemView) and parent.metaObject().className() == "QComboBoxPrivateContainer")
        or (isinstance(widget, QAbstractItemView) and widget.windowFlags() & Qt.WindowType.Popup == Qt.WindowType.Popup)
    )


def test_whatever_can_be_used_has_a_name_for_tests_and_for_readers(desk: Desk) -> None:
    widgets = [each for kind in INTERACTIVE for each in desk.window.findChildren(kind) if not is_qts_own(each)]

    nameless = {f"{type(each).__name__} in {each.parent()}" for each in widgets if not each.objectName()}
    mute = {each.objectName() or type(each).__name__ for each in widgets if not each.accessibleName()}

    assert len(widgets) > 30
    assert nameless == set()
    assert mute == set()


def test_no_label_guesses_whether_its_text_is_markup(desk: Desk) -> None:
    guessing = [each.text() for each in desk.window.findChildren(QLabel) if each.textFormat() == Qt.TextFormat.AutoText]

    assert [text for text in guessing if text] == []


def test_every_pane_comes_to_the_front_by_its_key(desk: Desk) -> None:
    window = desk.window
    for number in range(1, window.pane_count + 1):
        window.window_actions[f"pane_{number}"].trigger()

        assert window.pane is window.pane_at(number - 1)
    window.window_actions["next_pane"].trigger()
    assert window.pane is window.pane_at(0)


def test_the_window_closes_when_it_is_asked_to(qtbot: QtBot, desk: Desk) -> None:
    desk.window.show_pane(3)

    desk.window.window_actions["quit"].trigger()
    qtbot.waitUntil(desk.closed.is_set)

    assert not desk.window.isVisible()
