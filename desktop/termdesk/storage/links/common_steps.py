"""Undo steps that took over a release of a linked folder. Undo brings back what both had in common before it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from termdesk.domain.language.language import LanguagePair
from termdesk.storage.check_notes import DictionaryKey
from termdesk.storage.step_versions import attach_versions, forgotten

# Finds a dictionary of a linked glossary by the values of its key.
THIS_DICTIONARY = "profile = ? AND glossary_key = ? AND source = ? AND target = ?"


@dataclass(frozen=True, slots=True)
class TakenStep:
    """The undo step of a draft that took over a release, by its moment."""

    draft_id: str
    moment: float


def common_hash(connection: sqlite3.Connection, dictionary: DictionaryKey) -> str | None:
    """Return the hash of the entries in common with the folder; None if there are none."""
    query = f"SELECT hash FROM linked_dictionaries WHERE {THIS_DICTIONARY}"
    found = connection.execute(query, dictionary.values).fetchone()
    return str(found[0]) if found else None


def attach_common(connection: sqlite3.Connection, step: TakenStep, *, former: str | None, newer: str) -> bool:
    """Record what was in common before and after a step. Return whether the step is done.

    If it is undone meanwhile, the folder's release is not in common.
    """
    return attach_versions(connection, step.draft_id, step.moment, "common", before=former, after=newer)


def move_common(connection: sqlite3.Connection, draft_id: str, position: int, *, is_done: bool) -> None:
    """Set what is in common with the folder after a step was undone or redone, unless that has moved on since."""
    query = """SELECT common_before, common_after, profile, shelf_key, source, target
        FROM steps JOIN drafts USING (draft_id) WHERE draft_id = ? AND place = ? AND common_after IS NOT NULL"""
    found = connection.execute(query, (draft_id, position)).fetchone()
    if found is None:
        return
    before, after, profile, key, source, target = found
    dictionary = DictionaryKey(profile, key, LanguagePair(source, target).roots)
    old, new = (before, after) if is_done else (after, before)
    if common_hash(connection, dictionary) != old:
        return
    if new is None:
        connection.execute(f"DELETE FROM linked_dictionaries WHERE {THIS_DICTIONARY}", dictionary.values)
    else:
        connection.execute(
            "INSERT OR REPLACE INTO linked_dictionaries VALUES (?, ?, ?, ?, ?)", (*dictionary.values, new)
        )
    # Without a digest, the folder is compared with the glossary again.
    connection.execute("UPDATE folder_links SET digest = '' WHERE profile = ? AND glossary_key = ?", (profile, key))


def forget_common(connection: sqlite3.Connection, profile: str, glossary_key: str) -> None:
    """Keep the steps of a glossary, but not what it had in common with a former folder."""
    drafts = "SELECT draft_id FROM drafts WHERE profile = ? AND shelf_key = ?"
    connection.execute(f"UPDATE steps SET {forgotten('common')} WHERE draft_id IN ({drafts})", (profile, glossary_key))
