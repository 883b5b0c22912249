"""The sync status in the headings is updated by edits and by readings of the library."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.publish_jobs import JobState
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage

Finish = Callable[[Coroutine[Any, Any, Any]], Any]


def state(page: MultilingualPage, column: int) -> str:
    heading = str(page.model.headerData(column, Qt.Orientation.Horizontal))
    return heading.splitlines()[-1].partition(" · ")[0]


def publish(page: MultilingualPage, finish: Finish) -> None:
    """Mark the local state as the one of the service."""
    for each in page.table.dictionaries:
        finish(each.rebase(base=each.entries.copy()))


def looked(qtbot: QtBot, page: MultilingualPage, do: Callable[[], object]) -> None:
    with qtbot.waitSignal(page.states.looked):
        do()


@pytest.mark.slow
def test_the_status_follows_an_edit_and_its_undo(qtbot: QtBot, page: MultilingualPage, finish: Finish) -> None:
    publish(page, finish)
    looked(qtbot, page, page.states.look_soon)
    assert {state(page, column) for column in (1, 2)} == {"published"}

    looked(qtbot, page, lambda: page.model.setData(page.model.index(0, 2), "Bolzen"))
    assert [state(page, column) for column in (1, 2)] == ["published", "edited"]
    looked(qtbot, page, page.edits.history.undo)

    assert state(page, 2) == "published"


@pytest.mark.slow
def test_what_became_of_the_last_publishing_is_shown_once_the_library_knows(
    qtbot: QtBot, page: MultilingualPage, finish: Finish
) -> None:
    publish(page, finish)
    page.model.setData(page.model.index(0, 2), "Bolzen")
    pair = LanguagePair("en", "de")
    row = DictionarySummary(pair, 3, "draft", has_changes=True, last_call=JobState.FAILED)

    looked(qtbot, page, lambda: page.states.show_summary(GlossarySummary("parts", "parts", "Parts", drafts=(row,))))

    assert state(page, 2) not in ("published", "edited")
    assert state(page, 1) == "published"


def test_a_page_that_closes_looks_no_more(qtbot: QtBot, page: MultilingualPage, at_rest: Callable[[], None]) -> None:
    looks: list[None] = []
    page.states.looked.connect(lambda: looks.append(None))
    page.states.look_soon()

    page.states.close()
    at_rest()

    assert not page.states._timer.isActive()
    assert looks == []
