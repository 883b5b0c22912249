"""Everything that the program keeps in its database, opened and closed together."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from termdesk.storage import (
    check_notes,
    deleted_glossaries,
    history,
    journal,
    publish_jobs,
    seen_dictionaries,
    shelf_tags,
    snapshots,
    steps,
)
from termdesk.storage.check_notes import CheckNotes
from termdesk.storage.database import Database
from termdesk.storage.deleted_glossaries import DeletedGlossaries
from termdesk.storage.history import History
from termdesk.storage.journal import Journal
from termdesk.storage.publish_jobs import PublishJobs
from termdesk.storage.seen_dictionaries import SeenDictionaries
from termdesk.storage.shelf_tags import ShelfTags
from termdesk.storage.snapshots import Snapshots

# A change of a table is one more script at the end, never an edit of one that was released.
MIGRATIONS = (
    snapshots.SCHEMA + journal.SCHEMA + publish_jobs.SCHEMA + deleted_glossaries.SCHEMA + history.SCHEMA,
    journal.PUBLISHED_START + steps.SCHEMA,
    check_notes.SCHEMA,
    shelf_tags.SCHEMA + seen_dictionaries.SCHEMA,
    steps.MOMENTS,
    deleted_glossaries.HOME,
)


class Records:
    """Drafts, versions, publishing calls, deleted glossaries, tags and history of all profiles, in one file.

    `async with Records(folders.data / "termdesk.db") as records:` opens and closes it. `damaged` tells where a damaged
    file was put, for the window to say so. Raises StorageFailed where another Termdesk uses the file.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, migrations=MIGRATIONS)
        self.journal = Journal(self._database)
        self.snapshots = Snapshots(self._database)
        self.publish_jobs = PublishJobs(self._database)
        self.deleted_glossaries = DeletedGlossaries(self._database)
        self.history = History(self._database)
        self.check_notes = CheckNotes(self._database)
        self.shelf_tags = ShelfTags(self._database)
        self.seen_dictionaries = SeenDictionaries(self._database)

    @property
    def damaged(self) -> Path | None:
        return self._database.damaged

    async def __aenter__(self) -> Records:
        await self._database.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._database.close()
