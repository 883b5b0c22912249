"""Filters and facets of the multilingual table give the same result as examining each row."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from support.view_queries import containing
from termdesk.application.glossaries.multilingual.table_rows import DictionaryColumn, rows_counted, rows_shown
from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.facets import NOTHING, Facet
from termdesk.application.glossaries.view.row_classes import SOURCE_EMPTY, TARGET_EMPTY, WITH_NOTE
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, PREFERRED, EntryDetail
from termdesk.domain.entries.phrase_classes import LENGTHS, SCRIPTS, length_classes, script_classes
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import align
from termdesk.domain.progress import NoProgress

WORDS = ("tree", "Baum", "木", "дерево", "a longer phrase", "Ä")
COUNTED = (
    Facet.INCOMPLETE,
    Facet.CHANGE,
    Facet.STATUS,
    Facet.DOMAIN,
    Facet.NOTE,
    Facet.SOURCE_LENGTH,
    Facet.TARGET_LENGTH,
    Facet.TARGET_SCRIPT,
)


class Table:
    """Three random dictionaries as a worker thread receives them: two were published, some entries have details."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        dictionaries = [_dictionary(chance) for _ in range(3)]
        # The same text in every dictionary, except in changed ones.
        self.bases = [
            {source: chance.choice((target, "other")) for source, target in each if chance.random() < 0.7}
            for each in dictionaries[:2]
        ] + [{}]
        self.entries = MultilingualEntries(dictionaries, align(dictionaries))
        self.columns = []
        for entries, ids, base in zip(dictionaries, self.entries.alignment.columns, self.bases, strict=True):
            violations = ViolationIndex(entries, base)
            self.columns.append(DictionaryColumn(entries, ids, *violations.marks(), base))

    def shown(self, query: ViewQuery) -> list[int]:
        return list(rows_shown(NoProgress(), query, self.columns, None)[0])

    def counted(self, query: ViewQuery) -> dict[Facet, dict[str, int]]:
        return rows_counted(NoProgress(), query, self.columns, None, COUNTED)[0]

    def values(self, facet: Facet, row: int, languages: Sequence[int]) -> set[str]:
        """Return the values of a facet in a row, looked up cell by cell."""
        source = self.entries.source(row)
        if facet is Facet.SOURCE_LENGTH:
            return {LENGTHS[length_classes([source])[0]]}
        if facet is Facet.INCOMPLETE:
            return self._gaps(row, languages) or {NOTHING}
        found = {value for column in languages for value in self._values_of(facet, row, column)}
        return found or {NOTHING}

    def _gaps(self, row: int, languages: Sequence[int]) -> set[str]:
        found = set() if self.entries.source(row) else {SOURCE_EMPTY}
        holders = self.entries.holders(row)
        if not all(self._detail(row, each).is_forbidden for each in holders) and not all(
            self.entries.target(row, each) for each in languages
        ):
            found.add(TARGET_EMPTY)
        return found

    def _detail(self, row: int, column: int) -> EntryDetail:
        position = self.entries.position(row, column)
        return EntryDetail() if position is None else self.entries.dictionaries[column].detail(position)

    def _values_of(self, facet: Facet, row: int, column: int) -> set[str]:
        target = self.entries.target(row, column)
        if target is None:
            return set()
        detail = self._detail(row, column)
        match facet:
            case Facet.TARGET_LENGTH:
                return {LENGTHS[length_classes([target])[0]]}
            case Facet.TARGET_SCRIPT:
                return {SCRIPTS[script_classes([target])[0]]}
            case Facet.STATUS:
                return {detail.status} - {""}
            case Facet.DOMAIN:
                return {detail.domain} - {""}
            case Facet.NOTE:
                return {WITH_NOTE} if detail.note else set()
        return self._change(row, column, target, is_forbidden=detail.is_forbidden)

    def _change(self, row: int, column: int, target: str, *, is_forbidden: bool) -> set[str]:
        base = self.bases[column]
        before = base.get(self.entries.source(row))
        if not base:
            return set()
        if is_forbidden:
            return {"changed" if before == target else "kept_here"}
        return {"as_published" if before == target else "new" if before is None else "changed"}


