"""What a column title says about the phrases below or beside it."""

from __future__ import annotations

import pytest

from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.formats.column_roles import (
    ColumnRole,
    DetailColumns,
    language_of_title,
    plain_title,
    role_of,
    title_with_language,
)
from termdesk.formats.language_labels import LONGEST_LABEL, language_of


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("Status", ColumnRole.STATUS),
        ("Status [en]", ColumnRole.STATUS),
        ("Verwendung", ColumnRole.STATUS),
        ("FORBIDDEN", ColumnRole.FORBIDDEN),
        ("Do not use", ColumnRole.FORBIDDEN),
        ("Term_Info", ColumnRole.MARKS),
        ("fuzzy", ColumnRole.UNFINISHED),
        ("Entry_Note", ColumnRole.NOTE),
        ("Subject Field", ColumnRole.DOMAIN),
        ("Begriffsdefinition", ColumnRole.DEFINITION),
        ("Author", ColumnRole.IGNORED),
    ],
)
def test_a_column_is_known_by_its_title(title: str, role: ColumnRole) -> None:
    assert role_of(title) is role


def test_a_title_may_name_the_language_that_it_means() -> None:
    assert title_with_language("Status [pt-BR]") == ("status", "pt-BR")
    assert title_with_language("Part of Speech (de)") == ("part of speech", "de")
    assert title_with_language("en_description") == ("description", "en")
    assert title_with_language("English_United_States_Def") == ("def", "en-US")
    assert title_with_language("SUBJECT_FR") == ("subject", "fr")
    assert title_with_language("Status [old]") == ("status [old]", "")


@pytest.mark.parametrize(
    ("columns", "row", "detail"),
    [
        (DetailColumns(status=(0,), note=(1,)), ["preferred", "old"], EntryDetail("preferred", "old")),
        (DetailColumns(status=(0,), forbidden=(1,)), ["preferred", "TRUE"], EntryDetail(FORBIDDEN)),
        (DetailColumns(status=(0,), forbidden=(1,)), ["preferred", "no"], EntryDetail("preferred")),
        (DetailColumns(forbidden=(0,)), ["since 2020"], EntryDetail(FORBIDDEN, "since 2020")),
        (DetailColumns(status=(0,), forbidden=(1,)), ["draft", "1"], EntryDetail(FORBIDDEN, "Status: draft")),
        (DetailColumns(status=(0, 1)), ["preferred", "do not use"], EntryDetail(FORBIDDEN)),
        (DetailColumns(marks=(0, 1)), ["", "CasePermissive;HalfPrefix;Forbidden"], EntryDetail(FORBIDDEN)),
        (DetailColumns(marks=(0,)), ["CasePermissive;Forbidden=false"], None),
        (DetailColumns(marks=(0,)), ["admitted"], None),
        (
            DetailColumns(note=(0,), definition=(1,), domain=(2, 3)),
            ["n", "d", "", "law"],
            EntryDetail("", "n", "law", (("definition", "d"),)),
        ),
    ],
)
def test_a_row_has_the_details_of_its_columns(
    columns: DetailColumns, row: list[str], detail: EntryDetail | None
) -> None:
    assert columns.detail(lambda position: row[position]) == detail


def test_a_row_is_unfinished_where_a_column_says_so() -> None:
    columns = DetailColumns(unfinished=(1,))

    assert columns.is_unfinished(lambda position: ["a", "True"][position])
    assert not columns.is_unfinished(lambda position: ["True", "False"][position])


@pytest.mark.parametrize(
    ("title", "language"),
    [
        ("English", "en"),
        ("English term", "en"),
        ("EN:", "en"),
        ("日本語", "ja"),
        ("日本語 用語", "ja"),
        ("Term [de]", "de"),
        ("Term (German)", "de"),
        ("TERM_EN", "en"),
        ("Source (English)", "en"),
        ("Target: German", "de"),
        ("German translation", "de"),
        ("Deutsche Benennung", None),
        ("English (UK)", "en-GB"),
        ("English_United_States", "en-US"),
        ("Chinese_PRC", "zh-CN"),
        ("Spanish (Latin America)", "es"),
        ("pt-PT", "pt-PT"),
        ("zh-TW", "zh-TW"),
        ("mt", "mt"),
        ("mlt", "mt"),
        ("Maltese", "mt"),
        ("Gàidhlig", "gd"),
        ("English/Englisch", "en"),
        ("Begriff/Übersetzung", None),
        ("Source language", None),
        ("Zielsprache", None),
        ("To", None),
        ("English definition", None),
        ("en_description", None),
        ("TERM_EN_PARAMETER", None),
        ("Notes", None),
        ("Example of use", None),
        ("Case sensitive", None),
    ],
)
def test_a_title_names_the_language_of_the_phrases_below(title: str, language: str | None) -> None:
    assert language_of_title(title) == language


def test_a_whole_text_is_no_title_however_it_begins() -> None:
    """A long text is neither searched nor kept, because a cell may contain a whole book."""
    text = "English " + "a" * LONGEST_LABEL

    assert language_of_title(text) is None
    assert language_of(text) is None
    assert plain_title(text) == ""
    assert role_of(f"Status {text}") is ColumnRole.IGNORED
