"""Why the program cannot start as usual, and what the user can choose instead: values for a window that asks."""

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
    """What keeps the program from starting."""

    RUNNING = "running"  # another one runs and does not answer
    IN_USE = "in use"  # another process has the database
    NEWER = "newer"  # a newer version wrote the database
    FOLDER = "folder"  # a folder or a file in it cannot be made, read or written


class StartChoice(StrEnum):
    """What can be done about it."""

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
    """One reason. `path` is the folder or file that it is about, `reason` what the system said, `offer` the newest
    backup that this version can read."""

    kind: ProblemKind
    path: Path
    reason: str = ""
    remedy: str = ""
    offer: Offer | None = None

    @property
    def choices(self) -> tuple[StartChoice, ...]:
        """What makes sense, the best first; quitting always does."""
        fitting = [each for each in _CHOICES[self.kind] if each is not StartChoice.RESTORE or self.offer is not None]
        return (*fitting, StartChoice.QUIT)


async def problem_of(error: StorageFailed) -> StartProblem:
    """What the user has to know of an error that ended the start."""
    path = Path(error.path)
    if isinstance(error, DatabaseInUse):
        return StartProblem(ProblemKind.IN_USE, path, error.message, error.remedy)
    if isinstance(error, NewerDatabase):
        offers: list[Offer] = []
        # Backups that cannot be listed are no reason to hide the other choices.
        with suppress(StorageFailed):
            offers = await repair_of(Damage(path, ())).offers()
        return StartProblem(ProblemKind.NEWER, path, error.message, error.remedy, offers[0] if offers else None)
    return StartProblem(ProblemKind.FOLDER, path, error.message, error.remedy)


async def restore(problem: StartProblem) -> Path:
    """Bring back the backup of a problem; gives the folder where the newer file is kept. Raises StorageFailed."""
    assert problem.offer is not None, "restoring is offered with a backup only"
    return await repair_of(Damage(problem.path, ())).restore(problem.offer.backup)
