"""Dictionaries are exported exactly, one or many; an existing file stays until the new one is complete."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.publishing_setup import EN_DE, PublishingSetup, client
from support.running_service import RunningService
from support.shared_data import shared_file
from termdesk.application.glossaries.exporting.export import FileForm
from termdesk.application.glossaries.exporting.exporter import Exporter
from termdesk.application.glossaries.importing.importer import Importer
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import select_dictionaries
from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import InvalidInput, Stopped, StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

EN_ES, EN_FR = LanguagePair("en", "es"), LanguagePair("en", "fr")
ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus")])
pytestmark = pytest.mark.anyio


@pytest.fixture
async def setup(records: Records, service: RunningService) -> AsyncIterator[PublishingSetup]:
    async with client(service.url, service.key) as api:
        # A separate profile, because all tests share the service.
        yield PublishingSetup(records, api, profile=uuid.uuid4().hex)


def written(tmp_path: Path, content: str, name: str) -> Path:
    path = tmp_path / name
    path.write_text(content)
    return path


# One dictionary


@pytest.mark.slow
async def test_what_was_imported_is_exported_byte_for_byte(
    importer: Importer, exporter: Exporter, library: Library, tmp_path: Path
) -> None:
    path = shared_file("libreoffice.en-es.tsv")
    (part,) = await importer.parts(await importer.preview(path), EN_ES)
    dictionary = await importer.import_new(await importer.review(part), name="Real")

    report = await exporter.export(dictionary.entries, tmp_path / "out.tsv", EN_ES)

    assert (tmp_path / "out.tsv").read_bytes() == path.read_bytes()
    assert report.entry_count == len(dictionary) > 5_000


async def test_a_plain_csv_warns_of_formulas_and_alters_none(exporter: Exporter, tmp_path: Path) -> None:
    entries = Entries.of([("=1+1", "two"), ('say "x", y', "ok")])

    report = await exporter.export(entries, tmp_path / "out.CSV", EN_ES)

    assert (tmp_path / "out.CSV").read_bytes() == b'=1+1,two\n"say ""x"", y",ok\n'
    assert report.formula_count == 1


@pytest.mark.scorecard("R05")
async def test_an_export_that_fails_leaves_the_old_file(exporter: Exporter, tmp_path: Path) -> None:
    old = written(tmp_path, "old", "out.tsv")

    with pytest.raises(InvalidInput, match="Row 2"):
        await exporter.export(Entries.of([("a", "b"), ("\ud800", "c")]), old, EN_ES)
    with pytest.raises(InvalidInput, match="extension"):
        await exporter.export(Entries.of([("a", "b")]), tmp_path / "out.pdf", EN_ES)
    with pytest.raises(StorageFailed):
        await exporter.export(Entries.of([("a", "b")]), tmp_path / "gone" / "out.tsv", EN_ES)

    assert old.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir() if each.suffix != ".db" and "db" not in each.name] == ["out.tsv"]


@pytest.mark.scorecard("R02")
@pytest.mark.parametrize(
    ("ending", "count"), [(".tsv", 400_000), (".csv", 400_000), (".xlsx", 20_000), (".tbx", 20_000), (".tmx", 20_000)]
)
async def test_an_export_that_is_stopped_leaves_the_old_file_and_no_other(
    exporter: Exporter, tmp_path: Path, ending: str, count: int
) -> None:
    class AtOnce:
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    old = written(tmp_path, "old", f"out{ending}")
    entries = Entries([f"phrase {number}" for number in range(count)], ["Wort"] * count)
    before = {each.name for each in tmp_path.iterdir()}

    with pytest.raises(Stopped):
        await exporter.export(entries, old, EN_DE, progress=AtOnce())

    assert old.read_text() == "old"
    assert {each.name for each in tmp_path.iterdir()} == before


async def test_a_csv_may_have_semicolons(importer: Importer, exporter: Exporter, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"

    await exporter.export(Entries.of([("1,5", "a;b")]), path, EN_ES, form=FileForm(";", is_for_spreadsheets=True))
    again = await importer.preview(path)

    assert path.read_bytes() == b'\xef\xbb\xbf1,5;"a;b"\n'
    assert list(again.result.entries) == [("1,5", "a;b")]


# Many dictionaries


@pytest.mark.slow
async def test_each_dictionary_gets_a_file_and_none_is_written_over_unasked(
    setup: PublishingSetup, tmp_path: Path
) -> None:
    await setup.client.glossaries.create("CON: a/b?", [(EN_DE, ENTRIES), (EN_FR, Entries.of([("sun", "soleil")]))])
    library = Library(setup, setup.records)
    exporter = Exporter(library)
    [summary] = [each for each in await library.summaries() if each.name == "CON: a/b?"]
    parts = select_dictionaries([(summary, None)])
    there = tmp_path / "con_ a_b_.EN-DE.tsv"
    there.write_text("mine\tmeins\n", "utf-8")

    asked = await exporter.plan_all(parts, tmp_path, ".tsv", overwrites=True)
    items = await exporter.plan_all(parts, tmp_path, ".tsv")
    report = await exporter.export_all(items)

    assert [item.exists for item in asked] == [True, False]
    assert sorted(path.name for path in report.paths) == ["CON_ a_b_.en-de (2).tsv", "CON_ a_b_.en-fr.tsv"]
    assert there.read_text("utf-8") == "mine\tmeins\n"
    assert (tmp_path / "CON_ a_b_.en-fr.tsv").read_text("utf-8") == "sun\tsoleil\n"
    assert report.entry_count == 3


async def test_glossaries_of_one_name_get_files_of_their_own(
    library: Library, exporter: Exporter, tmp_path: Path
) -> None:
    for _ in range(2):
        await library.close(await library.new("Twin", EN_DE, ENTRIES.copy()))

    items = await exporter.plan_all(
        select_dictionaries([(summary, None) for summary in await library.local_summaries()]),
        tmp_path,
        ".csv",
        overwrites=True,
    )

    assert [item.path.name for item in items] == ["Twin.en-de.csv", "Twin.en-de (2).csv"]


async def test_what_a_format_will_lose_is_said_before_anything_is_written(
    library: Library, exporter: Exporter, tmp_path: Path
) -> None:
    dictionary = await library.new("Noted", EN_DE, ENTRIES.copy())
    dictionary.apply(SetDetails([0], [EntryDetail(note="of a flat")]))
    await library.close(dictionary)
    parts = select_dictionaries([(summary, None) for summary in await library.local_summaries()])

    lost = await exporter.format_losses_of_all(await exporter.plan_all(parts, tmp_path, ".csv"))

    assert len(lost) == 1
    assert lost[0].startswith("Noted.en-de.csv: Only the phrases are written: 1 ")
    assert await exporter.format_losses_of_all(await exporter.plan_all(parts, tmp_path, ".xlsx")) == []
    assert not list(tmp_path.glob("Noted*"))
