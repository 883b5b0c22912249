"""The dialog with earlier versions of the open dictionaries: compare and restore them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.versions.dictionary_versions import (
    MOST_KEPT,
    Compared,
    DictionaryVersion,
    DictionaryVersions,
    has_details,
)
from termdesk.application.progress import run_in_thread
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.domain.merging.row_difference import RowDifference
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.difference.difference_table import DifferenceTable
from termdesk.ui.glossaries.difference.difference_words import count_changes
from termdesk.ui.glossaries.versions.version_words import (
    limit_words,
    restore_obstacle,
    row_difference_words,
    rows_obstacle,
    version_title,
)
from termdesk.ui.glossaries.versions.versions_table import VersionsTable
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.dialogs import ROOM_FOR_FRAME, Question, ask_text, confirm
from termdesk.ui.widgets.plain import PlainLabel, caption, set_tooltip
from termdesk.ui.widgets.plain_buttons import Splitter, text_button
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize

# A comparison of two phrases needs room for so many letters.
COMPARISON_LETTERS = 48
# In a lower dialog, the explanation above the list gives its room to the list, and becomes its tooltip.
SHORT_HEIGHT = 560
# Pixels beside the handle that moves the border between the list and the comparison.
HANDLE_MARGIN = 8


@dataclass(frozen=True, slots=True)
class ComparedEntries:
    """Entries to compare with a version of the same pair, read on demand.

    `heading` is the title of their column, if `title` is too long for one.
    """

    title: str
    read: Callable[[LanguagePair], Awaitable[Compared]]
    is_present: bool = False
    heading: str = ""


ChooseFile = Callable[[LanguagePair], Awaitable[ComparedEntries | None]]


@dataclass(frozen=True, slots=True)
class Restoration:
    """What the user wants to restore: a version of a dictionary, or only some of its source phrases."""

    dictionary: OpenDictionary
    version: DictionaryVersion
    sources: frozenset[str] | None = None


class VersionsDialog(Question):
    """When accepted, it has the `restoration` to carry out. Versions are kept and deleted while it is open."""

    def __init__(
        self,
        parent: QWidget,
        versions: DictionaryVersions,
        dictionaries: Sequence[OpenDictionary],
        jobs: Jobs,
        *,
        others: Sequence[ComparedEntries] = (),
        choose_file: ChooseFile | None = None,
    ) -> None:
        """Create the dialog.

        `dictionaries` belong to one glossary; `others` can be compared in addition to versions.
        """
        self._is_single = len(dictionaries) == 1
        name, pair = dictionaries[0].name, dictionaries[0].pair
        one, many = self.tr("Versions of “{name}”, {pair}"), self.tr("Versions of “{name}”")
        title = (one if self._is_single else many).format(name=name, pair=pair)
        super().__init__(parent, title, "", self.tr("Restore this version"), window_title=self.tr("Versions"))
        self.setObjectName("versions_dialog")
        self.resize(1040, 620)
        self.restoration: Restoration | None = None
        self._use_case = versions
        self._dictionaries = tuple(dictionaries)
        self._jobs = jobs
        self._others = tuple(others)
        self._choose_file = choose_file
        # The latest first.
        self._versions: list[DictionaryVersion] = []
        self._offered: list[ComparedEntries] = []
        # The files to compare with, each with the pair that it was read for.
        self._files: list[tuple[LanguagePair, ComparedEntries]] = []
        # Compares again after an edit: a publication that waited may merge while the dialog is open.
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._compare_present)
        for each in dictionaries:
            unsubscribe = each.changed.subscribe(self._on_edited)
            self.finished.connect(lambda _result, end=unsubscribe: end())
        self._lay_out()
        self._show_possible(None)
        self._read()

    # Creating the widgets

    def _lay_out(self) -> None:
        self.words = PlainLabel("", wraps=True, tone="muted")
        self.words.setObjectName("versions_words")
        self.insert(self.words)
        self.splitter = Splitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("versions_splitter")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._make_list())
        self._comparison = self._make_comparison()
        self.splitter.addWidget(self._comparison)
        self.splitter.setSizes([520, 500])
        self.column.insertWidget(self.column.count() - 1, self.splitter, 1)
        self.rows_button = text_button("versions_restore_rows", self.tr("Restore the selected rows"))
        self.rows_button.clicked.connect(self._accept_rows)
        self.buttons.addButton(self.rows_button, self.buttons.ButtonRole.ActionRole)
        close = self.buttons.button(self.buttons.StandardButton.Cancel)
        close.setText(self.tr("Close"))
        close.setAccessibleName(close.text())

    def _make_list(self) -> QWidget:
        box, column = _column()
        self.list = VersionsTable(has_languages=not self._is_single)
        self.list.selected_again.connect(self._on_version)
        column.addWidget(self.list, 1)
        line = QHBoxLayout()
        self.keep_button = text_button("versions_keep", self.tr("&Keep the present state…"))
        self.delete_button = text_button("versions_delete", self.tr("&Delete"))
        self.keep_button.clicked.connect(self._on_keep)
        self.delete_button.clicked.connect(self._on_delete)
        for button in (self.keep_button, self.delete_button):
            line.addWidget(button)
        line.addStretch(1)
        column.addLayout(line)
        self._list_column = column
        return box

    def _make_comparison(self) -> QWidget:
        box, column = _column()
        self.other = QComboBox()
        self.other.setObjectName("versions_compare_with")
        self.other.setAccessibleName(self.tr("Compare with"))
        self.other.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.other.activated.connect(self._on_other)
        line = QHBoxLayout()
        line.addWidget(caption(self.tr("Compare with"), self.other))
        line.addWidget(self.other, 1)
        column.addLayout(line)
        self.counts = PlainLabel("", wraps=True)
        self.counts.setObjectName("versions_counts")
        column.addWidget(self.counts)
        self.limits = PlainLabel("", wraps=True, tone="warning")
        self.limits.setObjectName("versions_limits")
        column.addWidget(self.limits)
        self.differences = DifferenceTable("versions_differences", self.tr("What differs"))
        column.addWidget(self.differences, 1)
        self._comparison_column = column
        return box

    # List of versions

    def _read(self) -> None:
        self._jobs.start(JobKind.READ_VERSIONS, self.tr("Reading versions"), self._show_versions)

    async def _show_versions(self) -> None:
        found = await self._use_case.all(self._dictionaries)
        if not isValid(self):
            return
        self._versions = found
        self.words.setText(
            self.tr(
                "Termdesk saves a version whenever a dictionary is read from the service or published, and before "
                "changes made elsewhere are merged; older ones are thinned out. Of those that you keep of a "
                "dictionary, the latest %Ln stay. Versions with details also restore status, domain, notes and the "
                "order.",
                "",
                MOST_KEPT,
            )
            if found
            else self.tr(
                "There is no version yet. Termdesk saves one whenever a dictionary is read from the service or "
                "published. “Keep the present state” adds one now."
            )
        )
        self._show_words()
        self.list.show_versions(found)
        self._fit_list()

    def _fit_list(self) -> None:
        """Give the list the width that its names need, and arrange the comparison beside it or below it."""
        margins = self.column.contentsMargins()
        self.list.leave_room_for_names(self.screen().availableSize().width() - margins.left() - margins.right())
        self._arrange()

    def _show_words(self) -> None:
        """Show the explanation above the list, or as its tooltip in a short dialog."""
        is_short = self.height() < SHORT_HEIGHT and bool(self._versions)
        self.words.setHidden(is_short)
        set_tooltip(self.list, self.words.text() if is_short else "")

    def _arrange(self) -> None:
        """Show the comparison beside the list, or below it on a screen that is too narrow for both."""
        comparison = COMPARISON_LETTERS * self.list.fontMetrics().averageCharWidth()
        margins = self.column.contentsMargins()
        beside = margins.left() + margins.right() + 2 * HANDLE_MARGIN + self.splitter.handleWidth()
        needed = self.list.minimumWidth() + comparison + beside
        has_room = needed <= self.screen().availableSize().width() - ROOM_FOR_FRAME
        self.splitter.setOrientation(Qt.Orientation.Horizontal if has_room else Qt.Orientation.Vertical)
        # The dialog grows with it; otherwise the list would leave the comparison hardly any room.
        self._comparison.setMinimumWidth(comparison + HANDLE_MARGIN if has_room else 0)
        self._list_column.setContentsMargins(*self._margins(is_first=True))
        self._comparison_column.setContentsMargins(*self._margins(is_first=False))

    def _margins(self, *, is_first: bool) -> tuple[int, int, int, int]:
        """Return the margins of the list or the comparison: free space towards the handle between them."""
        if self.splitter.orientation() == Qt.Orientation.Vertical:
            return (0, 0, 0, HANDLE_MARGIN) if is_first else (0, HANDLE_MARGIN, 0, 0)
        is_left = is_first != (self.layoutDirection() == Qt.LayoutDirection.RightToLeft)
        return (0, 0, HANDLE_MARGIN, 0) if is_left else (HANDLE_MARGIN, 0, 0, 0)

    def _dictionary_of(self, version: DictionaryVersion) -> OpenDictionary:
        return next(each for each in self._dictionaries if each.pair == version.pair)

    def _on_version(self) -> None:
        """Offer what the selected version can be compared with, and compare it."""
        version, chosen = self.list.version, self._other
        self._offered = self._comparable(version) if version is not None else []
        self.other.clear()
        for each in self._offered:
            self.other.addItem(each.title)
        if version is not None and self._choose_file is not None:
            self.other.addItem(self.tr("A file…"))
        position = next((row for row, each in enumerate(self._offered) if chosen and each.title == chosen.title), 0)
        self.other.setCurrentIndex(position)
        self.other.setEnabled(version is not None)
        self._compare()

    def _comparable(self, version: DictionaryVersion) -> list[ComparedEntries]:
        async def present(_pair: LanguagePair) -> OpenDictionary:
            return self._dictionary_of(version)

        async def itself(other: DictionaryVersion, _pair: LanguagePair) -> DictionaryVersion:
            return other

        same_pair = [each for each in self._versions if each.pair == version.pair and each.number != version.number]
        return [
            ComparedEntries(self.tr("The present entries"), present, is_present=True),
            *(
                ComparedEntries(version_title(each, self._versions), partial(itself, each), heading=self.tr("Other"))
                for each in same_pair
            ),
            *self._others,
            *(file for pair, file in self._files if pair == version.pair),
        ]

    @property
    def _other(self) -> ComparedEntries | None:
        position = self.other.currentIndex()
        return self._offered[position] if 0 <= position < len(self._offered) else None

    def _on_other(self, position: int) -> None:
        version = self.list.version
        if version is not None and position == len(self._offered):
            # Shown until a file is read, and if none is chosen.
            self.other.setCurrentIndex(0)
            self._jobs.start(
                JobKind.CHOOSE_COMPARED_FILE, self.tr("Reading the file"), partial(self._add_file, version)
            )
        self._compare()

    async def _add_file(self, version: DictionaryVersion) -> None:
        assert self._choose_file is not None, "only then it is offered"
        file = await self._choose_file(version.pair)
        if file is not None and isValid(self):
            others = [(pair, each) for pair, each in self._files if (pair, each.title) != (version.pair, file.title)]
            self._files = [*others, (version.pair, file)]
            self._on_version()
            # Another version may have been selected meanwhile.
            if file in self._offered:
                self.other.setCurrentIndex(self._offered.index(file))
                self._compare()

    # Comparison

    def _compare(self) -> None:
        version, other = self.list.version, self._other
        self._show_possible(None)
        if version is not None and other is not None:
            self.differences.say(self.tr("Comparing…"))
            self._jobs.start(
                JobKind.COMPARE_VERSIONS,
                self.tr("Comparing"),
                partial(self._show_difference, version, other),
                on_failure=lambda error: self.differences.say(localize(error.message, error.remedy)),
            )
        elif self.differences.model() is not None:
            self.differences.show_difference(Difference({}, {}, {}), self._dictionaries[0].pair, before="", after="")

    def _on_edited(self, *_change: object) -> None:
        # The change may be one of many.
        if isValid(self):
            self._again.start(0)

    def _compare_present(self) -> None:
        if self._other is not None and self._other.is_present:
            self._compare()

    async def _show_difference(self, version: DictionaryVersion, other: ComparedEntries) -> None:
        before = await other.read(version.pair)
        change = await self._use_case.differences(before, version)
        shown = await run_in_thread(NoProgress(), row_difference_words, change)
        if not isValid(self):
            return
        before_title, after_title = other.heading or other.title, self.tr("This version")
        if other.is_present:
            # Show what restoring would change.
            before_title, after_title = self.tr("Before"), self.tr("After")
        self.differences.show_difference(shown, version.pair, before=before_title, after=after_title)
        self.differences.selectionModel().selectionChanged.connect(lambda: self._show_possible(change))
        self.counts.setText(self._counts_words(change, shown, other))
        is_whole = version.is_whole and has_details(before)
        self._say_limits(limit_words(version, is_restored=other.is_present, is_whole=is_whole))
        self._show_possible(change)

    def _say_limits(self, words: str) -> None:
        self.limits.setText(words)
        self.limits.setVisible(bool(words))

    def _counts_words(self, change: RowDifference, shown: Difference, other: ComparedEntries) -> str:
        hint = "" if other.is_present else restore_obstacle(has_version=True, is_present=False, change=change)
        if change.is_empty:
            return list_sentences((self.tr("Both have the same entries."), hint))
        words = self.tr("If you restore this version, these entries change: {changes}.")
        if not other.is_present:
            words = self.tr("From “{other}” to this version: {changes}.")
        summary = words.format(other=other.title, changes=count_changes(shown)) if shown.count else ""
        moved = self.tr("%Ln entries move to another place.", "", change.moved) if change.moved else ""
        return list_sentences((summary, moved, hint))

    def _show_possible(self, change: RowDifference | None) -> None:
        version, other = self.list.version, self._other
        is_present = other is not None and other.is_present
        obstacle = restore_obstacle(has_version=version is not None, is_present=is_present, change=change)
        _allow_unless(self.accept_button, obstacle)
        _allow_unless(self.rows_button, obstacle or rows_obstacle(has_chosen=self.differences.has_chosen()))
        self.delete_button.setEnabled(version is not None)
        self.keep_button.setEnabled(any(len(each) for each in self._dictionaries))
        if change is None:
            self.counts.setText("")
            self._say_limits("")

    def accept(self) -> None:
        """Restore the entire selected version, unless the user chose rows."""
        version = self.list.version
        if version is not None:
            self.restoration = self.restoration or Restoration(self._dictionary_of(version), version)
            super().accept()

    def _accept_rows(self) -> None:
        version = self.list.version
        if version is not None:
            sources = frozenset(self.differences.chosen_sources())
            self.restoration = Restoration(self._dictionary_of(version), version, sources)
            self.accept()

    # Keeping and deleting

    def _on_keep(self) -> None:
        self._jobs.start(JobKind.KEEP_VERSION, self.tr("Keeping a version"), self._keep)

    async def _keep(self) -> None:
        name = await ask_text(
            self, self.tr("Keep the present state"), self.tr("Keep"), label=self.tr("Name, such as “before the audit”")
        )
        if name:
            for each in self._dictionaries:
                if len(each):
                    await self._use_case.keep(each, name)
            if isValid(self):
                await self._show_versions()

    def _on_delete(self) -> None:
        version = self.list.version
        if version is not None:
            self._jobs.start(JobKind.DELETE_VERSION, self.tr("Deleting a version"), partial(self._delete, version))

    async def _delete(self, version: DictionaryVersion) -> None:
        title = self.tr("Delete the version “{version}” permanently?").format(
            version=version_title(version, self._versions)
        )
        if await confirm(self, title, self.tr("Delete"), is_dangerous=True):
            await self._use_case.delete(version)
            if isValid(self):
                await self._show_versions()

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_words()


def _allow_unless(button: QPushButton, obstacle: str) -> None:
    """Enable a button unless there is an obstacle. Its tooltip then says what to do."""
    button.setEnabled(not obstacle)
    set_tooltip(button, obstacle)


def _column() -> tuple[QWidget, QVBoxLayout]:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(8)
    return box, column
