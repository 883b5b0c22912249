"""TBX files of several tools, each named after its dialect, and TBX-Basic that reads back as written."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.concepts import Concept, Term, Termbase, concepts_of, keeps_status
from termdesk.formats.termbases import tbx

TBX_DEFAULT_2008 = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en">
<martifHeader><fileDesc><sourceDesc><p>From a term base</p></sourceDesc></fileDesc>
<encodingDesc><p type="XCSURI">TBXXCS.xcs</p></encodingDesc></martifHeader>
<text><body>
<termEntry id="c1">
<descripGrp><descrip type="subjectField">law</descrip></descripGrp>
<descrip type="definition">binding <hi type="bold">agreement</hi></descrip>
<langSet xml:lang="en">
<ntig><termGrp><term>contract</term><termNote type="partOfSpeech">noun</termNote>
<termNoteGrp><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote><note>countable</note></termNoteGrp>
</termGrp><descripGrp><descrip type="context">sign a contract</descrip></descripGrp></ntig>
<ntig><termGrp><term>covenant</term>
<termNote type="administrativeStatus">supersededTerm-admn-sts</termNote></termGrp></ntig>
</langSet>
<langSet xml:lang="de-DE"><ntig><termGrp><term>Vertrag</term></termGrp></ntig><note>of civil law</note></langSet>
</termEntry>
</body></text>
</martif>
"""

TBX_BASIC_2008 = """<?xml version='1.0'?>
<martif type="TBX-Basic" xml:lang="en-US"><text><body>
<termEntry id="c1"><langSet xml:lang="en">
<tig><term>contract</term><termNote type="administrativeStatus">admittedTerm-admn-sts</termNote></tig>
</langSet><langSet xml:lang="de"><tig><term>Vertrag</term><note>masculine</note></tig></langSet></termEntry>
</body></text></martif>
"""

MULTITERM_LIKE = """<?xml version="1.0" encoding="UTF-16"?>
<martif type="TBX" xml:lang="en">
  <text><body>
    <termEntry id="eid-1">
      <transacGrp><transac type="transactionType">origination</transac><date>2025-01-02</date></transacGrp>
      <langSet xml:lang="EN-US">
        <tig>
          <term>
            contract
          </term>
          <termNote type="Status">forbidden</termNote>
        </tig>
        <tig><term>agreement</term></tig>
      </langSet>
      <langSet xml:lang="GER"><tig><term>Vertrag,
          schriftlich</term></tig></langSet>
    </termEntry>
  </body></text>
</martif>
"""

MEMOQ_LIKE = """\ufeff<?xml version="1.0" encoding="utf-8"?>
<martif type="TBX-Default" xml:lang="en">
<text><body><termEntry id="7"><descrip type="x-Domain">law</descrip><admin type="x-Project">77</admin>
<langSet xml:lang="en"><tig><term>contract</term><termNote type="forbidden">no</termNote></tig>
<tig><term>pact</term><termNote type="forbidden">yes</termNote></tig></langSet>
<langSet xml:lang="zh-Hant-tw"><tig><term>合約</term></tig></langSet></termEntry></body></text></martif>
"""

DCA_2019 = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-model href="https://example.org/TBXcoreStructV03_TBX-Basic_integrated.rng"?>
<tbx type="TBX-Min" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc></tbxHeader>
<text><body><conceptEntry id="c1"><descrip type="subjectField">law</descrip>
<langSec xml:lang="en"><termSec><term>contract</term>
<termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote><!-- a remark --></termSec></langSec>
<langSec xml:lang="de"><termSec><term>Vertrag</term></termSec></langSec></conceptEntry></body>
<back><refObjectSec type="x"/></back></text></tbx>
"""

DCT_2019 = """<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dct" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"
 xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic">
