"""The layout of a sheet as guessed from its first rows, before an import."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.spreadsheets.sheet_layout import SheetLayout, SheetPreview, find_layout
from termdesk.formats.spreadsheets.spreadsheet_package import WorkbookSheet

EN_DE = LanguagePair("en", "de")


def layout_of(rows: Sequence[Sequence[str]], *, header_row: int | None = None) -> SheetLayout:
    return find_layout(rows, header_row=header_row, named_pair=None)[0]


@pytest.mark.parametrize(
    ("rows", "header_row"),
    [
        ([["en", "de"], ["a", "b"]], 1),
        ([["ACME glossary", ""], ["", ""], ["en", "de"], ["a", "b"]], 3),
        ([["one", "eins"], ["en", "de"], ["a", "b"]], 0),
        ([["Source", "Target", "Status"], ["a", "b", "preferred"]], 1),
        ([["title"]] * 20 + [["en", "de"]], 0),
        ([], 0),
    ],
    ids=["first", "under a title", "an entry stands above", "source and target", "too far down", "empty sheet"],
)
def test_the_header_is_the_first_row_of_titles_with_nothing_but_single_cells_above(
    rows: list[list[str]], header_row: int
) -> None:
    assert layout_of(rows).header_row == header_row


def test_a_header_row_that_the_user_settled_is_kept() -> None:
    rows = [["en", "de"], ["a", "b"]]

    assert layout_of(rows, header_row=0).header_row == 0
    assert layout_of(rows, header_row=0).pair is None
    assert layout_of(rows, header_row=1).pair == EN_DE


def test_room_at_the_left_is_passed_over() -> None:
    layout = layout_of([["", "tree", "Baum"], ["", "sea", "See"]])

    assert (layout.source_column, layout.target_column, layout.column_count) == (1, 2, 3)


def test_codes_and_details_are_read_beside_the_phrases() -> None:
    coded = layout_of([["tree", "Baum", "en", "de"], ["sea", "See", "EN", "DE"]])
    detailed = layout_of([["en", "de", "Author", "Note", "Status"], ["tree", "Baum", "me", "big", "preferred"]])

    assert (coded.entry_columns, coded.pair) == ((0, 1, 2, 3), EN_DE)
    assert detailed.used_columns == (0, 1, 4, 3)


def preview(header: Sequence[str], row: Sequence[str]) -> SheetPreview:
    layout, columns = find_layout([header, row], header_row=None, named_pair=None)
    return SheetPreview(Path("t.xlsx"), WorkbookSheet("Terms", 10, len(header)), layout, columns, (tuple(row),))


def test_any_pair_of_a_sheet_with_many_languages_can_be_asked_for() -> None:
    file = preview(["en", "de", "fr", "Owner"], ["tree", "Baum", "arbre", "me"])
    french = file.layout_for(LanguagePair("de", "fr"))

    assert file.layout.has_many_languages
    assert (file.languages, file.pair, file.row_count) == (("en", "de", "fr"), EN_DE, 9)
    assert (french.source_column, french.target_column, french.pair) == (1, 2, LanguagePair("de", "fr"))
    assert [column.title for column in file.unused_columns] == ["fr", "Owner"]
    with pytest.raises(InvalidInput):
        file.layout_for(LanguagePair("en", "ja"))


def test_without_titles_the_user_names_the_pair() -> None:
    file = preview(["tree", "Baum"], ["sea", "See"])

    assert file.layout_for(LanguagePair("en", "ja")).pair == LanguagePair("en", "ja")
