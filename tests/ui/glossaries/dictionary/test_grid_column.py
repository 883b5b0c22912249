"""Each column of the grid is one record: what it shows, and how its cells are changed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import DETAIL_COLUMNS, STATUS, STATUSES
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.dictionary.grid_column import COLUMN_NAMES, GRID_COLUMNS

PAIR = LanguagePair("en", "ar")


def test_each_column_stands_at_its_number() -> None:
    assert [column.number for column in GRID_COLUMNS] == list(range(len(GRID_COLUMNS)))
    assert [column.number for column in GRID_COLUMNS if not column.is_phrase] == list(DETAIL_COLUMNS)
    assert len(set(COLUMN_NAMES)) == len(GRID_COLUMNS)


@pytest.mark.parametrize("number", range(len(GRID_COLUMNS)))
def test_a_changed_cell_holds_the_text_of_the_change(number: int) -> None:
    entries = Entries(["sun"], ["sol"])
    text = STATUSES[1] if number == STATUS else "another"

    entries.apply(GRID_COLUMNS[number].change(entries, 0, text))

    assert entries.cell(0, number) == text
    assert [entries.cell(0, other) for other in (SOURCE, TARGET) if other != number] == [
        phrase for other, phrase in ((SOURCE, "sun"), (TARGET, "sol")) if other != number
    ]


def test_an_unknown_status_is_refused() -> None:
    with pytest.raises(ValueError, match="not a status"):
        GRID_COLUMNS[STATUS].change(Entries(["sun"], ["sol"]), 0, "unheard of")


def test_phrases_name_their_language_and_begin_on_its_side() -> None:
    source, target, *details = GRID_COLUMNS

    assert (source.title(PAIR), target.title(PAIR)) == ("Source · en", "Target · ar")
    assert target.alignment(PAIR) & Qt.AlignmentFlag.AlignRight
    assert [column.language_of(PAIR) for column in details] == [""] * len(details)


def test_only_a_status_is_chosen_and_shown_by_its_word() -> None:
    chosen = {column.name: column.choices() for column in GRID_COLUMNS}

    assert [value for value, _ in chosen.pop("status") or ()] == list(STATUSES)
    assert set(chosen.values()) == {None}
    assert GRID_COLUMNS[STATUS].shown_text("forbidden", with_all=False) == "Forbidden"
