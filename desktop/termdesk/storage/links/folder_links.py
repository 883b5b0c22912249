"""The folder that a glossary is linked with, and the last entries common to both: the base of the next merge."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.check_notes import DictionaryKey
from termdesk.storage.database import Database
from termdesk.storage.links.common_steps import (
    THIS_DICTIONARY,
    TakenStep,
    attach_common,
    common_hash,
    forget_common,
)
from termdesk.storage.snapshots import insert, pack_in_thread

NO_STEPS: Mapping[LanguagePair, TakenStep] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FolderLink:
    """A glossary and its folder.

    `digest` is the digest of the files while glossary and folder are the same, else empty. `bases` are the entries that
    each dictionary last had in common with its file.
    """

    glossary_key: str
    folder: Path
    digest: str
    bases: Mapping[LanguagePair, str]


class FolderLinks:
    """The links of all profiles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, profile: str) -> list[FolderLink]:
        """Return the links of a profile. Raises StorageFailed."""

        def work(connection: sqlite3.Connection) -> list[FolderLink]:
            query = "SELECT glossary_key, source, target, hash FROM linked_dictionaries WHERE profile = ?"
            bases: dict[str, dict[LanguagePair, str]] = {}
            for key, source, target, content_hash in connection.execute(query, (profile,)):
                bases.setdefault(key, {})[LanguagePair(source, target)] = content_hash
            query = "SELECT glossary_key, folder, digest FROM folder_links WHERE profile = ? ORDER BY glossary_key"
            rows = connection.execute(query, (profile,))
            return [FolderLink(key, Path(folder), digest, bases.get(key, {})) for key, folder, digest in rows]

        return await self._database.run(work)

    async def put(self, profile: str, glossary_key: str, folder: Path) -> None:
        """Link a glossary with a folder, with no common entries yet. Raises StorageFailed."""

        def work(connection: sqlite3.Connection) -> None:
            _forget(connection, profile, glossary_key)
            connection.execute("INSERT INTO folder_links VALUES (?, ?, ?, '')", (profile, glossary_key, str(folder)))

        await self._database.run(work)

    async def note_common(
        self,
        profile: str,
        glossary_key: str,
        folder: Path,
        digest: str,
        entries: Mapping[LanguagePair, Entries],
        *,
        unread: Collection[LanguagePair] = (),
        steps: Mapping[LanguagePair, TakenStep] = NO_STEPS,
    ) -> None:
        """Record the entries that the glossary and the folder, with files of this digest, have in common.

        The bases of `unread` dictionaries are kept; those of all other dictionaries are deleted. The entries must not
        change meanwhile. `steps` are the undo steps that took over the entries: undo brings the former bases back. If
        one is undone already, its dictionary keeps the former base.

        Does nothing for a glossary that is not linked with this folder. Raises StorageFailed.
        """
        packed = {pair: await pack_in_thread(each) for pair, each in entries.items()}

        def work(connection: sqlite3.Connection) -> None:
            update = "UPDATE folder_links SET digest = ? WHERE profile = ? AND glossary_key = ? AND folder = ?"
            if not connection.execute(update, (digest, profile, glossary_key, str(folder))).rowcount:
                return
            undone = set[LanguagePair]()
            for pair, step in steps.items():
                if pair in packed:
                    former = common_hash(connection, DictionaryKey(profile, glossary_key, pair))
                    if not attach_common(connection, step, former=former, newer=packed[pair].hash):
                        undone.add(pair)
            if undone:
                connection.execute(update, ("", profile, glossary_key, str(folder)))
            known = "SELECT source, target FROM linked_dictionaries WHERE profile = ? AND glossary_key = ?"
            dropped = [
                (profile, glossary_key, source, target)
                for source, target in connection.execute(known, (profile, glossary_key))
                if LanguagePair(source, target) not in {*unread, *undone}
            ]
            connection.executemany(f"DELETE FROM linked_dictionaries WHERE {THIS_DICTIONARY}", dropped)
            for pair, version in packed.items():
                insert(connection, version)
                if pair in undone:
                    continue
                connection.execute(
                    "INSERT OR REPLACE INTO linked_dictionaries VALUES (?, ?, ?, ?, ?)",
                    (profile, glossary_key, pair.source, pair.target, version.hash),
                )

        self._database.must_keep()
        await self._database.run(work)

    async def remove(self, profile: str, glossary_key: str) -> None:
        """Remove the link of a glossary. Raises StorageFailed."""
        await self._database.run(lambda connection: _forget(connection, profile, glossary_key))


def _forget(connection: sqlite3.Connection, profile: str, glossary_key: str) -> None:
    for table in ("folder_links", "linked_dictionaries"):
        connection.execute(f"DELETE FROM {table} WHERE profile = ? AND glossary_key = ?", (profile, glossary_key))
    forget_common(connection, profile, glossary_key)


def move(connection: sqlite3.Connection, *, profile: str, old: str, new: str) -> None:
    """Move the link of a glossary to its new key, after a draft was published."""
    for table in ("folder_links", "linked_dictionaries"):
        update = f"UPDATE OR REPLACE {table} SET glossary_key = ? WHERE profile = ? AND glossary_key = ?"
        connection.execute(update, (new, profile, old))
