"""Reports changes of files in folders, after a short pause without further changes."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

# Git writes many files one after the other.
QUIET_MILLISECONDS = 800


class FolderWatcher(QObject):
    """Watches folders and the files in them. Files that were replaced must be added again."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None, *, quiet: int = QUIET_MILLISECONDS) -> None:
        super().__init__(parent)
        self._watcher: QFileSystemWatcher | None = None
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(quiet)
        self._quiet.timeout.connect(self.changed)

    def watch(self, paths: Collection[str]) -> None:
        """Watch these folders and files instead of the previous ones. Missing ones are skipped."""
        if self._watcher is None:
            if not paths:
                return
            self._watcher = QFileSystemWatcher(self)
            self._watcher.directoryChanged.connect(self.look_again)
            self._watcher.fileChanged.connect(self.look_again)
        present = {*self._watcher.directories(), *self._watcher.files()}
        if gone := sorted(present - {*paths}):
            self._watcher.removePaths(gone)
        if new := sorted({*paths} - present):
            self._watcher.addPaths(new)

    def look_again(self, _path: str = "") -> None:
        """Report a change after a pause."""
        self._quiet.start()

    def end(self) -> None:
        """Watch nothing any more, and report nothing."""
        self.watch(())
        self._quiet.stop()
