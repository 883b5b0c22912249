"""What a release would change in a glossary, to be looked at before any of it is taken over."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QWidget

from termdesk.application.glossaries.releases.releases import Bundle, IncomingChanges
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, removes_much
from termdesk.domain.merging.term_records import TermRecord
from termdesk.ui.glossaries.difference.conflict_list import ConflictList
from termdesk.ui.glossaries.releases.dictionary_differences import DictionaryDifferences
from termdesk.ui.glossaries.releases.record_words import conflict_words
from termdesk.ui.glossaries.releases.release_words import date_words, findings_words
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.widgets.typed_word import TypedWord
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.numbers import format_number

Taken = dict[LanguagePair, dict[str, TermRecord]]


class TakeOverDialog(Question):
    """Accepted, it has what is `taken`: all, or the selected rows of one dictionary.

    Every conflict has to be settled first. What differs from the hashes of the release, and what removes many entries,
    is confirmed separately.
    """

    def __init__(
        self,
        parent: QWidget,
        bundle: Bundle,
        incoming: Sequence[IncomingChanges],
        differences: Sequence[Difference],
        *,
        target: str,
        has_row_choice: bool = True,
    ) -> None:
        """`target` is the name of the glossary that takes it over, empty for a new one. `differences` are in words."""
        manifest = bundle.manifest
        title = self.tr("Take over release {version} of “{name}”").format(
            version=manifest.version, name=manifest.glossary
        )
        into = self.tr("Into “{target}”, as one step of undo for each dictionary.").format(target=target)
        date = self.tr("Written on {date}.").format(date=date_words(manifest.date))
        text = list_sentences(
            (into if target else self.tr("As a new glossary on this computer."), date, manifest.notes)
        )
        super().__init__(parent, title, text, self.tr("Take over all"), window_title=self.tr("Release"))
        self.setObjectName("take_over_dialog")
        self.resize(820, 640)
        self._incoming = tuple(incoming)
        self._rows_only = False
        self.anyway: QCheckBox | None = None
        self.typed: TypedWord | None = None
        if bundle.findings:
            self._add_findings(bundle)
        counts = [format_number(len(each.conflicts)) if each.conflicts else "" for each in self._incoming]
        self.differences = DictionaryDifferences(
            [(each.pair, change) for each, change in zip(self._incoming, differences, strict=True)],
            before=self.tr("Here"),
            after=self.tr("In the release"),
            conflict_counts=counts if any(counts) else (),
        )
        self.conflicts = {row: self._made_conflicts(each) for row, each in enumerate(self._incoming) if each.conflicts}
        place = self.column.count() - 1
        self.column.insertWidget(place, self.differences, 1)
        for each in self.conflicts.values():
            self.column.insertWidget(place + 1, each, 1)
        self._add_rows_button(is_shown=has_row_choice)
        self._ask_about_removals()
        self.differences.chosen_changed.connect(self._show_chosen)
        self._show_chosen()

    # Making the widgets

    def _add_findings(self, bundle: Bundle) -> None:
        label = PlainLabel(findings_words(bundle.findings), wraps=True, tone="problem")
        label.setObjectName("take_over_findings")
        self.insert(label)
        text = self.tr("I have looked at the differences: take them over anyway")
        self.anyway = QCheckBox(text)
        self.anyway.setObjectName("take_over_anyway")
        self.anyway.setAccessibleName(text)
        self.anyway.toggled.connect(self._show_possible)
        self.insert(self.anyway)

    def _made_conflicts(self, incoming: IncomingChanges) -> ConflictList:
        made = ConflictList(
            conflict_words(incoming),
            incoming.pair,
            remote=self.tr("In the folder"),
            all_remote=self.tr("All in the &folder"),
        )
        made.settled_changed.connect(self._show_possible)
        return made

    def _add_rows_button(self, *, is_shown: bool) -> None:
        self.rows_button = text_button("take_over_rows", self.tr("Take over the selected rows"))
        self.rows_button.clicked.connect(self._accept_rows)
        if is_shown:
            self.buttons.addButton(self.rows_button, self.buttons.ButtonRole.ActionRole)
        # Not before: what has no parent is shown as a window of its own.
        self.rows_button.setVisible(is_shown)

    def _ask_about_removals(self) -> None:
        removed = sum(len(each.changes.difference.removed) for each in self._incoming)
        known = sum(len(each.changes.before) for each in self._incoming)
        if removes_much(removed, published_count=known):
            asked = self.tr("This removes {removed} of your %Ln entries here. Type {removed} to confirm.", "", known)
            self.typed = self.require_typed(f"{removed}", asked.format(removed=removed), tone="problem")
            self.typed.changed.connect(self._show_possible)

    # Choosing

    def _show_chosen(self) -> None:
        for row, each in self.conflicts.items():
            each.setVisible(row == self.differences.row)
        # Conflicts alone need the room.
        has_changes = self._incoming[self.differences.row].changes.difference.count > 0 if self._incoming else True
        self.differences.table.setVisible(has_changes or self.differences.row not in self.conflicts)
        self._show_possible()

    def _show_possible(self) -> None:
        is_confirmed = self.anyway is None or self.anyway.isChecked()
        is_settled = all(each.is_settled for each in self.conflicts.values())
        has_any = any(not each.is_empty for each in self._incoming)
        is_typed = self.typed is None or self.typed.is_typed
        self.accept_button.setEnabled(has_any and is_confirmed and is_settled and is_typed)
        self.rows_button.setEnabled(is_confirmed and bool(self.differences.table.chosen_sources()))

    def _accept_rows(self) -> None:
        self._rows_only = True
        self.accept()

    @property
    def taken(self) -> Taken:
        """The records to take over, by dictionary."""
        if self._rows_only:
            chosen = self._incoming[self.differences.row]
            return {chosen.pair: chosen.records(self.differences.table.chosen_sources())}
        found: Taken = {}
        for row, each in enumerate(self._incoming):
            settled = self.conflicts.get(row)
            remote = settled.model.remote_sources() if settled is not None else ()
            if records := each.records(remote_sources=remote):
                found[each.pair] = records
        return found
