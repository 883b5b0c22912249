"""Glossaries for OmegaT and UTX read back as written, and losses are reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.detailed import detailed, details_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.file_format import PLAIN_FORM, FileFormat
from termdesk.formats.text import plain_glossaries, utx
from termdesk.formats.text.tool_glossaries import OMEGAT, UTX
from termdesk.formats.text.tool_writers import omegat_losses, utx_losses

EN_DE = LanguagePair("en", "de")
ENTRIES = detailed(
    [("fuel pump", "Kraftstoffpumpe"), ("pump", "Pumpe"), ("pump", "Pumpi"), ('5" pipe', "Rohr, 5 Zoll")],
    [EntryDetail("preferred", "in cars", "cars"), EntryDetail("admitted"), EntryDetail("forbidden"), EntryDetail()],
)
LETTERS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=8)
PHRASES = LETTERS.filter(lambda text: not text.startswith(("#", "-", "\ufeff")))


def written(file_format: FileFormat, entries: Entries) -> bytes:
    assert file_format.writer
    content = file_format.writer.write(EN_DE, entries, PLAIN_FORM, NoProgress())
    return b"".join(content.chunks)


def losses(file_format: FileFormat, entries: Entries) -> list[str]:
    assert file_format.writer
    return file_format.writer.format_losses(EN_DE, entries, PLAIN_FORM)


def file_of(folder: Path, name: str, content: bytes) -> Path:
    (folder / name).write_bytes(content)
    return folder / name


def test_omegat_gets_plain_lines_without_quotes_and_nothing_forbidden(tmp_path: Path) -> None:
    content = written(OMEGAT, ENTRIES)

    assert content.decode().splitlines() == [
        "fuel pump\tKraftstoffpumpe\tin cars",
        "pump\tPumpe",
        '5" pipe\tRohr, 5 Zoll',
    ]
    again = plain_glossaries.read_omegat(file_of(tmp_path, "a.utf8", content)).result.entries
    assert list(again) == [("fuel pump", "Kraftstoffpumpe"), ("pump", "Pumpe"), ('5" pipe', "Rohr, 5 Zoll")]
    assert [loss.partition(":")[0] for loss in losses(OMEGAT, ENTRIES)] == [
        "Only phrases and notes are written",
        "Forbidden entries are left out, so that they do not look allowed",
    ]


def test_utx_keeps_status_note_and_domain(tmp_path: Path) -> None:
    content = written(UTX, ENTRIES)

    assert re.match(rb"#UTX 1\.20; en/de; \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\r\n", content)
    path = file_of(tmp_path, "a.utx", content)
    again = utx.read(path)
    assert utx.header_of(path).pair == EN_DE
    assert again.result.entries == ENTRIES
    assert details_of(again.result.entries) == details_of(ENTRIES)
    assert not [each for each in again.noted if "not read" in each]
    assert losses(UTX, ENTRIES) == []


@pytest.mark.parametrize("file_format", [OMEGAT, UTX], ids=["omegat", "utx"])
def test_what_a_line_cannot_hold_is_told(file_format: FileFormat) -> None:
    entries = Entries.of([("two\nlines", "zwei"), ("a\tb", "c"), ("#hash", "Raute"), ("", "leer"), ("fine", "gut")])

    assert [re.sub(r"\D", "", loss) for loss in losses(file_format, entries)] == ["2", "1", "1"]
    assert written(file_format, entries).decode().splitlines()[-5:][0].startswith("two lines\tzwei")


@pytest.mark.parametrize("file_format", [OMEGAT, UTX], ids=["omegat", "utx"])
def test_half_a_character_is_refused_by_its_row(file_format: FileFormat) -> None:
    rows = [(f"term {row}", "x") for row in range(3_000)]
    rows[2_500] = ("half \ud800", "x")

    with pytest.raises(InvalidInput, match="Row 2,501"):
        written(file_format, Entries.of(rows))


@pytest.mark.slow
@pytest.mark.parametrize("file_format", [OMEGAT, UTX], ids=["omegat", "utx"])
@given(rows=st.lists(st.tuples(PHRASES, PHRASES), min_size=1, max_size=5))
def test_phrases_come_back(
    tmp_path_factory: pytest.TempPathFactory, file_format: FileFormat, rows: list[tuple[str, str]]
) -> None:
    entries = Entries.of(rows)
    path = file_of(tmp_path_factory.mktemp("tools"), f"a{file_format.written_ending}", written(file_format, entries))

    read = plain_glossaries.read_omegat if file_format is OMEGAT else utx.read

    assert list(read(path, encoding="utf-8").result.entries) == rows


def test_fields_that_these_files_do_not_hold_are_told_as_lost() -> None:
    entries = detailed([("pump", "Pumpe")], [EntryDetail(fields=(("partOfSpeech", "noun"),))])
    reported = "Definition, part of speech and other fields of 1 entry are lost."

    for losses in (omegat_losses, utx_losses):
        assert [str(loss) for loss in losses(EN_DE, entries, PLAIN_FORM)] == [reported]
