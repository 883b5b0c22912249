"""XLIFF according to the standards and as translation tools write it, each sample named after its dialect."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.formats.concepts import Term, Termbase
from termdesk.formats.termbases import xliff
from termdesk.formats.termbases.xliff import LOCKED, UNFINISHED, UNTRANSLATED

XLIFF_1_2 = """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.html" source-language="en-US" target-language="de-DE" datatype="html"><body>
<group><trans-unit id="1"><source>Press <g id="1">Start</g><x id="2"/> now</source>
<target>Jetzt <g id="1">Start</g> drücken<ph id="3">{0}<sub>hidden</sub></ph></target>
<alt-trans match-quality="80%"><source>Press</source><target>Drück</target></alt-trans>
<note>on the first page</note></trans-unit></group>
<trans-unit id="2"><source>empty</source><target/></trans-unit>
<trans-unit id="3"><source>none</source></trans-unit>
<trans-unit id="4"><source>fuzzy</source><target state="translated" state-qualifier="fuzzy-match">unscharf</target>
</trans-unit>
<trans-unit id="5"><source>review</source><target state="needs-review-translation">prüfen</target></trans-unit>
<trans-unit id="6" approved="yes"><source>sure</source><target state="needs-review-translation">sicher</target>
</trans-unit>
<trans-unit id="7" translate="no"><source>ID_1</source><target>ID_1</target></trans-unit>
<trans-unit id="8" approved="no"><source>unsure</source><target>unsicher</target></trans-unit>
<trans-unit id="9"><source>done</source><target state="final">fertig</target></trans-unit>
</body></file></xliff>"""

XLIFF_2_0 = """<xliff version="2.0" srcLang="en" trgLang="ja" xmlns="urn:oasis:names:tc:xliff:document:2.0">
<file id="f"><unit id="1"><notes><note>a note</note></notes>
<segment state="final"><source>the <pc id="1">roof</pc></source>
<target><pc id="1">屋根</pc><sc id="2"/></target></segment>
<ignorable><source> </source></ignorable>
<segment><source>a wall<cp hex="001B"/></source><target>壁</target></segment>
<segment state="initial"><source>door</source><target>ドア</target></segment>
<segment><source>window</source></segment></unit>
<unit id="2" translate="no"><segment><source>X</source><target>X</target></segment></unit></file></xliff>"""

TRADOS = """<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"
 sdl:version="1.0"><file original="c:\\a.docx" datatype="x-sdlfilterframework2" source-language="en-GB"
 target-language="fr-FR"><header><reference><internal-file form="base64">UEsDBBQ=</internal-file></reference></header>
<body><trans-unit id="u1"><source>The roof. The wall. The door.</source>
<seg-source><g id="5"><mrk mtype="seg" mid="1">The roof.</mrk> <mrk mtype="seg" mid="2">The wall.</mrk>
<mrk mtype="seg" mid="3">The door.</mrk></g></seg-source>
<target><g id="5"><mrk mtype="seg" mid="1">Le <mrk mtype="x-sdl-deleted" sdl:revid="r">vieux</mrk>toit.</mrk>
<mrk mtype="seg" mid="2">Le mur.</mrk><mrk mtype="seg" mid="3"/></g></target>
<sdl:seg-defs><sdl:seg id="1" conf="Translated" origin="interactive"/>
<sdl:seg id="2" conf="Draft" origin="tm" percent="80"/><sdl:seg id="3"/></sdl:seg-defs>
</trans-unit></body></file></xliff>"""

MEMOQ = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:mq="MQXliff"><file original="a.doc"
source-language="en" target-language="hu"><body>
<trans-unit id="1" mq:status="ManuallyConfirmed"><source>roof</source><target>tető</target></trans-unit>
<trans-unit id="2" mq:status="Pretranslated"><source>wall</source><target>fal</target></trans-unit>
<trans-unit id="3" mq:status="NotStarted"><source>door</source><target/></trans-unit></body></file></xliff>"""

PHRASE = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"
xmlns:m="http://www.memsource.com/mxlf/2.0"><file source-language="en" target-language="cs"><body>
<group id="0"><trans-unit id="1" m:confirmed="1"><source>roof {1}</source><target>střecha {1}</target></trans-unit>
<trans-unit id="2" m:confirmed="0"><source>wall</source><target>zeď</target></trans-unit>
</group></body></file></xliff>"""

ANGULAR = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en-US"
datatype="plaintext" original="ng2.template"><body><trans-unit id="home" datatype="html"><source>Home</source>
<target>Start</target><note priority="1" from="meaning">page</note></trans-unit></body></file></xliff>"""

SEVERAL = """<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit id="1">
<source>roof</source><target>Dach</target></trans-unit></body></file><file source-language="en" target-language="fr">
<body><trans-unit id="1"><source>roof</source><target>toit</target></trans-unit>
<trans-unit id="2"><source>a&nbsp;b</source><target>c</target></trans-unit></body></file></xliff>"""


def read(folder: Path, text: str, name: str = "texts.xlf", pair: LanguagePair | None = None) -> Termbase:
    path = folder / name
    path.write_text(text, "utf-8")
    return xliff.read(path, pair=pair)


def texts(base: Termbase) -> list[tuple[str, ...]]:
    return [tuple(term.text for term in concept.terms) for concept in base.concepts]


