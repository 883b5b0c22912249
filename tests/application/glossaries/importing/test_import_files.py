"""Files are read by content and the user's choices, and everything left out is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.application.glossaries.exporting.export import write_file
from termdesk.application.glossaries.importing.file_view import ImportChoices, PairInFile
from termdesk.application.glossaries.importing.import_files import look_into, read_pairs, readable_endings, text_kinds
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

EN_DE = LanguagePair("en", "de")
NOTHING = NoProgress()
ENTRIES = [("tree", "Baum"), ("a phrase that is long", "lang"), ("sea", "See"), ("another long phrase", "auch")]


def written(tmp_path: Path, content: str, name: str = "terms.en-de.tsv") -> Path:
    path = tmp_path / name
    path.write_text(content, "utf-8")
    return path


def table(tmp_path: Path) -> Path:
    return written(tmp_path, "".join(f"{source}\t{target}\n" for source, target in ENTRIES))


def test_sources_that_are_too_long_are_left_out_and_counted(tmp_path: Path) -> None:
    file, result = look_into(NOTHING, table(tmp_path), ImportChoices(longest=10))

    assert list(result.entries) == [ENTRIES[0], ENTRIES[2]]
    assert list(result.lines) == [1, 3]
    assert [row[0] for row in file.first_rows] == ["tree", "sea"]
    assert any("2" in note and "10" in note for note in file.notes)
    [again] = read_pairs(NOTHING, table(tmp_path), ImportChoices(longest=10), [PairInFile(EN_DE, 4)])
    assert list(again.entries) == list(result.entries)


def test_a_source_of_just_the_limit_is_read_and_shown(tmp_path: Path) -> None:
    file, result = look_into(NOTHING, table(tmp_path), ImportChoices(longest=len("tree")))

    assert result.entries.sources == ["tree", "sea"] == [row[0] for row in file.first_rows]


def test_without_a_limit_everything_is_read(tmp_path: Path) -> None:
    file, result = look_into(NOTHING, table(tmp_path), ImportChoices())

    assert list(result.entries) == ENTRIES
    assert file.notes == ()
    assert file.kept == ()


def test_details_stay_with_their_entries_and_are_told(tmp_path: Path) -> None:
    entries = Entries.of(ENTRIES)
    entries.set_detail(1, EntryDetail(note="of the long one"))
    entries.set_detail(2, EntryDetail(FORBIDDEN, "never"))
    path = tmp_path / "terms.en-de.xlsx"
    write_file(NOTHING, entries, path, EN_DE)

    file, result = look_into(NOTHING, path, ImportChoices())
    short_file, short = look_into(NOTHING, path, ImportChoices(longest=10))

    assert [result.entries.detail(row) for row in (1, 2)] == [entries.detail(1), entries.detail(2)]
    assert short.entries.detail(1) == entries.detail(2)
    assert len(short.entries.details) == 1
    assert len(file.kept) == len(short_file.kept) == 2


def test_the_users_choice_of_a_kind_goes_before_what_was_found(tmp_path: Path) -> None:
    path = written(tmp_path, "# tree\tBaum\nsea\tSee\n", "glossary.txt")

    found = {
        kind: list(look_into(NOTHING, path, ImportChoices(text_kind=kind, pair=EN_DE))[1].entries)
        for kind in ("table", "omegat")
    }

    # OmegaT reads a line that starts with # as a comment.
    assert found == {"table": [("# tree", "Baum"), ("sea", "See")], "omegat": [("sea", "See")]}
    assert found.keys() <= text_kinds().keys()
    assert {".tsv", ".csv", ".xlsx", ".tbx"} <= set(readable_endings())


@pytest.mark.parametrize("content", ["", "no separator here\n"])
def test_what_is_no_file_of_entries_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(UnreadableFile):
        look_into(NOTHING, written(tmp_path, content), ImportChoices())


def test_rows_that_repeat_an_earlier_one_are_counted(tmp_path: Path) -> None:
    twice = written(tmp_path, "tree\tBaum\nsea\tMeer\ntree\tBaum\nsea\tSee\ntree\tBaum\n")
    synonyms = written(tmp_path, "sea\tMeer\nsea\tSee\nlake\tSee\n", "other.en-de.tsv")

    assert look_into(NOTHING, twice, ImportChoices())[0].kept == ("rows that repeat an earlier one: 2",)
    assert look_into(NOTHING, synonyms, ImportChoices())[0].kept == ()
