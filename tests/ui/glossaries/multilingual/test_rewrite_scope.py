"""Where find and replace searches in the multilingual table."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.ui.glossaries.multilingual.rewrite_scope import multilingual_scope


def test_all_come_first_then_the_languages_one_by_one(table: OpenTable) -> None:
    scope = multilingual_scope(table, [])

    assert [tuple(columns) for _, columns in scope.positions] == [
        (0, 1, 2, 3, 4, 5),
        (1, 2, 3, 4, 5),
        *[(column,) for column in range(6)],
    ]
    assert scope.positions[2][0] == "English, the source"
    assert [code for _, code in scope.sides] == ["en", "ar", "de", "he", "ja", "th"]


def test_several_selected_columns_are_the_first_choice(table: OpenTable) -> None:
    words, columns = multilingual_scope(table, [2, 4]).positions[0]

    assert (words, columns) == ("Selected columns: German, Japanese", (2, 4))


@pytest.mark.parametrize("selected", [[2], [0, 1, 2, 3, 4, 5]])
def test_one_column_or_all_of_them_need_no_choice_of_their_own(table: OpenTable, selected: list[int]) -> None:
    assert len(multilingual_scope(table, selected).positions) == 8


def test_rows_of_a_filter_are_passed_on(table: OpenTable) -> None:
    assert multilingual_scope(table, [], [1, 3]).shown_rows == [1, 3]
