"""The user's decisions about checks: custom rules, kinds of findings that are switched off, and ignored findings."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database

if TYPE_CHECKING:
    from termdesk.domain.findings.custom_rules import CustomRule
    from termdesk.domain.findings.kinds import SwitchedOffKinds


@dataclass(frozen=True, slots=True)
class IgnoredFinding:
    """A kind of finding that the user ignores for one phrase, with a note.

    `column` says whether it is source or target.
    """

    kind: str
    column: int
    phrase: str
    note: str
    ignored_at: datetime

    @property
    def key(self) -> tuple[str, int, str]:
        """Identifies the finding within its dictionary: kind, column, phrase."""
        return self.kind, self.column, self.phrase


@dataclass(frozen=True, slots=True)
class DictionaryKey:
    """Identifies a dictionary by profile, glossary and language pair."""

    profile: str
    glossary_key: str
    pair: LanguagePair

    @property
    def values(self) -> tuple[str, str, str, str]:
        """The values of the key columns, in the order of the table."""
        return self.profile, self.glossary_key, self.pair.source, self.pair.target


class CheckNotes:
    """Rules of all dictionaries, kinds switched off by glossary, and ignored findings by dictionary."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rules(self) -> list[CustomRule]:
        """The user's rules, in their order."""
        from termdesk.domain.findings.custom_rules import CustomRule
        from termdesk.domain.findings.kinds import Severity

        query = "SELECT name, pattern, columns, severity, message, is_on FROM own_rules ORDER BY place"

        def work(connection: sqlite3.Connection) -> list[CustomRule]:
            return [
                CustomRule(name, pattern, tuple(json.loads(columns)), Severity(severity), message, bool(is_on))
                for name, pattern, columns, severity, message, is_on in connection.execute(query)
            ]

        return await self._database.run(work)

    async def set_rules(self, rules: Sequence[CustomRule]) -> None:
        """Replace all stored rules by these."""
        rows = [
            (each.name, position, each.pattern, json.dumps(each.columns), each.severity.value, each.message, each.is_on)
            for position, each in enumerate(rules)
        ]

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM own_rules")
            connection.executemany("INSERT OR REPLACE INTO own_rules VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

        await self._database.run(work)

    async def read_switched_off_kinds(self, key: DictionaryKey | None) -> SwitchedOffKinds:
        """Return the kinds that are switched off for the glossary of a dictionary, and those for all glossaries.

        Without a dictionary, return only those for all glossaries.
        """
        from termdesk.domain.findings.kinds import SwitchedOffKinds

        query = "SELECT kind FROM switched_off_kinds WHERE profile = ? AND shelf_key = ?"

        def work(connection: sqlite3.Connection) -> SwitchedOffKinds:
            return SwitchedOffKinds(
                *(frozenset(kind for (kind,) in connection.execute(query, owner)) for owner in _owners(key))
            )

        return await self._database.run(work)

    async def switch_off(self, key: DictionaryKey | None, kinds: SwitchedOffKinds) -> None:
        """Replace the kinds that are switched off, for all glossaries and for the glossary of a dictionary."""

        def work(connection: sqlite3.Connection) -> None:
            for owner, off in zip(_owners(key), (kinds.everywhere, kinds.here), strict=False):
                connection.execute("DELETE FROM switched_off_kinds WHERE profile = ? AND shelf_key = ?", owner)
                rows = [(*owner, kind) for kind in sorted(off)]
                connection.executemany("INSERT INTO switched_off_kinds VALUES (?, ?, ?)", rows)

        await self._database.run(work)

    async def read_ignored_findings(self, key: DictionaryKey) -> list[IgnoredFinding]:
        """Return the ignored findings of one dictionary, the latest first."""
        query = f"SELECT kind, side, phrase, note, ignored_at FROM ignored_findings WHERE {_WHERE} ORDER BY 5 DESC"

        def work(connection: sqlite3.Connection) -> list[IgnoredFinding]:
            return [
                IgnoredFinding(kind, side, phrase, note, datetime.fromtimestamp(moment, UTC))
                for kind, side, phrase, note, moment in connection.execute(query, key.values)
            ]

        return await self._database.run(work)

    async def ignore(self, key: DictionaryKey, findings: Sequence[tuple[str, int, str]], note: str) -> None:
        """Ignore these (kind, side, phrase) from now on. Those that are already ignored get the new note."""
        rows = [(*key.values, *_storable_finding(finding), _storable(note), time.time()) for finding in findings]
        insert = "INSERT OR REPLACE INTO ignored_findings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        await self._database.run(lambda connection: connection.executemany(insert, rows))

    async def take_back(self, key: DictionaryKey, findings: Sequence[tuple[str, int, str]]) -> None:
        """Stop ignoring these (kind, side, phrase)."""
        delete = f"DELETE FROM ignored_findings WHERE {_WHERE} AND kind = ? AND side = ? AND phrase = ?"
        rows = [(*key.values, *_storable_finding(finding)) for finding in findings]
        await self._database.run(lambda connection: connection.executemany(delete, rows))


def _owners(key: DictionaryKey | None) -> list[tuple[str, ...]]:
    """Return the owners of switched-off kinds: all glossaries, then the glossary of a dictionary, if any."""
    return [_EVERY_GLOSSARY, *([key.values[:2]] if key is not None else [])]


def _storable_finding(finding: tuple[str, int, str]) -> tuple[str, int, str]:
    kind, side, phrase = finding
    return kind, side, _storable(phrase)


def _storable(text: str) -> str:
    """Replace lone surrogates, which SQLite does not store; such a phrase is a violation anyway."""
    return text.encode("utf-8", "replace").decode("utf-8")


_EVERY_GLOSSARY = ("", "")
_WHERE = "profile = ? AND shelf_key = ? AND source = ? AND target = ?"


def move(connection: sqlite3.Connection, *, profile: str, old: str, new: str) -> None:
    """Move the ignored findings and switched-off kinds of a glossary to its new key."""
    for table in ("ignored_findings", "switched_off_kinds"):
        update = f"UPDATE OR REPLACE {table} SET shelf_key = ? WHERE profile = ? AND shelf_key = ?"
        connection.execute(update, (new, profile, old))
