"""A table model for the rows of an import: line, kind, existing and imported phrases, and the decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from termdesk.domain.language.invisible import as_seen
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.review import NO_LOCAL_ROW, Decision, Review, ReviewKind, possible
from termdesk.ui.glossaries.importing.review_words import decision_words, kind_words, list_details, signed_kind_words
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
LINE, KIND, SOURCE, PRESENT, INCOMING, REASON, DETAIL, DECISION = range(8)
DECISIONS_ROLE = int(ItemRole.UserRole) + 41
_GROUNDS = {
    ReviewKind.NEW: "good_background",
    ReviewKind.CHANGED: "warning_background",
    ReviewKind.CLASH: "problem_background",
    ReviewKind.REJECTED: "problem_background",
}


class ReviewModel(QAbstractTableModel):
    """Shows some items of a review in their order. Decisions are made through the model, so that views are updated."""

    decided = Signal()

    def __init__(self, review: Review, pair: LanguagePair, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._review = review
        self._pair = pair
        self._items: Sequence[int] = range(len(review))

    @property
    def review(self) -> Review:
        """The review that is shown."""
        return self._review

    def show_review(self, review: Review, pair: LanguagePair) -> None:
        """Show all items of another review."""
        self.beginResetModel()
        self._review, self._pair = review, pair
        self._items = range(len(review))
        self.endResetModel()

    def show_items(self, items: Sequence[int]) -> None:
        """Show these items only, by their numbers in the review."""
        self.beginResetModel()
        self._items = items
        self.endResetModel()

    @property
    def items(self) -> Sequence[int]:
        """The numbers of the shown items."""
        return self._items

    def decide_rows(self, rows: Iterable[int], decision: Decision) -> None:
        """Decide on shown rows."""
        chosen = list(rows)
        if len(chosen) == len(self._review):
            self._review.decide_all(decision)
        else:
            self._review.decide([self._items[row] for row in chosen], decision)
        self._tell()

    def decide_kind(self, kind: ReviewKind, decision: Decision) -> None:
        """Decide on all rows of a kind."""
        self._review.decide_kind(kind, decision)
        self._tell()

    def decide_shown(self, decision: Decision) -> None:
        """Decide on all shown rows."""
        self._review.decide(self._items, decision)
        self._tell()

    def _tell(self) -> None:
        # Update all rows: deciding for one row of a clash may deselect another row.
        if self._items:
            self.dataChanged.emit(self.index(0, DECISION), self.index(len(self._items) - 1, DECISION))
        self.decided.emit()

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._items)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 8

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == LANGUAGE_ROLE:
            return {SOURCE: self._pair.source, PRESENT: self._pair.target, INCOMING: self._pair.target}.get(section)
        if role == ItemRole.TextAlignmentRole:
            return self._alignment(section)
        if role == ItemRole.ToolTipRole and section == DETAIL:
            return tooltip(self.tr("Status, domain and note in the file"))
        if role == ItemRole.DisplayRole:
            return (
                self.tr("Line"),
                self.tr("Kind"),
                self.tr("Source"),
                self.tr("Target here"),
                self.tr("Target in the file"),
                self.tr("Why"),
                self.tr("Details"),
                self.tr("Decision"),
            )[section]
        return None

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        item, column = self._items[index.row()], index.column()
        match role:
            case ItemRole.DisplayRole | ItemRole.EditRole:
                return as_seen(self._text(item, column))
            case ItemRole.BackgroundRole if column == KIND:
                ground = _GROUNDS.get(self._review.kind(item))
                return theme.color(ground) if ground else None
            case ItemRole.ToolTipRole:
                return tooltip(localize(self._review.reason(item)) or self._text(item, column))
            case ItemRole.TextAlignmentRole:
                return self._alignment(column)
            case ItemRole.AccessibleTextRole:
                return self._accessible_text(item)
        if role == DECISIONS_ROLE:
            return [(decision, self._decision_words(item, decision)) for decision in possible(self._review.kind(item))]
        return None

    def setData(self, index: Index, value: Any, role: int = ItemRole.EditRole) -> bool:
        if role != ItemRole.EditRole or index.column() != DECISION:
            return False
        self.decide_rows([index.row()], Decision(value))
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == DECISION else flags

    def _text(self, item: int, column: int) -> str:
        review = self._review
        match column:
            case 0:
                return format_number(line) if (line := review.line(item)) else ""
            case 1:
                kind = review.kind(item)
                return signed_kind_words(kind)
            case 2:
                return review.source(item)
            case 3:
                return review.local_target(item)
            case 4:
                return review.target_in_file(item)
            case 5:
                return self._reason(item)
            case 6:
                return list_details(review.detail_in_file(item))
        return self._decision_words(item, review.decision(item))

    def _decision_words(self, item: int, decision: Decision) -> str:
        return decision_words(self._review.kind(item), decision, is_here=self._review.rows[item] != NO_LOCAL_ROW)

    def _reason(self, item: int) -> str:
        """Return why a row is of its kind if its phrases do not show it: it is invalid, or a duplicate."""
        if reason := self._review.reason(item):
            return localize(reason)
        twin = self._review.twin(item)
        if twin is None:
            return ""
        return self.tr("already in line {line}").format(line=format_number(self._review.line(twin)))

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        if code := self.headerData(column, Qt.Orientation.Horizontal, LANGUAGE_ROLE):
            return alignment(code)
        side = Qt.AlignmentFlag.AlignRight if column == LINE else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def _accessible_text(self, item: int) -> str:
        review = self._review
        kind = review.kind(item)
        return self.tr("{kind}: {source}; here {here}; in the file {there}; {decision}").format(
            kind=kind_words(kind),
            source=review.source(item),
            here=review.local_target(item) or self.tr("nothing"),
            there=review.target_in_file(item) or self.tr("nothing"),
            decision=self._decision_words(item, review.decision(item)),
        )
