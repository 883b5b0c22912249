"""Which dictionary a column of the table belongs to, and back."""

from __future__ import annotations

import re
from pathlib import Path

import termdesk
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.multilingual.columns import SOURCE_COLUMN, column_of, table_columns


def test_the_source_phrase_comes_first_and_belongs_to_no_dictionary() -> None:
    columns = table_columns(2)

    assert columns[0] == SOURCE_COLUMN
    assert [each.number for each in columns] == [0, 1, 2]
    assert [each.part for each in columns] == [None, 0, 1]


def test_a_column_leads_to_its_dictionary_and_back() -> None:
    columns = table_columns(3)

    assert [column_of(part) for part in range(3)] == list(columns[1:])
    assert all(columns[column_of(part).number].part == part for part in range(3))


def test_a_phrase_of_an_entry_is_in_the_column_of_its_side() -> None:
    assert column_of(1, SOURCE) == SOURCE_COLUMN
    assert column_of(1, TARGET) == column_of(1)
    assert [each.side for each in table_columns(1)] == [SOURCE, TARGET]


def test_no_other_module_computes_with_column_numbers() -> None:
    root = Path(termdesk.__file__).parent
    folders = [root / layer / "multilingual" for layer in ("ui/glossaries", "application/glossaries", "domain")]
    arithmetic = re.compile(r"\b(column|section|part)s? [-+] 1\b|\b1 \+ (column|section|part|len\(\w+\.dictionaries)")
    found = [path.name for each in folders for path in sorted(each.glob("*.py")) if arithmetic.search(path.read_text())]

    assert found == ["columns.py"]
