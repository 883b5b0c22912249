"""Translations of sentences, stored so that each is paid for only once: by text, pair and content of the glossary."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database


@dataclass(frozen=True, slots=True)
class OutputKey:
    """What a translation depends on besides its text.

    `glossary_hash` is empty for a translation without a glossary, `style` without style rules: else it names the rules
    and their version.
    """

    profile: str
    pair: LanguagePair
    glossary_hash: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class Output:
    """A translation. `placed` and `missed` are the source phrases that the service reported (None: no report).

    `uncertain` are those placed phrases that may not agree grammatically with the surrounding words.
    """

    text: str
    placed: tuple[str, ...] | None = None
    missed: tuple[str, ...] = ()
    uncertain: tuple[str, ...] = ()


class Outputs:
    """The stored translations of sentences. All methods raise StorageFailed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, key: OutputKey, texts: Collection[str]) -> dict[str, Output]:
        """Return the stored translations, by text. Texts without one are left out."""
        query = (
            "SELECT output, placed, missed, uncertain FROM spot_check_outputs"
            " WHERE profile = ? AND source = ? AND target = ? AND glossary_hash = ? AND text_hash = ?"
        )
        values = {text: (*_values(key), hash_of(text)) for text in texts}

        def work(connection: sqlite3.Connection) -> dict[str, Output]:
            rows = ((text, connection.execute(query, each).fetchone()) for text, each in values.items())
            return {text: _output(*row) for text, row in rows if row}

        return await self._database.run(work)

    async def put(self, key: OutputKey, outputs: Mapping[str, Output]) -> None:
        """Store translations by their texts, replacing older ones."""
        insert = "INSERT OR REPLACE INTO spot_check_outputs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        moment = time.time()
        rows = [
            (
                *_values(key),
                *(hash_of(text), each.text),
                *(None if each.placed is None else json.dumps(each.placed), json.dumps(each.missed), moment),
                json.dumps(each.uncertain),
            )
            for text, each in outputs.items()
        ]
        await self._database.run(lambda connection: connection.executemany(insert, rows))

    async def forget(self, texts: Collection[str]) -> None:
        """Delete all translations of these texts."""
        # The primary key begins with other columns, so one statement per text would read the whole table each time.
        delete = "DELETE FROM spot_check_outputs WHERE text_hash IN (SELECT value FROM json_each(?))"
        hashes = json.dumps([hash_of(text) for text in texts])
        await self._database.run(lambda connection: connection.execute(delete, (hashes,)))

    async def forget_older_than(self, days: int) -> None:
        """Delete older translations; 0 days delete all."""
        before = time.time() - days * 86_400 if days > 0 else float("inf")
        delete = "DELETE FROM spot_check_outputs WHERE made_at < ?"
        await self._database.run(lambda connection: connection.execute(delete, (before,)))


def hash_of(text: str) -> str:
    """Return a hash that is the same for the same text in each run of the program."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def _values(key: OutputKey) -> tuple[str, str, str, str]:
    # Most services have no style rules, so they have no column of their own.
    content = f"{key.glossary_hash} {key.style}" if key.style else key.glossary_hash
    return key.profile, key.pair.source, key.pair.target, content


def _output(text: str, placed: str | None, missed: str, uncertain: str) -> Output:
    reported = None if placed is None else tuple(json.loads(placed))
    return Output(text, reported, tuple(json.loads(missed)), tuple(json.loads(uncertain)))
