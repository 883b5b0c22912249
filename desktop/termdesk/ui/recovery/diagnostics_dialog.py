"""The dialog that shows the diagnostic bundle before it is saved. Every file can be read, and nothing is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from termdesk.application.recovery.diagnostics import BundleFile, write_bundle
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import Question, choose_target
from termdesk.ui.widgets.plain import END, LEFT_TO_RIGHT
from termdesk.ui.widgets.plain_buttons import Splitter
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.lists import list_names
from termdesk.ui.words.numbers import format_size

NAME = "termdesk-diagnostics.zip"


class DiagnosticsDialog(Question):
    """The dialog with the files. It is accepted if the user wants them saved."""

    def __init__(self, parent: QWidget, files: Sequence[BundleFile]) -> None:
        super().__init__(
            parent,
            _tr("Diagnostic bundle"),
            _tr(
                "These files help to find a fault. They contain no keys, texts, names or paths. You save them, and "
                "decide who gets them."
            ),
            _tr("Save…"),
        )
        self.setObjectName("diagnostics_dialog")
        self.resize(900, 560)
        self._files = tuple(files)
        self.list = PlainTable(
            "diagnostics_files",
            _tr("Files of the bundle"),
            headings=[_tr("File"), _tr("Size")],
            rows=[[each.name, f"{LEFT_TO_RIGHT}{format_size(len(each.text.encode()))}{END}"] for each in files],
            stretch=0,
            numbers=(1,),
        )
        self.list.setSelectionMode(self.list.SelectionMode.SingleSelection)
        self.text = QPlainTextEdit()
        self.text.setObjectName("diagnostics_text")
        self.text.setAccessibleName(_tr("Content of the file"))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        # The files are English in every interface language.
        self.text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        # Columns are aligned with spaces and tabs.
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        splitter = Splitter(Qt.Orientation.Horizontal)
        splitter.setObjectName("diagnostics_splitter")
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.list)
        splitter.addWidget(self.text)
        splitter.setSizes([260, 620])
        self.column.insertWidget(self.column.count() - 1, splitter, 1)
        self.list.itemSelectionChanged.connect(self._show_chosen)
        choose_alone(self.list, self.list.model().index(0, 0))

    def _show_chosen(self) -> None:
        rows = {item.row() for item in self.list.selectedItems()}
        self.text.setPlainText(self._files[min(rows)].text if rows else "")


async def save_bundle(parent: QWidget, files: Sequence[BundleFile], remembered: WindowMemory, notices: Notices) -> None:
    """Ask for a path, write the bundle, and confirm it. Raises StorageFailed."""
    target = await choose_target(
        parent,
        _tr("Save the diagnostic bundle"),
        folder=remembered.export_folder,
        name=NAME,
        filters=[_tr("ZIP (*.zip)")],
    )
    if target is None:
        return
    path = target[0] if target[0].suffix else Path(f"{target[0]}.zip")
    await asyncio.to_thread(write_bundle, path, files)
    notices.say(_tr("Saved {path}").format(path=path), kind="good")


def facts_of_windows(window: QWidget) -> dict[str, str]:
    """Return the facts about Qt and the screens for the bundle."""
    sizes = [(each.size(), each.devicePixelRatio()) for each in QGuiApplication.screens()]
    return {
        "Qt": qVersion(),
        "Window system": QGuiApplication.platformName(),
        "Style": QApplication.style().objectName(),
        "Screens": list_names(f"{size.width()}×{size.height()}@{scale:g}" for size, scale in sizes),
        "Layout": window.layoutDirection().name,
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate("DiagnosticsDialog", text)
