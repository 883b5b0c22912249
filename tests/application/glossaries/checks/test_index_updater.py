"""The check index is updated after edits of any size, even while it is used."""

from __future__ import annotations

import asyncio
import random

import pytest

from support.check_workplace import Workplace, everything, fresh, said, words
from termdesk.application.glossaries.checks import index_updater
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail

pytestmark = pytest.mark.anyio


async def test_edits_are_followed_row_by_row(position: Workplace) -> None:
    dictionary = await position.open("Edits", [("house", "Haus"), ("House", "Heim"), ("tree", "Baum")])
    checks = position.checks(dictionary)
    assert said(await checks.listing()) == [(0, SOURCE, "near_duplicate"), (1, SOURCE, "shadowed")]

    dictionary.apply(SetCells(TARGET, (1,), ("Haus",)))
    assert said(await checks.listing()) == [(0, SOURCE, "near_duplicate"), (1, SOURCE, "near_duplicate")]
    dictionary.apply(RemoveRows([0]))
    assert said(await checks.listing()) == []
    dictionary.apply(
        InsertRows.at(dictionary.entries, 0, [("trees", "Gehölz"), ("home", "Heim"), ("tree home", "Hütte")])
    )
    found = await checks.listing()

    assert said(found)[:2] == [(0, SOURCE, "near_duplicate"), (2, SOURCE, "nested_otherwise")]
    assert words(found, "nested_otherwise") == ["It contains “tree” → “Baum” (row 5), “home” → “Heim” (row 2)."]


@pytest.mark.slow
async def test_a_change_of_many_rows_is_looked_at_anew(position: Workplace) -> None:
    dictionary = await position.open("Many", [(f"word {number}", "Wort") for number in range(6_000)])
    checks = position.checks(dictionary)
    assert len(await checks.listing()) == 0

    dictionary.apply(SetCells(TARGET, range(6_000), ["a  b"] * 6_000))

    assert (await checks.listing()).open.counts == {"repeated_blanks": 6_000}


async def test_marks_of_cells_catch_up_without_a_list(position: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_updater, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(index_updater, "MOST_UPDATED", 3)
    dictionary = await position.open("Marks", [(f"word {number}", "x") for number in range(6)])
    checks = position.checks(dictionary)
    dictionary.apply(SetCells(TARGET, (0, 1), ("a\u200b", "b")))
    assert not checks.is_behind, "nobody has asked yet"
    await checks.listing()
    assert not checks.is_behind

    for rows in ((1, 2), range(6)):
        dictionary.apply(SetCells(TARGET, rows, ["a\u200b"] * len(rows)))
        assert checks.is_behind
        await checks.update()
        assert not checks.is_behind
        assert checks.finding_titles_at(rows[-1], TARGET) == ["Invisible character"]


class EditsAtFirstStep:
    """Edits the dictionary while a list is made."""

    def __init__(self, dictionary: OpenDictionary, change: Change) -> None:
        self._dictionary = dictionary
        self._change: Change | None = change

    def step(self, done: int, total: int | None = None) -> None:
        change, self._change = self._change, None
        if change is not None:
            self._dictionary.apply(change)


async def test_a_list_knows_what_was_typed_while_it_was_made(position: Workplace) -> None:
    dictionary = await position.open("Typing", [("house", "Haus"), ("tree", "Baum")])
    checks = position.checks(dictionary)
    await checks.listing()

    change = SetCells(SOURCE, (1,), ("the house",))
    listing = await checks.listing(EditsAtFirstStep(dictionary, change))

    assert said(listing) == [(1, SOURCE, "nested_otherwise")]


TEXTS = ["house", "House", "tree house", "the house", "tree", "", "a  b", "Haus", "Baumhaus", "the tree house", "x"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
async def test_whatever_is_edited_meanwhile_the_list_is_the_one_that_new_checks_make(
    position: Workplace, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compares updates at once, updates in a worker, and new indexes, after edits of all sizes and cancelled lists."""
    monkeypatch.setattr(index_updater, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(index_updater, "MOST_UPDATED", 12)
    chance = random.Random(seed)
    await position.open("Bank", [("house", "Heim"), ("tree", "Baum")])
    dictionary = await position.open("Law", [(chance.choice(TEXTS), chance.choice(TEXTS)) for _ in range(20)])
    checks = position.checks(dictionary)
    await checks.compare()
    start, inverses = list(dictionary.entries), []

    for _ in range(12):
        being_made = asyncio.ensure_future(checks.listing())
        for _ in range(chance.randrange(4)):
            await asyncio.sleep(chance.choice((0, 0, 0.001)))
            change = random_change(dictionary.entries, chance)
            if chance.random() < 0.2:
                before = dictionary.entries.copy()
                await dictionary.apply_bulk_change(lambda _entries, change=change: change)
                inverses.append(before.apply(change))
            else:
                inverses.append(dictionary.apply(change))
        if chance.random() < 0.4:
            being_made.cancel()
        await asyncio.wait({being_made})
        assert everything(await checks.listing()) == everything(await fresh(position, dictionary))
    for inverse in reversed(inverses):
        dictionary.apply(inverse)

    assert list(dictionary.entries) == start
    assert everything(await checks.listing()) == everything(await fresh(position, dictionary))


def random_change(entries: Entries, chance: random.Random) -> Change:
    rows = sorted(chance.sample(range(len(entries)), chance.choice((1, 1, 2, 4, min(14, len(entries))))))
    texts = [chance.choice(TEXTS) for _ in rows]
    match chance.randrange(5):
        case 0:
            return InsertRows.at(entries, rows[0], [(text, chance.choice(TEXTS)) for text in texts])
        case 1 if len(entries) > 30:
            return RemoveRows(rows[:10])
        case 2:
            return SetDetails(rows, [EntryDetail(chance.choice((FORBIDDEN, ""))) for _ in rows])
        case 3:
            return Batch((SetCells(SOURCE, rows, texts), RemoveRows(rows[:1])))
    return SetCells(chance.choice((SOURCE, TARGET)), rows, texts)


async def test_a_cell_that_is_not_yet_followed_can_be_looked_at(position: Workplace) -> None:
    dictionary = await position.open("New", [("a  b", "x")])
    checks = position.checks(dictionary)
    await checks.listing()
    known = checks.kinds_at(0, SOURCE)

    new = [(f"new {number}", "y  z") for number in range(index_updater.MOST_AT_ONCE + 1)]
    dictionary.apply(InsertRows.at(dictionary.entries, 1, new))
    assert checks.is_behind
    assert [checks.kinds_at(row, SOURCE) for row in (0, 1)] == [known, []]
    assert checks.finding_titles_at(1, TARGET) == []
    await checks.update()

    assert checks.kinds_at(1, TARGET) == known != []
