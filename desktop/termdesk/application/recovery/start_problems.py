"""Why the program cannot start normally, and what the user can do. These are values; a window asks the user."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from termdesk.domain.errors import StorageFailed
from termdesk.storage.integrity.damage import Damage, DatabaseInUse, NewerDatabase
from termdesk.storage.records import repair_of
from termdesk.storage.repair.repair import Offer


class ProblemKind(StrEnum):
    """The reasons that prevent a start."""

    RUNNING = "running"  # another instance runs and does not respond
    IN_USE = "in use"  # another process uses the database
    NEWER = "newer"  # a newer version wrote the database
    FOLDER = "folder"  # a folder or file cannot be created, read or written


class StartChoice(StrEnum):
    """An action that the user can choose."""

    RETRY = "retry"
    READ_ONLY = "read only"
    RESTORE = "restore"
    OTHER_FOLDER = "other folder"
    QUIT = "quit"


_CHOICES = {
    ProblemKind.RUNNING: (StartChoice.RETRY,),
    ProblemKind.IN_USE: (StartChoice.RETRY, StartChoice.OTHER_FOLDER),
    ProblemKind.NEWER: (StartChoice.READ_ONLY, StartChoice.RESTORE, StartChoice.OTHER_FOLDER),
    ProblemKind.FOLDER: (StartChoice.RETRY, StartChoice.OTHER_FOLDER),
}


@dataclass(frozen=True, slots=True)
class StartProblem:
    """Why the program cannot start.

    `path` is the folder or file in question, `reason` the message of the system, `offer` the newest backup that this
    version can read.
    """

    kind: ProblemKind
    path: Path
    reason: str = ""
    remedy: str = ""
    offer: Offer | None = None

    @property
    def choices(self) -> tuple[StartChoice, ...]:
        """The possible choices, the best first and quitting last."""
        fitting = [each for each in _CHOICES[self.kind] if each is not StartChoice.RESTORE or self.offer is not None]
        return (*fitting, StartChoice.QUIT)


async def problem_of(error: StorageFailed) -> StartProblem:
    """Return the start problem that an error stands for."""
    path = Path(error.path)
    if isinstance(error, DatabaseInUse):
        return StartProblem(ProblemKind.IN_USE, path, error.message, error.remedy)
    if isinstance(error, NewerDatabase):
        offers: list[Offer] = []
        # If backups cannot be listed, the other choices remain.
        with suppress(StorageFailed):
            offers = await repair_of(Damage(path, ())).offers()
        return StartProblem(ProblemKind.NEWER, path, error.message, error.remedy, offers[0] if offers else None)
    return StartProblem(ProblemKind.FOLDER, path, error.message, error.remedy)


async def restore(problem: StartProblem) -> Path:
    """Restore the backup of a problem. Return the folder to which the newer file was moved. Raises StorageFailed."""
    assert problem.offer is not None, "restoring is offered with a backup only"
    return await repair_of(Damage(problem.path, ())).restore(problem.offer.backup)
