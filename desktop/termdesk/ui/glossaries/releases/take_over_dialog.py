"""The preview of what a release would change in a glossary."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QWidget

from termdesk.application.glossaries.releases.releases import Bundle, IncomingChanges, Manifest
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, removes_much
from termdesk.domain.merging.term_records import TermRecord
from termdesk.ui.glossaries.difference.conflict_list import ConflictList
from termdesk.ui.glossaries.difference.difference_question import DifferenceQuestion
from termdesk.ui.glossaries.difference.row_choice import RowChoice
from termdesk.ui.glossaries.releases.dictionary_differences import DictionaryDifferences
from termdesk.ui.glossaries.releases.record_words import conflict_words
from termdesk.ui.glossaries.releases.release_words import date_words, findings_words
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.typed_word import TypedWord
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.numbers import format_number

Taken = dict[LanguagePair, dict[str, TermRecord]]


class TakeOverDialog(DifferenceQuestion):
    """When accepted, it has the records `taken` and the sources `left_out`.

    Every conflict of an included dictionary must be resolved first. Deviations from the hashes of the release, and the
    removal of many entries, must be confirmed separately.
    """

    def __init__(
        self,
        parent: QWidget,
        bundle: Bundle,
        incoming: Sequence[IncomingChanges],
        differences: Sequence[Difference],
        *,
        target: str,
        is_target_locked: bool = False,
        is_linked: bool = False,
    ) -> None:
        """Create the dialog. `target` is the name of the glossary that takes it over, empty for a new one.
        `is_target_locked`: that glossary is kept on this computer.

        `differences` are in words. `is_linked`: the glossary watches the folder, and offers left-out changes again.
        """
        manifest = bundle.manifest
        title = self.tr("Take over release {version} of “{name}”").format(
            version=manifest.version, name=manifest.glossary
        )
        super().__init__(
            parent, title, self.tr("Take over all"), name="take_over_dialog", window_title=self.tr("Release")
        )
        self.resize(820, 640)
        words = PlainLabel(_about(manifest, target, is_target_locked=is_target_locked), wraps=True)
        words.setObjectName("question_text")
        self.insert(words)
        self._incoming = tuple(incoming)
        # Computed once: these values do not change, and may be very large.
        self._known = sum(len(each.changes.before) for each in self._incoming)
        self._removals = [frozenset(each.changes.difference.removed) for each in self._incoming]
        self._choices = [RowChoice(_sources(each), self) for each in self._incoming]
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
            choices=self._choices,
        )
        self.conflicts = {
            row: self._make_conflict_list(each) for row, each in enumerate(self._incoming) if each.conflicts
        }
        for table in (self.differences.table, *(each.table for each in self.conflicts.values())):
            self.give_rest(table)
        for each in (self.differences, *self.conflicts.values()):
            self.insert(each, 1)
        self.keeps_local = self._add_keeps_local() if is_linked else None
        self._ask_about_removals()
        self.differences.chosen_changed.connect(self._show_chosen)
        for choice in self._choices:
            choice.changed.connect(self._show_removals)
        self._show_chosen()

    # Creating the widgets

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

    def _make_conflict_list(self, incoming: IncomingChanges) -> ConflictList:
        made = ConflictList(
            conflict_words(incoming),
            incoming.pair,
            remote=self.tr("In the folder"),
            all_remote=self.tr("All in the &folder"),
        )
        made.settled_changed.connect(self._show_possible)
        return made

    def _add_keeps_local(self) -> QCheckBox:
        self.left_out_words = PlainLabel(wraps=True, tone="muted")
        self.left_out_words.setObjectName("take_over_left_out")
        self.insert(self.left_out_words)
        text = self.tr("&Keep my version of what I leave out")
        made = QCheckBox(text)
        made.setObjectName("take_over_keep_local")
        made.setAccessibleName(text.replace("&", ""))
        made.toggled.connect(self._show_possible)
        self.insert(made)
        return made

    def _ask_about_removals(self) -> None:
        if self._removes_much(self._removed):
            self.typed = self.require_typed("", "", tone="problem")
            self._show_removals()
            self.typed.changed.connect(self._show_possible)

    @property
    def _removed(self) -> int:
        """Return how many of the chosen rows remove an entry."""
        rows = zip(self._removals, self._choices, strict=True)
        return sum(len(each) - len(each & choice.left_out) for each, choice in rows)

    def _removes_much(self, removed: int) -> bool:
        return removes_much(removed, published_count=self._known)

    # Choices

    def _show_chosen(self) -> None:
        for row, each in self.conflicts.items():
            each.setVisible(row == self.differences.row)
        # Conflicts alone use the entire space.
        has_changes = self._incoming[self.differences.row].changes.difference.count > 0 if self._incoming else True
        self.differences.table.setVisible(has_changes or self.differences.row not in self.conflicts)
        self._show_possible()

    def _show_removals(self) -> None:
        if self.typed is not None:
            removed = self._removed
            asked = self.tr(
                "This removes {removed} of your %Ln entries here. Type {removed} to confirm.", "", self._known
            )
            self.typed.ask(f"{removed}", asked.format(removed=removed))
            self.typed.setVisible(self._removes_much(removed))

    def _show_possible(self) -> None:
        choices = self._choices
        is_confirmed = self.anyway is None or self.anyway.isChecked()
        is_settled = True
        for row, conflicts in self.conflicts.items():
            # Called for each check box: copying sets of all rows would be wasteful.
            is_chosen = any(choices[row].is_chosen(each.source) for each in self._incoming[row].conflicts)
            conflicts.setEnabled(is_chosen)
            is_settled &= conflicts.is_settled or not is_chosen
        has_any = any(each.has_any for each in choices)
        is_typed = self.typed is None or self.typed.isHidden() or self.typed.is_typed
        self.accept_button.setEnabled(has_any and is_confirmed and is_settled and is_typed)
        is_whole = not any(each.left_out for each in choices)
        self.accept_button.setText(self.tr("Take over all") if is_whole else self.tr("Take over the selected rows"))
        self.accept_button.setAccessibleName(self.accept_button.text())
        if self.keeps_local is not None:
            self._show_left_out(self.keeps_local, is_whole=is_whole)

    def _show_left_out(self, keeps_local: QCheckBox, *, is_whole: bool) -> None:
        keeps_local.setEnabled(not is_whole)
        again = self.tr("What you leave out is offered again, before you can write to the folder.")
        kept = self.tr("What you leave out counts as changed here: your next release brings it back into the folder.")
        self.left_out_words.setText(kept if keeps_local.isChecked() else again)

    @property
    def taken(self) -> Taken:
        """The records to take over, by dictionary; none for one that only settles conflicts with its own version."""
        found: Taken = {}
        for row, (each, choice) in enumerate(zip(self._incoming, self._choices, strict=True)):
            settled = self.conflicts.get(row)
            remote = settled.model.remote_sources() & choice.chosen if settled is not None else ()
            if choice.has_any:
                found[each.pair] = each.records(choice.chosen, remote_sources=remote)
        return found

    @property
    def left_out(self) -> dict[LanguagePair, frozenset[str]]:
        """The sources to be offered again, by dictionary."""
        if self.keeps_local is not None and self.keeps_local.isChecked():
            return {}
        rows = zip(self._incoming, self._choices, strict=True)
        return {each.pair: choice.left_out for each, choice in rows if choice.left_out}


def _sources(incoming: IncomingChanges) -> list[str]:
    """Return the source phrases to choose from: all changes and all conflicts."""
    found = incoming.changes.difference
    return [*found.added, *found.changed, *found.removed, *(each.source for each in incoming.conflicts)]


def _about(manifest: Manifest, target: str, *, is_target_locked: bool) -> str:
    """Return where the release goes, when it was written, its notes, and what becomes of its lock."""
    into = _tr("Into “{target}”, as one undo step for each dictionary.").format(target=target)
    date = _tr("Written on {date}.").format(date=date_words(manifest.date))
    lock = _lock_words(target) if manifest.is_local_only and not is_target_locked else ""
    return list_sentences((into if target else _tr("As a new glossary on this computer."), date, manifest.notes, lock))


def _lock_words(target: str) -> str:
    """Return what becomes of the lock of the released glossary. `target` is as in the dialog."""
    if not target:
        return _tr("Its author keeps the glossary on their computer, so the new one is locked, too.")
    words = _tr("Its author keeps the glossary on their computer, but “{target}” is not locked.")
    return words.format(target=target)


def _tr(text: str) -> str:
    return QCoreApplication.translate("TakeOverDialog", text)