<text><body><conceptEntry id="c1"><min:subjectField>law</min:subjectField>
<langSec xml:lang="en"><descripGrp><basic:definition>an agreement</basic:definition>
<basic:source>handbook</basic:source></descripGrp>
<termSec><term>contract</term><min:partOfSpeech>noun</min:partOfSpeech>
<min:administrativeStatus>preferredTerm-admn-sts</min:administrativeStatus><note>countable</note></termSec></langSec>
<langSec xml:lang="de"><termSec><term>Vertrag</term></termSec></langSec>
</conceptEntry></body></text></tbx>
"""

CORE_2019 = """<tbx type="TBX-Core" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>
<conceptEntry><langSec xml:lang="en"><termSec><term>a<hi>b</hi>c</term></termSec></langSec></conceptEntry>
</body></text></tbx>"""


def read(folder: Path, text: str | bytes, encoding: str = "utf-8") -> Termbase:
    path = folder / "terms.tbx"
    path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
    return tbx.read(path)


def test_tbx_of_2008_with_ntig_and_a_doctype(tmp_path: Path) -> None:
    termbase = read(tmp_path, TBX_DEFAULT_2008)

    assert termbase.dialect == "TBX (TBX 2)"
    assert termbase.languages == ("en", "de-DE")
    assert termbase.concepts == (
        Concept(
            1,
            7,
            (
                Term(
                    "en",
                    "contract",
                    "preferred",
                    "countable",
                    (("context", "sign a contract"), ("partOfSpeech", "noun")),
                ),
                Term("en", "covenant", "forbidden"),
                Term("de-DE", "Vertrag"),
            ),
            "binding agreement",
            "law",
            "of civil law",
        ),
    )
    assert termbase.dropped == {}


def test_tbx_basic_of_2008_with_tig(tmp_path: Path) -> None:
    termbase = read(tmp_path, TBX_BASIC_2008)

    assert termbase.dialect == "TBX-Basic (TBX 2)"
    assert termbase.concepts[0].terms == (
        Term("en", "contract", "admitted"),
        Term("de", "Vertrag", "", "masculine"),
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_multiterms_utf_16_layout_and_languages(tmp_path: Path, encoding: str) -> None:
    termbase = read(tmp_path, MULTITERM_LIKE, encoding)

    assert termbase.languages == ("en-US", "de")
    assert termbase.concepts[0].terms == (
        Term("en-US", "contract", "forbidden"),
        Term("en-US", "agreement"),
        Term("de", "Vertrag, schriftlich"),
    )
    assert termbase.dropped == {"transac transactionType": 1, "date": 1}


def test_memoqs_forbidden_flags_custom_fields_and_byte_order_mark(tmp_path: Path) -> None:
    termbase = read(tmp_path, MEMOQ_LIKE)

    assert termbase.concepts[0].terms == (
        Term("en", "contract"),
        Term("en", "pact", "forbidden"),
        Term("zh-Hant-TW", "合約"),
    )
    assert termbase.concepts[0].domain == "law"
    assert termbase.dropped == {"admin x-Project": 1}


def test_tbx_of_2019_in_dca_style(tmp_path: Path) -> None:
    termbase = read(tmp_path, DCA_2019)

    assert termbase.dialect == "TBX-Min (TBX 3, DCA)"
    assert termbase.concepts == (
        Concept(1, 5, (Term("en", "contract", "forbidden"), Term("de", "Vertrag")), domain="law"),
    )
    assert termbase.dropped == {}


def test_tbx_of_2019_in_dct_style(tmp_path: Path) -> None:
    termbase = read(tmp_path, DCT_2019)

    assert termbase.dialect == "TBX-Basic (TBX 3, DCT)"
    noun = (("partOfSpeech", "noun"),)
    terms = (Term("en", "contract", "preferred", "countable", noun), Term("de", "Vertrag"))
    assert termbase.concepts == (Concept(1, 4, terms, "an agreement", "law", fields=(("source", "handbook"),)),)
    assert termbase.dropped == {}


def test_tbx_core_with_marks_inside_a_term(tmp_path: Path) -> None:
    assert read(tmp_path, CORE_2019).concepts[0].terms == (Term("en", "abc"),)


def test_a_broken_concept_is_a_fault_with_its_line_and_the_others_come_in(tmp_path: Path) -> None:
    good = '<termEntry><langSet xml:lang="en"><tig><term>{}</term></tig></langSet></termEntry>\n'
    empty = "<termEntry><langSet xml:lang='en'><tig><term> </term></tig></langSet></termEntry>\n"
    nameless = "<termEntry><langSet><tig><term>which</term></tig></langSet></termEntry>\n"

    body = "\n" + good.format("one") + empty + good.format("two") + nameless + good.format("three")
    termbase = read(tmp_path, f"<martif><text><body>{body}</body></text></martif>")

    assert [concept.terms[0].text for concept in termbase.concepts] == ["one", "two", "three"]
    assert [concept.number for concept in termbase.concepts] == [1, 3, 5]
    assert [(rejected.line, rejected.row, rejected.reason) for rejected in termbase.rejected_rows] == [
        (3, 2, "The entry has no term."),
        (5, 4, "A term of the entry has no language."),
    ]
    assert termbase.rejected_rows[1].salvaged == ("which", "")
    assert termbase.rejected_rows[1].original == nameless.strip()
    assert termbase.dropped == {"term without a text": 1}


def test_a_status_that_nobody_knows_stays_in_the_note(tmp_path: Path) -> None:
    text = TBX_BASIC_2008.replace("admittedTerm-admn-sts", "proposed")

    termbase = read(tmp_path, text)

    assert termbase.concepts[0].terms[0].status == ""
    assert keeps_status(termbase.concepts[0].terms[0].note)
    assert "termNote administrativeStatus" not in termbase.dropped


FORBIDDING = """<martif type="TBX"><text><body><termEntry>%s<langSet xml:lang="en">%s<tig><term>pact</term>%s</tig>
<tig><term>contract</term></tig></langSet></termEntry></body></text></martif>"""


@pytest.mark.parametrize(
    "field",
    [
        '<descrip type="xBool_Forbidden">True</descrip>',
        '<descripGrp><descrip type="xBool_Forbidden">true</descrip></descripGrp>',
        '<termNote type="across_Usage/Verwendung">do not use</termNote>',
        '<termNote type="Term_Usage/Verwendung">Unwort</termNote>',
        '<termNote type="Usage">nicht verwenden</termNote>',
        '<termNote type="Verboten">x</termNote>',
        '<termNote type="forbidden">since 2020</termNote>',
    ],
)
def test_what_other_programs_forbid_is_forbidden(tmp_path: Path, field: str) -> None:
    concept = read(tmp_path, FORBIDDING % ("", "", field)).concepts[0]

    assert [term.status for term in concept.terms] == ["forbidden", ""]


@pytest.mark.parametrize(
    "field",
    [
        '<descrip type="xBool_Forbidden">False</descrip>',
        '<termNote type="across_Usage/Verwendung">allowed only in law</termNote>',
    ],
)
def test_a_mark_that_forbids_nothing_forbids_nothing(tmp_path: Path, field: str) -> None:
    concept = read(tmp_path, FORBIDDING % ("", "", field)).concepts[0]

    assert [term.status for term in concept.terms] == ["", ""]


def test_what_forbids_a_language_or_a_concept_forbids_its_terms(tmp_path: Path) -> None:
    field = '<descrip type="xBool_Forbidden">True</descrip>'
    languages = FORBIDDING.replace(
        "</termEntry>", '<langSet xml:lang="de"><tig><term>Pakt</term></tig></langSet></termEntry>'
    )

    of_language = read(tmp_path, languages % ("", field, "")).concepts[0]
    of_concept = read(tmp_path, languages % (field, "", "")).concepts[0]

    assert [term.status for term in of_language.terms] == ["forbidden", "forbidden", ""]
    assert [term.status for term in of_concept.terms] == ["forbidden"] * 3


def test_the_written_file_is_tbx_basic_in_dca_style_in_the_order_of_the_standard() -> None:
    concept = Concept(3, 3, (Term("en", "contract", "preferred", "n"), Term("de", "Vertrag")), "d", "law", "own note")

    root = etree.fromstring(b"".join(tbx.write([concept])))

    space = "{urn:iso:std:iso:30042:ed-2}"
    entry = root.find(f"{space}text/{space}body/{space}conceptEntry")
    assert (root.tag, root.get("type"), root.get("style")) == (f"{space}tbx", "TBX-Basic", "dca")
    assert entry is not None
    assert [part.tag.removeprefix(space) for part in entry.iter()] == [
        *("conceptEntry", "descrip", "descrip", "note"),
        *("langSec", "termSec", "term", "termNote", "note"),
        *("langSec", "termSec", "term"),
    ]


def test_terms_are_grouped_by_language_in_order_of_appearance() -> None:
    texts = (("de", "Vertrag"), ("en", "contract"), ("de", "Pakt"), ("fr", "contrat"), ("en", "agreement"))
    concept = Concept(1, 1, tuple(Term(*each) for each in texts))

    root = etree.fromstring(b"".join(tbx.write([concept], tbx.TBX_2008)))

    groups = [["".join(term.itertext()) for term in group.iter("term")] for group in root.iter("langSet")]
    assert groups == [["Vertrag", "Pakt"], ["contract", "agreement"], ["contrat"]]


def test_a_status_of_a_newer_version_is_written_as_a_note(tmp_path: Path) -> None:
    """Stored rows may have a status of a newer version that this version does not know."""
    entries = Entries.of([("contract", "Vertrag"), ("house", "Haus")])
    entries.apply(SetDetails((0,), (EntryDetail("proposed", "masculine"),)))

    written = b"".join(tbx.write(concepts_of(entries, LanguagePair("en", "de"))))

    (tmp_path / "newer.tbx").write_bytes(written)
    (concept, _) = tbx.read(tmp_path / "newer.tbx").concepts
    assert concept.terms[1] == Term("de", "Vertrag", "", "masculine\nStatus: proposed")


def test_losses_are_told_before_writing() -> None:
    pair = LanguagePair("en", "de")

    assert tbx.format_losses(concepts_of(Entries.of([("a", "b")]), pair)) == []
    assert "Terms with some: 2." in tbx.format_losses(concepts_of(Entries.of([(" a", "b\t"), ("c", "d")]), pair))[0]
    assert tbx.format_losses(concepts_of(Entries.of([("a", ""), ("c", "d")]), pair)) == [
        "Entries without a source or a target, which will not be read again: 1."
    ]


def test_line_breaks_and_indentation_of_the_file_are_no_part_of_its_texts(tmp_path: Path) -> None:
    own = (
        '<descrip type="definition">A promise\n      of two.</descrip><descrip type="subjectField">\n  law\n</descrip>'
    )

    concept = read(tmp_path, FORBIDDING % (own, "", "<note>\n\tnot\n\toften\n</note>")).concepts[0]

    assert (concept.definition, concept.domain, concept.terms[0].note) == ("A promise of two.", "law", "not often")
