"""Guesses about the layout of a table, tested separately; `test_table_preview` tests them on whole files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.delimited import COMMA, TAB
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.column_roles import ColumnRole, DetailColumns
from termdesk.formats.text.layout import (
    MOST_COLUMNS,
    SEPARATORS,
    FileColumn,
    Layout,
    column_of,
    columns_of,
    find_code_columns,
    find_detail_columns,
    find_quoting,
    find_separator,
    find_titled_pair,
    has_too_many_columns,
    looks_like_header,
    pair_in_rows,
    phrase_columns,
    separator_line,
    width_of,
    without_separator_line,
)

EN_DE = LanguagePair("en", "de")
WORDS = st.text("abcäß", min_size=1, max_size=5)


@given(rows=st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=1), separator=st.sampled_from(SEPARATORS))
def test_the_separator_of_plain_rows_is_always_found(rows: list[list[str]], separator: str) -> None:
    assert find_separator("\n".join(map(separator.join, rows))) == separator


def test_without_columns_there_is_no_separator() -> None:
    assert find_separator("tree\nsea\n") is None
    assert find_separator("") is None


@pytest.mark.parametrize(
    ("text", "separator", "rest"),
    [
        ("sep=;\r\na;b", ";", "a;b"),
        ('"SEP=|"\na|b', "|", "a|b"),
        ("sep=\t", "\t", ""),
        ("sep=ab\n", None, "sep=ab\n"),
        ("a;b\nsep=;", None, "a;b\nsep=;"),
    ],
)
def test_a_line_for_the_separator_is_only_the_first(text: str, separator: str | None, rest: str) -> None:
    assert separator_line(text) == separator
    assert without_separator_line(text) == rest


def test_quotes_in_csv_always_quote() -> None:
    assert find_quoting('a,"b\nc,d', COMMA)
    assert find_quoting('a\t"b ""c"""\n', TAB)
    assert not find_quoting("inch\t\"\nfoot\t'\n", TAB)


def test_the_usual_width_counts() -> None:
    assert width_of([["a", "b"], ["a", "b", "c"], ["a", "b"]]) == 2
    assert width_of([]) == 0


def test_a_header_of_many_titles_needs_languages_that_the_rows_below_do_not_repeat() -> None:
    titles = ["ID", "Subject", "English", "German", "Info", "Owner", "Date"]

    assert looks_like_header(titles, [["1", "law", "sea", "See", "", "", ""]])
    assert not looks_like_header(titles)
    assert not looks_like_header(titles, [["1", "law", "French", "Spanish", "", "", ""]])
    rows = [["1", "law", f"sea {number}", "See", "", "", ""] for number in range(30)]
    assert looks_like_header(titles, [*rows, ["1", "law", "German", "Deutsch", "", "", ""]])


def test_titles_of_details_belong_to_a_header_whatever_is_below() -> None:
    titles = ["en", "de", "Status", "Domain", "Note", "Part of speech", "Gender (source term)"]

    assert looks_like_header(titles, [["German", "Deutsch", "", "", "", "", ""]])


def test_columns_are_named_by_title_or_number() -> None:
    assert columns_of(["en", "Deutsch"], 3) == (
        FileColumn("en", "en"),
        FileColumn("Deutsch", "de"),
        FileColumn("Column 3"),
    )
    assert columns_of(None, 2) == (FileColumn("Column 1"), FileColumn("Column 2"))


def test_a_column_without_title_and_text_is_empty() -> None:
    columns = columns_of(["en", " ", "de", ""], 5, [["sea", "", "Meer", "", " "], ["sun", "x"]])

    assert [column.title for column in columns] == ["en", "Column 2", "de", "Column 4", "Column 5"]
    assert [column.is_empty for column in columns] == [False, False, False, True, True]


def test_a_column_of_numbers_titled_id_is_no_indonesian() -> None:
    assert columns_of(["id", "en"], 2, [["1", "sea"], ["2", "sun"]])[0].language is None
    assert columns_of(["id", "en"], 2, [["laut", "sea"], ["matahari 2", "sun"]])[0].language == "id"
    assert columns_of(["id", "en"], 2)[0].language == "id"


def test_a_title_in_snake_case_is_no_variant_of_a_language() -> None:
    columns = columns_of(["en_term", "en_note", "de_term", "de_note"], 4, [["house", "old", "Haus", "alt"]])

    assert [column.language for column in columns] == ["en", None, "de", None]
    assert find_detail_columns(columns, 0, 2).note == (1, 3)


