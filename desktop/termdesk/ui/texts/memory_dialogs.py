"""Dialogs for translation memories: which one to use, and a preview of fetching or sending one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLineEdit, QWidget

from termdesk.application.texts.memory_transfer import FetchPlan, MemorySummary, SendPlan
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel, caption
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.lists import list_names, list_sentences, point_to
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

# More lines than anybody reads in a dialog.
MOST_LINES = 200


class MemoryChoiceDialog(Question):
    """Lists the memories of a service."""

    def __init__(self, parent: QWidget, memories: Sequence[MemorySummary], *, service: str) -> None:
        title = _tr("Which translation memory of {service}?").format(service=service)
        super().__init__(parent, title, "", _tr("Continue"), window_title=_tr("Fetch a translation memory"))
        self.setObjectName("memory_choice_dialog")
        self._memories = memories
        self.table = PlainTable(
            "memory_choice_table",
            _tr("Translation memories"),
            headings=[_tr("Name"), _tr("Languages"), _tr("Segments")],
            rows=[
                (each.name, point_to(each.source, list_names(each.targets)), format_number(each.segment_count))
                for each in memories
            ],
            stretch=0,
            numbers=(2,),
        )
        self.insert(self.table)
        self.setMinimumWidth(560)
        choose_alone(self.table, self.table.model().index(0, 0))
        self.table.itemDoubleClicked.connect(self.accept)
        self.table.itemSelectionChanged.connect(lambda: self.accept_button.setEnabled(bool(self.table.selectedItems())))
        self.table.setFocus()

    @property
    def chosen(self) -> MemorySummary:
        """The chosen memory."""
        return self._memories[self.table.currentRow()]


class FetchMemoryDialog(Question):
    """A preview by pair: new translations, changed translations, and lines that cannot be read."""

    def __init__(self, parent: QWidget, plan: FetchPlan, *, service: str = "") -> None:
        """Build the dialog. `service` is the origin of the memory; empty for a file."""
        title, verb = _tr("Import “{name}”?").format(name=plan.name), _tr("Import")
        if service:
            title, verb = _tr("Fetch “{name}” from {service}?").format(name=plan.name, service=service), _tr("Fetch")
        super().__init__(parent, title, _outcome(plan), verb, window_title=_tr("Confirmed translations"))
        self.setObjectName("memory_fetch_dialog")
        self.accept_button.setEnabled(bool(plan.change_count))
        self.table = PlainTable(
            "memory_pairs_table",
            _tr("What it would change"),
            headings=[_tr("Languages"), _tr("New"), _tr("Other translation"), _tr("Here already")],
            rows=[
                (
                    point_to(each.pair.source, each.pair.target),
                    *map(format_number, (each.new_count, len(each.replacements), each.same_count)),
                )
                for each in plan.pairs
            ],
            stretch=0,
            numbers=(1, 2, 3),
        )
        self.insert(self.table)
        self._add_replacements(plan)
        self._add_rejected(plan)
        self.setMinimumWidth(640)

    def _add_replacements(self, plan: FetchPlan) -> None:
        rows = [(each.text, each.before, each.after) for pair in plan.pairs for each in pair.replacements]
        if rows:
            headings = [_tr("Text"), _tr("Confirmed here"), _tr("New translation")]
            table = PlainTable(
                "memory_replacements_table",
                _tr("Translations that would be replaced"),
                headings=headings,
                rows=rows[:MOST_LINES],
                stretch=2,
            )
            for column in (0, 1):
                table.horizontalHeader().setSectionResizeMode(column, table.horizontalHeader().ResizeMode.Stretch)
            self._insert_with_words(table, _tr("%Ln translations would be replaced.", "", len(rows)), len(rows))

    def _add_rejected(self, plan: FetchPlan) -> None:
        if plan.rejected:
            rows = [(format_number(line), localize(reason)) for line, reason in plan.rejected[:MOST_LINES]]
            headings = [_tr("Line"), _tr("Why it cannot be used")]
            table = PlainTable(
                "memory_rejected_table", _tr("Lines that cannot be used"), headings=headings, rows=rows, stretch=1
            )
            words = _tr("%Ln segments cannot be used.", "", len(plan.rejected))
            self._insert_with_words(table, words, len(plan.rejected))

    def _insert_with_words(self, table: PlainTable, words: str, count: int) -> None:
        more = _tr("The list shows the first ones.") if count > MOST_LINES else ""
        label = PlainLabel(list_sentences((words, more)), wraps=True)
        label.setBuddy(table)
        self.insert(label)
        self.insert(table)


def _outcome(plan: FetchPlan) -> str:
    if plan.change_count:
        return _tr("The service on this computer will use these translations for the same texts from now on.")
    if plan.pairs:
        return _tr("Everything in this memory is confirmed on this computer already.")
    return _tr("This memory contains no translations.")


class SendMemoryDialog(Question):
    """Asks for the name of the new memory. An existing memory of this name is deleted only if the user wants that."""

    def __init__(self, parent: QWidget, plan: SendPlan, *, service: str) -> None:
        pair = point_to(plan.pair.source, plan.pair.target)
        title = _tr("Send %Ln confirmed translations {pair} to {service}?", "", plan.count)
        words = _tr("The service makes a new translation memory from them. The texts leave this computer.")
        super().__init__(
            parent,
            title.format(pair=pair, service=service),
            words,
            _tr("Send"),
            window_title=_tr("Send confirmed translations"),
        )
        self.setObjectName("memory_send_dialog")
        self._plan = plan
        self.field = QLineEdit(plan.name)
        self.field.setObjectName("memory_send_name")
        self.field.setAccessibleName(_tr("Name of the memory"))
        line = QWidget()
        form = QFormLayout(line)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(caption(_tr("Name of the memory"), self.field), self.field)
        self.insert(line)
        self.earlier = QCheckBox(_tr("Delete the earlier memory of this name once the new one is complete"))
        self.earlier.setObjectName("memory_send_replaces")
        self.insert(self.earlier)
        self.field.textChanged.connect(self._show_possible)
        self.field.selectAll()
        self.field.setFocus()
        self._show_possible()

    @property
    def name(self) -> str:
        """The name of the new memory."""
        return self.field.text().strip()

    @property
    def replaces(self) -> bool:
        """Whether to delete existing memories of this name."""
        return self.earlier.isChecked() and bool(self._plan.with_name(self.name))

    def _show_possible(self) -> None:
        self.accept_button.setEnabled(bool(self.name))
        self.earlier.setVisible(bool(self._plan.with_name(self.name)))


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("MemoryDialogs", text, comment, n)
