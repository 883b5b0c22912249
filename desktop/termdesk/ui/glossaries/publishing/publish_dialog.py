"""What publishing would do, to be looked at before it is done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QScrollArea,
    QWidget,
)

from termdesk.application.glossaries.publishing.publish_plan import PublishPlan, PublishReport
from termdesk.domain.merging.difference import Difference, Method
from termdesk.domain.merging.merge import Conflict
from termdesk.ui.glossaries.publishing.difference_table import DifferenceTable
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.numbers import format_decimal, format_number


def counts(change: Difference) -> str:
    """“2 added, 1 changed, 0 removed” without the zeros."""
    parts = (
        (len(change.added), _tr("{count} added")),
        (len(change.changed), _tr("{count} changed")),
        (len(change.removed), _tr("{count} removed")),
    )
    told = [words.format(count=format_number(count)) for count, words in parts if count]
    return ", ".join(told) if told else _tr("no changes")


def window_words(reports: Sequence[PublishReport]) -> str:
    """How long the service was not looked at before the entries were written."""
    longest = max((each.open_milliseconds for each in reports), default=0.0)
    if not longest:
        return ""
    words = _tr("Time between the last look at the service and its answer: {milliseconds} ms.")
    return words.format(milliseconds=format_decimal(longest))


def lost_words(report: PublishReport) -> tuple[str, str]:
    """What is said of somebody else's edits that publishing overwrote: a title and a text."""
    assert report.lost is not None, "asked for what was lost"
    text = _tr(
        "Somebody wrote to the service in the {milliseconds} ms in which your entries were on their way: {change}. It "
        "is no longer there. Their version is kept in the bin; “Bring it back” puts it into your dictionary, as one "
        "step that can be undone."
    )
    shown = text.format(milliseconds=format_decimal(report.open_milliseconds), change=counts(report.lost.difference))
    return _tr("Publishing overwrote what others wrote"), shown


class PublishDialog(Question):
    """Shows a plan that can be carried out: the calls in words, and every phrase that changes."""

    def __init__(self, parent: QWidget, plan: PublishPlan) -> None:
        dictionary = plan.dictionary
        super().__init__(
            parent,
            self.tr("Publish “{name}”, {pair}").format(name=dictionary.name, pair=dictionary.pair),
            "",
            self.tr("Publish"),
            is_dangerous=plan.needs_typed_confirmation,
            window_title=self.tr("Publish"),
        )
        self.setObjectName("publish_dialog")
        self.resize(820, 560)
        self._plan = plan
        words = PlainLabel(self._words(), wraps=True)
        words.setObjectName("publish_words")
        self.insert(words)
        for warning in plan.warnings:
            self.insert(PlainLabel(warning, wraps=True, tone="warning"))
        self.insert(DifferenceTable(plan))
        if plan.needs_typed_confirmation:
            require_count_typed(self, len(plan.difference.removed))

    def _words(self) -> str:
        plan = self._plan
        sentences = []
        if plan.is_gone_from_service:
            sentences.append(self.tr("It is no longer on the service; publishing makes it again."))
        if plan.resumes_creation:
            sentences.append(
                self.tr("An earlier attempt was cut off; it is looked for first, so nothing is made twice.")
            )
        match plan.method:
            case Method.CREATE:
                sentences.append(self.tr("A new glossary is made with %Ln entries.", "", len(plan.local)))
            case Method.MERGE:
                change = counts(plan.difference)
                sentences.append(
                    self.tr("{change}. Only these entries are touched.").format(change=change.capitalize())
                )
            case Method.REPLACE:
                change = counts(plan.difference)
                sentences.append(
                    self.tr("{change}. The dictionary is replaced as a whole, in one call.").format(
                        change=change.capitalize()
                    )
                )
        if plan.kept_here:
            sentences.append(
                self.tr("Forbidden entries stay on this computer: {count}.").format(count=format_number(plan.kept_here))
            )
        sentences.append(self.tr("Afterwards it is read back and compared."))
        return " ".join(sentences)


def require_count_typed(question: Question, count: int) -> None:
    """Where so much goes away on the service, its number is typed first."""
    question.require_typed(f"{count}", words_for_typing(count), tone="problem")


def words_for_typing(count: int) -> str:
    """What asks for the number of entries that go away."""
    return _tr("%Ln entries go away on the service. Type the number to go on.", "", count)


