"""Glossaries that were deleted on the service, with their entries, so that they can be restored."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from termdesk.domain.glossary_tag import GlossaryTag, parse_stored_tag
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database


@dataclass(frozen=True, slots=True)
class DeletedGlossary:
    """A deleted glossary or single dictionary; each pair with the snapshot of its entries.

    A pair can occur several times: what the local edits were based on, if others have changed it since; the version of
    the service; the locally edited one. Older versions of the program did not store the first, and left `glossary_key`
    empty.
    `is_local_only`: the glossary was locked, and is locked again when it is restored.
    `is_overwritten`: nobody deleted it; a publication overwrote what others had published.
    """

    number: int
    name: str
    dictionaries: tuple[tuple[LanguagePair, str], ...]
    deleted_at: datetime
    tags: tuple[GlossaryTag, ...] = ()
    glossary_key: str = ""
    is_local_only: bool = False
    is_overwritten: bool = False


class AddedToBin(NamedTuple):
    """What was just stored, by its number. `is_repeated`: it replaced what an earlier attempt had stored."""

    number: int
    is_repeated: bool


class DeletedGlossaries:
    """The glossaries deleted on the service, by profile."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        profile: str,
        name: str,
        dictionaries: Sequence[tuple[LanguagePair, str]],
        tags: Sequence[GlossaryTag] = (),
        glossary_key: str = "",
        *,
        is_local_only: bool = False,
        is_overwritten: bool = False,
    ) -> AddedToBin:
        """Store a glossary before it is deleted or overwritten: each pair with the hash of its snapshot.

        If a deletion is repeated, only its latest record is kept.
        """
        plain = json.dumps([[pair.source, pair.target, content_hash] for pair, content_hash in dictionaries])
        columns = "profile, name, dictionaries, deleted_at, tags, shelf_key, is_local_only, is_overwritten"
        insert = f"INSERT INTO deleted_glossaries ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        plain_tags = json.dumps([str(tag) for tag in tags])
        values = (profile, name, plain, time.time(), plain_tags, glossary_key, is_local_only, is_overwritten)
        same = "profile = ? AND name = ? AND dictionaries = ? AND shelf_key = ? AND NOT is_overwritten"

        def work(connection: sqlite3.Connection) -> AddedToBin:
            is_repeated = False
            if glossary_key and not is_overwritten:
                delete = f"DELETE FROM deleted_glossaries WHERE {same}"
                is_repeated = connection.execute(delete, (profile, name, plain, glossary_key)).rowcount > 0
            number = connection.execute(insert, values).lastrowid
            assert number is not None, "a row was inserted"
            return AddedToBin(number, is_repeated)

        return await self._database.run(work)

    async def all(self, profile: str) -> list[DeletedGlossary]:
        """Return the deleted glossaries, the latest first."""
        columns = "number, name, dictionaries, deleted_at, tags, shelf_key, is_local_only, is_overwritten"
        query = f"SELECT {columns} FROM deleted_glossaries WHERE profile = ? ORDER BY number DESC"

        def work(connection: sqlite3.Connection) -> list[DeletedGlossary]:
            return [
                DeletedGlossary(
                    number,
                    name,
                    _dictionaries(plain),
                    datetime.fromtimestamp(moment, UTC),
                    _tags(tags),
                    glossary_key,
                    bool(is_local_only),
                    bool(is_overwritten),
                )
                for number, name, plain, moment, tags, glossary_key, is_local_only, is_overwritten in (
                    connection.execute(query, (profile,))
                )
            ]

        return await self._database.run(work)

    async def forget(self, number: int) -> None:
        """Remove a deleted glossary that was restored, is no longer needed, or was not deleted after all."""
        delete = "DELETE FROM deleted_glossaries WHERE number = ?"
        await self._database.run(lambda connection: connection.execute(delete, (number,)))


def _dictionaries(plain: str) -> tuple[tuple[LanguagePair, str], ...]:
    return tuple((LanguagePair(source, target), content_hash) for source, target, content_hash in json.loads(plain))


def _tags(plain: str) -> tuple[GlossaryTag, ...]:
    return tuple(parse_stored_tag(tag) for tag in json.loads(plain))
