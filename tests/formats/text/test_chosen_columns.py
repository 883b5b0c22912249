"""The use of columns: as detected, and as the user changed it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.column_roles import ColumnRole, ColumnUse
from termdesk.formats.text.chosen_columns import choose_columns, column_uses
from termdesk.formats.text.layout import FileColumn, Layout, columns_of, find_detail_columns

EN_DE = LanguagePair("en", "de")
SOURCE, TARGET, IGNORED = ColumnUse(ColumnRole.SOURCE), ColumnUse(ColumnRole.TARGET), ColumnUse(ColumnRole.IGNORED)
NOTE = ColumnUse(ColumnRole.NOTE)


def table(titles: str, pair: LanguagePair | None = EN_DE, positions: tuple[int, int] = (0, 1)) -> tuple[Any, Layout]:
    columns = columns_of(titles.split(","), titles.count(",") + 1)
    details = find_detail_columns(columns, *positions)
    return columns, Layout("utf-8", ",", True, False, True, len(columns), *positions, (), details, False, pair)


def chosen(
    titles: str, uses: Mapping[int, ColumnUse], pair: LanguagePair | None = None, known: LanguagePair | None = EN_DE
) -> tuple[tuple[FileColumn, ...], Layout]:
    columns, layout = table(titles, known)
    new, changes = choose_columns("a.csv", columns, layout, uses, pair)
    return new, replace(layout, **changes)


def roles(columns: tuple[FileColumn, ...], layout: Layout) -> str:
    return " ".join(f"{use.role}{':' * bool(use.language)}{use.language}" for use in column_uses(columns, layout))


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        ("Source,Target,Note,Context,x", "source target note context ignored"),
        ("en,de,fr,en-GB", "source:en target:de target:fr ignored"),
        ("en,de,Gender (source term),Status [de]", "source:en target:de gender status"),
    ],
)
def test_what_is_found_out_is_told_for_each_column(titles: str, expected: str) -> None:
    assert roles(*table(titles)) == expected


@pytest.mark.parametrize(
    ("titles", "uses", "expected", "pair"),
    [
        # There is one source: the former one becomes a target if it has a language.
        ("Source,Target,Short", {2: SOURCE}, "ignored target source", EN_DE),
        ("en,de,fr", {1: SOURCE, 0: TARGET}, "target:en source:de target:fr", EN_DE.reverse),
        # There is one target for each language, and one without a known language.
        ("Source,Target,Short", {2: TARGET}, "source ignored target", EN_DE),
        ("en,de,Kurz", {2: ColumnUse(ColumnRole.TARGET, "de")}, "source:en ignored target:de", EN_DE),
        (
            "en,de,Kurz",
            {2: ColumnUse(ColumnRole.TARGET, "fr")},
            "source:en target:de target:fr",
            LanguagePair("en", "fr"),
        ),
        # Details replace the detected uses.
        ("en,de,Mine,Note", {2: NOTE, 3: IGNORED}, "source:en target:de note ignored", EN_DE),
        ("en,de,x", {2: ColumnUse(ColumnRole.GENDER)}, "source:en target:de gender", EN_DE),
        # A language for a column whose title names none.
        ("Source,Target", {1: ColumnUse(ColumnRole.TARGET, "fr")}, "source target:fr", LanguagePair("en", "fr")),
    ],
)
def test_what_is_chosen_takes_the_place_of_what_was_found(
    titles: str, uses: Mapping[int, ColumnUse], expected: str, pair: LanguagePair
) -> None:
    columns, layout = chosen(titles, uses)

    assert roles(columns, layout) == expected
    assert layout.pair == pair
    assert (roles(columns, layout).split()[layout.source_column]).startswith("source")


def test_details_that_are_chosen_are_read_and_ignored_ones_are_not() -> None:
    _, layout = chosen("en,de,Mine,Note", {2: NOTE, 3: IGNORED})
    assert layout.detail_columns.note == (2,)

    _, layout = chosen("en,de,x", {2: ColumnUse(ColumnRole.GENDER)})
    assert layout.detail_columns.fields == (("grammaticalGender", 2),)


def test_what_is_said_of_a_language_goes_with_the_column_when_that_gets_another() -> None:
    _, layout = chosen("en,de,Status [de]", {1: ColumnUse(ColumnRole.TARGET, "nl")})

    assert layout.detail_columns.status == (2,)


def test_several_targets_get_the_language_of_their_source() -> None:
    columns, layout = chosen("Source,Target,Kurz", {1: ColumnUse(ColumnRole.TARGET, "de")})
    assert (columns[0].language, layout.has_many_languages) == (None, False)

    fr = ColumnUse(ColumnRole.TARGET, "fr")
    columns, layout = chosen("Source,Target,Kurz", {1: ColumnUse(ColumnRole.TARGET, "de"), 2: fr})
    assert [column.language for column in columns] == ["en", "de", "fr"]
    assert layout.has_many_languages


def test_the_pair_chooses_among_the_columns_of_its_languages() -> None:
    uses = {3: NOTE}

    assert chosen("en,de,fr,x", uses, LanguagePair("fr", "de"))[1].source_column == 2
    # The chosen uses are for this pair already.
    _, layout = chosen("de,en,en", {2: SOURCE, 0: TARGET}, EN_DE)
    assert (layout.source_column, layout.target_column) == (2, 0)


@pytest.mark.parametrize(("position", "side"), [(0, "source"), (1, "target")])
def test_without_a_side_nothing_can_be_read(position: int, side: str) -> None:
    with pytest.raises(InvalidInput, match=f"is the {side}"):
        chosen("Source,Target,x", {position: NOTE})


def test_the_pair_is_unknown_where_a_language_is() -> None:
    assert chosen("Source,Target,x", {1: ColumnUse(ColumnRole.TARGET, "fr")}, known=None)[1].pair is None
