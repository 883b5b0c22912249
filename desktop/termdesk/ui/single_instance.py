"""One running program for each user: a second start hands its files to the first and ends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

MILLISECONDS_TO_ANSWER = 1000
MOST_BYTES = 1024 * 1024


class SingleInstance(QObject):
    """A lock that dies with the process, and a socket that only this user can open."""

    files_arrived = Signal(list)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = QLockFile(str(folder / "running.lock"))
        # Only a dead holder makes it stale, never its age.
        self._lock.setStaleLockTime(0)
        self._name = str(folder / "running.socket")
        self._server: QLocalServer | None = None

    def is_first(self) -> bool:
        """Whether this is the only one; from then on it listens."""
        if not self._lock.tryLock(0):
            return False
        QLocalServer.removeServer(self._name)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        self._server.listen(self._name)
        return True

    def hand_over(self, files: Sequence[str]) -> bool:
        """Give files (full paths) to the first one, which comes to the front; False where it does not answer."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(MILLISECONDS_TO_ANSWER):
            return False
        socket.write(json.dumps(list(files)).encode() + b"\n")
        is_told = socket.waitForBytesWritten(MILLISECONDS_TO_ANSWER)
        socket.disconnectFromServer()
        return is_told

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self._lock.unlock()

    def _on_connection(self) -> None:
        assert self._server is not None
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(lambda: self._read(socket))
        socket.disconnected.connect(socket.deleteLater)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            return
        try:
            told = json.loads(bytes(socket.readLine(MOST_BYTES).data()))
        except ValueError:
            return
        if isinstance(told, list):
            self.files_arrived.emit([each for each in told if isinstance(each, str)])
