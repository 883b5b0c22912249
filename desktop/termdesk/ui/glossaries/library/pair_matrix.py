"""A table of all pairs of a glossary: source languages as rows, target languages as columns.

Missing pairs can be added.
"""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.library_model import entry_count_words
from termdesk.ui.glossaries.library.state_words import state_words
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.widgets.plain_buttons import name_corner
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import add_in_parentheses, add_title, list_names
from termdesk.ui.words.numbers import format_date

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
# Isolate each line, so that text direction does not move its numbers.
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


class PairMatrixModel(QAbstractTableModel):
    """A row and a column for each language of a glossary. A cell is the dictionary of its pair, if there is one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.summary = GlossarySummary("", None, "")
        self.codes: list[str] = []
        self._rows: dict[LanguagePair, DictionarySummary] = {}
        self._now = datetime.now(UTC)

    def show(self, summary: GlossarySummary, *, now: datetime | None = None) -> None:
        """Show the pairs of a glossary; ages are relative to `now`."""
        self.beginResetModel()
        self.summary, self._now = summary, now or datetime.now(UTC)
        self.codes = sorted({code for row in summary.rows for code in (row.pair.source, row.pair.target)})
        self._rows = {row.pair: row for row in summary.rows}
        self.endResetModel()

    def pair(self, index: Index) -> LanguagePair | None:
        """Return the pair of a cell; None on the diagonal."""
        if not index.isValid() or index.row() == index.column():
            return None
        return LanguagePair(self.codes[index.row()], self.codes[index.column()])

    def row(self, index: Index) -> DictionarySummary | None:
        """Return the dictionary of a cell; None if there is none."""
        pair = self.pair(index)
        return self._rows.get(pair) if pair else None

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.codes)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.codes)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.pair(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if role not in (ItemRole.DisplayRole, ItemRole.ToolTipRole, ItemRole.AccessibleTextRole):
            return None
        code = self.codes[section]
        name = language_name(code)
        if role == ItemRole.DisplayRole:
            return add_in_parentheses(name, code)
        side = self.tr("From {name}") if orientation == Qt.Orientation.Vertical else self.tr("Into {name}")
        words = side.format(name=name)
        return tooltip(words) if role == ItemRole.ToolTipRole else words

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        pair = self.pair(index)
        if pair is None:
            return theme.color("window") if role == ItemRole.BackgroundRole and index.isValid() else None
        row = self._rows.get(pair)
        match role:
            case ItemRole.DisplayRole:
                return "\n".join(f"{_ISOLATE}{line}{_END_ISOLATE}" for line in self.lines(row)) if row else "+"
            case ItemRole.BackgroundRole:
                return theme.color("base")
            case ItemRole.ForegroundRole:
                return None if row else theme.color("muted")
            case ItemRole.TextAlignmentRole:
                return None if row else int(Qt.AlignmentFlag.AlignCenter)
            case ItemRole.DecorationRole if row:
                words = state_words(row.state)
                return theme.icon(words.icon, tint=words.ink)
            case ItemRole.AccessibleTextRole:
                return self._accessible_text(pair, row)
            case ItemRole.ToolTipRole:
                text = self._accessible_text(pair, row)
                if row is None:
                    return tooltip(text)
                return tooltip(self.tr("{text}. {state}").format(text=text, state=state_words(row.state).sentence))
        return None

    def lines(self, row: DictionarySummary) -> list[str]:
        """Return the lines of a cell: entries, state, and age if known."""
        return [
            line for line in (entry_count_words(row.entry_count), state_words(row.state).word, self._age(row)) if line
        ]

    def _accessible_text(self, pair: LanguagePair, row: DictionarySummary | None) -> str:
        if row is None:
            return self.tr("Add a dictionary {pair}").format(pair=pair)
        return add_title(str(pair), list_names(self.lines(row)))

    def _age(self, row: DictionarySummary) -> str:
        """Return when the dictionary was last edited or seen here; empty if unknown.

        The service does not report times.
        """
        if row.has_changes and row.edited_at:
            return ago(row.edited_at, self._now)
        return self.tr("seen {ago}").format(ago=ago(row.seen_at, self._now)) if row.seen_at else ""


class PairMatrix(QTableView):
    """A click or Enter opens the dictionary of a cell, or adds it."""

    open_asked = Signal(object)
    add_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pair_matrix")
        self.setAccessibleName(self.tr("Pairs of the glossary"))
        self.matrix = PairMatrixModel(self)
        self.setModel(self.matrix)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        name_corner(self)
        self.setWordWrap(True)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        self.clicked.connect(self._act)

    def show_summary(self, summary: GlossarySummary) -> None:
        """Show another glossary, or refresh the same one and keep the selected cell."""
        is_same = summary.key == self.matrix.summary.key
        chosen = self.matrix.pair(self.currentIndex()) if is_same else None
        self.matrix.show(summary)
        self._fit_cells()
        # Always have a current cell: screen readers have problems with a table that has none.
        pairs = [chosen] if chosen else [row.pair for row in summary.rows[:1]]
        for pair in pairs:
            self.choose(pair)

    def _fit_cells(self) -> None:
        """Give all cells the size of the longest text."""
        summary = self.matrix.summary
        metrics = QFontMetrics(self.font())
        cells = [self.matrix.lines(row) for row in summary.rows]
        self.verticalHeader().setDefaultSectionSize(max(map(len, cells), default=2) * metrics.height() + 18)
        headers = map(self._header, range(len(self.matrix.codes)))
        texts = [*headers, "100,000 entries", *(line for cell in cells for line in cell)]
        self.horizontalHeader().setDefaultSectionSize(max(map(metrics.horizontalAdvance, texts)) + 56)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_cells()

    def choose(self, pair: LanguagePair) -> None:
        """Make the cell of a pair current, if it exists."""
        if pair.source in self.matrix.codes and pair.target in self.matrix.codes:
            position = self.matrix.codes.index(pair.source), self.matrix.codes.index(pair.target)
            choose_alone(self, self.matrix.index(*position))

    def act_on_current(self) -> None:
        """Open the dictionary of the current cell, or add it."""
        self._act(self.currentIndex())

    def _header(self, position: int) -> str:
        return str(self.matrix.headerData(position, Qt.Orientation.Horizontal))

    def _act(self, index: QModelIndex) -> None:
        pair, row = self.matrix.pair(index), self.matrix.row(index)
        if row is not None:
            self.open_asked.emit(row)
        elif pair is not None:
            self.add_asked.emit(pair)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.act_on_current()
            return
        super().keyPressEvent(event)


def ago(moment: datetime, now: datetime) -> str:
    """Return how long ago a moment was, in the largest unit; after a month, its date."""
    seconds = max(0, int((now - moment).total_seconds()))
    if seconds < _MINUTE:
        return _tr("just now")
    if seconds < _HOUR:
        return _tr("%Ln min ago", seconds // _MINUTE)
    if seconds < _DAY:
        return _tr("%Ln h ago", seconds // _HOUR)
    days = seconds // _DAY
    return format_date(moment) if days > 30 else _tr("%Ln days ago", days)


def _tr(text: str, n: int = -1) -> str:
    return QCoreApplication.translate("PairMatrix", text, "", n)
