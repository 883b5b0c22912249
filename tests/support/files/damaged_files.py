"""A database after a normal end or a kill, and ways to damage its files."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

SUFFIXES = ("", "-wal", "-mark", "-sums")
NAME = "termdesk.db"
EDITS = 300
KINDS = ("bit", "bit", "bit", "bytes", "page", "cut", "empty")


async def write_drafts(records: Records, *, edits: int = EDITS) -> str:
    """Write a dictionary with some rows and many separately acknowledged edits. Returns the draft id."""
    entries = Entries.of([(f"term {number}", f"Begriff {number}") for number in range(400)])
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id=None,
        glossary_name="Terms",
        pair=LanguagePair("en", "de"),
        entries=entries,
        is_on_service=False,
    )
    await records.history.add_billed_call("local", "POST /v2/translate", estimated=12, billed=12)
    for number in range(edits):
        change = SetCells(TARGET, (number % 400,), (f"geändert {number} " + "x" * (number % 40),))
        await records.journal.append(draft.draft_id, change, entry_count=400)
    return draft.draft_id


async def left_in_good_order(folder: Path) -> None:
    async with Records(folder / NAME) as records:
        await write_drafts(records)


async def left_by_a_kill(folder: Path) -> None:
    """Copy the files of a session that is still open, as a kill would leave them."""
    live = folder / "live"
    live.mkdir()
    async with Records(live / NAME) as records:
        draft_id = await write_drafts(records)
        # Write past a checkpoint, so that part of the data is in the file and the rest in the log.
        for number in range(EDITS):
            change = SetCells(TARGET, (number % 400,), (f"später {number}",))
            await records.journal.append(draft_id, change, entry_count=400)
        copy_files(live, folder)
    shutil.rmtree(live)


def copy_files(source: Path, target: Path) -> None:
    for suffix in SUFFIXES:
        if (source / (NAME + suffix)).exists():
            shutil.copyfile(source / (NAME + suffix), target / (NAME + suffix))


def everything(path: Path) -> list[str]:
    """Return all rows of all tables. No process may have the database open."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def spoil(path: Path, chance: random.Random) -> str:
    """Damage a file in a random way, and return a description of the damage."""
    content = bytearray(path.read_bytes())
    kind = chance.choice(KINDS)
    position = chance.randrange(len(content))
    if kind == "bit":
        content[position] ^= 1 << chance.randrange(8)
    elif kind == "bytes":
        content[position : position + 40] = chance.randbytes(len(content[position : position + 40]))
    elif kind == "page":
        start = position // 4096 * 4096
        content[start : start + 4096] = bytes(len(content[start : start + 4096]))
    elif kind == "cut":
        del content[position:]
    else:
        content.clear()
    path.write_bytes(content)
    return f"{kind} at {position} of {path.name}"
