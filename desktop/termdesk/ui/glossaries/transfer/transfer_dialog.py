"""The preview of copying or moving glossaries to another service."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

from termdesk.application.glossaries.transfer.transfer_plan import PlannedGlossary, TransferPlan
from termdesk.domain.entries.entry_rules import name_violation
from termdesk.ui.glossaries.transfer.move_words import confirmation, deletion_words, new_id_words
from termdesk.ui.widgets.dialogs import ROOM_FOR_FRAME, Question, grow_for_words
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.lists import list_facts, list_names
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date_and_time, format_number, format_size

_NAME = 1


# So wide, and with tables that are scrolled, all words of a move fit on a screen of 500 pixels in height.
WIDTH, FEWEST_LINES = 800, 1


class TransferDialog(Question):
    """Lists the glossaries, the number of calls, and what is not transferred. Names of copies can be edited.

    Moving glossaries that others may use requires typed confirmation, as deleting does. `was_other` says that the user
    abandons an interrupted transfer.
    """

    def __init__(self, parent: QWidget, plan: TransferPlan, *, service: str) -> None:
        """Create the dialog. `service` is the name of the other service, as set by the user."""
        verb = _tr("Move") if plan.is_move else _tr("Copy")
        other = _tr("Give up") if plan.is_resumed else ""
        super().__init__(parent, _title(plan, service), "", verb, other=other, is_dangerous=plan.is_move)
        self.setObjectName("transfer_dialog")
        self._plan = plan
        self._service = service
        if plan.is_resumed:
            words = _tr("An earlier attempt was interrupted. It continues, and nothing is sent twice.")
            self._add_words("transfer_resumed", words)
        self._add_words("transfer_facts", self._facts())
        if plan.as_of is not None:
            moment = format_date_and_time(plan.as_of.astimezone())
            words = _tr(
                "The service of the original cannot be reached. The last copies on this computer are sent; the oldest "
                "is of {moment}."
            )
            self._add_words("transfer_copies", words.format(moment=moment))
        if plan.has_unpublished_edits:
            words = _tr("Edits that are not published yet are sent, too, and are published with the copy.")
            self._add_words("transfer_edits", words)
        self.table = self._make_table()
        self.names = self._add_words("transfer_names")
        self._add_left_out()
        self.typed = None
        if plan.is_move:
            self._add_words("transfer_move", deletion_words(plan))
            if lost := new_id_words(plan):
                self._add_words("transfer_new_id", lost)
            word, asked = confirmation(plan)
            if asked:
                self.typed = self.require_typed(word, asked)
                self.typed.changed.connect(self._show_possible)
        self.table.itemChanged.connect(lambda _item: self._show_possible())
        self.setMinimumWidth(min(WIDTH, self.screen().availableSize().width() - ROOM_FOR_FRAME))
        self._show_possible()

    @property
    def chosen(self) -> TransferPlan:
        """The plan with the names in the table."""
        names = {planned.summary.key: self._name(row) for row, planned in enumerate(self._plan.going)}
        return self._plan.with_names([names.get(each.summary.key, each.name) for each in self._plan.glossaries])

    # Creating the widgets

    def _add_words(self, name: str, words: str = "") -> PlainLabel:
        label = PlainLabel(words, wraps=True)
        label.setObjectName(name)
        self.insert(label)
        return label

    def _facts(self) -> str:
        plan = self._plan
        return list_facts(
            (
                plan.service,
                _tr("%Ln dictionaries", "", plan.dictionary_count),
                _tr("%Ln entries", "", plan.entry_count),
                format_size(plan.byte_count),
                _tr("sent in %Ln calls", "", plan.call_count),
            )
        )

    def _make_table(self) -> PlainTable:
        headings = [_tr("Glossary"), _tr("Name of the copy"), _tr("Dictionaries"), _tr("Entries")]
        table = PlainTable(
            "transfer_table",
            _tr("Glossaries to copy"),
            headings=headings,
            rows=[_line(each) for each in self._plan.going],
            stretch=_NAME,
            numbers=(3,),
        )
        for row, planned in enumerate(self._plan.going):
            for column in range(len(headings)):
                item = table.item(row, column)
                if item is not None and (column != _NAME or planned.record is not None):
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
        trigger = QAbstractItemView.EditTrigger
        table.setEditTriggers(trigger.DoubleClicked | trigger.EditKeyPressed | trigger.AnyKeyPressed)
        _fit(table, most=5)
        self.insert(table)
        table.setHidden(not self._plan.going)
        return table

    def _add_left_out(self) -> None:
        rows = [
            (_tr("{name} ({pair})").format(name=planned.summary.name, pair=each.row.pair), localize(each.left_out))
            for planned in self._plan.glossaries
            for each in planned.left_out
        ]
        if not rows:
            return
        headings = [_tr("Stays here"), _tr("Why")]
        table = PlainTable(
            "transfer_left_out", _tr("Dictionaries that stay here"), headings=headings, rows=rows, stretch=1
        )
        # The reasons may wrap to a second line.
        _fit(table, most=3, spare=1)
        self.insert(table)

    # Input

    def _name(self, row: int) -> str:
        item = self.table.item(row, _NAME)
        return item.text().strip() if item is not None else ""

    def _name_problem(self) -> str:
        """Return why the copies cannot have these names, in a sentence; empty if they can."""
        taken = {name.casefold() for name in self._plan.taken_names}
        for row, planned in enumerate(self._plan.going):
            name = self._name(row)
            if violation := name_violation(name):
                return localize(violation)
            if planned.record is None and name.casefold() in taken:
                return _tr("{service} already has a glossary “{name}”.").format(service=self._service, name=name)
            taken.add(name.casefold())
        return ""

    def _show_possible(self) -> None:
        problem = self._name_problem()
        renamed = [each.summary.name for each in self._plan.going if each.is_name_taken]
        words = ""
        if renamed:
            message = _tr("{service} already has {names}, so the copy gets another name. Edit it in the table.")
            if len(renamed) > 1:
                message = _tr("{service} already has {names}, so the copies get other names. Edit them in the table.")
            words = message.format(service=self._service, names=list_names(renamed))
        self.names.setText(problem or words)
        self.names.set_tone("problem" if problem else "")
        self.names.setHidden(not (problem or words))
        grow_for_words(self)
        is_typed = self.typed is None or self.typed.is_typed
        self.accept_button.setEnabled(bool(self._plan.going) and not problem and is_typed)


def _fit(table: PlainTable, *, most: int, spare: int = 0) -> None:
    """Fit a table's height to its rows, at most `most`, plus `spare` lines; to fewer where the screen is low."""
    lines = min(max(1, table.rowCount()), most) + spare
    others = table.horizontalHeader().sizeHint().height() + 2 * table.frameWidth()
    line = table.verticalHeader().minimumSectionSize()
    table.setMinimumHeight(others + min(lines, FEWEST_LINES) * line)
    table.setMaximumHeight(others + lines * line)


def _title(plan: TransferPlan, service: str) -> str:
    if len(plan.glossaries) == 1:
        one = _tr("Move “{name}” to {service}?") if plan.is_move else _tr("Copy “{name}” to {service}?")
        return one.format(name=plan.glossaries[0].summary.name, service=service)
    count = len(plan.glossaries)
    if plan.is_move:
        return _tr("Move %Ln glossaries to {service}?", "", count).format(service=service)
    return _tr("Copy %Ln glossaries to {service}?", "", count).format(service=service)


def _line(planned: PlannedGlossary) -> tuple[str, str, str, str]:
    pairs = list_names(str(each.row.pair) for each in planned.going)
    if len(planned.going) > 3:
        pairs = _tr("%Ln dictionaries", "", len(planned.going))
    return planned.summary.name, planned.name, pairs, format_number(planned.entry_count)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("TransferDialog", text, comment, n)