def test_xliff_1_2_gives_finished_units_without_their_tags(tmp_path: Path) -> None:
    base = read(tmp_path, XLIFF_1_2)

    assert base.dialect == "XLIFF 1.2"
    assert base.languages == ("en-US", "de-DE")
    assert texts(base) == [("Press Start now", "Jetzt Start drücken"), ("sure", "sicher"), ("done", "fertig")]
    assert base.concepts[0].note == "on the first page"
    assert [concept.line for concept in base.concepts] == [4, 13, 17]
    assert base.rejected_rows == ()
    assert base.dropped == {
        "g in a source": 1,
        "x in a source": 1,
        "g in a target": 1,
        "ph in a target": 1,
        UNTRANSLATED: 2,
        UNFINISHED: 3,
        LOCKED: 1,
    }


def test_xliff_2_0_gives_its_segments(tmp_path: Path) -> None:
    base = read(tmp_path, XLIFF_2_0)

    assert base.dialect == "XLIFF 2.0"
    assert [concept.terms for concept in base.concepts] == [
        (Term("en", "the roof"), Term("ja", "屋根")),
        (Term("en", "a wall"), Term("ja", "壁")),
    ]
    assert base.concepts[0].note == "a note"
    assert (base.dropped[UNFINISHED], base.dropped[UNTRANSLATED], base.dropped[LOCKED]) == (1, 1, 1)
    assert base.dropped["cp in a source"] == 1


def test_trados_cuts_units_and_says_beside_them_how_far_they_are(tmp_path: Path) -> None:
    base = read(tmp_path, TRADOS, "a.docx.sdlxliff")

    assert base.languages == ("en-GB", "fr-FR")
    assert texts(base) == [("The roof.", "Le toit.")]
    assert (base.dropped[UNFINISHED], base.dropped[UNTRANSLATED]) == (1, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [(MEMOQ, [("roof", "tető")]), (PHRASE, [("roof {1}", "střecha {1}")])],
    ids=["memoq", "phrase"],
)
def test_other_tools_say_at_the_unit_what_is_confirmed(
    tmp_path: Path, text: str, expected: list[tuple[str, str]]
) -> None:
    base = read(tmp_path, text)

    assert texts(base) == expected
    assert base.dropped[UNFINISHED] == 1


def test_a_status_that_no_known_tool_wrote_says_nothing(tmp_path: Path) -> None:
    base = read(tmp_path, MEMOQ.replace('"MQXliff"', '"urn:x-other"'))

    assert texts(base) == [("roof", "tető"), ("wall", "fal")]


@pytest.mark.parametrize(
    ("status", "count"),
    [("ConfirmedTranslator", 1), ("Reviewer1Confirmed", 1), ("Proofread", 1), ("PartiallyEdited", 0), ("Rejected", 0)],
)
def test_memoq_has_many_words_for_confirmed(tmp_path: Path, status: str, count: int) -> None:
    assert len(read(tmp_path, MEMOQ.replace("ManuallyConfirmed", status)).concepts) == count


@pytest.mark.parametrize(
    ("name", "pair", "languages"),
    [
        ("messages.de.xlf", None, ("en-US", "de")),
        ("messages.xlf", None, ("en-US", "und")),
        ("messages.xlf", LanguagePair("en", "de"), ("en-US", "de")),
        ("messages.xlf", LanguagePair("de", "en"), ("en-US", "de")),
        ("app.en-fr.xlf", None, ("en-US", "fr")),
    ],
)
def test_angular_leaves_the_target_language_to_the_name_of_the_file(
    tmp_path: Path, name: str, pair: LanguagePair | None, languages: tuple[str, str]
) -> None:
    base = read(tmp_path, ANGULAR, name, pair)

    assert base.languages == languages
    assert base.concepts[0].note == "page"


def test_several_files_in_one_are_several_pairs_and_broken_units_are_faults(tmp_path: Path) -> None:
    base = read(tmp_path, SEVERAL)

    assert base.languages == ("en", "de", "fr")
    assert texts(base) == [("roof", "Dach"), ("roof", "toit")]
    assert [(rejected.row, rejected.remedy != "") for rejected in base.rejected_rows] == [(3, True)]


@pytest.mark.slow
def test_the_document_that_trados_embeds_is_no_part_of_what_is_read(tmp_path: Path) -> None:
    document = "UEsDBBQ=\n" * 2_000_000

    base = read(tmp_path, TRADOS.replace("UEsDBBQ=", document), "a.docx.sdlxliff")

    assert texts(base) == [("The roof.", "Le toit.")]
    assert base.concepts[0].line == 2_000_005
    assert base.rejected_rows == ()


GLOSSARY = """<xliff version="2.1" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0"
 xmlns:gls="urn:oasis:names:tc:xliff:glossary:2.0"><file id="f"><unit id="1"><gls:glossary>
<gls:glossEntry ref="#m1"><gls:term source="x">tab
  stop</gls:term><gls:translation id="1">Tabstopp</gls:translation><gls:translation>Tabulator</gls:translation>
<gls:definition>Where a
   tab ends.</gls:definition></gls:glossEntry></gls:glossary>
<segment><source>Set a tab stop.</source><target>Setzen Sie einen Tabstopp.</target></segment>
<segment><source></source><target>Allein.</target></segment></unit></file></xliff>"""


def test_the_glossary_of_a_unit_is_read_and_targets_alone_are_counted(tmp_path: Path) -> None:
    base = read(tmp_path, GLOSSARY)

    assert [(concept.definition, [term.text for term in concept.terms]) for concept in base.concepts] == [
        ("Where a tab ends.", ["tab stop", "Tabstopp", "Tabulator"]),
        ("", ["Set a tab stop.", "Setzen Sie einen Tabstopp."]),
    ]
    assert base.dropped == {"segments without a source": 1}
