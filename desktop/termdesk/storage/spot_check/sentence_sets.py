"""Sets of sentences, by the glossary and the client that they are for."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.storage.database import Database

_COLUMNS = "set_id, name, source, target, client, glossary_key, glossary_name, sentences"


class SentenceSets:
    """All sentence sets. They belong to no service, because the same sentences are tried on each."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> list[SentenceSet]:
        """Return all sets, ordered by name."""
        query = f"SELECT {_COLUMNS} FROM sentence_sets"
        rows = await self._database.run(lambda connection: connection.execute(query).fetchall())
        return sorted(map(_sentence_set, rows), key=lambda each: (each.name.casefold(), each.set_id))

    async def put(self, sentence_set: SentenceSet) -> None:
        """Store a set, replacing the one with the same id."""
        insert = f"INSERT OR REPLACE INTO sentence_sets ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        pair, sentences = sentence_set.pair, json.dumps(sentence_set.sentences)
        values = (
            *(sentence_set.set_id, sentence_set.name, pair.source, pair.target, sentence_set.client),
            *(sentence_set.glossary_key, sentence_set.glossary_name, sentences),
        )
        await self._database.run(lambda connection: connection.execute(insert, values))

    async def delete(self, set_id: str) -> None:
        """Delete a set with its runs. Does nothing if it is gone."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM spot_check_runs WHERE set_id = ?", (set_id,))
            connection.execute("DELETE FROM sentence_sets WHERE set_id = ?", (set_id,))

        await self._database.run(work)


def move(connection: sqlite3.Connection, old_key: str, new_key: str) -> None:
    """Move the sets of a local glossary that was published to the id that it got from the service."""
    connection.execute("UPDATE sentence_sets SET glossary_key = ? WHERE glossary_key = ?", (new_key, old_key))


def _sentence_set(row: tuple[Any, ...]) -> SentenceSet:
    set_id, name, source, target, client, glossary_key, glossary_name, sentences = row
    pair = LanguagePair(source, target)
    return SentenceSet(set_id, name, pair, tuple(json.loads(sentences)), client, glossary_key, glossary_name)
