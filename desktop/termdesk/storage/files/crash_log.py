"""How earlier runs ended: the report of the last crash, and whether the program crashes again and again."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.json_file import load_object
from termdesk.storage.files.private_log import open_privately

log = logging.getLogger(__name__)

# After this many runs without a clean end within this many seconds, the next one starts in safe mode.
MOST_CRASHES, WITHIN_SECONDS = 3, 60.0
# A report holds the stacks of a few threads.
MOST_REPORTED = 65_536


class CrashLog:
    """Detects crashes. `file` receives the stacks of a crash; a run without `close` counts as crashed.

    `report` is the report of the last crash, else empty. `is_looping` says that the program crashed several times
    within a minute. Raises StorageFailed if the folder cannot be written.
    """

    def __init__(self, folder: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._path = folder / "crash.log"
        self._report_path = folder / "crash-report.txt"
        self._runs_path = folder / "runs.json"
        self._clock = clock
        try:
            self.report = self._take_report()
            self._crashes = self._count_crashes()
            self._path.unlink(missing_ok=True)
            self.file: IO[str] = open_privately(self._path)
        except OSError as error:
            raise StorageFailed(
                StorageMessage.WRITE_FAILED(path=str(self._path), reason=str(error.strerror)),
                path=str(folder),
                remedy=StorageRemedy.CHECK_FOLDER(),
            ) from error

    @property
    def is_looping(self) -> bool:
        """Whether the program crashed so often recently that it should start in safe mode."""
        recent = self._crashes[-MOST_CRASHES:]
        # If the clock was set back, the difference is negative: that must not keep the program in safe mode.
        return len(recent) == MOST_CRASHES and 0 <= self._clock() - recent[0] <= WITHIN_SECONDS

    def forget_crashes(self) -> None:
        """Count crashes from now on, because the user wants a normal start."""
        self._crashes = []
        self._note(is_running=True)

    def delete_report(self) -> None:
        """Delete the report of the last crash."""
        self.report = ""
        self._report_path.unlink(missing_ok=True)

    def close(self) -> None:
        """Record that this run ended normally. A disk error does not keep the program from ending."""
        try:
            self.file.close()
            self._path.unlink(missing_ok=True)
            self._note(is_running=False)
        except (OSError, StorageFailed) as error:
            log.warning("The end of this run could not be noted: %s", error)

    def _take_report(self) -> str:
        """Move the report of the last run to a file that this run does not overwrite, and return it."""
        if not self._path.exists():
            return ""
        with self._path.open("rb") as file:
            found = file.read(MOST_REPORTED).decode("utf-8", "replace")
        if found.strip():
            atomic_write(self._report_path, [found.encode()])
        return found if found.strip() else ""

    def _count_crashes(self) -> list[float]:
        known, _ = load_object(self._runs_path)
        times = known.get("crashes")
        crashes = [each for each in times if isinstance(each, int | float)] if isinstance(times, list) else []
        if known.get("is_running") is True:
            crashes.append(self._clock())
        self._crashes = crashes[-MOST_CRASHES:]
        self._note(is_running=True)
        return self._crashes

    def _note(self, *, is_running: bool) -> None:
        content = {"is_running": is_running, "crashes": self._crashes}
        atomic_write(self._runs_path, [json.dumps(content).encode()])
