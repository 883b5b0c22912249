"""The pane is built in place, because Qt styles a widget with all its parts again when its parent changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

LARGE_PARTS = {"pane_glossaries", "glossaries_splitter", "library_panel", "page_stack"}
PAGE = "dictionary_page"


class Moves(QObject):
    """Notes the large parts of the pane that get another parent."""

    def __init__(self) -> None:
        super().__init__()
        self.moved: list[QObject] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ParentChange and watched.objectName() in {*LARGE_PARTS, PAGE}:
            self.moved.append(watched)
        return False


@contextmanager
def noted_moves(app: QApplication) -> Iterator[Moves]:
    moves = Moves()
    app.installEventFilter(moves)
    yield moves
    app.removeEventFilter(moves)


@pytest.mark.slow
def test_no_large_part_gets_another_parent_while_the_pane_is_built(
    qapp: QApplication,
    qtbot: QtBot,
    use_cases: LazyUseCases,
    jobs: Jobs,
    notices: Notices,
    finish: Callable[[Coroutine[Any, Any, Any]], Any],
    qt_loop: asyncio.AbstractEventLoop,
) -> None:
    host = QMainWindow()
    qtbot.addWidget(host)
    with noted_moves(qapp) as moves:
        pane = GlossariesPane(
            use_cases=use_cases,
            actions=Actions(host),
            remembered=WindowMemory(),
            jobs=jobs,
            notices=notices,
            parent=host,
        )
        host.setCentralWidget(pane)

    assert moves.moved == []
    assert {each.objectName() for each in (pane, pane.splitter, pane.panel, pane.pages)} == LARGE_PARTS
    positions: list[QWidget | None] = [pane.splitter.widget(0), pane.splitter.widget(1)]
    assert positions == [pane.panel, pane.pages]
    finish(jobs.close())


@pytest.mark.slow
def test_a_page_keeps_its_parent_when_it_is_shown(
    qapp: QApplication,
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    draft: Callable[..., GlossarySummary],
    finish: Callable[[Coroutine[Any, Any, Any]], Any],
) -> None:
    dictionary = finish(use_cases.library.open(draft("Rail", {"de": [("train", "Zug")]}), LanguagePair("en", "de")))

    with noted_moves(qapp) as moves:
        finish(pane.show_dictionary(dictionary))

    assert moves.moved == []
    assert pane.page is not None
    assert pane.page.isVisibleTo(pane)


def test_the_open_pages_are_noted_once_for_all_glossaries_of_a_run(pane: GlossariesPane, qtbot: QtBot) -> None:
    noted: list[None] = []
    pane.opened_noted.connect(lambda: noted.append(None))

    with qtbot.waitSignal(pane.opened_noted):
        for key in ("law", "rail", "water"):
            pane.published.emit(key)

    assert len(noted) == 1
