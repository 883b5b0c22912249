"""The dialog for similar entries: it lists clusters, and settles the checked entries."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QHeaderView, QTreeView, QWidget

from termdesk.application.glossaries.checks.similar_entries import (
    Likeness,
    Similar,
    SimilarAction,
    SimilarScope,
    find_similar,
    settle_similar,
)
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.similarity.nearest_spellings import CROWDED, SHORTEST
from termdesk.ui.glossaries.rewriting.similar_model import OTHER, PHRASE, ROW, STAYS, SimilarModel
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel, caption
from termdesk.ui.widgets.plain_buttons import dialog_button
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_sentences

# With more clusters, all are initially collapsed, because expanding them is slow.
OPENED_UP_TO = 500


class SimilarDialog(Question):
    """Shows clusters of one column. Nothing is checked initially; `change` is the result, as one undo step."""

    def __init__(self, parent: QWidget, scope: SimilarScope, *, jobs: Jobs) -> None:
        super().__init__(parent, _title(), "", _delete_words())
        self.setObjectName("similar_dialog")
        self.resize(760, 560)
        self._scope = scope
        self._jobs = jobs
        self.language_box = self._box("similar_language", self.tr("Language"))
        for each in scope.dictionaries:
            self.language_box.addItem(language_name(each.pair.target))
        self.language_box.setCurrentIndex(scope.first)
        self.column_box = self._box("similar_column", self.tr("Similar in"))
        for words, column in ((self.tr("Source"), SOURCE), (self.tr("Target"), TARGET)):
            self.column_box.addItem(words, column)
        self.likeness = self._box("similar_likeness", self.tr("Differences"))
        for words, likeness in (
            (self.tr("Spelling: case, forms, width, hyphens and spaces, plural"), Likeness.SPELLING),
            (self.tr("Spelling and the order of words"), Likeness.WORD_ORDER),
            (self.tr("One or two letters"), Likeness.NEAREST),
            (self.tr("None: the same phrase in several rows"), Likeness.SAME),
        ):
            self.likeness.addItem(words, likeness)
        self.settling = self._box("similar_settling", self.tr("Ticked entries"))
        self.model = SimilarModel(
            self._languages(SOURCE),
            self._titles(SOURCE),
            self,
            row_number=lambda row: scope.table_row(self.dictionary_number, row),
        )
        self.tree = self._tree()
        self._lay_out()
        self.count = PlainLabel("", wraps=True, tone="muted")
        self.count.setObjectName("similar_count")
        self.insert(self.count)
        self.language_box.currentIndexChanged.connect(lambda _: self._look())
        self.column_box.currentIndexChanged.connect(lambda _: self._on_column())
        self.likeness.currentIndexChanged.connect(lambda _: self._look())
        self.settling.currentIndexChanged.connect(lambda _: self._show_count())
        self.model.count_changed.connect(self._show_count)
        self.finished.connect(lambda _result: jobs.cancel(JobKind.FIND_SIMILAR))
        self._on_column()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter on the tree keeps an entry.

        It must not also trigger the default button, as when the tree ignores the key.
        """
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (is_enter and self.tree.hasFocus()):
            super().keyPressEvent(event)

    def _box(self, name: str, title: str) -> QComboBox:
        box = QComboBox()
        box.setObjectName(name)
        box.setAccessibleName(title)
        return box

    def _tree(self) -> QTreeView:
        tree = QTreeView()
        tree.setObjectName("similar_tree")
        tree.setAccessibleName(self.tr("Clusters of similar entries"))
        tree.setModel(self.model)
        tree.setUniformRowHeights(True)
        tree.setAllColumnsShowFocus(True)
        header = tree.header()
        header.setStretchLastSection(False)
        for column in (PHRASE, OTHER):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column, width in ((ROW, 80), (STAYS, 70)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, width)
        tree.activated.connect(self.model.keep)
        return tree

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        of_language = [self.language_box] if len(self._scope.dictionaries) > 1 else []
        for box in (*of_language, self.column_box, self.likeness, self.settling):
            form.addRow(caption(box.accessibleName(), box), box)
        self.column.insertLayout(self.column.count() - 1, form)
        self.insert(self.tree)
        self.keep = dialog_button("similar_keep", self.tr("Keep the selected entry"))
        self.tick = dialog_button("similar_tick_all", self.tr("Tick all"))
        self.untick = dialog_button("similar_untick_all", self.tr("Tick none"))
        self.keep.clicked.connect(lambda: self.model.keep(self.tree.currentIndex()))
        self.tick.clicked.connect(lambda: self.model.tick_all(True))
        self.untick.clicked.connect(lambda: self.model.tick_all(False))
        line = QHBoxLayout()
        for button in (self.keep, self.tick, self.untick):
            line.addWidget(button)
        line.addStretch(1)
        self.column.insertLayout(self.column.count() - 1, line)

    @property
    def dictionary_number(self) -> int:
        """The index of the searched dictionary."""
        return self.language_box.currentIndex()

    @property
    def _dictionary(self) -> OpenDictionary:
        return self._scope.dictionaries[self.dictionary_number]

    def _titles(self, column: int) -> tuple[str, str]:
        names = self.tr("Source"), self.tr("Target")
        return (names[0], names[1]) if column == SOURCE else (names[1], names[0])

    def _languages(self, column: int) -> tuple[str, str]:
        pair = self._dictionary.pair
        return (pair.source, pair.target) if column == SOURCE else (pair.target, pair.source)

    # Search

    def _on_column(self) -> None:
        """Offer the actions for the column: giving two rows the same source would violate a rule."""
        self.settling.blockSignals(True)
        self.settling.clear()
        ways = {
            SOURCE: (
                (self.tr("Delete them: only the kept entry remains"), SimilarAction.DELETE),
                (self.tr("Give them the target of the kept entry"), SimilarAction.SAME_TARGET),
            ),
            TARGET: ((self.tr("Spell them like the kept entry"), SimilarAction.SAME_PHRASE),),
        }
        for words, settling in ways[self.column_box.currentData()]:
            self.settling.addItem(words, settling)
        self.settling.blockSignals(False)
        self._look()

    def _look(self) -> None:
        self.accept_button.setEnabled(False)
        self.count.setText(self.tr("Looking for similar entries…"))
        self._jobs.start_with_progress(JobKind.FIND_SIMILAR, self.tr("Looking for similar entries"), self._find)

    async def _find(self, progress: JobProgress) -> None:
        column = self.column_box.currentData()
        likeness = Likeness(self.likeness.currentData())
        similar = await find_similar(self._dictionary, column=column, likeness=likeness, progress=progress)
        self.model.show_found(similar, self._languages(column), self._titles(column))
        if len(similar.clusters) <= OPENED_UP_TO:
            self.tree.expandAll()
        if similar.clusters:
            choose_alone(self.tree, self.model.index(0, 0))
        self.tree.setFocus()

    # Result

    @property
    def step_name(self) -> str:
        """The name of the undo step."""
        return self.tr("Settle similar entries")

    def _way(self) -> SimilarAction:
        return SimilarAction(self.settling.currentData())

    def change(self) -> Change | None:
        """The change for the checked entries; None without any, or if the entries have changed since the search."""
        similar, chosen = self.model.similar, self.model.choices()
        if similar is None or not chosen or similar.revision != self._dictionary.revision:
            return None
        return settle_similar(similar, chosen, self._way())

    def _show_count(self) -> None:
        similar = self.model.similar
        if similar is None:
            return
        change = self.change()
        count = change.count if change is not None else 0
        self.accept_button.setEnabled(count > 0)
        is_deleting = self._way() is SimilarAction.DELETE
        words = self.tr("Delete %Ln entries", "", count) if is_deleting else self.tr("Change %Ln entries", "", count)
        if not count:
            words = _delete_words() if is_deleting else self.tr("Change entries")
        self.accept_button.setText(words)
        self.accept_button.setAccessibleName(words)
        self.count.setText(list_sentences(self._result_words(similar)))

    def _result_words(self, similar: Similar) -> list[str]:
        words = [self.tr("Nothing was found.")]
        if similar.clusters:
            clusters = self.tr("%Ln clusters", "", len(similar.clusters))
            rows = sum(map(len, similar.clusters))
            words = [self.tr("%Ln entries ({clusters}).", "", rows).format(clusters=clusters)]
        if similar.compared_pairs:
            phrases = self.tr("%Ln phrases", "", similar.compared)
            compared = self.tr("%Ln pairs with a part in common were compared ({phrases}).", "", similar.compared_pairs)
            words.append(compared.format(phrases=phrases))
        else:
            words.append(self.tr("All %Ln phrases were compared.", "", similar.compared))
        if similar.too_short:
            words.append(
                self.tr("%Ln with fewer than {least} letters were left out.", "", similar.too_short).format(
                    least=SHORTEST
                )
            )
        if similar.crowded:
            words.append(
                self.tr(
                    "%Ln have so much in common with others that only {most} were compared for each.",
                    "",
                    similar.crowded,
                ).format(most=CROWDED)
            )
        return words


def _title() -> str:
    return QCoreApplication.translate("SimilarDialog", "Similar entries")


def _delete_words() -> str:
    return QCoreApplication.translate("SimilarDialog", "Delete entries")
