"""Findings as a Qt model: row, kind, phrase and explanation. Texts are made only for visible rows."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from itertools import accumulate, pairwise

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from termdesk.application.glossaries.checks.finding_words import words_for
from termdesk.application.glossaries.checks.findings import Finding
from termdesk.application.glossaries.multilingual.findings import AnyListing, MultilingualListing
from termdesk.domain.findings.kinds import FindingKind, Severity
from termdesk.domain.language.invisible import as_seen
from termdesk.domain.language.language import is_right_to_left
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
# The language is shown as the second column, and only for several dictionaries.
ROW, KIND, PHRASE, WORDS, LANGUAGE = range(5)

SEVERITY_ICONS = {
    Severity.VIOLATION: ("error", "problem"),
    Severity.WARNING: ("warning", "warning"),
    Severity.HINT: ("information", "muted"),
}
_LEADING = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
_TRAILING = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
_QUOTED = re.compile("“([^”]*)”")


class FindingsModel(QAbstractTableModel):
    """Shows the open or the ignored findings: all, or those of one kind or severity."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.listing: AnyListing | None = None
        # The same findings in two orders: as in the table (most severe first), and by row.
        self._shown = array("Q")
        self.by_row = array("Q")
        self._starts = [0]
        self._notes: dict[tuple[str, int, str], str] = {}
        self._icons = {severity: theme.icon(name, tint=tint) for severity, (name, tint) in SEVERITY_ICONS.items()}

    def show_listing(
        self,
        listing: AnyListing,
        which: str | None,
        *,
        is_ignored: bool,
        notes: dict[tuple[str, int, str], str],
    ) -> None:
        """Show the findings of a kind or severity, or all. `notes` has the reasons why findings are ignored."""
        found = listing.ignored if is_ignored else listing.open
        self.beginResetModel()
        self.listing = listing
        self._notes = notes
        self.by_row = found.of(which)
        parts = found.gravest_first(which)
        self._starts = [0, *accumulate(map(len, parts))]
        self._shown = parts[0] if len(parts) == 1 else sum(parts, array("Q"))
        self.endResetModel()

    @property
    def shown(self) -> array[int]:
        """The findings as packed numbers of the `Listing`, in table order: most severe first, then by row."""
        return self._shown

    def position_of(self, packed: int) -> int | None:
        """Return the table row of a finding, else of the next one of the same severity, else the last row."""
        if self.listing is None or not self._shown:
            return None
        severity = self.listing.severity(packed)
        for first, end in pairwise(self._starts):
            if first < end and self.listing.severity(self._shown[first]) is severity:
                return min(bisect_left(self._shown, packed, first, end), end - 1)
        return min(bisect_left(self.by_row, packed), len(self._shown) - 1) if len(self._starts) == 2 else 0

    def finding(self, row: int) -> Finding | None:
        """The finding in a row of the table; None if there is no such row."""
        if self.listing is None or not 0 <= row < len(self._shown):
            return None
        return self.listing.finding(self._shown[row])

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 5

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == ItemRole.TextAlignmentRole:
            return _TRAILING if section == ROW else _LEADING
        if orientation == Qt.Orientation.Horizontal and role == ItemRole.DisplayRole:
            titles = self.tr("Row"), self.tr("Finding"), self.tr("Phrase"), self.tr("Details"), self.tr("Language")
            return titles[section]
        return None

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        finding = self.finding(index.row()) if index.isValid() else None
        if finding is None:
            return None
        match role:
            case ItemRole.DisplayRole:
                return self._text(finding, index.column())
            case ItemRole.DecorationRole if index.column() == KIND:
                return self._icons[self._kind(finding).severity]
            case ItemRole.ToolTipRole:
                return tooltip(self.words(finding))
            case ItemRole.TextAlignmentRole:
                return self._alignment(finding, index.column())
            case ItemRole.AccessibleTextRole:
                return self._accessible_text(finding)
        return None

    def _kind(self, finding: Finding) -> FindingKind:
        assert self.listing is not None
        return self.listing.kind(finding.kind)

    def _text(self, finding: Finding, column: int) -> str:
        assert self.listing is not None
        match column:
            case 0:
                return format_number(finding.row + 1)
            case 1:
                return localize(self._kind(finding).title)
            case 2:
                return as_seen(self.listing.phrase(finding)) or self.tr("(empty)")
            case 4:
                return self.language_name(finding)
        words = localize(words_for(self.listing.part(finding), finding))
        note = self._notes.get((finding.kind, finding.column, self.listing.phrase(finding)))
        # Isolate the quoted phrases, so that right-to-left text does not reorder the words around it.
        words = _QUOTED.sub("“\u2068\\1\u2069”", words)
        if note:
            return self.tr("Ignored: {note} ({words})").format(note=note, words=words)
        return words

    def words(self, finding: Finding) -> str:
        """The explanation of a finding, with the remedy."""
        text, remedy = self._text(finding, WORDS), localize(self._kind(finding).remedy)
        return text if remedy in text else list_sentences((text, remedy))

    def language_name(self, finding: Finding) -> str:
        """Return the language of a multilingual finding: that of its phrase, or of its dictionary."""
        assert self.listing is not None
        is_of_one = isinstance(self.listing, MultilingualListing) and not self.listing.of_all(finding)
        pair = self.listing.part(finding).looked.pair
        return language_name(pair.target if is_of_one else self.listing.language(finding))

    def _accessible_text(self, finding: Finding) -> str:
        kind = self._kind(finding)
        severity = {
            Severity.VIOLATION: self.tr("problem"),
            Severity.WARNING: self.tr("warning"),
            Severity.HINT: self.tr("hint"),
        }[kind.severity]
        values = {
            "row": format_number(finding.row + 1),
            "severity": severity,
            "title": localize(kind.title),
            "sentence": self._text(finding, WORDS),
        }
        if isinstance(self.listing, MultilingualListing):
            text = self.tr("row {row}, {language}, {severity}, {title}: {sentence}")
            return text.format(language=self.language_name(finding), **values)
        return self.tr("row {row}, {severity}, {title}: {sentence}").format_map(values)

    def is_right_to_left(self, row: int) -> bool:
        """Whether the phrase of a finding is written from right to left."""
        finding = self.finding(row)
        if finding is None or self.listing is None:
            return False
        return is_right_to_left(self.listing.language(finding))

    def _alignment(self, finding: Finding, column: int) -> Qt.AlignmentFlag:
        """Align phrases by the direction of their language, other columns by that of the window, like headings."""
        assert self.listing is not None
        if column != PHRASE:
            return _TRAILING if column == ROW else _LEADING
        return alignment(self.listing.language(finding))
