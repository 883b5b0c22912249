"""A table model for the billed calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from types import MappingProxyType

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from termdesk.application.usage.charges import BilledWork, work_of
from termdesk.application.usage.usage_monitor import BilledCall
from termdesk.domain.price import Price
from termdesk.ui.widgets.plain import BY_CONTENT, END, LEFT_TO_RIGHT, tooltip
from termdesk.ui.words.cell_words import accessible_text
from termdesk.ui.words.lists import point_to
from termdesk.ui.words.numbers import format_date_and_time, format_money, format_number
from termdesk.ui.words.service_words import profile_title

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole
TRAILING = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter


class LedgerColumn(IntEnum):
    """The columns of the ledger."""

    WHEN = 0
    PROFILE = 1
    WORK = 2
    LANGUAGES = 3
    GLOSSARY = 4
    ESTIMATED = 5
    BILLED = 6
    COST = 7
    TRACE_ID = 8


NUMBERS = (LedgerColumn.ESTIMATED, LedgerColumn.BILLED, LedgerColumn.COST)


class LedgerModel(QAbstractTableModel):
    """A table of calls in the given order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.calls: Sequence[BilledCall] = ()
        self._is_billed = True
        self._profile_names: Mapping[str, str] = {}
        self._prices: Mapping[str, Price] = {}
        self._titles = {
            LedgerColumn.WHEN: self.tr("Time"),
            LedgerColumn.PROFILE: self.tr("Profile"),
            LedgerColumn.WORK: self.tr("What"),
            LedgerColumn.LANGUAGES: self.tr("Languages"),
            LedgerColumn.GLOSSARY: self.tr("Glossary"),
            LedgerColumn.ESTIMATED: self.tr("Estimated"),
            LedgerColumn.COST: self.tr("Cost"),
            LedgerColumn.TRACE_ID: self.tr("Trace id"),
        }
        self.works = {
            BilledWork.TRANSLATION: self.tr("Translation"),
            BilledWork.BACK_TRANSLATION: self.tr("Back translation"),
            BilledWork.SPOT_CHECK: self.tr("Spot-check"),
            BilledWork.DOCUMENT: self.tr("Document"),
            BilledWork.REPHRASING: self.tr("Rephrasing"),
            BilledWork.CORRECTION: self.tr("Correction"),
        }

    def show_calls(
        self,
        calls: Sequence[BilledCall],
        *,
        is_billed: bool,
        profile_names: Mapping[str, str] = MappingProxyType({}),
        prices: Mapping[str, Price] = MappingProxyType({}),
    ) -> None:
        """Replace the rows. Unbilled calls are only counted.

        `profile_names` has the names of profiles by id, `prices` the prices of those that have one.
        """
        self.beginResetModel()
        self.calls, self._is_billed = calls, is_billed
        self._profile_names, self._prices = profile_names, prices
        self.endResetModel()

    @property
    def has_costs(self) -> bool:
        """Whether a profile of the calls has a price."""
        return any(call.profile in self._prices for call in self.calls)

    def plain_text(self, row: int, column: int) -> str:
        """Return the text of a cell without direction marks."""
        return self._words(self.calls[row], column).strip("\u2066\u2067\u2068\u2069")

    def _words(self, call: BilledCall, column: int) -> str:
        match column:
            case LedgerColumn.WHEN:
                return f"{LEFT_TO_RIGHT}{format_date_and_time(call.made_at)}{END}"
            case LedgerColumn.PROFILE:
                return f"{BY_CONTENT}{profile_title(call.profile, self._profile_names)}{END}"
            case LedgerColumn.WORK:
                work = work_of(call)
                return self.works[work] if work else call.call
            case LedgerColumn.LANGUAGES:
                if call.source_language and call.target_language:
                    return point_to(call.source_language, call.target_language)
                return call.target_language
            case LedgerColumn.GLOSSARY:
                return f"{BY_CONTENT}{call.glossary}{END}" if call.glossary else ""
            case LedgerColumn.ESTIMATED:
                return format_number(call.estimated)
            case LedgerColumn.BILLED:
                if call.is_running:
                    return self.tr("running")
                if call.is_unclear:
                    return self.tr("unclear")
                return "–" if call.billed is None else format_number(call.billed)
            case LedgerColumn.COST:
                price = self._prices.get(call.profile)
                return format_money(price.of(call.cost), price.currency) if price else ""
        return call.trace_id

    def _explain_cost(self, call: BilledCall) -> str:
        if call.profile not in self._prices:
            return ""
        if call.billed is None:
            return self.tr("By the price in the profile, from the characters that Termdesk had estimated.")
        return self.tr("By the price in the profile.")

    def _explanation(self, call: BilledCall) -> str:
        """Explain a missing number, or one that differs from the estimate.

        Costs are mentioned only for billed services.
        """
        if call.is_running:
            return self.tr("It was sent, and its answer has not arrived yet.")
        if call.is_unclear:
            charged = self.tr("It was sent, but no answer arrived: it may have been charged.")
            return charged if self._is_billed else self.tr("It was sent, but no answer arrived.")
        if call.billed is None:
            if self._is_billed:
                return self.tr("The service does not report what it bills for this.")
            return self.tr("The service does not report how many characters this call counted.")
        if call.billed == call.estimated:
            return ""
        words = self.tr("Termdesk had estimated {estimated} characters; the service billed {billed}.")
        if not self._is_billed:
            words = self.tr("Termdesk had estimated {estimated} characters; the service counted {billed}.")
        return words.format(estimated=format_number(call.estimated), billed=format_number(call.billed))

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.calls)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(LedgerColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == ItemRole.TextAlignmentRole and section in NUMBERS:
            return TRAILING
        if role != ItemRole.DisplayRole:
            return None
        if section == LedgerColumn.BILLED:
            return self.tr("Billed") if self._is_billed else self.tr("Counted")
        return self._titles[LedgerColumn(section)]

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> object:
        """Return the text, tooltip or other value of a cell, by `role`."""
        if not index.isValid():
            return None
        call, column = self.calls[index.row()], index.column()
        match role:
            case ItemRole.DisplayRole:
                return self._words(call, column)
            case ItemRole.AccessibleTextRole:
                return accessible_text(self._words(call, column))
            case ItemRole.AccessibleDescriptionRole | ItemRole.ToolTipRole if column == LedgerColumn.COST:
                words = self._explain_cost(call)
                return tooltip(words) if role == ItemRole.ToolTipRole else words
            case ItemRole.AccessibleDescriptionRole:
                return self._explanation(call)
            case ItemRole.ToolTipRole:
                long = (LedgerColumn.PROFILE, LedgerColumn.GLOSSARY, LedgerColumn.TRACE_ID)
                return tooltip(self._words(call, column) if column in long else self._explanation(call))
            case ItemRole.TextAlignmentRole if column in NUMBERS:
                return TRAILING
        return None
