"""What became of the runs before this one: the report of a crash, and whether the program crashes again and again."""

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
# A report is the stacks of some threads.
MOST_REPORTED = 65_536


class CrashLog:
    """`file` takes the stacks of a crash while this is open. A run that is not closed counts as crashed.

    `report` is what the last crash left, empty without one; `is_looping` says that the program crashed several times
    within a minute. Raises StorageFailed where the folder cannot be written.
    """

    def __init__(self, folder: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._path = folder / "crash.log"
        self._report_path = folder / "crash-report.txt"
        self._runs_path = folder / "runs.json"
        self._clock = clock
        try:
            self.report = self._taken_report()
            self._crashes = self._counted_crashes()
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
        """Whether the program crashed so often lately that it should not start as usual."""
        recent = self._crashes[-MOST_CRASHES:]
        # A clock that was put back must not keep the program in safe mode until it has caught up.
        return len(recent) == MOST_CRASHES and 0 <= self._clock() - recent[0] <= WITHIN_SECONDS

    def forget_crashes(self) -> None:
        """The user wants a normal start: count crashes from here."""
        self._crashes = []
        self._note(is_running=True)

    def delete_report(self) -> None:
        """Delete what the last crash left."""
        self.report = ""
        self._report_path.unlink(missing_ok=True)

    def close(self) -> None:
        """This run ended in good order. A disk that refuses to note it does not keep the program from ending."""
        try:
            self.file.close()
            self._path.unlink(missing_ok=True)
            self._note(is_running=False)
        except (OSError, StorageFailed) as error:
            log.warning("The end of this run could not be noted: %s", error)

    def _taken_report(self) -> str:
        """The stacks that the last run left, put where this run does not write over them."""
        if not self._path.exists():
            return ""
        with self._path.open("rb") as file:
            found = file.read(MOST_REPORTED).decode("utf-8", "replace")
        if found.strip():
            atomic_write(self._report_path, [found.encode()])
        return found if found.strip() else ""

    def _counted_crashes(self) -> list[float]:
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
