"""What was true before and after an undo step, as hashes of two versions. The table has two columns for each kind."""

from __future__ import annotations

import sqlite3
from typing import Literal, get_args

# `base`: the version of the service. `common`: what a linked folder and the dictionary have in common.
Kind = Literal["base", "common"]
KINDS: tuple[Kind, ...] = get_args(Kind)

# How many steps of a draft keep their versions, which are whole dictionaries. An older step changes only the entries.
MAX_KEPT = 20


def attach_versions(
    connection: sqlite3.Connection, draft_id: str, moment: float, kind: Kind, *, before: str | None, after: str
) -> bool:
    """Record both versions with the step of this moment, within a transaction. Return whether the step is done.

    If it is undone meanwhile, only redoing it may bring the newer version; if it is gone, nothing may.
    """
    query = """SELECT place, place < (SELECT done_steps FROM drafts WHERE drafts.draft_id = steps.draft_id)
        FROM steps WHERE draft_id = ? AND moment = ?"""
    found = connection.execute(query, (draft_id, moment)).fetchone()
    if found is None:
        return False
    place, is_done = found
    update = f"UPDATE steps SET {kind}_before = ?, {kind}_after = ? WHERE draft_id = ? AND place = ?"
    connection.execute(update, (before, after, draft_id, place))
    latest = f"SELECT place FROM steps WHERE draft_id = ? AND {kind}_after IS NOT NULL ORDER BY place DESC LIMIT ?"
    connection.execute(
        f"UPDATE steps SET {forgotten(kind)} WHERE draft_id = ? AND place NOT IN ({latest})",
        (draft_id, draft_id, MAX_KEPT),
    )
    return bool(is_done)


def forgotten(kind: Kind) -> str:
    """Return the assignments of an UPDATE that removes both versions from steps."""
    return f"{kind}_before = NULL, {kind}_after = NULL"
