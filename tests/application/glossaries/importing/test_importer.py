"""Files are imported without losing a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.detailed import detailed, details_of
from support.imports import reviewed, written
from support.publishing_setup import EN_DE
from support.shared_data import shared_file
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.application.glossaries.exporting.export import FileForm
from termdesk.application.glossaries.exporting.exporter import Exporter
from termdesk.application.glossaries.importing.importer import (
    ImportChoices,
    Importer,
    InitialDecision,
)
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.errors import InvalidInput, Stopped, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.review import ReviewKind
from termdesk.formats.concepts import Concept, Term
from termdesk.formats.spreadsheets import xlsx_writer
from termdesk.formats.spreadsheets.xlsx_writer import PairEntries
from termdesk.formats.termbases import tbx as tbx_format
from termdesk.storage.records import Records

EN_ES = LanguagePair("en", "es")
pytestmark = pytest.mark.anyio


# Previews


async def test_what_is_no_file_of_entries_is_refused_in_words(importer: Importer, tmp_path: Path) -> None:
    for content, words in ((b"", "is empty"), (b"PK\x03\x04xxxx", "spreadsheet"), (b"one column\n", "no columns")):
        with pytest.raises(UnreadableFile, match=words):
            await importer.preview(written(tmp_path, content))


@pytest.mark.slow
async def test_reading_can_be_stopped(importer: Importer, tmp_path: Path) -> None:
    class AtOnce:
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    path = written(tmp_path, "".join(f"tree {number}\tBaum\n" for number in range(100_000)))

    with pytest.raises(Stopped):
        await importer.preview(path, progress=AtOnce())


# Imports


async def test_an_import_is_on_disk_and_a_preview_can_be_imported_twice(
    importer: Importer, records: Records, tmp_path: Path
) -> None:
    preview = await importer.preview(written(tmp_path, "tree\tBaum\nhouse\tHaus\n"))

    first = await importer.import_new(await reviewed(importer, preview), name="First")
    second = await importer.import_new(await reviewed(importer, preview), name="Second")
    again = await reviewed(importer, preview, second, existing=InitialDecision.APPEND)
    second.apply(await importer.import_into(again))
    await second.wait_until_saved()

    assert (first.violation_count, second.violation_count) == (0, 4)
    assert (await records.journal.load(first.draft.draft_id))[0] == first.entries
    assert len((await records.journal.load(second.draft.draft_id))[0]) == 4


async def test_a_file_becomes_another_dictionary_of_a_glossary(
    importer: Importer, library: Library, tmp_path: Path
) -> None:
    preview = await importer.preview(written(tmp_path, "Baum\ttree\n", "x.de-en.tsv"))
    await library.new("Both ways", EN_DE)
    (summary,) = await library.local_summaries()

    dictionary = await importer.import_dictionary(await reviewed(importer, preview, pair=EN_DE.reverse), summary)

    (summary,) = await library.local_summaries()
    assert dictionary.draft.glossary_key == summary.key
    assert [row.entry_count for row in summary.rows] == [1, 0]
    with pytest.raises(InvalidInput, match="already"):
        await importer.import_dictionary(await reviewed(importer, preview, pair=EN_DE), summary)


@pytest.mark.parametrize(
    ("existing", "expected"),
    [
        (InitialDecision.KEEP, [("tree", "Baum"), ("house", "Haus"), ("river", "Fluss")]),
        (InitialDecision.OVERWRITE, [("tree", "Gehölz"), ("house", "Haus"), ("river", "Fluss")]),
        (
            InitialDecision.APPEND,
            [("tree", "Baum"), ("house", "Haus"), ("tree", "Gehölz"), ("house", "Haus"), ("river", "Fluss")],
        ),
        (InitialDecision.REPLACE_ALL, [("tree", "Gehölz"), ("house", "Haus"), ("river", "Fluss")]),
    ],
)
async def test_an_import_into_a_dictionary_is_one_step_that_undo_takes_back(
    importer: Importer, library: Library, tmp_path: Path, existing: InitialDecision, expected: list[tuple[str, str]]
) -> None:
    start = Entries.of([("tree", "Baum"), ("house", "Haus")])
    dictionary = await library.new("Growing", EN_DE, start.copy())
    preview = await importer.preview(written(tmp_path, "tree\tGehölz\nhouse\tHaus\nriver\tFluss\n"))

    review = await reviewed(importer, preview, dictionary, existing=existing)
    undo = dictionary.apply(await importer.import_into(review))
    after = list(dictionary.entries)
    dictionary.apply(undo)

    assert after == expected
    assert dictionary.entries == start


async def test_every_sample_can_be_imported_without_a_problem(importer: Importer) -> None:
    samples = importer.samples()

    assert len(samples) >= 4
    for path in samples:
        preview = await importer.preview(path)
        assert preview.pair is not None
        assert not preview.rejected_rows
        assert preview.violation_count == 0
        assert preview.entry_count >= 20


# Other kinds of files


PHRASES = Entries.of([("house", "casa"), ("=1+1", "007"), ("a “b” <c> & d", "¿árbol?"), ("日本", "اليابان")])


@pytest.mark.parametrize("ending", [".tsv", ".csv", ".xlsx", ".tbx", ".tmx"])
async def test_what_was_exported_comes_back_as_it_was(
    importer: Importer, exporter: Exporter, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"Homes.en-es{ending}"

    lost = await exporter.format_losses(PHRASES, path, EN_ES)
    report = await exporter.export(PHRASES, path, EN_ES)
    preview = await importer.preview(path)
    dictionary = await importer.import_new(await reviewed(importer, preview, pair=EN_ES), name="Back")
    again = await reviewed(importer, preview, dictionary, pair=EN_ES, existing=InitialDecision.REPLACE_ALL)

    assert (lost, report.entry_count) == ([], 4)
    assert (preview.pair, preview.suggested_name) == (EN_ES, "Homes")
    assert dictionary.entries.as_dict() == PHRASES.as_dict()
    assert (await importer.import_into(again)).count == 0
    assert again.review.count(ReviewKind.SAME) == len(PHRASES)


async def test_a_sheet_is_chosen_and_columns_are_found_by_their_languages(importer: Importer, tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.title = "About"
    book.active.append(["Nothing here"])
    terms = book.create_sheet("Terms")
    for row in (["Note", "German", "English"], ["x", "Haus", "house"], ["", "Baum", "tree"], ["", "", ""]):
        terms.append(row)
    book.create_sheet("More").append(["sun", "Sonne"])
    path = tmp_path / "book.xlsx"
    book.save(path)

    first = await importer.preview(path, ImportChoices(pair=LanguagePair("en", "de")))
    other = await importer.preview(path, ImportChoices(sheet="More"))

    assert first.file.sheets == ("About", "Terms", "More")
    assert first.file.sheet == "Terms"
    assert list(first.result.entries) == [("house", "Haus"), ("tree", "Baum")]
    assert list(other.result.entries) == [("sun", "Sonne")]


async def test_a_term_base_of_three_languages_gives_any_pair_and_says_what_it_leaves(
    importer: Importer, tmp_path: Path
) -> None:
    units = "".join(
        f'<tu><tuv xml:lang="en"><seg>{en}</seg></tuv><tuv xml:lang="de"><seg>{de}</seg></tuv>'
        + (f'<tuv xml:lang="fr"><seg>{fr}</seg></tuv>' if fr else "")
        + "</tu>"
        for en, de, fr in (("house", "Haus", "maison"), ("tree", "Baum", ""))
    )
    path = tmp_path / "base.tmx"
    path.write_text(f'<?xml version="1.0"?><tmx version="1.4"><header/><body>{units}</body></tmx>', "utf-8")

    first = await importer.preview(path)
    french = await importer.preview(path, ImportChoices(columns=(1, 2)))

    assert first.languages == ("en", "de", "fr")
    assert list(first.result.entries) == [("house", "Haus"), ("tree", "Baum")]
    assert list(french.result.entries) == [("Haus", "maison")]
    assert french.ignored_rows == 1
    assert any("without a usable target" in note for note in french.file.notes)


DETAILED = detailed(
    [("house", "casa"), ("tree", "árbol"), ("tree", "palo"), ("sea", "mar")],
    [
        EntryDetail("preferred", "two\nlines", "building"),
        EntryDetail(),
        EntryDetail(FORBIDDEN, "in Mexico alone", "botany"),
        EntryDetail(note="&c. <b>"),
    ],
)


@pytest.mark.parametrize("ending", [".xlsx", ".tbx", ".tmx"])
async def test_status_note_and_domain_come_back_and_the_second_import_changes_nothing(
    importer: Importer, exporter: Exporter, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"detailed.en-es{ending}"
    await exporter.export(DETAILED, path, EN_ES)

    preview = await importer.preview(path)
    dictionary = await importer.import_new(await reviewed(importer, preview, pair=EN_ES), name="Detailed")
    again = await reviewed(importer, preview, dictionary, pair=EN_ES, existing=InitialDecision.REPLACE_ALL)

    assert dictionary.entries == DETAILED
    assert details_of(dictionary.entries) == details_of(DETAILED)
    assert (await importer.import_into(again)).count == 0


@pytest.mark.parametrize("ending", [".tsv", ".csv"])
async def test_text_says_what_it_loses_and_never_blanks_what_is_here(
    importer: Importer, exporter: Exporter, library: Library, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"plain.en-es{ending}"
    dictionary = await library.new("Here", EN_ES, DETAILED.copy())

    lost = await exporter.format_losses(DETAILED, path, EN_ES)
    report = await exporter.export(DETAILED, path, EN_ES)
    again = await reviewed(
        importer, await importer.preview(path), dictionary, pair=EN_ES, existing=InitialDecision.OVERWRITE
    )

    assert [any(character.isdigit() for character in sentence) for sentence in lost] == [True, True]
    assert report.entry_count == 3
    assert b"palo" not in path.read_bytes()
    assert again.review.count(ReviewKind.SAME) == 3
    assert (await importer.import_into(again)).count == 0


@pytest.mark.slow
async def test_an_old_spreadsheet_is_imported(importer: Importer) -> None:
    preview = await importer.preview(Path(__file__).parents[3] / "formats" / "files" / "libreoffice.xls")

    assert preview.format == "XLS"
    assert preview.entry_count > 0


async def test_texts_of_omegat_and_wordfast_are_known_by_what_they_hold(importer: Importer, tmp_path: Path) -> None:
    omegat = written(tmp_path, "# Glossary in tab-separated format\ntree\tBaum\ttall\n", "glossary.en-de.txt")
    wordfast = written(tmp_path, "tree\tB&'E4;ume\tplural\n".encode("utf-16"), "wf.en-de.txt")
    units = "%20240101~120000\t%User ID\t%TU=1\t%EN-US\t%Wordfast\t%DE-DE\t%---\n"
    units += "20240101~120000\tAB\t0\tEN-US\ttree\tDE-DE\tBaum\n20240101~120000\tAB\t0\tEN-US\tsea\tFR\tmer\n"
    memory = written(tmp_path, units, "memory.txt")
    hashed = written(tmp_path, "#tag\tSchlagwort\ntree\tBaum\n", "tags.en-de.tsv")

    found = [await importer.preview(path) for path in (omegat, wordfast, memory, hashed)]

    assert [each.format for each in found] == ["OmegaT glossary", "Wordfast glossary", "Wordfast memory", "TSV"]
    assert [next(iter(each.result.entries)) for each in found] == [
        ("tree", "Baum"),
        ("tree", "Bäume"),
        ("tree", "Baum"),
        ("#tag", "Schlagwort"),
    ]
    assert [each.result.entries.detail(0).note for each in found[:2]] == ["tall", "plural"]
    assert found[2].pair is not None
    assert found[2].pair.roots == EN_DE
    assert "comment lines: 1" in " ".join(found[0].file.notes)
    chosen = await importer.preview(hashed, ImportChoices(text_kind="omegat"))
    assert list(chosen.result.entries) == [("tree", "Baum")]


# Several pairs


async def test_every_kind_of_file_of_several_pairs_gives_them_all(importer: Importer, tmp_path: Path) -> None:
    table = "en,de,ja\ntree,Baum,木\nsea,,海\n"
    coded = "tree,Baum,en,de\nsea,mer,en,fr\nroad,rue,en,fr\n"
    tbx = b"".join(
        tbx_format.write(
            [
                Concept(1, 1, (Term("en", "tree"), Term("de", "Baum"), Term("ja", "木"))),
                Concept(2, 2, (Term("en", "sea"), Term("ja", "海"))),
            ]
        )
    )
    found = {}
    for name, content in (("table.csv", table), ("coded.csv", coded), ("base.tbx", tbx)):
        preview = await importer.preview(written(tmp_path, content, name))
        parts = await importer.parts(preview, None, preview.file.pairs)
        assert [len(part.result.entries) for part in parts] == [each.count for each in preview.file.pairs]
        found[name] = {str(part.pair): list(part.result.entries) for part in parts}

    both = {"en → de": [("tree", "Baum")], "en → ja": [("tree", "木"), ("sea", "海")]}
    assert found["table.csv"] == found["base.tbx"] == both
    assert found["coded.csv"] == {"en → de": [("tree", "Baum")], "en → fr": [("sea", "mer"), ("road", "rue")]}


async def test_a_workbook_gives_a_dictionary_for_each_sheet(importer: Importer, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    german = PairEntries(EN_DE, Entries.of([("tree", "Baum"), ("sea", "See")]))
    spanish = PairEntries(EN_ES, DETAILED)
    xlsx_writer.write(path, xlsx_writer.dictionary_sheets([german, spanish]))

    preview = await importer.preview(path)
    parts = await importer.parts(preview, None, preview.file.pairs)

    assert [(part.pair, len(part.result.entries)) for part in parts] == [(EN_DE, 2), (EN_ES, 4)]
    assert details_of(parts[1].result.entries) == details_of(DETAILED)


@pytest.mark.slow
async def test_an_import_beside_the_desk_is_one_step_of_undo_that_stays(
    importer: Importer, library: Library, tmp_path: Path
) -> None:
    made = await library.new("Both", EN_DE, Entries.of([("tree", "Baum")]))
    (summary,) = await library.local_summaries()
    preview = await importer.preview(written(tmp_path, "en,de,fr\ntree,Gehölz,arbre\nsea,See,mer\n", "all.csv"))
    german, french = await importer.parts(preview, None, preview.file.pairs)

    await importer.import_unshown(
        await importer.review(german, made, existing=InitialDecision.OVERWRITE), summary, title="Import all"
    )
    await importer.import_unshown(
        await importer.review(french, None, existing=InitialDecision.KEEP), summary, title="Import all"
    )
    await library.close(made)

    (summary,) = await library.local_summaries()
    again = await library.open(summary, EN_DE)
    assert [row.entry_count for row in summary.rows] == [2, 2]
    assert list(again.entries) == [("tree", "Gehölz"), ("sea", "See")]
    assert again.steps.titles == ["Import all"]
    again.apply(again.steps.change(0, again.entries), StepMark(0, "Import all", is_done=False))
    assert list(again.entries) == [("tree", "Baum")]


# Real data

REAL = ["libreoffice.en-ar", "libreoffice.en-de", "libreoffice.en-es", "libreoffice.en-fr", "libreoffice.en-he"]
REAL += ["libreoffice.en-ja", "libreoffice.en-th", "libreoffice.en-zh-cn", "freedict.eng-bul", "freedict.eng-ara"]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*REAL, "freedict.hun-eng"])
async def test_real_glossaries_come_in_whole_and_the_second_time_nothing_does(importer: Importer, name: str) -> None:
    path = shared_file(f"{name}.tsv")
    preview = await importer.preview(path)
    part = await reviewed(importer, preview, pair=preview.pair or EN_DE)

    dictionary = await importer.import_new(part, name=name, preparation=preview.preparation)
    again = await reviewed(importer, preview, dictionary, pair=dictionary.pair, existing=InitialDecision.REPLACE_ALL)

    assert preview.pair is not None
    assert part.is_sound
    assert len(dictionary) == preview.entry_count == path.read_bytes().count(b"\n")
    assert again.review.count(ReviewKind.SAME) == len(dictionary)
    assert (await importer.import_into(again)).count == 0


@pytest.mark.parametrize("separator", [",", ";"])
async def test_a_csv_for_spreadsheets_says_what_it_guards_and_comes_back_as_it_was(
    importer: Importer, exporter: Exporter, library: Library, tmp_path: Path, separator: str
) -> None:
    entries = Entries.of([("=1+1", "'=2"), ("suffix", "-able"), ("house", "Haus")])
    path = tmp_path / "sheet.en-de.csv"

    form = FileForm(separator, is_for_spreadsheets=True)
    lost = await exporter.format_losses(entries, path, EN_DE, form)
    report = await exporter.export(entries, path, EN_DE, form=form)
    preview = await importer.preview(path)
    dictionary = await library.new("Sheet", EN_DE, entries)
    review = await reviewed(importer, preview, dictionary)

    assert "apostrophe" in " ".join(lost)
    assert report.formula_count == 0
    assert b"'=1+1" in path.read_bytes()
    assert list(preview.result.entries) == list(entries)
    assert any("apostrophes" in note for note in preview.file.notes)
    assert review.review.count(ReviewKind.SAME) == 3
    await library.close(dictionary)


async def test_of_a_memory_the_sentences_can_be_left_out(
    importer: Importer, exporter: Exporter, library: Library, tmp_path: Path
) -> None:
    entries = Entries.of([("The contract ends with the year in which it began.", "Ende."), ("contract", "Vertrag")])
    entries.details = {1: EntryDetail(note="law")}
    await exporter.export(entries, tmp_path / "memory.en-de.tmx", EN_DE)

    preview = await importer.preview(tmp_path / "memory.en-de.tmx", ImportChoices(longest=30))

    assert preview.file.is_memory
    assert list(preview.result.entries) == [("contract", "Vertrag")]
    assert preview.result.entries.detail(0).note == "law"
    assert "longer than 30 characters, left out: 1" in preview.file.notes


async def test_rows_that_are_not_kept_are_read_again(importer: Importer, tmp_path: Path) -> None:
    (tmp_path / "rail.en-de.tsv").write_text("train\tZug\nno tab\n\tleer\n", "utf-8")

    kept = await importer.preview(tmp_path / "rail.en-de.tsv")
    light = await importer.preview(tmp_path / "rail.en-de.tsv", keeps_rows=False)

    assert (kept.has_rows, light.has_rows, len(light.result.entries)) == (True, False, 0)
    assert (light.entry_count, light.violation_count, light.size) == (kept.entry_count, kept.violation_count, kept.size)
    assert (light.entry_count, light.violation_count) == (2, 1)
    assert light.rejected_rows == kept.rejected_rows
    assert await importer.parts(light) == await importer.parts(kept)