@pytest.mark.parametrize(
    ("rows", "positions"),
    [
        ([["a", "b", "en"], ["c", "d", "en"]], (2,)),
        ([["a", "b", "en", "de"], ["c", "d", "", "de"]], (2, 3)),
        ([["Source", "Target", "Language"], ["c", "d", "en"]], (2,)),
        ([["en", "de", "fr"], ["see", "sieh", "it"]], ()),
        ([["a", "b", "en"], ["c", "d", "a note"]], ()),
        ([["a", "b", ""], ["c", "d", ""]], ()),
    ],
)
def test_columns_of_codes_hold_codes_in_every_row(rows: list[list[str]], positions: tuple[int, ...]) -> None:
    assert find_code_columns(rows, len(rows[0])) == positions


def test_the_pair_of_most_rows_is_the_pair() -> None:
    rows = [["a", "b", "EN", "DE"], ["c", "d", "en", "fr"], ["e", "f", "EN", "DE"], ["g", "h", "", "it"]]

    assert pair_in_rows(rows, (2, 3)) == EN_DE
    assert pair_in_rows(rows, (2,)) is None
    assert pair_in_rows(rows[-1:], (2, 3)) is None


def test_details_are_found_by_their_titles() -> None:
    columns = columns_of(["Term", "Notiz", "Comment", "Fachgebiet", "STATUS "], 5)

    assert find_detail_columns(columns, 0, 5) == DetailColumns(status=(4,), note=(1, 2), domain=(3,))


def test_phrases_stand_where_the_languages_or_the_titles_say() -> None:
    languages = columns_of(["Nr", "fr", "en-US", "de"], 4)
    titles = columns_of(["Target", "Source", "Note"], 3)

    assert phrase_columns(languages, EN_DE) == (2, 3)
    assert phrase_columns(languages, LanguagePair("en", "ja")) == (1, 2)
    assert phrase_columns(titles, EN_DE) == (1, 0)
    assert phrase_columns(columns_of(None, 3), None) == (0, 1)


def test_a_variant_is_found_by_itself_before_its_root() -> None:
    columns = columns_of(["pt-PT", "pt-BR", "en"], 3)

    assert [column_of(columns, code) for code in ("pt-BR", "pt", "pt-AO", "ja")] == [1, 0, 0, None]


def test_the_name_of_the_file_decides_only_where_the_columns_have_its_languages() -> None:
    columns = columns_of(["fr", "en", "de"], 3)

    assert find_titled_pair(columns, EN_DE) == EN_DE
    assert find_titled_pair(columns, LanguagePair("en", "ja")) == LanguagePair("fr", "en")
    assert find_titled_pair(columns_of(["en", "Note"], 2), EN_DE) is None


def test_only_two_bare_columns_are_the_plain_pair_of_the_interface() -> None:
    plain = Layout("utf-8", TAB)

    assert plain.is_plain_pair
    assert not Layout("utf-8", TAB, column_count=3).is_plain_pair
    assert not Layout("utf-8", TAB, source_column=1, target_column=0).is_plain_pair
    assert (plain.has_details, Layout("utf-8", TAB, detail_columns=DetailColumns(note=(2,))).has_details) == (
        False,
        True,
    )


def test_details_belong_to_the_language_in_their_title_or_to_their_left() -> None:
    crowdin = columns_of(["Term [en]", "Status [en]", "Term [de]", "Status [de]", "Term [fr]", "Status [fr]"], 6)
    memoq = columns_of(["English", "Term_Info", "German", "Term_Info", "French", "Term_Info"], 6)

    assert find_detail_columns(crowdin, 0, 2) == DetailColumns(status=(3,), marks=(1,))
    assert find_detail_columns(memoq, 0, 4).marks == (1, 5)


def test_a_column_of_forbidden_terms_is_no_column_of_marks() -> None:
    titles = ["en", "de", "Forbidden"]

    assert columns_of(titles, 3, [["a", "b", "yes"]])[2].role is ColumnRole.FORBIDDEN
    assert columns_of(titles, 3, [["a", "b", "bad word"]])[2].role is ColumnRole.IGNORED


def test_a_separator_that_makes_more_columns_than_any_table_has_is_none() -> None:
    long = ",".join("x" * (MOST_COLUMNS + 2))

    assert has_too_many_columns(f"a\tb\n{long}\tb\n", ",")
    assert not has_too_many_columns(long[2:], ",")
    assert find_separator(f"a\tb\n{long}\tb\n") == "\t"
    assert find_separator(long) is None
