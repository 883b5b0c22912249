"""The effect on other columns when the user chooses the use of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.application.glossaries.importing.column_choices import (
    IGNORED,
    can_swap_languages,
    choose_use,
    find_named_uses,
    find_shown_uses,
    is_untitled_table,
    lacks_language,
    swap_columns,
    swap_languages,
    uses_by_title,
)
from termdesk.application.glossaries.importing.file_view import ColumnRole, ColumnUse, FileView, ImportChoices
from termdesk.application.glossaries.importing.import_files import look_into
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

SOURCE, TARGET, NOTE = ColumnUse(ColumnRole.SOURCE), ColumnUse(ColumnRole.TARGET), ColumnUse(ColumnRole.NOTE)
EN_DE = LanguagePair("en", "de")
TMX = """<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>sea</seg></tuv>
<tuv xml:lang="de"><seg>See</seg></tuv><tuv xml:lang="fr"><seg>mer</seg></tuv></tu></body></tmx>"""


def read(path: Path, choices: ImportChoices) -> FileView:
    return look_into(NoProgress(), path, choices)[0]


def table(folder: Path, titles: str) -> Path:
    path = folder / "terms.en-de.csv"
    path.write_text(f"{titles}\n{','.join(f'phrase {title}' for title in titles.split(','))}\n")
    return path


def roles(file: FileView, *, wants_several: bool = True) -> str:
    uses = find_shown_uses(file, wants_several=wants_several)
    return " ".join(f"{use.role}{':' * bool(use.language)}{use.language}" for use in uses)


@pytest.mark.parametrize(
    ("titles", "steps", "expected"),
    [
        # The former source becomes a target if it is swapped with one; otherwise it is not imported.
        ("en,de,fr", [(1, SOURCE)], "target:en source:de target:fr"),
        ("Source,Target,Short", [(1, SOURCE)], "target source ignored"),
        ("Source,Target,Short", [(2, SOURCE)], "ignored target source"),
        ("en,de", [(0, TARGET)], "target:en source:de"),
        # Targets of several languages all stay; of one language only one.
        ("Source,Target,Short", [(2, TARGET)], "source:en target:de target"),
        ("Source,Target,Short", [(2, TARGET), (2, ColumnUse(ColumnRole.TARGET, "de"))], "source ignored target:de"),
        ("Source,Target,Short", [(2, TARGET), (1, NOTE)], "source note target"),
        ("Source,Target,A,B", [(2, TARGET), (3, TARGET)], "source:en target:de ignored target"),
        ("Source,Target,French", [(2, TARGET)], "source:en target:de target:fr"),
        ("Source,Target,Short", [(2, ColumnUse(ColumnRole.TARGET, "fr"))], "source:en target:de target:fr"),
        ("en,de,fr,it", [(2, TARGET)], "source:en target:de target:fr ignored"),
        ("en,de,fr,it", [(2, TARGET), (1, NOTE)], "source:en note target:fr ignored"),
        ("en,de,Mine", [(2, NOTE), (2, ColumnUse(ColumnRole.DOMAIN))], "source:en target:de domain"),
        ("Source,Target,Short", [(2, SOURCE), (0, SOURCE)], "source target ignored"),
    ],
)
def test_one_choice_settles_the_others(
    tmp_path: Path, titles: str, steps: list[tuple[int, ColumnUse]], expected: str
) -> None:
    path, choices = table(tmp_path, titles), ImportChoices(has_header=True)

    for position, use in steps:
        choices = choose_use(read(path, choices), choices, position, use, pair=EN_DE)

    assert roles(read(path, choices)) == expected


def test_titles_in_the_wrong_order_are_swapped_and_swapped_back(tmp_path: Path) -> None:
    path, choices = (
        table(tmp_path, "German,English,Note").rename(tmp_path / "terms.csv"),
        ImportChoices(has_header=True),
    )
    before = read(path, choices)

    choices = swap_languages(before, choices)
    swapped = read(path, choices)

    assert roles(before) == "source:de target:en note"
    assert roles(swapped) == "source:en target:de note"
    assert choices.pair == EN_DE
    assert before.phrase_columns == swapped.phrase_columns
    assert can_swap_languages(swapped)
    assert roles(read(path, swap_languages(swapped, choices))) == roles(before)


def test_after_a_swap_the_first_column_is_the_source(tmp_path: Path) -> None:
    # By its name, the file is English to German.
    path, choices = table(tmp_path, "German,English"), ImportChoices(has_header=True)
    before = read(path, choices)

    choices = swap_languages(before, choices)

    assert roles(before) == "target:de source:en"
    assert roles(read(path, choices)) == "source:en target:de"
    assert choices.pair == EN_DE


@pytest.mark.parametrize("titles", ["Source,Target,Short", "en,de,fr", "en,Target"])
def test_languages_are_swapped_where_two_titles_tell_them(tmp_path: Path, titles: str) -> None:
    assert not can_swap_languages(read(table(tmp_path, titles), ImportChoices(has_header=True)))


def test_a_language_is_missing_until_each_target_has_one(tmp_path: Path) -> None:
    path, choices = table(tmp_path, "Source,Target,Short"), ImportChoices(has_header=True)
    lacking = []

    for use in (TARGET, ColumnUse(ColumnRole.TARGET, "fr")):
        choices = choose_use(read(path, choices), choices, 2, use, pair=EN_DE)
        lacking.append(lacks_language(read(path, choices), choices))

    assert lacking == [True, False]
    assert {each.pair.target for each in read(path, choices).pairs} == {"de", "fr"}


def test_unless_several_are_wanted_one_target_is_imported(tmp_path: Path) -> None:
    file = read(table(tmp_path, "en,de,fr"), ImportChoices())

    assert roles(file, wants_several=False) == "source:en target:de ignored"
    assert roles(file) == "source:en target:de target:fr"
    # With several targets allowed, choosing another one leaves none out.
    choices = choose_use(file, ImportChoices(), 2, TARGET, wants_several=True)
    assert roles(read(tmp_path / "terms.en-de.csv", choices)) == "source:en target:de target:fr"


def test_of_a_term_base_source_and_target_are_chosen(tmp_path: Path) -> None:
    path = tmp_path / "terms.tmx"
    path.write_text(TMX)
    choices = ImportChoices()

    for position, use in ((2, TARGET), (1, SOURCE)):
        choices = choose_use(read(path, choices), choices, position, use)

    assert read(path, choices).pair == LanguagePair("de", "fr")


def test_languages_of_a_term_base_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "terms.tmx"
    path.write_text(TMX)
    choices = choose_use(read(path, ImportChoices()), ImportChoices(), 1, IGNORED)
    file = read(path, choices)

    assert file.pair == LanguagePair("en", "fr")
    assert (file.pairs, [each.role for each in file.uses]) == (
        (),
        [ColumnRole.SOURCE, ColumnRole.IGNORED, ColumnRole.TARGET],
    )
    choices = choose_use(file, choices, 1, TARGET)
    assert read(path, choices).pair == LanguagePair("en", "de")
    with pytest.raises(InvalidInput):
        read(path, choose_use(file, choose_use(file, choices, 1, IGNORED), 2, IGNORED))


def test_uses_are_kept_by_title(tmp_path: Path) -> None:
    file = read(table(tmp_path, "en,de,fr,x"), ImportChoices())

    uses = find_named_uses(file, wants_several=False)

    assert uses["fr"].role is ColumnRole.IGNORED
    assert uses_by_title(file, {"x": NOTE, "y": NOTE}) == ((3, NOTE),)


def test_swapped_columns_keep_the_languages_of_the_pair(tmp_path: Path) -> None:
    path = tmp_path / "plain.tsv"
    path.write_text("See\tsea\n", "utf-8")
    choices = ImportChoices(pair=EN_DE)
    file = read(path, choices)

    swapped = swap_columns(file, choices, EN_DE)

    assert is_untitled_table(file)
    assert read(path, swapped).phrase_columns == (1, 0)
    assert read(path, swapped).pair == swapped.pair == EN_DE
