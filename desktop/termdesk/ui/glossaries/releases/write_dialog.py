"""The preview of a release: its version, its notes, and what it changes in its folder."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFormLayout, QLineEdit, QPlainTextEdit, QWidget

from termdesk.application.glossaries.releases.releases import ReleasePlan
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.releases.dictionary_differences import DictionaryDifferences
from termdesk.ui.glossaries.releases.release_words import date_words, findings_words
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import caption
from termdesk.ui.words.lists import list_sentences

NOTE_LINES = 3


class WriteReleaseDialog(Question):
    """When accepted, it has the `version` and the `notes`."""

    def __init__(self, parent: QWidget, plan: ReleasePlan, differences: Sequence[Difference]) -> None:
        """Create the dialog. `differences` are the changes in each dictionary of the plan, in words."""
        super().__init__(
            parent,
            self.tr("Write a release of “{name}”").format(name=plan.name),
            self.tr("Folder: {folder}").format(folder=plan.folder),
            self.tr("Write"),
            window_title=self.tr("Release"),
            # Enter alone must not replace the release of another glossary.
            is_dangerous=plan.former is not None and plan.former.manifest.glossary != plan.name,
        )
        self._plan = plan
        self.setObjectName("write_release_dialog")
        self.resize(760, 600)
        self.version_field = QLineEdit(plan.version)
        self.version_field.setObjectName("release_version")
        self.version_field.setAccessibleName(self.tr("Version"))
        self.notes_field = QPlainTextEdit()
        self.notes_field.setObjectName("release_notes")
        self.notes_field.setAccessibleName(self.tr("Notes"))
        self.notes_field.setTabChangesFocus(True)
        self.notes_field.setFixedHeight(NOTE_LINES * self.fontMetrics().lineSpacing() + 16)
        box = QWidget()
        form = QFormLayout(box)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(caption(self.tr("Version"), self.version_field), self.version_field)
        form.addRow(caption(self.tr("Notes"), self.notes_field), self.notes_field)
        self.insert(box)
        words = self.tr("The folder already has this release or a later one. Give this one a later version.")
        self._version_line = self.insert_words("release_version_line", words, tone="problem")
        self.insert_words("release_facts", self._facts(plan), tone="muted")
        if warning := self._warning(plan):
            self.insert_words("release_warning", warning, tone="problem")
        pairs = [each.pair for each in plan.changes]
        self.differences = DictionaryDifferences(
            list(zip(pairs, differences, strict=True)), before=self.tr("In the folder"), after=self.tr("This release")
        )
        self.column.insertWidget(self.column.count() - 1, self.differences, 1)
        self.version_field.textChanged.connect(self._show_possible)
        self.version_field.selectAll()
        self.version_field.setFocus()
        self._show_possible()

    @property
    def version(self) -> str:
        """The version, as typed."""
        return self.version_field.text().strip()

    @property
    def notes(self) -> str:
        """The release notes."""
        return self.notes_field.toPlainText().strip()

    def _facts(self, plan: ReleasePlan) -> str:
        if plan.former is None:
            return self.tr("This is the first release in this folder. Other files there stay as they are.")
        manifest = plan.former.manifest
        words = self.tr("The folder has release {version} of {date}. This is what has changed since.")
        return words.format(version=manifest.version, date=date_words(manifest.date))

    def _warning(self, plan: ReleasePlan) -> str:
        if plan.former is None:
            return ""
        sentences = []
        if plan.former.manifest.glossary != plan.name:
            words = self.tr("The folder has releases of another glossary, “{name}”. Writing replaces its entries.")
            sentences.append(words.format(name=plan.former.manifest.glossary))
        if plan.former.findings:
            sentences += [findings_words(plan.former.findings), self.tr("Writing replaces these files.")]
        return list_sentences(sentences)

    def _show_possible(self) -> None:
        is_later = self._plan.accepts(self.version)
        self._version_line.setVisible(bool(self.version) and not is_later)
        self.accept_button.setEnabled(bool(self.version) and is_later)
