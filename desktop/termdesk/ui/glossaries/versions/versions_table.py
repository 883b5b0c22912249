"""The list of versions in the dialog: its columns, order, and widths."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStyle

from termdesk.application.glossaries.versions.dictionary_versions import DictionaryVersion
from termdesk.ui.glossaries.versions.version_words import details_words, moment_words, origin_words
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.widgets.plain_table import PADDING, PlainTable
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.numbers import format_number, format_size

# The minimum number of characters to show of a version's name, in any window.
NAME_LETTERS = 16


class VersionColumn(IntEnum):
    """The columns of the list."""

    WHEN = 0
    LANGUAGE = 1
    VERSION = 2
    ENTRIES = 3
    SIZE = 4
    DETAILS = 5


class VersionsTable(PlainTable):
    """Versions in the order that the user chose by a heading. One at a time is selected."""

    # Also emitted when the versions are listed again, even if the same one stays selected.
    selected_again = Signal()

    def __init__(self, *, has_languages: bool) -> None:
        """Create an empty list. `has_languages` shows the language of each version."""
        super().__init__(
            "versions_list",
            self.tr("Versions"),
            headings=self._headings(),
            rows=[],
            stretch=VersionColumn.VERSION,
            numbers=(VersionColumn.ENTRIES, VersionColumn.SIZE),
        )
        self._has_languages = has_languages
        # All versions, the latest first; and the same versions as sorted by the user.
        self._versions: tuple[DictionaryVersion, ...] = ()
        self._listed: list[DictionaryVersion] = []
        self.setColumnHidden(VersionColumn.LANGUAGE, not has_languages)
        explained = tooltip(self.tr("Space that it takes on this computer"))
        role = Qt.ItemDataRole.ToolTipRole
        self.model().setHeaderData(VersionColumn.SIZE, Qt.Orientation.Horizontal, explained, role)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicator(VersionColumn.WHEN, Qt.SortOrder.DescendingOrder)
        header.setSortIndicatorShown(True)
        header.setProperty("arrow", "right")
        header.sortIndicatorChanged.connect(lambda: self._list())
        self.setSelectionMode(self.SelectionMode.SingleSelection)
        self.itemSelectionChanged.connect(self.selected_again)

    def _headings(self) -> list[str]:
        titles = {
            VersionColumn.WHEN: self.tr("When"),
            VersionColumn.LANGUAGE: self.tr("Language"),
            VersionColumn.VERSION: self.tr("Version"),
            VersionColumn.ENTRIES: self.tr("Entries"),
            VersionColumn.SIZE: self.tr("Size"),
            VersionColumn.DETAILS: self.tr("Details"),
        }
        return [titles[each] for each in VersionColumn]

    @property
    def version(self) -> DictionaryVersion | None:
        """The selected version."""
        rows = {item.row() for item in self.selectedItems()}
        return self._listed[min(rows)] if rows and min(rows) < len(self._listed) else None

    def show_versions(self, versions: Sequence[DictionaryVersion]) -> None:
        """List other versions, the latest first. Keep the selected one, or else select the first."""
        chosen = self.version
        self._versions = tuple(versions)
        self._list(chosen)

    def _list(self, chosen: DictionaryVersion | None = None) -> None:
        chosen = chosen or self.version
        header = self.horizontalHeader()
        column, order = VersionColumn(header.sortIndicatorSection()), header.sortIndicatorOrder()
        # Sorting is stable, so the latest come first among equal ones.
        self._listed = sorted(
            self._versions,
            key=lambda version: self._sort_key(version, column),
            reverse=order == Qt.SortOrder.DescendingOrder,
        )
        position = next((row for row, each in enumerate(self._listed) if chosen and each.number == chosen.number), 0)
        self.blockSignals(True)
        self.show_rows([self._row(each) for each in self._listed])
        if self._listed:
            choose_alone(self, self.model().index(position, 0))
        self.blockSignals(False)
        self.selected_again.emit()

    def _sort_key(self, version: DictionaryVersion, column: VersionColumn) -> tuple[int | str, ...]:
        match column:
            # Version numbers increase with time, even if the clock was set back.
            case VersionColumn.WHEN:
                return (version.number,)
            case VersionColumn.ENTRIES:
                return (version.entry_count,)
            case VersionColumn.SIZE:
                return (version.size,)
        return (self._row(version)[column].casefold(),)

    def _row(self, version: DictionaryVersion) -> list[str]:
        """Return the cells of a version, in the order of `VersionColumn`."""
        return [
            moment_words(version, self._versions),
            language_name(version.pair.target),
            origin_words(version, self._versions),
            format_number(version.entry_count),
            format_size(version.size),
            details_words(version),
        ]

    def leave_room_for_names(self, room: int) -> None:
        """Set the minimum width, at most `room` pixels, so that the names of the versions can be read."""
        header = self.horizontalHeader()
        hidden = (VersionColumn.VERSION, *(() if self._has_languages else (VersionColumn.LANGUAGE,)))
        others = (column for column in VersionColumn if column not in hidden)
        taken = sum(max(self.sizeHintForColumn(each), header.sectionSizeHint(each)) for each in others)
        frame = 2 * self.frameWidth() + self.verticalScrollBar().sizeHint().width()
        beside = PADDING + 1 + self.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, self)
        name = NAME_LETTERS * self.fontMetrics().averageCharWidth() + 2 * beside
        needed = taken + name + frame
        # With large text on a narrow screen, the list is scrolled. Otherwise its edge would be cut off.
        mode = header.ResizeMode.Stretch if needed <= room else header.ResizeMode.Fixed
        header.setSectionResizeMode(VersionColumn.VERSION, mode)
        if mode is header.ResizeMode.Fixed:
            header.resizeSection(VersionColumn.VERSION, name)
        self.setMinimumWidth(min(needed, room))
