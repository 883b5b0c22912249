"""Runs only one instance for each user: a second start hands its files to the first and ends."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy

MILLISECONDS_TO_ANSWER = 1000
MOST_BYTES = 1024 * 1024


# The maximum length of a socket path in bytes, with its terminating zero. macOS has the lowest limit.
MOST_SOCKET_BYTES = 103


def socket_name(folder: Path) -> str:
    """Return the path of the socket for the program with this folder: in the folder, unless its path is too long.

    With a long path, the socket is in the system's temporary folder, in a subfolder that only this user can enter.
    Raises OSError if that subfolder belongs to somebody else.
    """
    name = str(folder / "running.socket")
    if os.name != "posix" or len(os.fsencode(name)) <= MOST_SOCKET_BYTES:
        return name
    short = Path(tempfile.gettempdir()) / f"termdesk-{os.getuid()}"
    short.mkdir(mode=0o700, exist_ok=True)
    found = short.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o077 or not stat.S_ISDIR(found.st_mode):
        raise PermissionError(errno.EPERM, "is not a folder of this user alone", str(short))
    return str(short / hashlib.sha256(os.fsencode(name)).hexdigest()[:24])


class SingleInstance(QObject):
    """A lock that dies with the process, and a socket that only this user can open."""

    files_arrived = Signal(list)
    # Emitted with the name of a profile, and files for its window.
    profile_asked = Signal(str, list)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._lock = QLockFile(str(folder / "running.lock"))
        # A lock is stale only if its process has ended, however old it is.
        self._lock.setStaleLockTime(0)
        self._name = socket_name(folder)
        self._server: QLocalServer | None = None

    def is_first(self) -> bool:
        """Return whether this is the first instance, and start to listen if so.

        Raises StorageFailed if the lock file cannot be created.
        """
        if not self._lock.tryLock(0):
            if self._lock.error() is not QLockFile.LockError.LockFailedError:
                raise StorageFailed(
                    StorageMessage.FOLDER_READ_ONLY(path=str(self._folder)),
                    path=str(self._folder),
                    remedy=StorageRemedy.CHECK_FOLDER(),
                )
            return False
        QLocalServer.removeServer(self._name)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        self._server.listen(self._name)
        return True

    def hand_over(self, files: Sequence[str], *, profile: str = "") -> bool:
        """Send files (full paths) to the first instance, which comes to the front. Return False if it does not answer.

        With the name of a profile, it opens a window for that profile.
        """
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(MILLISECONDS_TO_ANSWER):
            return False
        message = {"profile": profile, "files": list(files)} if profile else list(files)
        socket.write(json.dumps(message).encode() + b"\n")
        is_sent = socket.waitForBytesWritten(MILLISECONDS_TO_ANSWER)
        socket.disconnectFromServer()
        return is_sent

    def close(self) -> None:
        """Release the lock, so that another start can be the first instance."""
        if self._server is not None:
            self._server.close()
        self._lock.unlock()

    def _on_connection(self) -> None:
        assert self._server is not None
        socket = self._server.nextPendingConnection()
        # Do not connect a closure that holds this object: freed with the socket, it would delete the socket a second
        # time.
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(socket.deleteLater)

    def _read(self) -> None:
        assert self._server is not None
        for socket in self._server.findChildren(QLocalSocket):
            if socket.canReadLine():
                self._take(bytes(socket.readLine(MOST_BYTES).data()))

    def _take(self, line: bytes) -> None:
        try:
            request = json.loads(line)
        except ValueError:
            return
        files = request.get("files") if isinstance(request, dict) else request
        if not isinstance(files, list):
            return
        files = [each for each in files if isinstance(each, str)]
        profile = request.get("profile") if isinstance(request, dict) else None
        if isinstance(profile, str) and profile:
            self.profile_asked.emit(profile, files)
        else:
            self.files_arrived.emit(files)
