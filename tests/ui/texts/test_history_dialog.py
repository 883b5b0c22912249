"""The history window: opening a text closes it, Enter alone does not, and pages are loaded when they are shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.session.session import Session
from termdesk.application.texts.confirmed_texts import ConfirmedTexts
from termdesk.application.texts.history import TextHistory
from termdesk.application.texts.memory_transfer import MemoryTransfer
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.confirmed_page import ConfirmedPage
from termdesk.ui.texts.history_dialog import HistoryDialog
from termdesk.ui.texts.memory_line import MemoryLine

Rest = Callable[[], None]
Keep = Callable[..., None]


@pytest.fixture
def dialog(
    window: QWidget, session: Session, history: TextHistory, jobs: Jobs, keep: Keep, at_rest: Rest
) -> HistoryDialog:
    keep("a house", "a garden")
    copying = MemoryLine(MemoryTransfer(session), jobs, [])
    made = HistoryDialog(window, history, ConfirmedPage(ConfirmedTexts(session), jobs, copying), jobs)
    made.open()
    at_rest()
    return made


@pytest.mark.slow
def test_the_opened_text_is_given_to_whoever_asked(dialog: HistoryDialog) -> None:
    dialog.texts.open_button.click()

    assert not dialog.isVisible()
    assert dialog.opened is not None
    assert dialog.opened.source == "a garden"


@pytest.mark.slow
def test_closing_opens_nothing(dialog: HistoryDialog) -> None:
    dialog.accept_button.click()

    assert not dialog.isVisible()
    assert dialog.opened is None


@pytest.mark.slow
def test_enter_goes_from_the_search_to_the_list_and_does_not_close(dialog: HistoryDialog, qtbot: QtBot) -> None:
    dialog.activateWindow()
    dialog.texts.search.setFocus()

    qtbot.keyClick(dialog.texts.search, Qt.Key.Key_Return)

    assert dialog.isVisible()
    assert dialog.focusWidget() is dialog.texts.table


def test_enter_on_a_button_is_a_click(dialog: HistoryDialog, qtbot: QtBot) -> None:
    dialog.texts.open_button.setFocus()

    qtbot.keyClick(dialog.texts.open_button, Qt.Key.Key_Return)

    assert dialog.opened is not None


@pytest.mark.slow
def test_what_is_kept_is_told_anew_whenever_its_page_is_shown(
    dialog: HistoryDialog, history: TextHistory, at_rest: Rest
) -> None:
    def how_long() -> str:
        dialog.tabs.setCurrentWidget(dialog.storage)
        return dialog.storage.table.item(0, 2).text()

    before = how_long()
    dialog.tabs.setCurrentWidget(dialog.texts)
    history.set_keeping(True, 7)

    assert how_long() != before


@pytest.mark.slow
def test_other_keeping_is_told_to_the_panes(dialog: HistoryDialog, qtbot: QtBot, at_rest: Rest) -> None:
    with qtbot.waitSignal(dialog.keeping_changed):
        dialog.texts.retention.days.setValue(30)
        dialog.texts.retention.days.editingFinished.emit()
    at_rest()


@pytest.mark.slow
def test_no_button_is_cut_however_narrow_the_window_is(dialog: HistoryDialog) -> None:
    dialog.resize(100, 400)

    buttons = [each for each in dialog.texts.findChildren(QPushButton) if each.isVisible()]
    assert len(buttons) > 5
    assert [each.text() for each in buttons if each.width() < each.minimumSizeHint().width()] == []


@pytest.mark.slow
def test_on_a_low_screen_the_texts_scroll_and_nothing_is_cut(dialog: HistoryDialog) -> None:
    page = dialog.texts
    dialog.resize(dialog.width(), 400)

    assert page.verticalScrollBar().maximum() > 0
    assert page.table.height() >= page.table.minimumHeight()
    assert page.retention.height() >= page.retention.heightForWidth(page.retention.width())