def _dictionary(chance: random.Random) -> Entries:
    # Each source once, because the order of rows with one phrase is tested elsewhere.
    sources = chance.sample([f"{word} {number}" for word in WORDS for number in range(4)] + [""], 14)
    entries = Entries.of([(source, chance.choice((*WORDS, ""))) for source in sources])
    details = [
        EntryDetail(FORBIDDEN),
        EntryDetail(PREFERRED, domain="law"),
        EntryDetail(note="a note", domain="IT"),
    ]
    for row in chance.sample(range(14), 5):
        entries.apply(SetDetails((row,), (chance.choice(details),)))
    return entries


@pytest.fixture(params=range(4))
def table(request: pytest.FixtureRequest) -> Table:
    return Table(request.param)


QUERIES = [
    ViewQuery(),
    containing("a"),
    ViewQuery((Condition("tree", 0), Condition("", 2, Match.EMPTY, is_negated=True))),
    ViewQuery((Condition("Ä", 1, is_negated=True),), languages=frozenset({0, 2})),
    ViewQuery(only=frozenset({RowMark.INCOMPLETE}), languages=frozenset({1})),
    ViewQuery().with_values(Facet.STATUS, frozenset({PREFERRED, NOTHING})),
    ViewQuery(languages=frozenset({2})).with_values(Facet.TARGET_SCRIPT, frozenset({"LATIN", NOTHING})),
    containing("e").with_values(Facet.CHANGE, frozenset({"changed", NOTHING})),
    ViewQuery()
    .with_values(Facet.INCOMPLETE, frozenset({TARGET_EMPTY}))
    .with_values(Facet.NOTE, frozenset({WITH_NOTE})),
]


def meets(table: Table, query: ViewQuery, row: int, *, without: Facet | None = None) -> bool:
    languages = query.find_chosen_languages(3)
    cells = [table.entries.source(row), *(table.entries.target(row, column) or "" for column in range(3))]
    for condition in query.conditions:
        looked_at = [cells[0], *(cells[1 + each] for each in languages)]
        texts = looked_at if condition.column is None else [cells[condition.column]]
        fits: Callable[[str], bool] = (
            (lambda text: not text)
            if condition.match is Match.EMPTY
            else (lambda text, needle=condition.needle: needle.casefold() in text.casefold())
        )
        if any(map(fits, texts)) is condition.is_negated:
            return False
    if RowMark.INCOMPLETE in query.only and TARGET_EMPTY not in table.values(Facet.INCOMPLETE, row, languages):
        return False
    return all(
        choice.values & table.values(choice.facet, row, languages)
        for choice in query.choices
        if choice.facet is not without
    )


@pytest.mark.parametrize("query", QUERIES)
def test_the_rows_are_those_that_meet_the_query(table: Table, query: ViewQuery) -> None:
    assert table.shown(query) == [row for row in range(len(table.entries)) if meets(table, query, row)]


@pytest.mark.parametrize("query", QUERIES)
def test_values_count_the_rows_that_they_would_show(table: Table, query: ViewQuery) -> None:
    languages = query.find_chosen_languages(3)
    counts = table.counted(query)

    for facet in COUNTED:
        rows = [row for row in range(len(table.entries)) if meets(table, query, row, without=facet)]
        found = {value: count for value, count in counts[facet].items() if count}
        assert found == Counter(value for row in rows for value in table.values(facet, row, languages)), facet


def test_classes_that_were_made_are_noted_for_the_dictionary(table: Table) -> None:
    table.counted(ViewQuery())
    column = table.columns[0]

    assert set(column.made) == {Facet.TARGET_LENGTH, Facet.TARGET_SCRIPT}
    assert column.made[Facet.TARGET_LENGTH] == length_classes(column.entries.targets)
    known = DictionaryColumn(
        column.entries, column.ids, column.violating, column.repeated, column.excluded, column.base, dict(column.made)
    )
    rows_counted(NoProgress(), ViewQuery(), [known], None, COUNTED)
    assert known.made == {}
