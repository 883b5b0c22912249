"""Everything that the program keeps in its database, opened and closed together."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from termdesk.storage import (
    check_notes,
    deleted_glossaries,
    glossary_tags,
    history,
    journal,
    open_texts,
    publish_jobs,
    seen_dictionaries,
    snapshots,
    undo_steps,
)
from termdesk.storage.check_notes import CheckNotes
from termdesk.storage.database import Database
from termdesk.storage.deleted_glossaries import DeletedGlossaries
from termdesk.storage.documents import document_jobs
from termdesk.storage.documents.document_jobs import DocumentJobs
from termdesk.storage.glossary_tags import GlossaryTags
from termdesk.storage.history import History
from termdesk.storage.integrity.backups import Backup, Backups
from termdesk.storage.integrity.damage import Damage
from termdesk.storage.journal import Journal
from termdesk.storage.links import folder_links
from termdesk.storage.links.folder_links import FolderLinks
from termdesk.storage.notebook import remote_writes
from termdesk.storage.notebook.remote_writes import RemoteWrites
from termdesk.storage.open_texts import OpenTexts
from termdesk.storage.publish_jobs import PublishJobs
from termdesk.storage.publishing import publish_runs
from termdesk.storage.publishing.publish_runs import PublishRuns
from termdesk.storage.retention import tidy
from termdesk.storage.seen_dictionaries import SeenDictionaries
from termdesk.storage.snapshots import Snapshots
from termdesk.storage.spot_check import spot_check_records
from termdesk.storage.spot_check.spot_check_records import SpotCheckRecords
from termdesk.storage.text_store import TextStore
from termdesk.storage.transfer import local_only_glossaries, transfers
from termdesk.storage.transfer.local_only_glossaries import LocalOnlyGlossaries
from termdesk.storage.transfer.transfers import TransferRecords
from termdesk.storage.versions import version_records
from termdesk.storage.versions.version_records import VersionRecords

if TYPE_CHECKING:
    from termdesk.storage.repair.repair import Repair

# A change of a table is one more script at the end, never an edit of one that was released.
MIGRATIONS = (
    snapshots.SCHEMA + journal.SCHEMA + publish_jobs.SCHEMA + deleted_glossaries.SCHEMA + history.SCHEMA,
    journal.PUBLISHED_START + undo_steps.SCHEMA,
    check_notes.SCHEMA,
    glossary_tags.SCHEMA + seen_dictionaries.SCHEMA,
    undo_steps.MOMENTS,
    deleted_glossaries.HOME,
    history.UNCLEAR_CALLS,
    open_texts.SCHEMA,
    check_notes.SWITCHED_OFF,
    document_jobs.SCHEMA,
    transfers.SCHEMA,
    spot_check_records.SCHEMA,
    document_jobs.OUTPUT_FORMAT,
    version_records.SCHEMA,
    history.CALL_DETAILS,
    remote_writes.SCHEMA,
    publish_runs.SCHEMA,
    local_only_glossaries.SCHEMA,
    document_jobs.MEMORIES,
    folder_links.SCHEMA,
    history.DAY_USES,
)


class Records:
    """Drafts, versions, publishing calls, documents, spot-checks, deleted glossaries, tags and usage, in one file.

    Texts are in another one beside it, and in no backup.

    `async with Records(folders.data / "termdesk.db") as records:` opens and closes it. Raises DatabaseDamaged (then
    `repair_of` puts it right), NewerDatabase (then `read_only` opens it), DatabaseInUse, or another StorageFailed.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.is_read_only = read_only
        self._database = Database(path, migrations=MIGRATIONS)
        self.journal = Journal(self._database)
        self.snapshots = Snapshots(self._database)
        self.publish_jobs = PublishJobs(self._database)
        self.publish_runs = PublishRuns(self._database)
        self.deleted_glossaries = DeletedGlossaries(self._database)
        self.history = History(self._database)
        self.check_notes = CheckNotes(self._database)
        self.glossary_tags = GlossaryTags(self._database)
        self.open_texts = OpenTexts(self._database)
        self.seen_dictionaries = SeenDictionaries(self._database)
        self.document_jobs = DocumentJobs(self._database)
        self.transfers = TransferRecords(self._database)
        self.spot_check = SpotCheckRecords(self._database)
        self.versions = VersionRecords(self._database)
        self.remote_writes = RemoteWrites(self._database)
        self.folder_links = FolderLinks(self._database)
        self.local_only = LocalOnlyGlossaries(self._database)
        self.texts = TextStore(path.with_name("texts.db"), former=None if read_only else self._database)

    @property
    def commits(self) -> int:
        """How many transactions wrote something, in all sessions."""
        return self._database.commits

    @property
    def backups(self) -> Backups:
        """Copies of the whole database."""
        return self._database.backups

    async def check(self, *, keep: bool) -> Backup | None:
        """Look through a copy of the database, and `keep` it as a backup. Raises StorageFailed."""
        return await self._database.check(keep=keep)

    async def counts(self) -> dict[str, int]:
        """The rows of each table, and the bytes of the database. Raises StorageFailed."""

        def work(connection: sqlite3.Connection) -> dict[str, int]:
            tables = connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
            ).fetchall()
            pages, size = (connection.execute(f"PRAGMA {each}").fetchone()[0] for each in ("page_count", "page_size"))
            counts = {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in tables}
            return {"bytes": pages * size, **counts}

        return await self._database.run(work)

    async def tidy(self) -> None:
        """Take away versions and calls that are older than the rules say. Raises StorageFailed."""
        if not self.is_read_only:
            await tidy(self._database)

    async def __aenter__(self) -> Records:
        try:
            await self._database.open(read_only=self.is_read_only)
        except BaseException:
            await self._database.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.texts.close()
        await self._database.close()


def repair_of(damage: Damage) -> Repair:
    """What can be done about the damage that kept `Records` from opening."""
    from termdesk.storage.repair.repair import Repair

    return Repair(damage, migrations=MIGRATIONS, backups=Backups(damage.path.parent / "backups"))
