"""Termbases as formats: what the import dialog shows about them, their pairs, and export of all languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import InvalidInput, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.column_roles import ColumnRole
from termdesk.formats.file_format import PLAIN_FORM, FileFormat, FileStart
from termdesk.formats.file_view import FileView, ImportChoices, PairInFile
from termdesk.formats.read_result import ReadResult
from termdesk.formats.termbases.term_bases import MULTITERM, OTHER_XML, TBX, TMX, XLIFF

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


def unit(**texts: str) -> str:
    variants = "".join(f'<tuv xml:lang="{code}"><seg>{text}</seg></tuv>' for code, text in texts.items())
    return f"<tu>{variants}</tu>"


def memory(folder: Path, *units: str) -> Path:
    path = folder / "memory.tmx"
    path.write_text(f'<tmx version="1.4"><header/><body>{"".join(units)}</body></tmx>', "utf-8")
    return path


def view(file_format: FileFormat, path: Path, choices: ImportChoices | None = None) -> tuple[FileView, ReadResult]:
    assert file_format.reader
    return file_format.reader.view(path, choices or ImportChoices(), NoProgress())


@pytest.mark.parametrize(
    ("root", "found"),
    [("martif", TBX), ("TBX", TBX), ("tbx", TBX), ("tmx", TMX), ("mtf", MULTITERM), ("xliff", XLIFF), ("html", None)],
)
def test_a_file_is_known_by_its_outermost_element(root: str, found: FileFormat | None) -> None:
    start = FileStart(Path("x"), read_text=lambda _: "", read_xml_root=lambda _: root)

    assert [each for each in (TBX, TMX, MULTITERM, XLIFF, OTHER_XML) if each.recognizes(start)] == (
        [found] if found else []
    )


def test_a_column_for_each_language_with_the_first_term_of_each_concept(tmp_path: Path) -> None:
    path = memory(tmp_path, unit(en="tree", de="Baum"), unit(en="sea", fr="mer", de="See"))

    file, result = view(TMX, path)

    assert (file.columns, file.languages, file.pair) == (("en", "de", "fr"), ("en", "de", "fr"), EN_DE)
    assert file.first_rows == (("tree", "Baum", ""), ("sea", "See", "mer"))
    assert (file.phrase_columns, file.unused_columns, file.is_memory) == ((0, 1), ("fr",), True)
    assert list(result.entries) == [("tree", "Baum"), ("sea", "See")]


def test_columns_and_pairs_that_the_user_chooses(tmp_path: Path) -> None:
    path = memory(tmp_path, unit(en="sea", de="See", fr="mer"))

    assert view(TMX, path, ImportChoices(columns=(2, 0)))[0].pair == LanguagePair("fr", "en")
    by_region = view(TMX, path, ImportChoices(pair=LanguagePair("de-AT", "fr")))
    assert (by_region[0].phrase_columns, list(by_region[1].entries)) == ((1, 2), [("See", "mer")])
    with pytest.raises(InvalidInput):
        view(TMX, path, ImportChoices(columns=(0, 3)))


def test_pairs_are_counted_by_concepts_that_have_both_sides(tmp_path: Path) -> None:
    path = memory(
        tmp_path, unit(en="tree", de="Baum"), unit(en="sea", de="See", fr="mer"), unit(de="Recht", fr="droit")
    )
    file, _ = view(TMX, path)
    assert file.pairs == (PairInFile(EN_DE, 2), PairInFile(EN_FR, 1))

    assert TMX.reader
    results = TMX.reader.results_of(path, ImportChoices(), file.pairs[::-1], NoProgress())

    assert [list(each.entries) for each in results] == [[("sea", "mer")], [("tree", "Baum"), ("sea", "See")]]


def test_the_source_that_a_memory_names_is_the_source(tmp_path: Path) -> None:
    path = memory(tmp_path, unit(de="Baum", en="tree"))
    path.write_text(path.read_text("utf-8").replace("<header/>", '<header srclang="EN-us"/>'), "utf-8")
    any_language = tmp_path / "any.tmx"
    any_language.write_text(path.read_text("utf-8").replace("EN-us", "*all*"), "utf-8")

    assert (view(TMX, path)[0].pair, list(view(TMX, path)[1].entries)) == (EN_DE, [("tree", "Baum")])
    assert view(TMX, any_language)[0].pair == EN_DE.reverse


@pytest.mark.parametrize("name", ["xml:lang", "lang"])
def test_the_language_of_a_term_base_is_the_source(tmp_path: Path, name: str) -> None:
    path = tmp_path / "base.tbx"
    sets = "".join(f'<langSet xml:lang="{code}"><tig><term>{code}</term></tig></langSet>' for code in ("de", "en"))
    path.write_text(
        f'<martif type="TBX" {name}="en"><text><body><termEntry>{sets}</termEntry></body></text></martif>', "utf-8"
    )

    assert view(TBX, path)[0].pair == EN_DE


def test_a_pair_has_two_languages_where_the_file_has_them(tmp_path: Path) -> None:
    path = memory(tmp_path, "<tu>" + "".join(map(variant, ("de", "de-LI", "fr"))) + "</tu>")

    assert view(TMX, path)[0].pair == LanguagePair("de", "fr")


def test_variants_are_pairs_of_their_own_and_share_no_terms(tmp_path: Path) -> None:
    units = [("en", "es-AR"), ("en", "es-BO"), ("en", "es"), ("en-GB", "es")]
    path = memory(tmp_path, *("<tu>" + "".join(map(variant, codes)) + "</tu>" for codes in units))
    reader = TMX.reader
    assert reader

    pairs = view(TMX, path)[0].pairs
    results = reader.results_of(path, ImportChoices(), pairs, NoProgress())

    assert [(each.pair.source, each.pair.target) for each in pairs] == units
    assert [(each.count, list(result.entries)) for each, result in zip(pairs, results, strict=True)] == [
        (1, [codes]) for codes in units
    ]


def variant(code: str) -> str:
    return f'<tuv xml:lang="{code}"><seg>{code}</seg></tuv>'


def test_a_term_base_of_one_language_says_so(tmp_path: Path) -> None:
    terms = "<termEntry><langSet xml:lang='de'><tig><term>Baum</term></tig></langSet></termEntry>"
    path = tmp_path / "terms.tbx"
    path.write_text(f"<martif type='TBX'><text><body>{terms}</body></text></martif>")

    file, result = view(TBX, path)

    assert (file.only_language, file.pair, len(result.entries)) == ("de", None, 0)
    assert view(TMX, memory(tmp_path, unit(de="Baum", en="tree")))[0].only_language == ""


def test_what_is_not_there_is_not_told(tmp_path: Path) -> None:
    units = "<trans-unit id='1'><source>tree</source><target>Baum</target></trans-unit>" + (
        "<trans-unit id='2'><source/><target/></trans-unit>"
    )
    path = tmp_path / "texts.xlf"
    path.write_text(
        f"<xliff version='1.2'><file source-language='en' target-language='de'><body>{units}</body></file></xliff>"
    )

    assert [note for note in view(XLIFF, path)[0].notes if "(0)" in note] == []


def test_xml_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "page.xml").write_text("<html/>")

    with pytest.raises(UnreadableFile):
        view(OTHER_XML, tmp_path / "page.xml")


@pytest.mark.parametrize("file_format", [TBX, TMX])
def test_all_languages_are_written_into_one_file_and_come_back(file_format: FileFormat, tmp_path: Path) -> None:
    german = Entries.of([("tree", "Baum"), ("sea", "See")])
    french = Entries.of([("tree", ""), ("sea", "mer")])
    assert file_format.writer
    assert file_format.writer.write_all
    content = file_format.writer.write_all([(EN_DE, german), (EN_FR, french)], NoProgress())
    path = tmp_path / f"all{file_format.endings[0]}"
    path.write_bytes(b"".join(content.chunks))

    assert content.entry_count == 3
    read = [view(file_format, path, ImportChoices(pair=pair))[1] for pair in (EN_DE, EN_FR)]
    assert [list(each.entries) for each in read] == [list(german), [("sea", "mer")]]


def test_writing_reports_how_far_it_is_and_what_the_file_cannot_hold() -> None:
    entries = Entries.of([(f"source {number}", f"target {number}") for number in range(2_500)])
    steps: list[tuple[int, int | None]] = []

    class Recorded:
        def step(self, done: int, total: int | None = None) -> None:
            steps.append((done, total))

    assert TMX.writer
    content = TMX.writer.write(EN_DE, entries, PLAIN_FORM, Recorded())
    assert steps == []

    assert b"source 2499" in b"".join(content.chunks)
    assert steps == [(0, 2_500), (1_000, 2_500), (2_000, 2_500)]
    assert TMX.writer.format_losses(EN_DE, entries, PLAIN_FORM) == []
    assert TMX.writer.format_losses(EN_DE, Entries.of([("a\tb", "c")]), PLAIN_FORM)


_OTHER_FIELDS = {
    TBX: """<martif type="TBX"><text><body><termEntry><admin type="customer">Acme</admin>
    <langSet xml:lang="en"><tig><term>valve</term></tig></langSet><langSet xml:lang="de"><tig><term>Ventil</term>
    <termNote type="plant">Ulm</termNote><termNote type="release">expired</termNote></tig></langSet>
    </termEntry></body></text></martif>""",
    MULTITERM: """<mtf><conceptGrp><descripGrp><descrip type="customer">Acme</descrip></descripGrp>
    <languageGrp><language lang="EN"/><termGrp><term>valve</term></termGrp></languageGrp>
    <languageGrp><language lang="DE"/><termGrp><term>Ventil</term>
    <descripGrp><descrip type="plant">Ulm</descrip></descripGrp>
    <descripGrp><descrip type="release">expired</descrip></descripGrp></termGrp></languageGrp></conceptGrp></mtf>""",
    TMX: """<tmx version="1.4"><header/><body><tu><prop type="customer">Acme</prop>
    <tuv xml:lang="en"><seg>valve</seg></tuv><tuv xml:lang="de"><prop type="plant">Ulm</prop>
    <prop type="release">forbidden</prop><seg>Ventil</seg></tuv></tu></body></tmx>""",
}


@pytest.mark.parametrize("file_format", _OTHER_FIELDS)
def test_fields_with_names_of_their_own_hold_what_the_user_says(tmp_path: Path, file_format: FileFormat) -> None:
    path = tmp_path / "base.xml"
    path.write_text(_OTHER_FIELDS[file_format], "utf-8")
    found = (("customer", 1), ("plant", 1), ("release", 1))

    file, result = view(file_format, path)

    assert file.other_fields == found
    assert result.entries.detail(0) == EntryDetail()
    assert len([note for note in file.notes if "not read" in note]) == 3

    roles = (("customer", ColumnRole.DOMAIN), ("plant", ColumnRole.NOTE), ("release", ColumnRole.FORBIDDEN))
    file, result = view(file_format, path, ImportChoices(fields=roles))

    detail = result.entries.detail(0)
    assert (detail.status, detail.domain) == ("forbidden", "Acme")
    assert "Ulm" in detail.note
    # Chosen fields stay in the list, so that the user can change the choice, but are no longer reported as not read.
    assert file.other_fields == found
    assert not [note for note in file.notes if "not read" in note]
