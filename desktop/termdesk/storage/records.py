"""The database of the program: all its tables, opened and closed together."""

from __future__ import annotations

import sqlite3
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from termdesk.storage.database import Database
from termdesk.storage.integrity.backups import Backup, Backups
from termdesk.storage.integrity.damage import Damage
from termdesk.storage.schema.migrations import MIGRATIONS

if TYPE_CHECKING:
    from termdesk.storage.check_notes import CheckNotes
    from termdesk.storage.deleted_glossaries import DeletedGlossaries
    from termdesk.storage.documents.document_jobs import DocumentJobs
    from termdesk.storage.glossary_tags import GlossaryTags
    from termdesk.storage.history import History
    from termdesk.storage.journal import Journal
    from termdesk.storage.links.folder_links import FolderLinks
    from termdesk.storage.notebook.remote_writes import RemoteWrites
    from termdesk.storage.open_texts import OpenTexts
    from termdesk.storage.publish_jobs import PublishJobs
    from termdesk.storage.publishing.publish_runs import PublishRuns
    from termdesk.storage.repair.repair import Repair
    from termdesk.storage.seen_dictionaries import SeenDictionaries
    from termdesk.storage.snapshots import Snapshots
    from termdesk.storage.spot_check.spot_check_records import SpotCheckRecords
    from termdesk.storage.text_store import TextStore
    from termdesk.storage.transfer.completed_transfers import CompletedTransfers
    from termdesk.storage.transfer.local_only_glossaries import LocalOnlyGlossaries
    from termdesk.storage.transfer.transfers import TransferRecords
    from termdesk.storage.versions.version_records import VersionRecords


