"""Find and replace, and cleaning: every hit is shown before anything is changed, and all are one step of undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QTableView,
    QWidget,
)

from termdesk.application.editing import OpenDictionary
from termdesk.application.rewriting import DictionaryPhrases, Phrases, kept
from termdesk.domain.amounts import amount
from termdesk.domain.entries import SOURCE, TARGET
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.rewriting import Case, Cleaning, Hits, Rewrite, replacing
from termdesk.ui.dialogs import Question
from termdesk.ui.glossaries.grid_delegate import PhraseDelegate
from termdesk.ui.glossaries.hits_model import AFTER, BEFORE, HitsModel
from termdesk.ui.jobs import JobProgress, Jobs
from termdesk.ui.list_table import ListTable
from termdesk.ui.plain import PlainLabel
from termdesk.ui.plain_buttons import tick_box

LOOKING = "Looking for what changes"
DEBOUNCE_MS = 150


@dataclass(frozen=True, slots=True)
class RewriteScope:
    """What a rewrite may look through.

    `sides` has for each column its words and the code of its language, `places` the choices of where to look: words,
    and columns. `shown_rows` are those that a filter shows, None without one; `selected_rows` are several that are
    selected, None where they are one or all.
    """

    phrases: Phrases
    sides: Sequence[tuple[str, str]]
    places: Sequence[tuple[str, Sequence[int]]]
    shown_rows: Sequence[int] | None = None
    selected_rows: Sequence[int] | None = None


def scope_of(
    dictionary: OpenDictionary,
    shown_rows: Sequence[int] | None = None,
    selected_rows: Sequence[int] | None = None,
) -> RewriteScope:
    """Both phrases of one dictionary."""
    pair = dictionary.pair
    return RewriteScope(
        DictionaryPhrases(dictionary),
        sides=[(_tr("source"), pair.source), (_tr("target"), pair.target)],
        places=[
            (_tr("Source and target"), (SOURCE, TARGET)),
            (_tr("Source"), (SOURCE,)),
            (_tr("Target"), (TARGET,)),
        ],
        shown_rows=shown_rows,
        selected_rows=selected_rows,
    )


class RewriteDialog(Question):
    """What both have in common: where to look, the table of hits, and the count on the button."""

    def __init__(
        self,
        parent: QWidget,
        scope: RewriteScope,
        *,
        title: str,
        verb: str,
        jobs: Jobs,
        rewrite: Callable[[], Rewrite | None],
        invitation: str,
    ) -> None:
        """`rewrite` says what the fields ask for, None where they ask for nothing yet; it may raise InvalidInput.

        `invitation` stands there as long as they ask for nothing.
        """
        super().__init__(parent, title, "", verb)
        self._rewrite = rewrite
        self._invitation = invitation
        self.setMinimumSize(760, 560)
        self._scope = scope
        self._jobs = jobs
        self._verb = verb
        # What the hits stand for.
        self._revision = scope.phrases.revision
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(16)
        self.column.insertLayout(self.column.count() - 1, self.form)
        self.side = QComboBox()
        self.side.setObjectName("rewrite_side")
        self.side.setAccessibleName(self.tr("Where"))
        for words, columns in scope.places:
            self.side.addItem(words, tuple(columns))
        self.only_shown = tick_box(
            "rewrite_only_shown", self.tr("Only the rows that the filter shows"), is_on=scope.shown_rows is not None
        )
        self.only_shown.setVisible(scope.shown_rows is not None)
        selected = self.tr("Only the {count} rows that are selected").format(
            count=f"{len(scope.selected_rows or ()):,}"
        )
        self.only_selected = tick_box("rewrite_only_selected", selected)
        self.only_selected.setVisible(scope.selected_rows is not None)
        self.model = HitsModel(scope.sides, self)
        self.table = self._table()
        self.insert(self.table)
        self.count = PlainLabel("", wraps=True, tone="muted")
        self.count.setObjectName("rewrite_count")
        self.insert(self.count)
        # While hits are looked for the button is off, and Enter must not become Cancel meanwhile.
        self.buttons.button(self.buttons.StandardButton.Cancel).setAutoDefault(False)
        self.accept_button.setAutoDefault(False)
        self.accept_button.setDefault(True)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._start)
        self.side.currentIndexChanged.connect(self.look)
        self.only_shown.toggled.connect(self.look)
        self.only_selected.toggled.connect(self.look)
        self.model.count_changed.connect(self._show_count)
        self.finished.connect(self._stop_looking)

    def _stop_looking(self) -> None:
        # The timer too: a job that it starts now would look into a dialog that is gone.
        self._timer.stop()
        self._jobs.cancel(LOOKING)

    def _table(self) -> QTableView:
        table = ListTable("rewrite_hits", self.tr("What changes"))
        table.setModel(self.model)
        table.setItemDelegate(PhraseDelegate(table))
        header = table.horizontalHeader()
        for column in (BEFORE, AFTER):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        return table

    def _add_where(self) -> None:
        where = QHBoxLayout()
        where.addWidget(self.side)
        where.addStretch(1)
        self.form.addRow(self.tr("Where"), where)
        if self._scope.shown_rows is not None or self._scope.selected_rows is not None:
            rows = QHBoxLayout()
            rows.addWidget(self.only_shown)
            rows.addWidget(self.only_selected)
            rows.addStretch(1)
            self.form.addRow("", rows)

    @property
    def subject(self) -> str:
        """What the step of undo is named by."""
        return ""

    def accepted_hits(self) -> list[Hits]:
        """What was accepted. Raises InvalidInput where the entries have changed since: rows may stand elsewhere."""
        if self._revision != self._scope.phrases.revision:
            raise InvalidInput(
                "The entries have changed meanwhile, so nothing was done.", remedy="Look for them again."
            )
        return kept(self.model.found, self.model.left_out)

    def look(self) -> None:
        """Look for hits a moment later; what was found is out of date at once, and says so."""
        self.accept_button.setEnabled(False)
        self.count.set_tone("muted")
        self.count.setText(self.tr("Looking for cells that change…"))
        self._timer.start()

    def _start(self) -> None:
        progress = JobProgress()
        self._jobs.start(LOOKING, self._look(progress), progress=progress, on_failure=self._refuse)

    async def _look(self, progress: JobProgress) -> None:
        rewrite = self._rewrite()
        if rewrite is None:
            self.model.show_hits([])
            self.count.setText(self._invitation)
            return
        phrases = self._scope.phrases
        hits = await phrases.hits(rewrite, columns=self.side.currentData(), rows=self._rows, progress=progress)
        self._revision = phrases.revision
        self.model.show_hits(hits)

    @property
    def _rows(self) -> Sequence[int] | None:
        """Where to look; what is selected is also shown."""
        if self.only_selected.isChecked():
            return self._scope.selected_rows
        return self._scope.shown_rows if self.only_shown.isChecked() else None

    def _refuse(self, error: TermdeskError) -> None:
        self.model.show_hits([])
        self.count.set_tone("problem")
        self.count.setText(f"{error.message} {error.remedy}".strip())

    def _show_count(self) -> None:
        chosen, total = self.model.chosen, self.model.total
        self.accept_button.setEnabled(chosen > 0)
        self.accept_button.setText(f"{self._verb} ({chosen:,})" if chosen else self._verb)
        self.count.set_tone("muted")
        if not total:
            self.count.setText(self.tr("Nothing would change."))
        elif chosen == total:
            self.count.setText(amount(total, self.tr("1 cell would change."), self.tr("{count} cells would change.")))
        else:
            self.count.setText(
                self.tr("{chosen} of {count} cells would change.").format(chosen=f"{chosen:,}", count=f"{total:,}")
            )


class ReplaceDialog(RewriteDialog):
    """Find and replace, with regular expressions where they are wanted."""

    def __init__(self, parent: QWidget, scope: RewriteScope, *, jobs: Jobs) -> None:
        super().__init__(
            parent,
            scope,
            title=_tr("Find and replace"),
            verb=_tr("Replace"),
            jobs=jobs,
            rewrite=self.rewrite,
            invitation=_tr("Type what to find. Every cell that would change is listed first, and can be left out."),
        )
        self.setObjectName("replace_dialog")
        self.sought = self._field("replace_sought", self.tr("Find"))
        self.replacement = self._field("replace_with", self.tr("Replace with"))
        self.is_pattern = tick_box("replace_pattern", self.tr("Regular expression"))
        self.with_case = tick_box("replace_case", self.tr("Match case"))
        self.whole_words = tick_box("replace_words", self.tr("Whole words"))
        options = QHBoxLayout()
        for box in (self.is_pattern, self.with_case, self.whole_words):
            options.addWidget(box)
            box.toggled.connect(self.look)
        options.addStretch(1)
        self.form.addRow("", options)
        words = self.tr(r"In “Replace with”, \1 is what the first ( ) found, \2 the second, \g<0> all of it.")
        self.hint = PlainLabel(words, wraps=True, tone="muted")
        self.hint.setObjectName("replace_hint")
        self.form.addRow("", self.hint)
        self.is_pattern.toggled.connect(self._show_hint)
        self._show_hint(is_pattern=False)
        self._add_where()
        self.look()
        self.sought.setFocus()

    def _show_hint(self, is_pattern: bool) -> None:
        """Say where one types what stands for groups, while it does."""
        self.form.setRowVisible(self.hint, is_pattern)
        self.sought.setPlaceholderText(r"(\w+) of (\w+)" if is_pattern else "")
        self.replacement.setPlaceholderText(r"\2 \1" if is_pattern else "")
        self.replacement.setAccessibleDescription(self.hint.text() if is_pattern else "")

    def _field(self, name: str, title: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName(name)
        field.setAccessibleName(title)
        field.textChanged.connect(self.look)
        label = PlainLabel(title)
        label.setBuddy(field)
        self.form.addRow(label, field)
        return field

    @property
    def subject(self) -> str:
        return self.sought.text()

    def rewrite(self) -> Rewrite | None:
        if not self.sought.text():
            return None
        return replacing(
            self.sought.text(),
            self.replacement.text(),
            is_pattern=self.is_pattern.isChecked(),
            with_case=self.with_case.isChecked(),
            whole_words=self.whole_words.isChecked(),
        )


class CleanDialog(RewriteDialog):
    """Cleaning of spaces, forms and quotes."""

    def __init__(self, parent: QWidget, scope: RewriteScope, *, jobs: Jobs) -> None:
        super().__init__(
            parent,
            scope,
            title=_tr("Clean the entries"),
            verb=_tr("Clean"),
            jobs=jobs,
            rewrite=self.rewrite,
            invitation=_tr("Choose what to clean. Every cell that would change is listed first, and can be left out."),
        )
        self.setObjectName("clean_dialog")
        usual = Cleaning()
        self.boxes = {
            name: tick_box(f"clean_{name}", words, is_on=getattr(usual, name))
            for name, words in (
                ("trims", self.tr("Spaces at the ends")),
                ("collapses_spaces", self.tr("Several spaces and line breaks to one space")),
                ("composes", self.tr("Characters in composed form (NFC)")),
                ("straightens_quotes", self.tr("Typographic quotes to straight ones")),
                ("replaces_hard_spaces", self.tr("No-break spaces to spaces")),
                ("drops_invisible", self.tr("Soft hyphens and zero-width characters away")),
            )
        }
        for box in self.boxes.values():
            box.toggled.connect(self.look)
            self.form.addRow("", box)
        self.case = self._case_box()
        self.form.addRow(self.tr("&Capital letters"), self.case)
        self._add_where()
        self.look()
        self.boxes["trims"].setFocus()

    def _case_box(self) -> QComboBox:
        box = QComboBox()
        box.setObjectName("clean_case")
        box.setAccessibleName(self.tr("Capital letters"))
        for words, case in (
            (self.tr("as they are"), Case.KEPT),
            (self.tr("all small"), Case.LOWER),
            (self.tr("first letter small"), Case.FIRST_LOWER),
            (self.tr("first letter large"), Case.FIRST_UPPER),
        ):
            box.addItem(words, case.value)
        box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        box.currentIndexChanged.connect(self.look)
        return box

    def rewrite(self) -> Rewrite | None:
        cleaning = Cleaning(
            **{name: box.isChecked() for name, box in self.boxes.items()}, case=Case(self.case.currentData())
        )
        return cleaning if cleaning.does_anything else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("RewriteDialog", text)
