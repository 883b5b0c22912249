"""Import of other tools' files: recognized by content, described, and read for one pair or all."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.application.glossaries.importing.given_files import files_in
from termdesk.application.glossaries.importing.importer import ImportChoices, Importer
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

pytestmark = pytest.mark.anyio
EN_DE = LanguagePair("en", "de")

MTF = """<mtf><conceptGrp><concept>1</concept>
<languageGrp><language lang="EN" type="English"/><termGrp><term>tree</term></termGrp></languageGrp>
<languageGrp><language lang="DE" type="German"/><termGrp><term>Baum</term>
<descripGrp><descrip type="Status">preferred</descrip></descripGrp></termGrp></languageGrp>
<languageGrp><language lang="JA" type="Japanese"/><termGrp><term>木</term></termGrp></languageGrp></conceptGrp></mtf>"""
TMX = """<tmx version="1.4"><body><tu><tuv xml:lang="en"><seg>tree</seg></tuv><tuv xml:lang="de"><seg>Baum</seg></tuv>
</tu></body></tmx>"""
TBX = """<martif type="TBX"><text><body><termEntry><langSet xml:lang="en"><tig><term>tree</term></tig></langSet>
<langSet xml:lang="de"><tig><term>Baum</term></tig></langSet></termEntry></body></text></martif>"""
XLIFF = """<xliff version="1.2"><file source-language="en" target-language="de"><body>
<trans-unit id="1"><source>tree</source><target>Baum</target></trans-unit>
<trans-unit id="2"><source>The tree that stands behind the house.</source><target>Der Baum hinter dem Haus.</target>
</trans-unit><trans-unit id="3"><source>sea</source></trans-unit></body></file></xliff>"""
UTX = "#UTX 1.20; en/de; copyright: AAMT\n#src\ttgt\tterm status\ntree\tBaum\tapproved\n"
PO = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "tree"\nmsgstr "Baum"\n\n#, fuzzy\nmsgid "sea"\nmsgstr "Meer"\n'
NAMES = {
    "MultiTerm XML": (MTF, ("base.mtf.xml", "base.tbx", "base.txt")),
    "TMX 1.4": (TMX, ("memory.tmx", "memory.xml")),
    "TBX (TBX 2)": (TBX, ("base.tbx", "base.xml")),
    "XLIFF 1.2": (XLIFF, ("text.xlf", "text.sdlxliff", "text.xml", "text.csv")),
    "UTX 1.20": (UTX, ("words.utx", "words.txt", "words.tsv")),
    "PO": (PO, ("tool.po", "tool.txt")),
}


def written(folder: Path, text: str, name: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, (_, names) in NAMES.items() for name in names])
async def test_what_a_file_holds_decides_wherever_its_ending_lies(
    importer: Importer, tmp_path: Path, kind: str, name: str, encoding: str
) -> None:
    preview = await importer.preview(written(tmp_path, NAMES[kind][0], name, encoding))

    assert preview.format == kind
    assert preview.pair is not None
    assert preview.pair.roots == EN_DE
    assert next(iter(preview.result.entries)) == ("tree", "Baum")
    assert preview.rejected_rows == ()


async def test_a_term_base_of_multiterm_gives_all_its_pairs_with_status(importer: Importer, tmp_path: Path) -> None:
    preview = await importer.preview(written(tmp_path, MTF, "base.xml", "utf-16"))

    parts = await importer.parts(preview, None, preview.file.pairs)

    assert {str(part.pair): list(part.result.entries) for part in parts} == {
        "en → de": [("tree", "Baum")],
        "en → ja": [("tree", "木")],
    }
    assert parts[0].result.entries.detail(0) == EntryDetail("preferred")
    assert not preview.file.is_memory


@pytest.mark.parametrize(("text", "name"), [(XLIFF, "text.xlf"), (PO.replace("tree", "tree " * 9), "tool.po")])
async def test_of_segments_the_long_ones_can_be_left_out_and_nothing_is_silent(
    importer: Importer, tmp_path: Path, text: str, name: str
) -> None:
    path = written(tmp_path, text, name)
    whole = await importer.preview(path)

    preview = await importer.preview(path, ImportChoices(longest=30))

    assert whole.file.is_memory
    assert preview.entry_count == whole.entry_count - 1
    assert "longer than 30 characters, left out: 1" in preview.file.notes
    unfinished = "not read: segments without a translation (1)" if name == "text.xlf" else "fuzzy messages, left out: 1"
    assert unfinished in preview.file.notes


async def test_the_language_of_msgid_is_assumed_aloud_and_can_be_another(importer: Importer, tmp_path: Path) -> None:
    path = written(tmp_path, PO, "tool.po")

    assumed = await importer.preview(path)
    chosen = await importer.preview(path, ImportChoices(pair=LanguagePair("fr", "de")))

    assert "English is assumed" in " ".join(assumed.file.notes)
    assert chosen.pair == LanguagePair("fr", "de")
    assert "English" not in " ".join(chosen.file.notes)
    assert list(chosen.result.entries) == [("tree", "Baum")]


async def test_xliff_without_a_target_language_waits_for_the_user_to_say(importer: Importer, tmp_path: Path) -> None:
    path = written(tmp_path, XLIFF.replace(' target-language="de"', ""), "messages.xlf")

    untold = await importer.preview(path)
    reported = await importer.preview(path, ImportChoices(pair=EN_DE))
    reversed_pair = await importer.preview(path, ImportChoices(pair=LanguagePair("de", "en")))

    assert (untold.pair, untold.languages) == (None, ())
    assert untold.entry_count == reported.entry_count == 2
    assert reported.pair == EN_DE
    assert next(iter(reversed_pair.result.entries)) == ("Baum", "tree")


async def test_other_xml_is_refused_with_all_that_could_be_read(importer: Importer, tmp_path: Path) -> None:
    path = written(tmp_path, "<resources><string name='a'>tree</string></resources>", "strings.xml")

    with pytest.raises(UnreadableFile, match="not TBX, TMX, MultiTerm XML or XLIFF: its outermost element") as refusal:
        await importer.preview(path)

    assert refusal.value.remedy


async def test_a_folder_gives_the_xml_that_is_ours_alone(tmp_path: Path) -> None:
    ours = [written(tmp_path, MTF, "base.xml"), written(tmp_path, XLIFF, "text.mqxliff"), written(tmp_path, PO, "t.po")]
    written(tmp_path, "<resources/>", "strings.xml")
    written(tmp_path, "no xml", "odd.xml")

    assert files_in(NoProgress(), [tmp_path]) == sorted(ours, key=lambda path: path.name)