class Records:
    """Drafts, versions, publishing calls, documents, spot-checks, deleted glossaries, tags and usage, in one file.

    Texts are in a second file beside it, which is not backed up.

    `async with Records(folders.data / "termdesk.db") as records:` opens and closes it. Raises DatabaseDamaged (then
    `repair_of` puts it right), NewerDatabase (then `read_only` opens it), DatabaseInUse, or another StorageFailed. The
    class for each table is imported when it is first used.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.is_read_only = read_only
        self._path = path
        self._database = Database(path, migrations=MIGRATIONS)

    @cached_property
    def journal(self) -> Journal:
        """Drafts and their edits."""
        from termdesk.storage.journal import Journal

        return Journal(self._database)

    @cached_property
    def snapshots(self) -> Snapshots:
        """Complete versions of dictionaries, by hash."""
        from termdesk.storage.snapshots import Snapshots

        return Snapshots(self._database)

    @cached_property
    def publish_jobs(self) -> PublishJobs:
        """Each call that publishes a dictionary."""
        from termdesk.storage.publish_jobs import PublishJobs

        return PublishJobs(self._database)

    @cached_property
    def publish_runs(self) -> PublishRuns:
        """Publishings of many dictionaries, step by step."""
        from termdesk.storage.publishing.publish_runs import PublishRuns

        return PublishRuns(self._database)

    @cached_property
    def deleted_glossaries(self) -> DeletedGlossaries:
        """Glossaries that were deleted on the service and can be restored."""
        from termdesk.storage.deleted_glossaries import DeletedGlossaries

        return DeletedGlossaries(self._database)

    @cached_property
    def history(self) -> History:
        """Usage and billed calls."""
        from termdesk.storage.history import History

        return History(self._database)

    @cached_property
    def check_notes(self) -> CheckNotes:
        """Custom rules, and findings that are ignored."""
        from termdesk.storage.check_notes import CheckNotes

        return CheckNotes(self._database)

    @cached_property
    def glossary_tags(self) -> GlossaryTags:
        """Tags of glossaries."""
        from termdesk.storage.glossary_tags import GlossaryTags

        return GlossaryTags(self._database)

    @cached_property
    def open_texts(self) -> OpenTexts:
        """Texts of cells that are still being edited."""
        from termdesk.storage.open_texts import OpenTexts

        return OpenTexts(self._database)

    @cached_property
    def seen_dictionaries(self) -> SeenDictionaries:
        """Dictionaries of the service, as last seen."""
        from termdesk.storage.seen_dictionaries import SeenDictionaries

        return SeenDictionaries(self._database)

    @cached_property
    def document_jobs(self) -> DocumentJobs:
        """Documents and their translations."""
        from termdesk.storage.documents.document_jobs import DocumentJobs

        return DocumentJobs(self._database)

    @cached_property
    def transfers(self) -> TransferRecords:
        """Copies and moves of glossaries to other services."""
        from termdesk.storage.transfer.transfers import TransferRecords

        return TransferRecords(self._database)

    @cached_property
    def completed_transfers(self) -> CompletedTransfers:
        """Copies and moves to other services that are done and can still be undone."""
        from termdesk.storage.transfer.completed_transfers import CompletedTransfers

        return CompletedTransfers(self._database)

    @cached_property
    def spot_check(self) -> SpotCheckRecords:
        """Sets of sentences, and the results of trying glossaries on them."""
        from termdesk.storage.spot_check.spot_check_records import SpotCheckRecords

        return SpotCheckRecords(self._database)

    @cached_property
    def versions(self) -> VersionRecords:
        """Earlier versions of dictionaries."""
        from termdesk.storage.versions.version_records import VersionRecords

        return VersionRecords(self._database)

    @cached_property
    def remote_writes(self) -> RemoteWrites:
        """Each change that was requested from a service."""
        from termdesk.storage.notebook.remote_writes import RemoteWrites

        return RemoteWrites(self._database)

    @cached_property
    def folder_links(self) -> FolderLinks:
        """Glossaries that are linked with folders."""
        from termdesk.storage.links.folder_links import FolderLinks

        return FolderLinks(self._database)

    @cached_property
    def local_only(self) -> LocalOnlyGlossaries:
        """Glossaries that must not leave this computer."""
        from termdesk.storage.transfer.local_only_glossaries import LocalOnlyGlossaries

        return LocalOnlyGlossaries(self._database)

    @cached_property
    def texts(self) -> TextStore:
        """The history of translated and improved texts."""
        from termdesk.storage.text_store import TextStore

        return TextStore(self._path.with_name("texts.db"), former=None if self.is_read_only else self._database)

    @property
    def commits(self) -> int:
        """The number of transactions that wrote something, over all sessions."""
        return self._database.commits

    @property
    def backups(self) -> Backups:
        """Copies of the whole database."""
        return self._database.backups

    async def check(self, *, keep: bool) -> Backup | None:
        """Check a copy of the database, and `keep` it as a backup. Raises StorageFailed."""
        return await self._database.check(keep=keep)

    def size(self) -> int:
        """Return the bytes of the database file. For a worker."""
        return self._path.stat().st_size

    async def counts(self) -> dict[str, int]:
        """Return the number of rows of each table, and the bytes of the database. Raises StorageFailed."""

        def work(connection: sqlite3.Connection) -> dict[str, int]:
            tables = connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
            ).fetchall()
            pages, size = (connection.execute(f"PRAGMA {each}").fetchone()[0] for each in ("page_count", "page_size"))
            counts = {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in tables}
            return {"bytes": pages * size, **counts}

        return await self._database.run(work)

    async def tidy(self) -> None:
        """Delete versions and calls that are older than the retention rules allow. Raises StorageFailed."""
        if not self.is_read_only:
            from termdesk.storage.retention import tidy

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
        if "texts" in self.__dict__:
            await self.texts.close()
        await self._database.close()


def repair_of(damage: Damage) -> Repair:
    """Return the repair for the damage that kept `Records` from opening."""
    from termdesk.storage.repair.repair import Repair

    return Repair(damage, migrations=MIGRATIONS, backups=Backups(damage.path.parent / "backups"))
