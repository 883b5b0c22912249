"""Earlier runs over a sentence set, and which of them is the baseline."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from termdesk.domain.spot_check.judgments import EntryState, Pair
from termdesk.storage.database import Database

# The number of runs kept for each set. A baseline is kept at any age.
MOST_RUNS = 20
_COLUMNS = "number, made_at, fulfilled, decided, is_baseline, content"


@dataclass(frozen=True, slots=True)
class RunChoices:
    """The glossary and the style rules of a run. `style_rules` is their name, empty for none."""

    glossary_key: str
    glossary_name: str
    style_rules: str = ""

    def has_glossary_of(self, other: RunChoices) -> bool:
        """Whether both have the same glossary: with the same key, which publishing changes, or with the same name."""
        return self.glossary_key == other.glossary_key or self.glossary_name == other.glossary_name


@dataclass(frozen=True, slots=True)
class SpotCheckRun:
    """The result of a run: the state of each entry found, and the translation of each sentence.

    `outputs` has the translations by sentence; it is empty if the user stores no texts. Of `decided` occurrences of
    terms, `fulfilled` followed the glossary. `choices` is None for runs of former versions, which did not store them.
    """

    states: Mapping[Pair, EntryState]
    outputs: Mapping[str, str]
    fulfilled: int
    decided: int
    is_baseline: bool = False
    number: int = 0
    made_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    choices: RunChoices | None = None

    @property
    def share(self) -> float | None:
        """The adherence, 0 to 1; None if no occurrence was decided."""
        return self.fulfilled / self.decided if self.decided else None


class SpotCheckRuns:
    """The stored runs of spot-checks. All methods raise StorageFailed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, set_id: str, run: SpotCheckRun) -> int:
        """Store a run and return its number. The oldest runs of the set are deleted."""
        states = [[*pair, state] for pair, state in run.states.items()]
        choices = asdict(run.choices) if run.choices else None
        content = json.dumps({"states": states, "outputs": dict(run.outputs), "made_with": choices})
        values = (set_id, time.time(), run.fulfilled, run.decided, content)

        def work(connection: sqlite3.Connection) -> int:
            insert = (
                "INSERT INTO spot_check_runs (set_id, made_at, fulfilled, decided, is_baseline, content)"
                " VALUES (?, ?, ?, ?, 0, ?)"
            )
            number = connection.execute(insert, values).lastrowid or 0
            connection.execute(
                "DELETE FROM spot_check_runs WHERE set_id = ?1 AND is_baseline = 0 AND number NOT IN"
                " (SELECT number FROM spot_check_runs WHERE set_id = ?1 ORDER BY number DESC LIMIT ?2)",
                (set_id, MOST_RUNS),
            )
            return number

        return await self._database.run(work)

    async def of(self, set_id: str) -> list[SpotCheckRun]:
        """Return the runs of a set, the newest first."""
        query = f"SELECT {_COLUMNS} FROM spot_check_runs WHERE set_id = ? ORDER BY number DESC"
        rows = await self._database.run(lambda connection: connection.execute(query, (set_id,)).fetchall())
        return list(map(_run, rows))

    async def baseline(self, set_id: str) -> SpotCheckRun | None:
        """Return the run that later ones are compared with; None if none was chosen."""
        query = f"SELECT {_COLUMNS} FROM spot_check_runs WHERE set_id = ? AND is_baseline"
        row = await self._database.run(lambda connection: connection.execute(query, (set_id,)).fetchone())
        return _run(row) if row else None

    async def choose_baseline(self, set_id: str, number: int) -> None:
        """Make a run the baseline of its set, instead of the previous one."""
        update = "UPDATE spot_check_runs SET is_baseline = (number = ?) WHERE set_id = ?"
        await self._database.run(lambda connection: connection.execute(update, (number, set_id)))

    async def forget_outputs(self) -> None:
        """Delete the translations of all runs. The states of the entries stay, so that later runs can be compared."""
        update = "UPDATE spot_check_runs SET content = json_set(content, '$.outputs', json('{}'))"
        await self._database.run(lambda connection: connection.execute(update))


def _run(row: tuple[Any, ...]) -> SpotCheckRun:
    number, moment, fulfilled, decided, is_baseline, content = row
    read = json.loads(content)
    states = {(source, target): EntryState(state) for source, target, state in read["states"]}
    made_at = datetime.fromtimestamp(moment, UTC)
    choices = RunChoices(**made_with) if (made_with := read.get("made_with")) else None
    return SpotCheckRun(states, read["outputs"], fulfilled, decided, bool(is_baseline), number, made_at, choices)
