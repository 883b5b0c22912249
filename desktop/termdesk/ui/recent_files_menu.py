"""The menu File › Recent files: files that were imported recently."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.numbers import format_number


class RecentFilesMenu(QMenu):
    """A menu that is filled when it opens, newest first. A missing file is noticed only when it is chosen."""

    def __init__(self, remembered: WindowMemory, open_file: Callable[[Path], object], parent: QWidget) -> None:
        super().__init__(self.tr("Recent &files"), parent)
        self.setObjectName("menu_recent_files")
        self.setToolTipsVisible(True)
        self._remembered = remembered
        self._open_file = open_file
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        words = self.tr("&{number}  {name}")
        for number, path in enumerate(map(Path, self._remembered.recent_files), start=1):
            name = path.name.replace("&", "&&")
            action = self.addAction(words.format(number=format_number(number), name=name) if number < 10 else name)
            action.setToolTip(tooltip(str(path)))
            action.triggered.connect(partial(self._open, path))
        if self.isEmpty():
            self.addAction(self.tr("No file was imported yet")).setEnabled(False)
            return
        self.addSeparator()
        self.addAction(self.tr("&Clear this list")).triggered.connect(self._remembered.recent_files.clear)

    def _open(self, path: Path, _checked: bool = False) -> None:
        self._open_file(path)
