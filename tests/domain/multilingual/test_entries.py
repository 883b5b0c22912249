"""What counts as missing in the table of several dictionaries."""

from __future__ import annotations

from support.detailed import detailed
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import align


def table_of(*dictionaries: Entries) -> MultilingualEntries:
    return MultilingualEntries(dictionaries, align(dictionaries))


def forbidding(pairs: list[tuple[str, str]], *rows: int) -> Entries:
    entries = Entries.of(pairs)
    for row in rows:
        entries.details[entries.ids[row]] = EntryDetail(FORBIDDEN)
    return entries


def test_a_forbidden_second_row_is_missing_nowhere() -> None:
    german = forbidding([("dog", "Hund"), ("dog", "Köter"), ("cat", "Katze")], 1)
    table = table_of(german, Entries.of([("dog", "chien")]))

    excluded = table.update_excluded_rows()

    assert [(table.target(row, 0), table.target(row, 1)) for row in excluded] == [("Köter", None)]
    assert [table.count_missing_targets(column, excluded) for column in range(2)] == [0, 1]


def test_a_row_with_one_usable_translation_is_wanted_in_all_languages() -> None:
    table = table_of(forbidding([("dog", "Köter")], 0), Entries.of([("dog", "chien")]), Entries.of([("cat", "gato")]))

    excluded = table.update_excluded_rows()

    assert excluded == set()
    assert [table.count_missing_targets(column, excluded) for column in range(3)] == [1, 1, 1]


def test_an_empty_target_is_missing_also_where_others_are_set_aside() -> None:
    german = forbidding([("dog", "Köter"), ("cat", "")], 0)
    table = table_of(german, Entries.of([("cat", "chat"), ("hen", "poule")]))

    excluded = table.update_excluded_rows()

    assert len(excluded) == 1
    assert [table.count_missing_targets(column, excluded) for column in range(2)] == [2, 0]


def test_translations_stand_beside_the_preferred_entry_and_a_synonym_lacks_nothing() -> None:
    details = [EntryDetail("admitted"), EntryDetail("preferred")]
    german = detailed([("dog", "Töle"), ("dog", "Hund"), ("cat", "Katze")], details)
    table = table_of(german, Entries.of([("dog", "chien")]))

    excluded = table.update_excluded_rows()

    rows = [(table.target(row, 0), table.target(row, 1)) for row in table.rows_with("dog")]
    assert rows == [("Töle", None), ("Hund", "chien")]
    assert [(table.target(row, 0), table.target(row, 1)) for row in excluded] == [("Töle", None)]
    assert [table.count_missing_targets(column, excluded) for column in range(2)] == [0, 1]


def test_a_cell_has_the_text_of_its_column_or_is_empty() -> None:
    table = table_of(Entries.of([("dog", "Hund")]), Entries.of([("dog", ""), ("cat", "chat")]))

    cells = [[table.cell(row, each.number) for each in table.columns] for row in range(len(table))]

    assert cells == [["dog", "Hund", ""], ["cat", "", "chat"]]
