"""Changes of many cells in the multilingual table run in a worker: all dictionaries change together, or none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer

from termdesk.application.glossaries.editing.bulk_change import MOST_AT_ONCE
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.entries.changes import RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.errors import InvalidInput
from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows
from termdesk.storage.records import Records
from termdesk.ui.glossaries.multilingual.multilingual_edits import MultilingualEdits
from termdesk.ui.shell.jobs import Jobs

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Texts = list[list[tuple[str, str]]]
MANY = MOST_AT_ONCE // 2
LANGUAGES = {"ar": "شجرة", "de": "Baum", "ja": "木"}
TARGETS = {
    code: [(f"tree {number}", f"{word} {number % 7}") for number in range(MANY)] for code, word in LANGUAGES.items()
}
BUSY = "Many rows are still being changed. Wait until this is done."
ALL = {column: range(MANY) for column in (1, 2, 3)}


@pytest.fixture
def edits(
    opening_multilingual: Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable], jobs: Jobs
) -> MultilingualEdits:
    return MultilingualEdits(opening_multilingual(TARGETS), rename=lambda _row, _text: None, jobs=jobs)


def texts(edits: MultilingualEdits) -> Texts:
    return [list(each.entries) for each in edits.table.dictionaries]


BEFORE = [TARGETS[code] for code in sorted(TARGETS)]


async def until_busy(edits: MultilingualEdits) -> None:
    while not edits.table.is_busy:
        await asyncio.sleep(0)


@pytest.mark.slow
def test_all_languages_change_at_once_and_the_window_goes_on(
    edits: MultilingualEdits, finish: Finish, records: Records
) -> None:
    ticks: list[int] = []
    seen: set[tuple[int, ...]] = set()

    def look() -> None:
        ticks.append(1)
        seen.add(tuple(len(each) for each in edits.table.dictionaries))

    timer = QTimer()
    timer.setInterval(0)
    timer.timeout.connect(look)
    timer.start()
    edits.clear_cells(ALL)
    assert texts(edits) == BEFORE
    finish(edits.wait_until_settled())
    timer.stop()

    # The first language keeps the phrases, so that the rows stay.
    kept = [(source, "") for source, _ in TARGETS["ar"]]
    assert len(ticks) > 3
    assert seen <= {(MANY, MANY, MANY), (MANY, 0, 0)}
    assert texts(edits) == [kept, [], []]
    assert edits.model.missing == [MANY] * 3
    assert edits.table.violation_count == MANY
    finish(edits.table.wait_until_saved())
    for each, expected in zip(edits.table.dictionaries, texts(edits), strict=True):
        on_disk, _ = finish(records.journal.load(each.draft.draft_id))
        assert list(on_disk) == expected
    edits.history.undo()
    finish(edits.wait_until_settled())
    assert texts(edits) == BEFORE
    assert edits.model.missing == [0] * 3
    assert [each.steps.done for each in edits.table.dictionaries] == [0, 0, 0]


@pytest.mark.slow
def test_a_paste_over_all_and_beyond_is_one_step(edits: MultilingualEdits, finish: Finish) -> None:
    block = [[f"a {row}", f"d {row}", f"j {row}"] for row in range(MANY + 3)]

    edits.do(edits.paste_edit(block, rows=range(MANY), columns=[1, 2, 3]))
    finish(edits.wait_until_settled())

    assert edits.history.count == 1
    assert [edits.model.cell(MANY - 1, column) for column in range(4)] == [f"tree {MANY - 1}", *block[MANY - 1]]
    assert [edits.model.cell(MANY + 2, column) for column in range(4)] == ["", *block[MANY + 2]]
    edits.history.undo()
    finish(edits.wait_until_settled())
    assert texts(edits) == BEFORE
    edits.history.redo()
    finish(edits.wait_until_settled())
    assert edits.model.rowCount() == MANY + 3
    assert edits.model.cell(MANY, 3) == f"j {MANY}"


def test_what_is_asked_meanwhile_is_refused_in_words_and_loses_nothing(
    edits: MultilingualEdits, finish: Finish
) -> None:
    said: list[str] = []
    edits.refused.connect(said.append)
    table = edits.table

    async def interfere() -> None:
        edits.do(edits.removal(range(MANY - 2)))
        edits.insert_row(0)
        await until_busy(edits)
        edits.insert_row(0)
        assert not edits.model.flags(edits.model.index(0, 1)) & Qt.ItemFlag.ItemIsEditable
        with pytest.raises(InvalidInput, match="still in progress"):
            table.apply(edit_rows(table.entries, {0: TableRowEdit(targets={2: "x"})}))
        with pytest.raises(InvalidInput, match="still in progress"):
            table.dictionaries[2].apply(SetCells(TARGET, (0,), ("x",)))
        assert texts(edits) == BEFORE
        await edits.wait_until_settled()

    finish(interfere())

    assert said == [BUSY] * 2
    assert texts(edits) == [pairs[-2:] for pairs in BEFORE]
    assert edits.model.flags(edits.model.index(0, 1)) & Qt.ItemFlag.ItemIsEditable
    edits.insert_row(0)
    assert len(table) == 3


@pytest.mark.slow
def test_undo_that_is_pressed_again_before_it_is_done_walks_on_in_order(
    edits: MultilingualEdits, finish: Finish
) -> None:
    edits.do(edits.source_edit(0, "first"))
    edits.do(edits.removal(range(1, MANY)))
    finish(edits.wait_until_settled())
    edits.do(edits.source_edit(0, "last"))
    after = texts(edits)

    for _ in range(3):
        edits.history.undo()
    finish(edits.wait_until_settled())
    assert texts(edits) == BEFORE
    for _ in range(3):
        edits.history.redo()
    finish(edits.wait_until_settled())

    assert texts(edits) == after == [[("last", f"{word} 0")] for _, word in sorted(LANGUAGES.items())]
    assert edits.history.position == edits.table.steps.done == 3
    assert [each.steps.titles for each in edits.table.dictionaries] == [
        ["Edit source", f"Delete {MANY - 1:,} rows", "Edit source"]
    ] * 3


@pytest.mark.slow
def test_a_change_that_is_given_up_leaves_all_as_it_was(edits: MultilingualEdits, jobs: Jobs, finish: Finish) -> None:
    async def given_up() -> None:
        edits.clear_cells(ALL)
        await until_busy(edits)
        (job,) = jobs.running
        jobs.cancel(job.key)
        await edits.wait_until_settled()

    finish(given_up())

    assert texts(edits) == BEFORE
    assert edits.history.count == edits.table.steps.done == 0
    assert not edits.table.is_busy
    edits.clear_cells(ALL)
    finish(edits.wait_until_settled())
    assert edits.history.count == 1


@pytest.mark.slow
def test_an_undo_that_is_given_up_can_be_pressed_again(edits: MultilingualEdits, jobs: Jobs, finish: Finish) -> None:
    edits.do(edits.removal(range(1, MANY)))
    finish(edits.wait_until_settled())

    async def given_up() -> None:
        edits.history.undo()
        await until_busy(edits)
        (job,) = jobs.running
        jobs.cancel(job.key)
        await edits.wait_until_settled()

    finish(given_up())

    assert edits.history.position == edits.table.steps.done == 1
    edits.history.undo()
    finish(edits.wait_until_settled())
    assert texts(edits) == BEFORE


@pytest.mark.slow
def test_what_comes_from_the_service_waits_for_what_is_under_way(edits: MultilingualEdits, finish: Finish) -> None:
    async def both() -> None:
        edits.clear_cells(ALL)
        with pytest.raises(InvalidInput, match="have changed in the meantime"):
            await edits.apply_to_column(1, RemoveRows(range(10)), "From the service")

    finish(both())
    assert edits.history.count == 1
    edits.history.undo()
    finish(edits.wait_until_settled())
    finish(edits.apply_to_column(1, RemoveRows(range(10)), "From the service"))
    assert texts(edits) == [BEFORE[0], BEFORE[1][10:], BEFORE[2]]
    assert edits.model.cell(3, 2) == ""


@pytest.mark.slow
def test_what_a_filter_shows_stays_shown(edits: MultilingualEdits, finish: Finish) -> None:
    expected = ViewQuery((Condition("Baum 3"),))
    edits.model.set_order(finish(edits.table.find_rows(expected)))
    shown = [edits.model.cell(row, 0) for row in edits.model.order]

    edits.do(edits.removal([row for row in range(MANY) if row % 7 != 3]))
    finish(edits.wait_until_settled())

    assert [edits.model.cell(row, 0) for row in edits.model.order] == shown
    edits.history.undo()
    finish(edits.wait_until_settled())
    back = [edits.model.cell(row, 0) for row in edits.model.order]
    assert [each for each in back if each in set(shown)] == shown
    assert list(edits.model.order) == sorted(edits.model.order), "what comes back stands where it stood"


@pytest.mark.slow
def test_a_dictionary_that_is_closed_meanwhile_waits_for_the_change(
    edits: MultilingualEdits, finish: Finish, records: Records
) -> None:
    edits.do(edits.fill_edit(range(MANY), [1, 2, 3]))

    async def closed() -> None:
        await until_busy(edits)
        for each in edits.table.dictionaries:
            await each.close()

    finish(closed())

    for each, word in zip(edits.table.dictionaries, LANGUAGES.values(), strict=True):
        on_disk, _ = finish(records.journal.load(each.draft.draft_id))
        assert set(on_disk.targets) == {f"{word} 0"}


@pytest.mark.slow
def test_one_language_that_was_closed_keeps_all_from_changing(edits: MultilingualEdits, finish: Finish) -> None:
    finish(edits.table.dictionaries[2].close())

    with pytest.raises(InvalidInput, match="was closed in the meantime"):
        edits.table.apply(edit_rows(edits.table.entries, {0: TableRowEdit("x")}))
    with pytest.raises(InvalidInput, match="was closed in the meantime"):
        finish(
            edits.apply_bulk_change(
                edit_rows(edits.table.entries, {row: TableRowEdit("x") for row in range(MANY)}), "Rename"
            )
        )

    assert texts(edits) == BEFORE


@pytest.mark.slow
def test_a_clear_of_empty_cells_says_so(edits: MultilingualEdits, finish: Finish) -> None:
    said: list[str] = []
    edits.refused.connect(said.append)
    for _ in range(2):
        edits.clear_cells(ALL)
        finish(edits.wait_until_settled())

    assert said == ["Nothing changed: the cells already have this content."]
    assert edits.history.count == 1
