"""The pane that translates whole documents: add them, follow their progress, and open their translations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QItemSelectionModel, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from termdesk import resources
from termdesk.application.documents.document_files import files_in, results_among
from termdesk.application.documents.document_translator import (
    DocumentChoices,
    DocumentJob,
    DocumentState,
    DocumentTranslator,
    OpenDocuments,
)
from termdesk.application.file_uses import FileUse
from termdesk.application.translation.unpublished_edits import UnpublishedEdits
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.document_kinds import EXTENSIONS
from termdesk.domain.errors import TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.documents.add_documents_dialog import AddDocumentsDialog
from termdesk.ui.documents.documents_model import DocumentColumn, DocumentsModel
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.pane import Pane
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import choose_files, confirm, show_dialog
from termdesk.ui.widgets.empty_state import EmptyState
from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.document_words import open_document_lines
from termdesk.ui.words.lists import list_names, list_sentences

# Sample texts that set the widths of the columns other than names.
_WIDEST = {DocumentColumn.LANGUAGES: "n" * 11, DocumentColumn.GLOSSARY: "n" * 14}
_FAILED = "documents:failed"
SAMPLE = "samples/school-roof.html"


class DocumentsPane(Pane):
    """The list of documents of the service in use. Files that are dropped here are added to the list."""

    name = "documents"
    needed_scopes: ClassVar = {Scope.TRANSLATE_DOCUMENT: ("run",)}
    icon_name = "documents"
    file_use = FileUse.DOCUMENT
    file_jobs = (JobKind.ADD_DOCUMENTS,)

    def __init__(
        self,
        translator: DocumentTranslator,
        *,
        unpublished: UnpublishedEdits,
        usage_monitor: UsageMonitor,
        remembered: WindowMemory,
        jobs: Jobs,
        notices: Notices,
        actions: Actions,
    ) -> None:
        super().__init__(actions)
        self.title = self.tr("Documents")
        self._translator = translator
        self._unpublished = unpublished
        self._usage_monitor = usage_monitor
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices
        self.model = DocumentsModel(self)
        self._make_widgets()
        self._lay_out()
        self._connect()
        self._show()

    def _make_widgets(self) -> None:
        self.table = ListTable("documents_table", self.tr("Documents"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._fit_columns()
        self.empty = EmptyState(
            "documents",
            self.tr("No documents yet"),
            self.tr(
                "Drop documents or folders here. Each one comes back in its own format, with its layout, beside the "
                "original."
            ),
        )
        self.add_first_button = self.empty.add_button(
            "documents_add_first", self.tr("Add documents…"), "add", self.ask_add
        )
        self.add_button = QPushButton(self.tr("Add documents…"))
        self.add_button.setProperty("role", "primary")
        self.run_button = QPushButton(self.tr("Continue"))
        self.stop_button = QPushButton(self.tr("Stop"))
        self.open_button = QPushButton(self.tr("&Open"))
        self.folder_button = QPushButton(self.tr("Open the &folder"))
        self.retry_button = QPushButton(self.tr("&Try again"))
        self.remove_button = QPushButton(self.tr("&Remove from the list"))
        for button, name, words in (
            (self.add_button, "documents_add", self.tr("Add documents")),
            (self.run_button, "documents_run", self.tr("Continue translating")),
            (self.stop_button, "documents_stop", self.tr("Stop translating")),
            (self.open_button, "documents_open", self.tr("Open the translation")),
            (self.folder_button, "documents_open_folder", self.tr("Open the folder of the translation")),
            (self.retry_button, "documents_retry", self.tr("Try again")),
            (self.remove_button, "documents_remove", self.tr("Remove from the list")),
        ):
            button.setObjectName(name)
            button.setAccessibleName(words)
        self.detail = PlainLabel(wraps=True, tone="muted")
        self.detail.setObjectName("documents_detail")
        self.elsewhere = PlainLabel(wraps=True, tone="muted")
        self.elsewhere.setObjectName("documents_elsewhere")
        self.elsewhere.hide()
        self.pages = QStackedWidget()

    def _fit_columns(self) -> None:
        header, metrics = self.table.horizontalHeader(), self.table.fontMetrics()
        states = (self.model.state_words(state) for state in DocumentState)
        widest = {**_WIDEST, DocumentColumn.STATE: max(states, key=metrics.horizontalAdvance)}
        widest[DocumentColumn.CHARACTERS] = "1,000,000"
        for column, words in widest.items():
            self.table.setColumnWidth(
                column, max(metrics.horizontalAdvance(words) + 28, header.sectionSizeHint(column))
            )
        header.setMinimumSectionSize(metrics.averageCharWidth() * 10)
        for column in (DocumentColumn.NAME, DocumentColumn.RESULT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def _lay_out(self) -> None:
        heading = PlainLabel(self.title)
        theme.make_heading(heading)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(heading, 1)
        for button in (self.stop_button, self.run_button, self.add_button):
            head.addWidget(button)
        line = QHBoxLayout()
        line.setSpacing(8)
        for button in (self.open_button, self.folder_button, self.retry_button):
            line.addWidget(button)
        line.addStretch(1)
        line.addWidget(self.remove_button)
        listed = QWidget()
        column = QVBoxLayout(listed)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.table, 1)
        column.addWidget(self.detail)
        column.addLayout(line)
        self.pages.addWidget(self.empty)
        self.pages.addWidget(listed)
        self._listed = listed
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 12, 16, 8)
        whole.setSpacing(8)
        whole.addLayout(head)
        whole.addWidget(self.pages, 1)
        whole.addWidget(self.elsewhere)

    def _connect(self) -> None:
        self.reach_changed.connect(self._show_possible)
        self.add_button.clicked.connect(self.ask_add)
        self.run_button.clicked.connect(self.run)
        self.stop_button.clicked.connect(self.stop)
        self.open_button.clicked.connect(self.open_results)
        self.folder_button.clicked.connect(self.open_folder)
        self.retry_button.clicked.connect(self.ask_retry)
        self.remove_button.clicked.connect(self.ask_remove)
        self.table.activated.connect(self.open_results)
        self.table.selectionModel().selectionChanged.connect(self._show_possible)
        removing = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.table)
        removing.setContext(Qt.ShortcutContext.WidgetShortcut)
        removing.activated.connect(self.ask_remove)
        unsubscribe = self._translator.changed.subscribe(self._show)
        self.destroyed.connect(lambda: unsubscribe())
        self._jobs.changed.connect(self._show_possible)
        self.bind({"run": self.run, "refresh": self.service_changed})

    # The list

    def first_focus(self) -> QWidget:
        """Return the list, or the button that adds documents while the list is empty."""
        return self.table if self.model.jobs else self.add_first_button

    def refresh_when_shown(self) -> None:
        """Read the list, and resume the documents that the service already has."""
        self.service_changed()

    def service_changed(self) -> None:
        """Read the list of the new service."""
        self._jobs.start(JobKind.READ_DOCUMENTS, self.tr("Reading the list of documents"), self._read)

    async def _read(self) -> None:
        await self._translator.load()
        self._show_elsewhere(await self._translator.open_documents(elsewhere=True))
        # Sent documents are paid for, so they are fetched. Unsent documents wait for the user.
        if any(job.state is DocumentState.TRANSLATING for job in self.model.jobs) and not self.is_running:
            self._start(sends=False)

    def _show(self) -> None:
        had_jobs = bool(self.model.jobs)
        self.model.show(self._translator.jobs, is_billed=self._translator.cost_gate.is_billed)
        # Without glossaries, the names of the files need the room.
        self.table.setColumnHidden(DocumentColumn.GLOSSARY, not any(job.glossary_name for job in self.model.jobs))
        self.pages.setCurrentWidget(self._listed if self.model.jobs else self.empty)
        # The empty page has its own button for this.
        self.add_button.setVisible(bool(self.model.jobs))
        if self.model.jobs and not had_jobs:
            self._select([self.model.jobs[0]])
        self._show_possible()

    def _show_elsewhere(self, found: Sequence[OpenDocuments]) -> None:
        lines = open_document_lines(found, self._translator.profile_names)
        if lines:
            lines.append(self.tr("Connect to a service to continue with its documents."))
        self.elsewhere.setText("\n".join(lines))
        self.elsewhere.setVisible(bool(lines))

    def _select(self, jobs: Sequence[DocumentJob]) -> None:
        numbers = {job.number for job in jobs}
        flags = QItemSelectionModel.SelectionFlag
        self.table.clearSelection()
        for row, job in enumerate(self.model.jobs):
            if job.number in numbers:
                self.table.selectionModel().setCurrentIndex(self.model.index(row, 0), flags.Select | flags.Rows)

    def chosen_jobs(self) -> list[DocumentJob]:
        """The selected documents, in their order."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self.model.jobs[row] for row in rows if row < len(self.model.jobs)]

    @property
    def is_running(self) -> bool:
        """Whether documents are being sent or fetched."""
        return self._jobs.is_running(JobKind.TRANSLATE_DOCUMENTS)

    def _show_possible(self) -> None:
        if not isValid(self):
            return
        chosen = self.chosen_jobs()
        saved = [job for job in chosen if job.state is DocumentState.SAVED]
        self.open_button.setEnabled(bool(saved))
        self.folder_button.setEnabled(bool(saved))
        self.limit_button(self.retry_button, "run", is_allowed=any(job.state.is_repeatable for job in chosen))
        for button in (self.add_button, self.add_first_button, self.run_button):
            self.limit_button(button, "run", is_allowed=True)
        self.remove_button.setEnabled(bool(chosen))
        self.stop_button.setVisible(self.is_running)
        can_run = self._translator.has_open and not self.is_running
        self.run_button.setVisible(can_run)
        self.model.show_run(is_running=self.is_running)
        self.detail.setText(self.model.explain_all(chosen))
        self.detail.setVisible(bool(self.detail.text()))
        running, none = self.tr("The documents are being translated."), self.tr("Add documents first.")
        self.allow(running if self.is_running else none, run=can_run)

    # Adding

    def open_files(self, paths: Sequence[Path]) -> None:
        """Ask how to translate these files and folders. If the key does not allow it, show the reason instead."""
        if reason := self.withheld.get("run"):
            self._notices.say(self.tr("Documents"), reason, kind="warning")
            return
        self._jobs.start(JobKind.ADD_DOCUMENTS, self.tr("Adding documents"), partial(self._add, list(paths)))

    def ask_add(self) -> None:
        """Let the user choose files, then ask how to translate them."""
        self._jobs.start(JobKind.ADD_DOCUMENTS, self.tr("Adding documents"), self._choose_and_add)

    async def _choose_and_add(self) -> None:
        endings = " ".join(f"*.{extension}" for extension in EXTENSIONS)
        paths = await choose_files(
            self,
            self.tr("Translate documents"),
            folder=self._remembered.documents.last_folder,
            filters=[self.tr("Documents ({endings})").format(endings=endings), self.tr("All files (*)")],
        )
        if paths:
            await self._add(paths)

    async def _add(self, paths: Sequence[Path]) -> None:
        found = await asyncio.to_thread(files_in, paths)
        earlier = results_among(found, paths, await self._translator.result_paths())
        files = [each for each in found if each not in earlier]
        if earlier:
            self._notices.say(
                self.tr("Left out, because they are translations: {names}").format(
                    names=list_names(each.name for each in earlier)
                ),
                self.tr("To translate one of them, drop the file itself."),
            )
        if not found:
            self._notices.say(
                self.tr("No documents"), self.tr("There are no documents in this folder."), kind="warning"
            )
        if not files:
            return
        self._remembered.documents.last_folder = str(files[0].parent)
        dialog = AddDocumentsDialog(
            self,
            files,
            translator=self._translator,
            unpublished=self._unpublished,
            languages=await self._translator.languages(),
            usage_monitor=self._usage_monitor,
            remembered=self._remembered.documents,
            jobs=self._jobs,
            proposed=self._remembered.chosen_pair,
        )
        if await show_dialog(dialog):
            added = await self._translator.add(dialog.files, dialog.choices)
            self._select(added)
            self.table.setFocus()
            self.run()

    # Translating

    def run(self) -> None:
        """Send the waiting documents, and fetch the finished translations."""
        self._end_open()
        self._notices.end_topic(_FAILED)
        self._start(sends=True)

    def _end_open(self) -> None:
        """Remove the notice of the start: the user works on the documents now, or all of them are finished."""
        self._notices.end_topic(str(JobKind.TRANSLATE_DOCUMENTS))

    def _start(self, *, sends: bool) -> None:
        work, title = partial(self._run, sends=sends), self.tr("Translating documents")
        on_failure = partial(self._on_failure, partial(self._start, sends=sends))
        self._jobs.start_with_progress(JobKind.TRANSLATE_DOCUMENTS, title, work, on_failure=on_failure)

    def _on_failure(self, retry: Callable[[], None], error: TermdeskError) -> None:
        self._notices.fail(error, on_retry=retry, topic=_FAILED)

    async def _run(self, progress: JobProgress, *, sends: bool) -> None:
        before = {job.number: job.state for job in self._translator.jobs}
        try:
            await self._translator.run(progress, sends=sends)
        finally:
            # A separate job: the documents stay translated even if reading the usage fails.
            self._jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), self._usage_monitor.refresh)
        if not self._translator.has_open:
            self._end_open()
        self._tell_ended([job for job in self._translator.jobs if before.get(job.number) is not job.state])

    def _tell_ended(self, jobs: Sequence[DocumentJob]) -> None:
        """Say how many documents were translated. Select those that were not, so that the reason is shown."""
        saved = [job for job in jobs if job.state is DocumentState.SAVED]
        failed = [job for job in jobs if job.state.is_repeatable]
        words = self.tr("%Ln documents are translated.", "", len(saved)) if saved else ""
        if failed:
            self._select(failed)
            title = self.tr("%Ln documents are not translated", "", len(failed))
            text = list_sentences((self.tr("The reason is below the list."), words))
            self._notices.say(title, text, kind="warning", topic=_FAILED, stays=False)
        elif saved:
            self._notices.say(self.tr("Documents"), words, kind="good")

    def stop(self) -> None:
        """Send no further documents. “Continue” later fetches those that the service already has."""
        self._jobs.cancel(JobKind.TRANSLATE_DOCUMENTS)

    def ask_retry(self) -> None:
        """Send the selected failed documents again, after a question if the service may bill them twice."""
        on_failure = partial(self._on_failure, self.ask_retry)
        self._jobs.start(JobKind.RETRY_DOCUMENTS, self.tr("Trying again"), self._retry, on_failure=on_failure)

    async def _retry(self) -> None:
        chosen = [job for job in self.chosen_jobs() if job.state.is_repeatable]
        again = [job for job in chosen if job.state is not DocumentState.REFUSED]
        if again and self._translator.cost_gate.is_billed:
            title = self.tr("Send %Ln documents again?", "", len(again))
            text = self.tr("The service may have charged them already, and charges them again then.")
            if not await confirm(self, title, self.tr("Send again"), text=text):
                return
        await self._translator.retry(chosen)
        self.run()

    def ask_remove(self) -> None:
        """Remove the selected documents from the list, after a question if translations would be lost."""
        if self.chosen_jobs():
            self._jobs.start(JobKind.REMOVE_DOCUMENTS, self.tr("Removing documents"), self._remove)

    async def _remove(self) -> None:
        chosen = self.chosen_jobs()
        paid = [job for job in chosen if job.state is DocumentState.TRANSLATING]
        if paid:
            title = self.tr("Give up %Ln translations?", "", len(paid))
            text = self.tr("The service is translating these documents. Afterwards they cannot be fetched.")
            if self._translator.cost_gate.is_billed:
                text = list_sentences((text, self.tr("It may charge them all the same.")))
            if not await confirm(self, title, self.tr("Give up"), text=text, is_dangerous=True):
                return
        await self._translator.remove(chosen)
        self._end_open()

    async def show_sample(self) -> None:
        """Translate the sample document, unless there are documents already."""
        await self._translator.load()
        if not self._translator.jobs:
            sample = await self._translator.examine(resources.path(SAMPLE))
            await self._translator.add([sample], DocumentChoices(("es",), "en", folder=self._translator.own_folder))
            await self._translator.run()

    # Results

    def open_results(self) -> None:
        """Open the selected translations with the default programs of the desktop."""
        for job in self.chosen_jobs():
            if job.state is DocumentState.SAVED:
                self._open(Path(job.result_path))

    def open_folder(self) -> None:
        """Open the folders of the selected translations."""
        saved = [Path(job.result_path).parent for job in self.chosen_jobs() if job.state is DocumentState.SAVED]
        for folder in dict.fromkeys(saved):
            self._open(folder)

    def _open(self, path: Path) -> None:
        if not path.exists():
            words = self.tr("{path} is no longer there.").format(path=str(path))
            self._notices.say(self.tr("Not opened"), words, kind="warning")
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            words = self.tr("No program on this computer opens {path}.").format(path=str(path))
            self._notices.say(self.tr("Not opened"), words, kind="warning")
