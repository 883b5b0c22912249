"""Verdicts of users on translations, remembered for the same sentence with the same translation."""

from __future__ import annotations

import json
from collections.abc import Collection

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.judgments import Judged, Verdict
from termdesk.storage.database import Database

_ABOUT = "source_language = ? AND target_language = ?"


class VerdictStore:
    """The stored verdicts. All methods raise StorageFailed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, pair: LanguagePair) -> dict[Judged, Verdict]:
        """Return the verdicts on translations of a language pair."""
        query = f"SELECT sentence, output, source, target, verdict FROM spot_check_verdicts WHERE {_ABOUT}"
        languages = (pair.source, pair.target)
        rows = await self._database.run(lambda connection: connection.execute(query, languages).fetchall())
        return {Judged(*judged): Verdict(verdict) for *judged, verdict in rows}

    async def put(self, pair: LanguagePair, judged: Judged, verdict: Verdict | None) -> None:
        """Store a verdict, replacing the former one; None removes it."""
        key = (pair.source, pair.target, judged.sentence, judged.output, judged.source, judged.target)
        if verdict is None:
            statement = (
                f"DELETE FROM spot_check_verdicts WHERE {_ABOUT}"
                " AND sentence = ? AND output = ? AND source = ? AND target = ?"
            )
            await self._database.run(lambda connection: connection.execute(statement, key))
        else:
            statement = "INSERT OR REPLACE INTO spot_check_verdicts VALUES (?, ?, ?, ?, ?, ?, ?)"
            await self._database.run(lambda connection: connection.execute(statement, (*key, verdict)))

    async def forget(self, sentences: Collection[str]) -> None:
        """Delete all verdicts on these sentences and on terms in them."""
        delete = "DELETE FROM spot_check_verdicts WHERE sentence IN (SELECT value FROM json_each(?))"
        plain = json.dumps(list(sentences))
        await self._database.run(lambda connection: connection.execute(delete, (plain,)))
