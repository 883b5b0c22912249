"""The list of versions: its order, and which version is selected."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.versions.dictionary_versions import DictionaryVersion
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.versions.version_records import VersionOrigin
from termdesk.ui.glossaries.versions.versions_table import VersionColumn, VersionsTable

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


def version(number: int, name: str, *, entry_count: int, pair: LanguagePair = EN_DE) -> DictionaryVersion:
    moment = datetime(2026, 3, number, 12, tzinfo=UTC)
    return DictionaryVersion(number, pair, f"{number}", VersionOrigin.KEPT, name, entry_count, entry_count * 10, moment)


def names(table: VersionsTable) -> list[str]:
    return [table.item(row, VersionColumn.VERSION).text() for row in range(table.rowCount())]


def test_the_list_is_sorted_by_what_its_columns_mean_and_keeps_the_selected_version(qtbot: QtBot) -> None:
    table = VersionsTable(has_languages=True)
    qtbot.addWidget(table)
    first = version(1, "first", entry_count=9, pair=EN_FR)
    table.show_versions([first])
    table.show_versions([version(2, "second", entry_count=10), first])

    header = table.horizontalHeader()
    assert names(table) == ["second", "first"]
    for column in (VersionColumn.WHEN, VersionColumn.LANGUAGE, VersionColumn.ENTRIES, VersionColumn.SIZE):
        header.setSortIndicator(column, Qt.SortOrder.AscendingOrder)
        assert names(table) == ["first", "second"]
        header.setSortIndicator(column, Qt.SortOrder.DescendingOrder)
        assert names(table) == ["second", "first"]
        assert table.version is not None
        assert table.version.name == "first"


def test_the_first_version_is_selected_if_the_selected_one_is_gone(qtbot: QtBot) -> None:
    table = VersionsTable(has_languages=False)
    qtbot.addWidget(table)
    table.show_versions([version(1, "first", entry_count=9)])
    table.show_versions([version(3, "third", entry_count=9), version(2, "second", entry_count=9)])
    assert table.version is not None
    assert table.version.name == "third"

    table.show_versions([])
    assert table.version is None


def test_listing_again_and_selecting_are_reported_once_each(qtbot: QtBot) -> None:
    table = VersionsTable(has_languages=False)
    qtbot.addWidget(table)
    reported: list[str] = []
    table.selected_again.connect(lambda: reported.append(table.version.name if table.version else ""))

    table.show_versions([version(2, "second", entry_count=9), version(1, "first", entry_count=9)])
    assert reported == ["second"]
    table.selectRow(1)
    assert reported == ["second", "first"]
    table.show_versions([])
    assert reported == ["second", "first", ""]
