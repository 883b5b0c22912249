"""The dialog of versions, tested separately: what can be restored, and what can be compared."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QStyleOptionHeader, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.versions.versions_dialog import (
    COMPARISON_LETTERS,
    ComparedEntries,
    Restoration,
    VersionsDialog,
)
from termdesk.ui.glossaries.versions.versions_table import VersionColumn
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.leading_header import LeadingHeader

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
OpeningMultilingual = Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]
FILE = Entries.of([("bolt", "برغي"), ("nut", "صامولة")])


@pytest.fixture
def dictionary(opening: Opening, use_cases: LazyUseCases, finish: Finish) -> OpenDictionary:
    """A dictionary with one stored version. Since then the target of “bolt” has changed."""
    opened = opening([("bolt", "مسمار")])
    finish(use_cases.versions.keep(opened, "first"))
    opened.apply(SetCells(TARGET, [0], ["لولب"]))
    return opened


@pytest.fixture
def dialog(
    dictionary: OpenDictionary, use_cases: LazyUseCases, window: QWidget, jobs: Jobs, at_rest: Rest
) -> Iterator[VersionsDialog]:
    async def read(_pair: LanguagePair) -> Entries:
        return FILE

    async def choose_file(_pair: LanguagePair) -> ComparedEntries:
        return ComparedEntries("parts.csv", read)

    made = VersionsDialog(window, use_cases.versions, [dictionary], jobs, choose_file=choose_file)
    made.show()
    at_rest()
    yield made
    made.close()


def offered(dialog: VersionsDialog) -> list[str]:
    return [dialog.other.itemText(row) for row in range(dialog.other.count())]


def test_what_is_edited_meanwhile_is_compared_before_it_is_restored(
    dialog: VersionsDialog, dictionary: OpenDictionary, qtbot: QtBot
) -> None:
    assert dialog.counts.text() == "If you restore this version, these entries change: 1 changed."

    dictionary.apply(InsertRows.at(dictionary.entries, 1, [("nut", "صامولة")]))

    words = "If you restore this version, these entries change: 1 changed, 1 removed."
    qtbot.waitUntil(lambda: dialog.counts.text() == words)
    dialog.accept()
    assert not dictionary.changed


@pytest.mark.slow
def test_all_of_a_version_or_single_rows_can_be_restored(dialog: VersionsDialog, dictionary: OpenDictionary) -> None:
    [version] = dialog._versions
    assert dialog.list.item(0, VersionColumn.DETAILS).text() == "Yes"
    assert dialog.list.item(0, VersionColumn.SIZE).text() == f"{version.size} B"
    assert (dialog.accept_button.isEnabled(), dialog.rows_button.isEnabled()) == (True, False)
    assert dialog.rows_button.accessibleDescription() == "Select the rows to restore in the comparison first."

    dialog.differences.selectRow(0)
    assert dialog.rows_button.isEnabled()
    assert dialog.rows_button.accessibleDescription() == ""
    dialog.rows_button.click()

    assert dialog.restoration == Restoration(dictionary, version, frozenset({"bolt"}))
    assert not dialog.isVisible()


@pytest.mark.slow
def test_the_list_is_sorted_by_what_its_columns_mean(
    dialog: VersionsDialog, dictionary: OpenDictionary, use_cases: LazyUseCases, at_rest: Rest, finish: Finish
) -> None:
    dictionary.apply(InsertRows.at(dictionary.entries, 1, [(f"bolt {row}", f"لولب {row}") for row in range(11)]))
    finish(use_cases.versions.keep(dictionary, "second"))
    dialog._read()
    at_rest()

    def names() -> list[str]:
        return [dialog.list.item(row, VersionColumn.VERSION).text() for row in range(dialog.list.rowCount())]

    header = dialog.list.horizontalHeader()
    assert names() == ["second", "first"]
    assert dialog.list.version is not None
    assert dialog.list.version.name == "first"
    for column in (VersionColumn.WHEN, VersionColumn.ENTRIES, VersionColumn.SIZE):
        header.setSortIndicator(column, Qt.SortOrder.AscendingOrder)
        assert names() == ["first", "second"]
        assert dialog.list.item(0, VersionColumn.ENTRIES).text() == "1"
        header.setSortIndicator(column, Qt.SortOrder.DescendingOrder)
        assert names() == ["second", "first"]
        # The selection is kept.
        assert dialog.list.version.name == "first"


@pytest.mark.slow
def test_between_two_versions_nothing_can_be_restored_and_the_dialog_says_what_to_do(
    dialog: VersionsDialog, dictionary: OpenDictionary, use_cases: LazyUseCases, at_rest: Rest, finish: Finish
) -> None:
    finish(use_cases.versions.keep(dictionary, "second"))
    dialog._read()
    at_rest()
    dialog.other.setCurrentIndex(1)
    dialog.other.activated.emit(1)
    at_rest()

    hint = "To restore this version, compare it with the present entries."
    assert dialog.other.currentText().endswith("second")
    assert dialog.counts.text().endswith(f"to this version: 1 changed. {hint}")
    for button in (dialog.accept_button, dialog.rows_button):
        assert not button.isEnabled()
        assert button.accessibleDescription() == hint
    header = dialog.differences.horizontalHeader()
    titles = [dialog.differences.model().headerData(each, Qt.Orientation.Horizontal) for each in (2, 3)]
    assert titles == ["Other", "This version"]
    assert isinstance(header, LeadingHeader)
    assert not any(header.is_cut(each) for each in range(header.count()))

    dialog.other.setCurrentIndex(0)
    dialog.other.activated.emit(0)
    at_rest()
    assert dialog.accept_button.isEnabled()
    assert dialog.accept_button.accessibleDescription() == ""


@pytest.mark.slow
def test_a_version_like_the_present_entries_has_nothing_to_restore(
    dialog: VersionsDialog, dictionary: OpenDictionary, at_rest: Rest
) -> None:
    dictionary.apply(SetCells(TARGET, [0], ["مسمار"]))
    dialog._on_version()
    assert dialog.accept_button.accessibleDescription() == "What restoring this version changes is not known yet."
    at_rest()

    assert not dialog.accept_button.isEnabled()
    assert dialog.accept_button.accessibleDescription() == "There is nothing to restore: both have the same entries."


@pytest.mark.slow
def test_a_long_name_of_the_other_side_ends_with_an_ellipsis(dialog: VersionsDialog) -> None:
    pair, long = LanguagePair("en", "ar"), "Contracts of all the offices of the agency, 2020 to 2026"
    dialog.differences.show_difference(Difference({"a": "b"}, {}, {}), pair, before=long, after="This version")
    option = QStyleOptionHeader()

    dialog.differences.horizontalHeader().initStyleOptionForIndex(option, 2)

    assert option.text.startswith("Contracts")
    assert option.text.endswith("…")


@pytest.mark.slow
def test_a_file_is_offered_once_it_was_read_and_nothing_is_restored_from_it(
    dialog: VersionsDialog, at_rest: Rest
) -> None:
    assert offered(dialog) == ["The present entries", "A file…"]

    for _ in range(2):
        position = dialog.other.findText("A file…")
        dialog.other.setCurrentIndex(position)
        dialog.other.activated.emit(position)
        at_rest()

    assert offered(dialog) == ["The present entries", "parts.csv", "A file…"]
    assert dialog.other.currentText() == "parts.csv"
    assert dialog.counts.text() == (
        "From “parts.csv” to this version: 1 changed, 1 removed. "
        "To restore this version, compare it with the present entries."
    )
    assert dialog.limits.text() == "Only source and target are compared."
    assert not dialog.accept_button.isEnabled()
    dialog.other.setCurrentIndex(0)
    dialog.other.activated.emit(0)
    at_rest()
    assert dialog.limits.text() == ""
    assert dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_where_no_file_is_chosen_the_present_entries_are_compared(
    dictionary: OpenDictionary,
    use_cases: LazyUseCases,
    window: QWidget,
    jobs: Jobs,
    at_rest: Rest,
    finish: Finish,
    qtbot: QtBot,
) -> None:
    async def choose_none(_pair: LanguagePair) -> None:
        return None

    finish(use_cases.versions.keep(dictionary, "second"))
    dialog = VersionsDialog(window, use_cases.versions, [dictionary], jobs, choose_file=choose_none)
    qtbot.addWidget(dialog)
    dialog.show()
    at_rest()
    for position in (1, dialog.other.findText("A file…")):
        dialog.other.setCurrentIndex(position)
        dialog.other.activated.emit(position)
        at_rest()

    assert dialog.other.currentText() == "The present entries"
    assert dialog.counts.text() == "Both have the same entries."
    assert dialog.differences.model().rowCount() == 0


def test_a_file_is_offered_only_for_the_language_that_it_was_read_for(
    opening_multilingual: OpeningMultilingual,
    use_cases: LazyUseCases,
    window: QWidget,
    jobs: Jobs,
    at_rest: Rest,
    qtbot: QtBot,
) -> None:
    async def read(_pair: LanguagePair) -> Entries:
        return FILE

    async def choose_file(_pair: LanguagePair) -> ComparedEntries:
        return ComparedEntries("parts.csv", read)

    table = opening_multilingual({"de": [("bolt", "Bolzen")], "fr": [("bolt", "boulon")]})
    dialog = VersionsDialog(window, use_cases.versions, table.dictionaries, jobs, choose_file=choose_file)
    qtbot.addWidget(dialog)
    dialog.show()
    at_rest()
    dialog.other.activated.emit(dialog.other.findText("A file…"))
    at_rest()
    assert offered(dialog) == ["The present entries", "parts.csv", "A file…"]

    dialog.list.selectRow(1)
    at_rest()

    assert offered(dialog) == ["The present entries", "A file…"]
    assert dialog.counts.text() == "Both have the same entries."


@pytest.mark.slow
def test_details_and_places_that_differ_are_shown_and_can_be_restored(
    dialog: VersionsDialog, dictionary: OpenDictionary, at_rest: Rest
) -> None:
    dictionary.apply(SetCells(TARGET, [0], ["مسمار"]))
    dialog._on_version()
    at_rest()
    assert dialog.counts.text() == "Both have the same entries."

    dictionary.apply(SetDetails([0], [EntryDetail(note="M6")]))
    dialog._on_version()
    at_rest()

    model = dialog.differences.model()
    assert [model.index(0, column).data() for column in range(4)] == ["~", "bolt", "مسمار (Note: M6)", "مسمار"]
    assert dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_rows_in_another_order_are_counted(
    dialog: VersionsDialog, dictionary: OpenDictionary, use_cases: LazyUseCases, finish: Finish, at_rest: Rest
) -> None:
    dictionary.apply(InsertRows.at(dictionary.entries, 1, [("nut", "صامولة")]))
    finish(use_cases.versions.keep(dictionary, "second"))
    inverse = dictionary.apply(RemoveRows([0]))
    assert isinstance(inverse, InsertRows)
    dictionary.apply(replace(inverse, rows=[1]))

    dialog._read()
    at_rest()
    dialog.list.selectRow(0)
    at_rest()

    assert dialog.counts.text() == "1 entry moves to another place."
    assert dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_names_of_versions_can_be_read_in_a_narrow_window(dialog: VersionsDialog, qtbot: QtBot) -> None:
    dialog.resize(100, 100)

    qtbot.waitUntil(lambda: dialog.width() < 980)
    QApplication.processEvents()

    needed = dialog.list.fontMetrics().horizontalAdvance("Before changes")
    assert dialog.list.columnWidth(VersionColumn.VERSION) >= needed


@pytest.mark.slow
def test_a_name_of_average_letters_stays_on_one_line(dialog: VersionsDialog, qtbot: QtBot) -> None:
    dialog.list.item(0, VersionColumn.VERSION).setText("before the audit")
    dialog.resize(100, 100)

    qtbot.waitUntil(lambda: dialog.width() < 980)
    QApplication.processEvents()

    assert dialog.list.columnWidth(VersionColumn.VERSION) >= dialog.list.sizeHintForColumn(VersionColumn.VERSION)


@pytest.mark.slow
def test_the_comparison_keeps_its_room_beside_the_list(dialog: VersionsDialog, qtbot: QtBot) -> None:
    font = dialog.font()
    font.setPointSize(6)
    dialog.list.setFont(font)
    dialog._fit_list()
    assert dialog.splitter.orientation() == Qt.Orientation.Horizontal
    dialog.resize(100, 100)

    qtbot.waitUntil(lambda: dialog.width() < 980)
    QApplication.processEvents()

    letters = COMPARISON_LETTERS * dialog.list.fontMetrics().averageCharWidth()
    assert dialog.differences.width() >= letters
    assert dialog.differences.mapTo(dialog, dialog.differences.rect().bottomRight()).x() < dialog.width()


@pytest.mark.slow
def test_the_comparison_is_below_the_list_on_a_screen_without_room_for_both(dialog: VersionsDialog) -> None:
    font, screen = dialog.font(), dialog.screen().availableSize().width()
    for points, expected in ((6, Qt.Orientation.Horizontal), (16, Qt.Orientation.Vertical)):
        font.setPointSize(points)
        dialog.setFont(font)
        dialog.list.setFont(font)
        dialog._fit_list()
        assert dialog.splitter.orientation() == expected
    assert dialog.splitter.minimumSizeHint().width() < screen


@pytest.mark.slow
def test_the_list_is_scrolled_on_a_screen_that_is_too_narrow_for_its_columns(dialog: VersionsDialog) -> None:
    font, screen = dialog.font(), dialog.screen().availableSize().width()
    for points, is_scrolled in ((6, False), (28, True)):
        font.setPointSize(points)
        for widget in (dialog, dialog.list, dialog.list.horizontalHeader()):
            widget.setFont(font)
        dialog._fit_list()
        dialog.resize(screen, 473)
        QApplication.processEvents()
        bar, header = dialog.list.horizontalScrollBar(), dialog.list.horizontalHeader()
        assert bar.isVisible() is is_scrolled
        assert dialog.list.geometry().right() < dialog.width(), "the edge of the list is not cut off"
        bar.setValue(bar.maximum())
        end = header.sectionViewportPosition(VersionColumn.DETAILS) + header.sectionSize(VersionColumn.DETAILS)
        assert end <= dialog.list.viewport().width()


@pytest.mark.slow
def test_a_short_dialog_shows_rows_instead_of_the_explanation(dialog: VersionsDialog) -> None:
    words = dialog.words.text()
    dialog.resize(800, 473)
    QApplication.processEvents()
    assert not dialog.words.isVisible()
    assert dialog.list.accessibleDescription() == words

    dialog.resize(800, 700)
    QApplication.processEvents()
    assert dialog.words.isVisible()
    assert dialog.list.accessibleDescription() == ""
