"""A thousand edits of every kind: undo restores the start and redo the end, exactly, also after a restart."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from support.campaign import size
from termdesk.application.glossaries.editing import undo_steps
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.rewrite import all_hits, as_change
from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.entry_rules import violations
from termdesk.domain.entries.rewrite import CleanUpOptions, make_replacement
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.sheet import sheet_edits
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

pytestmark = pytest.mark.scorecard("R12")

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
OPERATIONS = size(120, 1_000)
WORDS = [
    "tree",
    "Tree ",
    "house",
    "été",
    "x",
    "",
    " lead",
    "tab\there",
    "日本",
    "a\nb",
    "\ud800",
    "e\u0301",
    "no\xa0break",
]
PAIRS = [(f"{WORDS[number % 13]}{number // 13}", WORDS[number * 7 % 13]) for number in range(120)]
ARRANGEMENTS = [
    ViewQuery(),
    ViewQuery((Condition("e"),)),
    ViewQuery(sort_column=SOURCE),
    ViewQuery((Condition("t"),), sort_column=TARGET, descending=True),
    ViewQuery(only=frozenset({RowMark.VIOLATION})),
]


class Chance:
    """Random edits with everything that `GridEdits` and its model offer."""

    def __init__(self, edits: GridEdits, finish: Finish, seed: int) -> None:
        self.edits, self.finish = edits, finish
        self.random = random.Random(seed)

    @property
    def entries(self) -> Entries:
        return self.edits.dictionary.entries

    def rows(self) -> list[int]:
        count = len(self.entries)
        return self.random.sample(range(count), min(count, self.random.randint(1, 6)))

    def word(self) -> str:
        return self.random.choice(WORDS) + self.random.choice(["", "", str(self.random.randrange(50))])

    def block(self) -> list[list[str]]:
        return [[self.word() for _ in range(self.random.randint(1, 3))] for _ in range(self.random.randint(1, 5))]

    def position(self) -> int:
        return self.random.randint(0, len(self.entries))

    def typed(self) -> None:
        model = self.edits.model
        if model.rowCount():
            model.setData(model.index(self.random.randrange(model.rowCount()), self.random.randint(0, 1)), self.word())

    def inserted(self) -> None:
        self.edits.insert_row(self.position(), source=self.word(), target=self.word())

    def appended(self) -> None:
        self.edits.append_rows([(self.word(), self.word()) for _ in range(3)], "Append")

    def removed(self) -> None:
        # In the long run, as many rows are added as removed.
        if len(self.entries) > 60:
            self.edits.remove_rows(self.rows() + self.rows())

    def removed_block(self) -> None:
        if len(self.entries) > 60:
            first = self.random.randrange(len(self.entries) - 5)
            self.edits.remove_rows(range(first, first + 5))

    def cleared(self) -> None:
        self.edits.clear_cells({self.random.randint(0, 4): self.rows()})

    def filled(self) -> None:
        self.edits.fill_down(self.rows(), self.random.choice([[SOURCE], [TARGET], [SOURCE, TARGET]]))

    def reverted(self) -> None:
        self.edits.revert(self.rows())

    def pasted(self) -> None:
        self.edits.paste(self.block(), rows=self.rows(), column=self.random.randint(0, 1))

    def pasted_one(self) -> None:
        self.edits.paste([[self.word()]], rows=self.rows(), column=self.random.randint(0, 1))

    def brought_in(self) -> None:
        self.edits.insert_block(self.block(), row=self.position(), column=self.random.randint(0, 1))

    def replaced(self) -> None:
        rewrite = make_replacement(self.random.choice("etx日"), self.random.choice(["e", "", "T t"]), with_case=True)
        self.rewrote(rewrite)

    def cleaned(self) -> None:
        self.rewrote(CleanUpOptions())

    def rewrote(self, rewrite: Callable[[str], str]) -> None:
        found = self.finish(
            all_hits(self.edits.dictionary, rewrite, columns=(SOURCE, TARGET), rows=sorted(self.rows()))
        )
        if (change := as_change(found)) is not None:
            self.finish(self.edits.apply_bulk_change(change, "Replace"))

    def described(self) -> None:
        status = self.random.choice(["", "preferred", "admitted", "forbidden"])
        rows = sorted(self.rows())
        self.edits.push(SetDetails(rows, [EntryDetail(status=status, note=self.word()) for _ in rows]), "Describe")

    def went_back(self) -> None:
        for _ in range(self.random.randint(1, 4)):
            self.edits.history.undo()
        for _ in range(self.random.randint(0, 4)):
            self.edits.history.redo()
        self.settle()

    def settle(self) -> None:
        """Wait until changes in a worker are finished."""
        if not self.edits.is_settled:
            self.finish(self.edits.wait_until_settled())

    def arranged(self) -> None:
        expected = self.random.choice(ARRANGEMENTS)
        self.edits.model.set_order(self.finish(self.edits.dictionary.find_rows(expected)))

    def act(self) -> None:
        often = [self.typed, self.inserted, self.pasted, self.brought_in, self.replaced, self.described, self.filled]
        rare = [self.appended, self.removed, self.removed_block, self.cleared, self.reverted, self.pasted_one]
        self.random.choice([*often, *often, *rare, *rare, self.cleaned, self.went_back, self.arranged])()
        self.settle()


def bytes_of(dictionary: OpenDictionary) -> bytes:
    """Return the complete content of a dictionary, phrases and details, as bytes."""
    entries = dictionary.entries
    lines = [f"{source}\x1f{target}\x1f{entries.detail(row)!r}\x1e" for row, (source, target) in enumerate(entries)]
    return "".join(lines).encode("utf-8", "surrogatepass")


def walk(edits: GridEdits, finish: Finish) -> tuple[bytes, bytes]:
    """Assert the states at the start and at the end of all steps."""
    while edits.history.can_undo:
        edits.history.undo()
    finish(edits.wait_until_settled())
    start = bytes_of(edits.dictionary)
    while edits.history.can_redo:
        edits.history.redo()
    finish(edits.wait_until_settled())
    return start, bytes_of(edits.dictionary)


def check_what_is_derived(edits: GridEdits) -> None:
    """Assert that marks, counts and visible rows equal freshly computed ones."""
    dictionary, model = edits.dictionary, edits.model
    published = dictionary.entries.copy_published_part()
    assert dictionary.violation_count == len(list(violations(published)))
    assert dictionary.size_in_bytes == published.size_in_bytes()
    order = list(model.order)
    assert len(set(order)) == len(order) == model.rowCount()
    assert all(0 <= row < len(dictionary) for row in order)


@pytest.fixture
def make(finish: Finish, records: Records, qapp: QObject) -> Callable[[Sequence[tuple[str, str]]], OpenDictionary]:
    def make_now(pairs: Sequence[tuple[str, str]]) -> OpenDictionary:
        draft = finish(
            records.journal.open_draft(
                profile="local",
                glossary_key="g1",
                glossary_id="g1",
                glossary_name="Terms",
                pair=LanguagePair("en", "ar"),
                entries=Entries.of(pairs),
                is_on_service=True,
            )
        )
        opened: OpenDictionary = finish(OpenDictionary.open(records.journal, draft))
        return opened

    return make_now


@pytest.fixture
def jobs(request: pytest.FixtureRequest, window: QWidget, monkeypatch: pytest.MonkeyPatch) -> Jobs | None:
    """None, or jobs that run changes of more than two cells or rows."""
    if request.param == "at once":
        return None
    monkeypatch.setattr(sheet_edits, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(undo_steps, "MOST_AT_ONCE", 2)
    return Jobs(Notices(window), window)


@pytest.mark.parametrize(("jobs", "seed"), [("at once", 1), ("at once", 2), ("in a worker", 3)], indirect=["jobs"])
def test_undo_leads_to_the_start_and_redo_to_the_end(
    make: Callable[[Sequence[tuple[str, str]]], OpenDictionary],
    finish: Finish,
    records: Records,
    jobs: Jobs | None,
    seed: int,
) -> None:
    dictionary = make(PAIRS)
    edits = GridEdits(dictionary, jobs=jobs)
    start, ids = bytes_of(dictionary), list(dictionary.entries.ids)
    chance = Chance(edits, finish, seed)
    for number in range(OPERATIONS):
        chance.act()
        if number % 100 == 0:
            check_what_is_derived(edits)
    end, ids_at_end = bytes_of(dictionary), list(dictionary.entries.ids)
    assert edits.history.count > OPERATIONS // 2

    assert walk(edits, finish) == (start, end)
    assert list(dictionary.entries.ids) == ids_at_end
    check_what_is_derived(edits)
    while edits.history.can_undo:
        edits.history.undo()
    finish(edits.wait_until_settled())
    assert list(dictionary.entries.ids) == ids
    walk(edits, finish)

    draft = dictionary.draft
    finish(dictionary.close())
    again: OpenDictionary = finish(OpenDictionary.open(records.journal, draft))
    restored = GridEdits(again, jobs=jobs)
    assert bytes_of(again) == end
    assert restored.history.count == edits.history.count
    assert walk(restored, finish) == (start, end)
    check_what_is_derived(restored)
    finish(again.close())
