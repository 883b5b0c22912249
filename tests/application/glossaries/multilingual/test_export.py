"""All languages of a table in one file, and what would be lost when it is read back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.multilingual_glossary import local_table
from termdesk.application.glossaries.exporting.export import multilingual_formats
from termdesk.application.glossaries.importing.file_view import ImportChoices
from termdesk.application.glossaries.importing.import_files import look_into, read_pairs
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.export import export_multilingual, multilingual_format_losses
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress

pytestmark = pytest.mark.anyio

TARGETS = {
    "de": [("cat", "Katze"), ("dog", "Hund")],
    "fr": [("cat", "chat"), ("cow", "vache")],
}


@pytest.fixture
async def table(library: Library) -> AsyncIterator[OpenTable]:
    made = await local_table(library, TARGETS)
    yield made
    await made.close()


@pytest.mark.parametrize("ending", [".xlsx", ".tbx"])
async def test_what_was_written_is_read_again_language_by_language(
    table: OpenTable, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"all{ending}"

    report = await export_multilingual(table.dictionaries, path)

    file, _ = look_into(NoProgress(), path, ImportChoices())
    read = read_pairs(NoProgress(), path, ImportChoices(), file.pairs)
    found = {each.pair.target: list(part.entries) for each, part in zip(file.pairs, read, strict=True)}
    assert {code: found[code] for code in TARGETS} == TARGETS
    assert report.path == path
    assert report.entry_count > 0


async def test_a_format_without_room_for_details_says_so_before_it_is_written(table: OpenTable, tmp_path: Path) -> None:
    table.dictionaries[0].apply(SetDetails((0,), (EntryDetail(FORBIDDEN, note="asked Ann"),)))

    losses = {
        ending: await multilingual_format_losses(table.dictionaries, tmp_path / f"all{ending}")
        for ending in multilingual_formats()
    }

    assert not [path.name for path in tmp_path.iterdir() if path.stem == "all"]
    assert losses[".xlsx"]
    assert all(isinstance(each, str) for sentences in losses.values() for each in sentences)


async def test_other_endings_are_refused_and_a_file_that_is_there_stays(table: OpenTable, tmp_path: Path) -> None:
    path = tmp_path / "all.pdf"
    path.write_text("mine")

    with pytest.raises(InvalidInput):
        await export_multilingual(table.dictionaries, path)
    with pytest.raises(InvalidInput):
        await multilingual_format_losses(table.dictionaries, path)

    assert path.read_text() == "mine"
