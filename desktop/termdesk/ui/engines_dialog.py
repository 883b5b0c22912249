"""The engines of the service on this computer, with the memory that they hold, and more of them added."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from termdesk.application.local_engines import PACKAGE, Engine, LocalEngines
from termdesk.ui.dialogs import Question, choose_files
from termdesk.ui.jobs import JobProgress, Jobs
from termdesk.ui.plain import PlainLabel
from termdesk.ui.plain_table import PlainTable

WATCHING = "Watching the engines"
SECONDS_BETWEEN_LOOKS = 2.0


class EnginesDialog(Question):
    """Stays up to date while it is open."""

    def __init__(self, parent: QWidget, engines: LocalEngines, jobs: Jobs) -> None:
        super().__init__(
            parent,
            _tr("Engines on this computer"),
            _tr(
                "What is found here translates and improves without sending anything away. Apertium pairs are"
                " installed by your system; models that you bring are copied into a folder of Termdesk."
            ),
            _tr("Close"),
        )
        self.setObjectName("engines_dialog")
        self.setMinimumSize(980, 520)
        self._engines = engines
        self._jobs = jobs
        self.table = PlainTable(
            "engines_table",
            _tr("Engines"),
            headings=[_tr("Engine"), _tr("Serves"), _tr("State"), _tr("Memory"), _tr("Version and licence")],
            rows=[],
            wide=1,
        )
        self.table.setWordWrap(True)
        self.insert(self.table)
        self.memory = PlainLabel("", wraps=True, tone="muted")
        self.insert(self.memory)
        line = QHBoxLayout()
        self.add_button = self._button(line, "engines_add", _tr("&Add a model…"), self._on_add)
        self.look_button = self._button(line, "engines_look", _tr("&Look again"), self._on_look)
        self.folder_button = self._button(line, "engines_folder", _tr("&Open the folder"), self._on_folder)
        line.addStretch(1)
        self.column.insertLayout(self.column.count() - 1, line)
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
        self.finished.connect(lambda _result: jobs.cancel(WATCHING))
        jobs.start(WATCHING, self._watch())

    def _button(self, line: QHBoxLayout, name: str, text: str, on_click: object) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setAccessibleName(text.replace("&", "").replace("…", ""))
        button.setAutoDefault(False)
        button.clicked.connect(on_click)
        line.addWidget(button)
        return button

    async def _watch(self) -> None:
        while True:
            self.show_engines(await self._engines.read())
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    def show_engines(self, engines: Sequence[Engine]) -> None:
        self.table.show_rows(
            [
                (
                    each.name,
                    each.serves,
                    each.state,
                    _size(each.resident_bytes) if each.resident_bytes else "–",
                    " · ".join(part for part in (each.version, each.licence.partition(",")[0]) if part),
                )
                for each in engines
            ]
        )
        total = sum(each.resident_bytes for each in engines)
        self.memory.setText(
            _tr("The engines hold {size} now. They are started when needed and ended when nobody asks them.").format(
                size=_size(total)
            )
        )

    def _on_add(self) -> None:
        progress = JobProgress()
        self._jobs.start("Adding a model", self._add(progress), progress=progress)

    async def _add(self, progress: JobProgress) -> None:
        paths = await choose_files(
            self, _tr("Add a model"), folder="", filters=[_tr("Argos packages (*{ending})").format(ending=PACKAGE)]
        )
        if paths:
            self.show_engines(await self._engines.add_models(paths, progress))

    def _on_look(self) -> None:
        self._jobs.start("Looking for engines", self._look())

    async def _look(self) -> None:
        self.show_engines(await self._engines.look_again())

    def _on_folder(self) -> None:
        self._jobs.start("Opening the folder", self._open_folder())

    async def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(await self._engines.make_folder())))


def _size(count: int) -> str:
    return f"{count / 1_000_000:,.0f} MB"


def _tr(text: str) -> str:
    return QCoreApplication.translate("EnginesDialog", text)