class ViolationsDialog(Question):
    """Why a dictionary cannot be published. A line can be chosen to go to its row; `other` names another way out."""

    def __init__(self, parent: QWidget, plan: PublishPlan, *, other: str = "") -> None:
        super().__init__(
            parent,
            self.tr("This cannot be published yet"),
            self.tr("The service would refuse the whole dictionary. Nothing was sent. Choose a line to go to its row."),
            self.tr("Go to the row"),
            other=other,
        )
        self.setObjectName("refusals_dialog")
        self.resize(640, 420)
        self.list = QListWidget()
        self.list.setObjectName("refusals_list")
        self.list.setAccessibleName(self.tr("Reasons"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
        self.list.setWordWrap(True)
        for violation in plan.violations:
            item = QListWidgetItem(f"{violation} {violation.remedy}".strip())
            item.setData(Qt.ItemDataRole.UserRole, (violation.row, violation.column))
            self.list.addItem(item)
        self.list.itemActivated.connect(lambda _item: self.accept())
        self.list.currentRowChanged.connect(lambda _row: self._show_whether_row())
        # The first that one can go to; what is about the whole dictionary stands before it and has no row.
        rows = [place for place, violation in enumerate(plan.violations) if violation.row is not None]
        self.list.setCurrentRow(rows[0] if rows else 0)
        self.insert(self.list)
        self._show_whether_row()

    def place(self) -> tuple[int, int] | None:
        """Row and column of the chosen reason; None where it is about the whole dictionary."""
        item = self.list.currentItem()
        if item is None:
            return None
        row, column = item.data(Qt.ItemDataRole.UserRole)
        return None if row is None else (row, column)

    def _show_whether_row(self) -> None:
        self.accept_button.setEnabled(self.place() is not None)


class MergeDialog(Question):
    """What others changed on the service since, to be brought in first; clashes are settled one by one."""

    def __init__(self, parent: QWidget, plan: PublishPlan) -> None:
        super().__init__(
            parent,
            self.tr("The service has changed"),
            self.tr("Since this dictionary was last read, somebody else changed it: {change}.").format(
                change=counts(plan.incoming)
            )
            + " "
            + self.tr("This comes into your dictionary first, as one step that can be undone. Nothing is lost."),
            self.tr("Bring it in"),
            is_dangerous=plan.incoming_needs_confirmation,
        )
        self.setObjectName("merge_dialog")
        if plan.incoming_needs_confirmation:
            removed = len(plan.incoming.removed)
            asked = self.tr("{removed} of your {count} entries go away here. Type {removed} to bring this in.")
            self.require_typed(
                f"{removed}", asked.format(removed=removed, count=format_number(len(plan.local))), tone="problem"
            )
        self.resize(760, 480)
        self._conflicts = plan.conflicts
        self._groups: list[QButtonGroup] = []
        if plan.conflicts:
            label = PlainLabel(self.tr("Both sides changed these entries differently. Which is right?"), wraps=True)
            self.insert(label)
            self.insert(self._made_list())

    def _made_list(self) -> QScrollArea:
        inner = QWidget()
        grid = QGridLayout(inner)
        grid.setHorizontalSpacing(16)
        for column, title in enumerate((self.tr("Source"), self.tr("Mine"), self.tr("On the service"))):
            grid.addWidget(PlainLabel(title, tone="muted"), 0, column)
        for number, conflict in enumerate(self._conflicts):
            self._add_row(grid, number, conflict)
        grid.setRowStretch(len(self._conflicts) + 1, 1)
        area = QScrollArea()
        area.setObjectName("merge_conflicts")
        area.setAccessibleName(self.tr("Entries that both sides changed"))
        area.setWidgetResizable(True)
        area.setWidget(inner)
        return area

    def _add_row(self, grid: QGridLayout, number: int, conflict: Conflict) -> None:
        grid.addWidget(PlainLabel(conflict.source, wraps=True), number + 1, 0)
        group = QButtonGroup(self)
        for column, (side, text) in enumerate((("mine", conflict.local), ("theirs", conflict.remote)), start=1):
            shown = self.tr("(removed)") if text is None else text.replace("&", "&&")
            button = QRadioButton(shown)
            button.setObjectName(f"conflict_{number}_{side}")
            button.setAccessibleName(f"{conflict.source}: {side}, {shown}")
            button.setChecked(column == 1)
            group.addButton(button, column - 1)
            grid.addWidget(button, number + 1, column)
        self._groups.append(group)

    def choices(self) -> dict[str, str | None]:
        """For each conflict the target that was chosen."""
        sides = zip(self._conflicts, self._groups, strict=True)
        return {each.source: each.remote if group.checkedId() == 1 else each.local for each, group in sides}


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("PublishDialog", text, comment, n)
