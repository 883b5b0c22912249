"""TMX files of several tools, each named after its dialect, and TMX 1.4 that reads back as written."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from support.detailed import detailed
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.concepts import Concept, Term, Termbase, concepts_of
from termdesk.formats.termbases import tmx

SDL_LIKE = """<?xml version="1.0" encoding="utf-8"?>
<tmx version="1.4">
  <header creationtool="SDL Language Platform" creationtoolversion="8.1" o-tmf="SDL TM8 Format" datatype="xml"
   segtype="sentence" adminlang="en-US" srclang="en-US"><prop type="x-Recognizers">RecognizeAll</prop></header>
  <body>
    <tu creationdate="20250102T101500Z" creationid="ann">
      <prop type="x-LastUsedBy">ann</prop><prop type="x-Domain:SingleString">not ours</prop>
      <tuv xml:lang="en-US">
      <seg>Press <bpt i="1" type="bold" x="1">&lt;b&gt;</bpt>Start<ept i="1">&lt;/b&gt;</ept> now</seg></tuv>
      <tuv xml:lang="de-DE"><seg>Jetzt <bpt i="1" type="bold" x="1" />Start<ept i="1" /> drücken</seg></tuv>
    </tu>
  </body>
</tmx>
"""

OMEGAT_LEVEL_1 = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx11.dtd">
<tmx version="1.1">
  <header creationtool="OmegaT" o-tmf="OmegaT TMX" adminlang="EN-US" datatype="plaintext"
   segtype="sentence" srclang="EN"/>
  <body>
    <tu>
      <tuv lang="EN"><seg>contract</seg></tuv>
      <tuv lang="DE"><seg>Vertrag</seg></tuv>
    </tu>
  </body>
</tmx>
"""

OMEGAT_LEVEL_2 = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="OmegaT" o-tmf="OmegaT TMX" adminlang="EN-US" datatype="plaintext"
   segtype="sentence" srclang="EN"/>
  <body>
    <!-- Default translations -->
    <tu>
      <note>check with the client</note>
      <tuv xml:lang="EN"><seg><bpt i="0" x="0">&lt;f0></bpt>contract<ept i="0">&lt;/f0></ept></seg></tuv>
      <tuv xml:lang="DE" changeid="ann"><seg><it pos="begin" x="1">&lt;f1/></it>Vertrag</seg></tuv>
    </tu>
  </body>
