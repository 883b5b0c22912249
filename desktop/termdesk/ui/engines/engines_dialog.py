"""The dialog for the engines of the local service: it shows their memory, and trains new ones."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHeaderView, QPushButton, QWidget
from shiboken6 import isValid

from termdesk.application.session.local_engines import CORPORA, PACKAGE, Engine, LocalEngines, TrainedEngine, Training
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.engines.train_dialog import TrainDialog
from termdesk.ui.engines.training_words import training_text
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.widgets.dialogs import Question, choose_files, confirm, show_dialog
from termdesk.ui.widgets.layouts.flow_layout import FlowLayout
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import dialog_button
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.lists import list_facts
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_decimal

SECONDS_BETWEEN_LOOKS = 2.0
SECONDS_BETWEEN_STEPS = 0.4


class EnginesDialog(Question):
    """The list of engines and trainings. It is refreshed while it is open."""

    def __init__(self, parent: QWidget, engines: LocalEngines, jobs: Jobs) -> None:
        super().__init__(
            parent,
            _tr("Engines on this computer"),
            _tr(
                "These engines translate and improve texts without sending anything away. Apertium "
                "pairs are installed by your system. Models that you add are copied into Termdesk's "
                "folder. You can also train an engine from your own translations."
            ),
            _tr("Close"),
        )
        self.setObjectName("engines_dialog")
        self.resize(980, 520)
        self._engines = engines
        self._jobs = jobs
        self._trained: list[TrainedEngine] = []
        self._running: list[Training] = []
        self.table = PlainTable(
            "engines_table",
            _tr("Engines"),
            headings=[_tr("Engine"), _tr("Serves"), _tr("State"), _tr("Memory"), _tr("Version and license")],
            rows=[],
            stretch=1,
            numbers=(3,),
        )
        self.table.setWordWrap(True)
        # The state of a missing engine is a sentence. It would push the other columns out of the window.
        self.table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.insert(self.table)
        self.memory = PlainLabel("", wraps=True, tone="muted")
        self.insert(self.memory)
        self.trainings = PlainTable(
            "engines_trainings",
            _tr("Trainings"),
            headings=[_tr("Training"), _tr("Pair"), _tr("How far")],
            rows=[],
            stretch=2,
        )
        self.trainings.setMaximumHeight(120)
        self.trainings.hide()
        self.insert(self.trainings)
        actions = QWidget()
        line = FlowLayout(actions)
        self.train_button = self._button(line, "engines_train", _tr("&Train an engine…"), self._on_train)
        self.add_button = self._button(line, "engines_add", _tr("&Add a model…"), self._on_add)
        self.look_button = self._button(line, "engines_look", _tr("&Refresh"), self._on_look)
        self.folder_button = self._button(line, "engines_folder", _tr("&Open the folder"), self._on_folder)
        self.cancel_button = self._button(line, "engines_cancel", _tr("&Cancel the training"), self._on_cancel)
        self.delete_button = self._button(line, "engines_delete", _tr("&Delete…"), self._on_delete)
        self.cancel_button.hide()
        self.delete_button.setEnabled(False)
        self.table.itemSelectionChanged.connect(self._show_possible)
        self.insert(actions)
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
        self.finished.connect(lambda _result: jobs.cancel(JobKind.WATCH_ENGINES))
        jobs.start(JobKind.WATCH_ENGINES, self.tr("Watching the engines"), self._watch)

    def _button(self, line: FlowLayout, name: str, text: str, on_click: object) -> QPushButton:
        button = dialog_button(name, text)
        button.clicked.connect(on_click)
        line.addWidget(button)
        return button

    async def _watch(self) -> None:
        while True:
            self.show_engines(await self._engines.read())
            self._trained = await self._engines.read_trained_engines()
            self._running = await self._engines.trainings()
            self._show_trainings()
            is_training = any(not each.is_over for each in self._running)
            await asyncio.sleep(SECONDS_BETWEEN_STEPS if is_training else SECONDS_BETWEEN_LOOKS)

    def _watch_on(self) -> None:
        """Read the engines now, unless the dialog is closed."""
        if isValid(self) and self.isVisible():
            self._jobs.start(JobKind.WATCH_ENGINES, self.tr("Watching the engines"), self._watch)

    def show_engines(self, engines: Sequence[Engine]) -> None:
        """List these engines, and keep the selection."""
        self.table.show_rows(
            [
                (
                    localize(each.name),
                    localize(each.serves),
                    localize(each.state),
                    _size(each.resident_bytes) if each.resident_bytes else "–",
                    list_facts((each.version, localize(each.license).partition(",")[0])),
                )
                for each in engines
            ]
        )
        total = sum(each.resident_bytes for each in engines)
        self.memory.setText(
            _tr("The engines use {size} of memory now. They start when needed and end when idle.").format(
                size=_size(total)
            )
        )

    def _show_trainings(self) -> None:
        self.trainings.show_rows([(each.name, str(each.pair), training_text(each)) for each in self._running])
        self.trainings.setVisible(bool(self._running))
        self._show_possible()

    def _show_possible(self) -> None:
        self.cancel_button.setVisible(any(not each.is_over for each in self._running))
        self.delete_button.setEnabled(self._chosen_engine() is not None)

    def _chosen_engine(self) -> TrainedEngine | None:
        """The trained engine whose row is selected."""
        row = self.table.currentRow()
        item = self.table.item(row, 0) if row >= 0 and self.table.selectedItems() else None
        return next((each for each in self._trained if item is not None and item.text().endswith(each.name)), None)

    def _on_train(self) -> None:
        self._jobs.start(JobKind.TRAIN_ENGINE, self.tr("Training an engine"), self._train)

    async def _train(self) -> None:
        endings = " ".join(f"*{ending}" for ending in CORPORA)
        paths = await choose_files(
            self,
            _tr("Train an engine"),
            folder="",
            filters=[_tr("Translation memories and tables ({endings})").format(endings=endings)],
        )
        for path in paths:
            dialog = TrainDialog(self, path, pair=LanguagePair("en", "de"))
            if await show_dialog(dialog):
                # A separate job, so that choosing the next file does not cancel the upload of this one.
                self._jobs.start(
                    JobKind.SEND_CORPUS.of(path.name),
                    self.tr("Sending {name}").format(name=path.name),
                    partial(self._send, path, dialog.pair, dialog.name),
                )

    async def _send(self, path: Path, pair: LanguagePair, name: str) -> None:
        # An upload that has started is completed, even if the dialog closes.
        self._jobs.detach()
        await self._engines.train(path, pair=pair, name=name)
        self._watch_on()

    def _on_cancel(self) -> None:
        self._jobs.start(JobKind.CANCEL_TRAINING, self.tr("Canceling the training"), self._cancel)

    async def _cancel(self) -> None:
        self._jobs.detach()
        for each in self._running:
            if not each.is_over:
                await self._engines.cancel(each.training_id)
        self._watch_on()

    def _on_delete(self) -> None:
        self._jobs.start(JobKind.DELETE_ENGINE, self.tr("Deleting an engine"), self._delete)

    async def _delete(self) -> None:
        chosen = self._chosen_engine()
        if chosen is None:
            return
        title = _tr("Delete the trained engine “{name}”?").format(name=chosen.name)
        text = _tr("This cannot be undone. You can train it again from its file.")
        if await confirm(self, title, _tr("Delete"), text=text, is_dangerous=True):
            self._jobs.detach()
            await self._engines.delete(chosen)
            self._watch_on()

    def _on_add(self) -> None:
        self._jobs.start_with_progress(JobKind.ADD_ENGINE_MODEL, self.tr("Adding a model"), self._add)

    async def _add(self, progress: JobProgress) -> None:
        paths = await choose_files(
            self, _tr("Add a model"), folder="", filters=[_tr("Argos packages (*{ending})").format(ending=PACKAGE)]
        )
        if paths:
            self._jobs.detach()
            await self._engines.add_models(paths, progress)
            self._watch_on()

    def _on_look(self) -> None:
        self._jobs.start(JobKind.FIND_ENGINES, self.tr("Looking for engines"), self._look)

    async def _look(self) -> None:
        self.show_engines(await self._engines.look_again())

    def _on_folder(self) -> None:
        self._jobs.start(JobKind.OPEN_ENGINE_FOLDER, self.tr("Opening the folder"), self._open_folder)

    async def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(await self._engines.make_folder())))


def _size(count: int) -> str:
    return _tr("{size} MB").format(size=format_decimal(count / 1_000_000))


def _tr(text: str) -> str:
    return QCoreApplication.translate("EnginesDialog", text)
