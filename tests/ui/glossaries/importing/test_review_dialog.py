"""The review: every row of an import is shown with its kind, and decided by key, by list or by kind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.importing.review import ImportPart, PartReview, incoming_rows_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.import_comparison import review_of
from termdesk.domain.merging.review import Decision, InitialDecision, ReviewKind
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.ui.glossaries.importing.review_dialog import ReviewDialog
from termdesk.ui.glossaries.importing.review_model import DECISION, INCOMING, KIND, PRESENT, REASON
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
EN_AR = LanguagePair("en", "ar")
HERE_ENTRIES = Entries.of([("tree", "شجرة"), ("house", "بيت"), ("sea", "بحر")])
FAULT = RejectedRow(4, 4, 0, "The row has 1 column.", "Put both in one line.", b"no tab \xe9", ("no tab", ""))
FILE = ReadResult(
    Entries.of([("tree", "شجر"), ("house", "بيت"), ("river", "نهر"), ("sun", "شمس"), ("sun", "الشمس")]),
    [1, 2, 3, 5, 6],
    (FAULT,),
)


@pytest.fixture
def part() -> PartReview:
    review = review_of(HERE_ENTRIES, incoming_rows_of(FILE))
    review.decide_by(InitialDecision.KEEP)
    return PartReview(ImportPart(EN_AR, FILE), review)


@pytest.fixture
def saved() -> list[PartReview]:
    return []


@pytest.fixture
def dialog(
    qtbot: QtBot, window: QWidget, part: PartReview, saved: list[PartReview], qt_loop: asyncio.AbstractEventLoop
) -> ReviewDialog:
    made = ReviewDialog(
        window, [part], title="Review", jobs=Jobs(Notices(window), window), save_rejected_rows=saved.append
    )
    made.show()
    made.table.setFocus()
    return made


def shown(dialog: ReviewDialog, column: int) -> list[str]:
    return [dialog.model.index(row, column).data() for row in range(dialog.model.rowCount())]


@pytest.mark.slow
def test_it_begins_with_what_asks_for_a_decision(dialog: ReviewDialog, qtbot: QtBot, window: QWidget) -> None:
    assert dialog.kind == ReviewKind.CLASH
    assert shown(dialog, KIND) == ["⚡ clash", "⚡ clash"]

    calm = review_of(HERE_ENTRIES, incoming_rows_of(ReadResult(Entries.of([("sun", "شمس")]), [1])))
    parts = [PartReview(ImportPart(EN_AR, FILE), calm)]
    other = ReviewDialog(window, parts, title="Review", jobs=Jobs(Notices(window), window), save_rejected_rows=print)

    assert other.kind is None
    assert other.model.rowCount() == 4


@pytest.mark.slow
def test_the_rows_stand_in_the_order_of_the_file_with_their_kinds(dialog: ReviewDialog) -> None:
    dialog.show_kind(None)

    assert [text.split()[-1] for text in shown(dialog, KIND)] == [
        "changed",
        "same",
        "new",
        "rejected",
        "clash",
        "clash",
        "here",
    ]
    assert shown(dialog, 0) == ["1", "2", "3", "4", "5", "6", ""]
    assert (shown(dialog, PRESENT)[0], shown(dialog, INCOMING)[0]) == ("شجرة", "شجر")
    assert [dialog.kinds.tabText(position) for position in range(dialog.kinds.count())] == [
        "All 7",
        "New 1",
        "Changed 1",
        "Same 1",
        "Clash 2",
        "Rejected 1",
        "Only here 1",
    ]


def test_keys_decide_on_the_chosen_rows(qtbot: QtBot, dialog: ReviewDialog, part: PartReview) -> None:
    dialog.show_kind(None)
    dialog.table.selectRow(0)
    qtbot.keyClick(dialog.table, Qt.Key.Key_R)
    assert part.review.decision(0) == Decision.TAKE
    assert shown(dialog, DECISION)[0] == "Replace"

    qtbot.keyClick(dialog.table, Qt.Key.Key_B)
    assert shown(dialog, DECISION)[0] == "Keep both"
    dialog.table.selectAll()
    qtbot.keyClick(dialog.table, Qt.Key.Key_K)

    assert part.review.touched_count == 0
    assert not part.review.change().count
    assert "Nothing would change" in dialog.summary.text()


@pytest.mark.slow
def test_a_kind_is_decided_at_one_click(qtbot: QtBot, dialog: ReviewDialog, part: PartReview) -> None:
    dialog.show_kind(None)
    assert not any(button.isVisible() for button in dialog.deciders.values())

    dialog.show_kind(ReviewKind.CLASH)
    assert dialog.keys_hint.text().endswith(": Leave out (K), Take this one (R), Keep both (B)"), (
        "as the buttons say it"
    )
    assert dialog.model.rowCount() == 2
    assert dialog.warning.isVisible()
    qtbot.mouseClick(dialog.deciders[Decision.TAKE], Qt.MouseButton.LeftButton)

    assert shown(dialog, DECISION) == ["Take this one", "Leave out"]
    assert not dialog.warning.isVisible()
    assert dialog.accept_button.text() == f"Import ({part.review.touched_count})"


@pytest.mark.slow
def test_a_decision_is_chosen_from_a_list(qtbot: QtBot, dialog: ReviewDialog, part: PartReview) -> None:
    dialog.show_kind(None)
    index = dialog.model.index(2, DECISION)
    dialog.table.edit(index)
    (box,) = dialog.table.viewport().findChildren(QComboBox)
    assert [box.itemText(position) for position in range(box.count())] == ["Leave out", "Import"]

    box.setCurrentIndex(0)
    box.activated.emit(0)

    assert part.review.decision(2) == Decision.KEEP
    assert "to leave out: 1" in dialog.summary.text()


@pytest.mark.slow
def test_rejected_lines_tell_why_and_can_be_saved_when_they_are_left_out(
    qtbot: QtBot, dialog: ReviewDialog, part: PartReview, saved: list[PartReview]
) -> None:
    dialog.show_kind(None)
    assert "The row has 1 column." in dialog.model.index(3, REASON).data()
    assert not dialog.save_rejected_rows.isEnabled()

    dialog.show_kind(ReviewKind.REJECTED)
    qtbot.mouseClick(dialog.deciders[Decision.KEEP], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(dialog.save_rejected_rows, Qt.MouseButton.LeftButton)

    assert saved == [part]
    assert part.rejected_rows_left_out == (FAULT,)


def test_searching_shows_the_rows_that_hold_a_text(qtbot: QtBot, dialog: ReviewDialog, part: PartReview) -> None:
    qtbot.keyClicks(dialog.search, "SUN")
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2)

    dialog.show_kind(ReviewKind.CLASH)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2)
    qtbot.mouseClick(dialog.deciders[Decision.KEEP], Qt.MouseButton.LeftButton)
    assert part.review.count_decided(ReviewKind.CLASH, Decision.KEEP) == 2
    dialog.search.clear()
    dialog.kinds.setCurrentIndex(0)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 7)


def test_enter_in_the_search_goes_to_the_rows_and_imports_nothing(qtbot: QtBot, dialog: ReviewDialog) -> None:
    dialog.search.setFocus()

    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)

    assert dialog.isVisible()
    assert dialog.focusWidget() is dialog.table