</tmx>
"""

WORDFAST_LIKE = """<?xml version="1.0" encoding="utf-16"?>
<!DOCTYPE tmx SYSTEM "tmx11.dtd">
<tmx version="1.1"><header creationtool="Wordfast" srclang="EN-US" datatype="rtf" segtype="sentence" adminlang="EN"/>
<body><tu creationdate="20250102T101500Z" usagecount="2"><prop type="Txt::Att1">law</prop>
<tuv xml:lang="EN-US"><seg>the <ut>{\\b </ut>contract<ut>}</ut></seg></tuv>
<tuv xml:lang="FR-FR"><seg>le contrat</seg></tuv></tu></body></tmx>
"""

SEVERAL_TARGETS = """<tmx version="1.4"><header srclang="*all*"/><body>
<tu><prop type="domain">law</prop><tuv xml:lang="en"><prop type="x-status">proposed</prop><seg>contract</seg></tuv>
<tuv xml:lang="de"><seg>Vertrag</seg></tuv><tuv xml:lang="de"><note>rare</note><seg>Kontrakt</seg></tuv>
<tuv xml:lang="ja"><seg>契約<ph>{1}<sub>hidden</sub></ph><hi>書</hi></seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>alone</seg></tuv><tuv xml:lang="de"><seg/></tuv></tu>
<tu><tuv xml:lang="en"><seg>one</seg></tuv><tuv><seg>two</seg></tuv></tu>
</body></tmx>"""


def read(folder: Path, text: str | bytes, encoding: str = "utf-8") -> Termbase:
    path = folder / "memory.tmx"
    path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
    return tmx.read(path)


def test_sdls_tags_are_left_aside_and_counted(tmp_path: Path) -> None:
    memory = read(tmp_path, SDL_LIKE)

    assert memory.dialect == "TMX 1.4"
    assert memory.languages == ("en-US", "de-DE")
    assert [term.text for term in memory.concepts[0].terms] == ["Press Start now", "Jetzt Start drücken"]
    assert memory.concepts[0].line == 6
    assert memory.dropped == {
        "prop x-LastUsedBy": 1,
        "prop x-Domain:SingleString": 1,
        "bpt in a seg": 2,
        "ept in a seg": 2,
    }


def test_omegat_level_1_has_languages_without_a_name_space(tmp_path: Path) -> None:
    memory = read(tmp_path, OMEGAT_LEVEL_1)

    assert memory.dialect == "TMX 1.1"
    assert memory.concepts[0].terms == (Term("en", "contract"), Term("de", "Vertrag"))


def test_omegat_level_2_has_codes_and_notes(tmp_path: Path) -> None:
    memory = read(tmp_path, "\ufeff" + OMEGAT_LEVEL_2)

    assert memory.concepts == (
        Concept(1, 8, (Term("en", "contract"), Term("de", "Vertrag")), note="check with the client"),
    )


def test_wordfasts_utf_16_and_unknown_tags(tmp_path: Path) -> None:
    memory = read(tmp_path, WORDFAST_LIKE, "utf-16")

    assert [term.text for term in memory.concepts[0].terms] == ["the contract", "le contrat"]
    assert memory.dropped == {"prop Txt::Att1": 1, "ut in a seg": 2}


def test_several_targets_are_synonyms_and_units_without_two_texts_are_faults(tmp_path: Path) -> None:
    memory = read(tmp_path, SEVERAL_TARGETS)

    assert memory.concepts[0].terms == (
        Term("en", "contract"),
        Term("de", "Vertrag"),
        Term("de", "Kontrakt", "", "rare"),
        Term("ja", "契約書"),
    )
    assert memory.concepts[0].domain == "law"
    assert [(rejected.line, rejected.row, rejected.salvaged) for rejected in memory.rejected_rows] == [
        (5, 2, ("alone", "")),
        (6, 3, ("one", "two")),
    ]
    assert memory.dropped == {"prop x-status": 1, "ph in a seg": 1, "hi in a seg": 1, "tuv without a text": 1}


def test_the_written_file_says_what_the_standard_asks_for() -> None:
    root = etree.fromstring(b"".join(tmx.write(concepts_of(Entries.of([("a", "b")]), LanguagePair("en", "de")))))

    header = root.find("header")
    assert root.get("version") == "1.4"
    assert header is not None
    assert set(header.attrib) == {
        *("creationtool", "creationtoolversion", "segtype", "o-tmf", "adminlang", "srclang", "datatype"),
    }
    assert header.get("srclang") == "en"


def test_losses_are_told_before_writing() -> None:
    pair = LanguagePair("en", "de")
    details = [EntryDetail("preferred", "", "law")]

    reported = tmx.format_losses(concepts_of(detailed([(" a", "b")], details), pair))

    assert tmx.format_losses(concepts_of(Entries.of([("a", "b")]), pair)) == []
    assert tmx.format_losses(concepts_of(Entries.of([("a", "b"), ("c", ""), ("", "d")]), pair)) == [
        "A unit needs two texts. Concepts that have fewer, and will not be read again: 2."
    ]
    assert [sentence.partition(".")[0] for sentence in reported] == [
        "Spaces around a phrase, and tabs and line ends in it, are lost",
        "TMX has no status",
        "TMX has no domains and definitions",
    ]


def test_a_unit_may_be_forbidden_by_a_property(tmp_path: Path) -> None:
    text = SEVERAL_TARGETS.replace('<prop type="x-status">proposed</prop>', '<prop type="x-forbidden">true</prop>')

    assert next(term.status for term in read(tmp_path, text).concepts[0].terms) == "forbidden"
