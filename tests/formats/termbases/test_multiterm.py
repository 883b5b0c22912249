"""MultiTerm XML as written by several versions of MultiTerm and other tools. Each sample is named after its dialect."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, PREFERRED, EntryDetail
from termdesk.domain.errors import Stopped, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.concepts import Concept, Term, Termbase, as_read_result, concepts_of, keeps_status
from termdesk.formats.termbases import multiterm

HISTORY = """<transacGrp><transac type="origination">ann</transac><date>2021-03-01T11:21:32</date></transacGrp>
<transacGrp><transac type="modification">ben</transac><date>2021-03-01T11:22:12</date></transacGrp>"""

# A single line in UTF-16 with a byte order mark, and change histories at every element.
MULTITERM_2021 = f"""<?xml version='1.0' encoding='UTF-16'?><mtf><conceptGrp><concept>1</concept>
<system type="entryClass">1</system>{HISTORY}
<descripGrp><descrip type="Subject">law</descrip></descripGrp>
<languageGrp><language lang="EN-US" type="English (United States)"/>
<descripGrp><descrip type="Definition">A promise that the law enforces.</descrip>{HISTORY}
<descripGrp><descrip type="Source">[<xref Tlink="Book:X1">X1</xref> §3]</descrip></descripGrp></descripGrp>
<termGrp><term>contract</term>{HISTORY}<descripGrp><descrip type="Status">preferred</descrip></descripGrp></termGrp>
<termGrp><term>agreement</term></termGrp></languageGrp>
<languageGrp><language lang="DE" type="German"/>
<termGrp><term>Vertrag</term><descripGrp><descrip type="Note">see <xref Clink="Kaufvertrag">Kaufvertrag</xref>, too
</descrip></descripGrp></termGrp>
<termGrp><term>Kontrakt</term><descripGrp><descrip type="Status">deprecated</descrip></descripGrp></termGrp>
</languageGrp><languageGrp><language lang="JA" type="Japanese"/><termGrp><term>契約</term></termGrp></languageGrp>
</conceptGrp></mtf>"""

# Fields with German names, and languages identified only by name.
GERMAN_FIELDS = """<?xml version="1.0" encoding="UTF-8"?>
<mtf><conceptGrp><concept>7</concept>
<descripGrp><descrip type="Fachgebiet">Bau</descrip></descripGrp>
<descripGrp><descrip type="Abbildung" Glink="C:\\pictures\\dach.png"/></descripGrp>
<languageGrp><language type="German (Austria)"/><termGrp><term> Dach
 stuhl</term>
<descripGrp><descrip type="Verwendungsstatus">bevorzugt</descrip></descripGrp>
<descripGrp><descrip type="Bemerkung">regional</descrip></descripGrp>
<descripGrp><descrip type="Begriffserklärung">Tragwerk</descrip></descripGrp>
<descripGrp><descrip type="Genus">m</descrip></descripGrp></termGrp></languageGrp>
<languageGrp><language type="French"/><termGrp><term>charpente</term>
<descripGrp><descrip type="Status">in Prüfung</descrip></descripGrp>
<descripGrp><descrip type="Verwendung">nur Holz</descrip></descripGrp></termGrp></languageGrp></conceptGrp>
<conceptGrp><concept>8</concept><languageGrp><language lang="DE"/><termGrp><term/></termGrp></languageGrp></conceptGrp>
<conceptGrp><languageGrp><language/><termGrp><term>nirgends</term></termGrp></languageGrp></conceptGrp></mtf>"""

# Other tools add a namespace and a document type, and identify languages in other ways.
WITH_NAME_SPACE = """<?xml version="1.0"?><!DOCTYPE mtf SYSTEM "http://127.0.0.1:9/mtf.dtd">
<m:mtf xmlns:m="urn:x-mtf"><m:conceptGrp><m:concept>1</m:concept>
<m:languageGrp><m:language name="English" locale="en_GB"/><m:termGrp><m:term termId="2">roof</m:term>
</m:termGrp></m:languageGrp>
<m:languageGrp><m:language name="French" locale="fr"/><m:termGrp><m:term>toit</m:term><m:descripGrp>
<m:descrip type="usage">do not use</m:descrip></m:descripGrp></m:termGrp></m:languageGrp></m:conceptGrp></m:mtf>"""


def read(folder: Path, text: str, encoding: str = "utf-8") -> Termbase:
    path = folder / "base.xml"
    path.write_bytes(text.encode(encoding))
    return multiterm.read(path)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_multiterm_2021_has_synonyms_histories_and_links(tmp_path: Path, encoding: str) -> None:
    base = read(tmp_path, MULTITERM_2021, encoding)

    assert base.dialect == "MultiTerm XML"
    assert base.languages == ("en-US", "de", "ja")
    assert base.rejected_rows == ()
    assert base.concepts == (
        Concept(
            1,
            1,
            (
                Term("en-US", "contract", PREFERRED),
                Term("en-US", "agreement"),
                Term("de", "Vertrag", note="see Kaufvertrag, too"),
                Term("de", "Kontrakt", FORBIDDEN),
                Term("ja", "契約"),
            ),
            "A promise that the law enforces.",
            "law",
            fields=(("source", "[X1 §3]"),),
        ),
    )
    assert base.dropped == {
        "transac origination": 3,
        "transac modification": 3,
        "links in texts, their words kept": 2,
    }


def test_a_pair_of_it_has_synonyms_and_forbidden_terms_as_rows(tmp_path: Path) -> None:
    entries = as_read_result(read(tmp_path, MULTITERM_2021), LanguagePair("en", "de")).result.entries

    assert list(entries) == [("contract", "Vertrag"), ("agreement", "Vertrag"), ("contract", "Kontrakt")]
    assert [entries.detail(row).is_forbidden for row in range(3)] == [False, False, True]
    assert {entries.detail(row).domain for row in range(3)} == {"law"}


def test_fields_are_known_by_german_names_and_languages_by_theirs(tmp_path: Path) -> None:
    base = read(tmp_path, GERMAN_FIELDS)

    (concept,) = base.concepts
    assert base.languages == ("de-AT", "fr")
    assert concept.line == 2
    assert (concept.definition, concept.domain) == ("Tragwerk", "Bau")
    assert concept.terms == (
        Term("de-AT", "Dach stuhl", PREFERRED, "regional", (("grammaticalGender", "m"),)),
        Term("fr", "charpente", "", "Status: in Prüfung\nnur Holz"),
    )
    assert keeps_status(concept.terms[1].note)
    assert base.dropped == {"descrip Abbildung": 1, "term without a text": 1}
    assert [(rejected.line, rejected.row, rejected.reason, rejected.salvaged) for rejected in base.rejected_rows] == [
        (14, 2, "The entry has no term.", ("", "")),
        (15, 3, "A term of the entry has no language.", ("nirgends", "")),
    ]
    assert all(rejected.remedy for rejected in base.rejected_rows)


def test_a_name_space_and_a_document_type_elsewhere_do_no_harm(tmp_path: Path) -> None:
    base = read(tmp_path, WITH_NAME_SPACE)

    assert base.concepts[0].terms == (Term("en-GB", "roof"), Term("fr", "toit", FORBIDDEN))


def test_a_status_of_the_whole_entry_is_noted(tmp_path: Path) -> None:
    text = MULTITERM_2021.replace('type="Subject">law', 'type="Status">Approved')

    entries = as_read_result(read(tmp_path, text), LanguagePair("en", "ja")).result.entries

    assert entries.detail(1) == EntryDetail(
        "", "Status: Approved", fields=(("definition", "A promise that the law enforces."), ("source", "[X1 §3]"))
    )


def test_a_field_of_a_newer_version_is_written_by_its_name() -> None:
    """Stored rows may have a field of a newer version that this version does not know."""
    entries = Entries.of([("house", "Haus")])
    entries.apply(SetDetails((0,), (EntryDetail(fields=(("register", "formal"),)),)))

    written = b"".join(multiterm.write(concepts_of(entries, LanguagePair("en", "de"))))

    assert b'<descrip type="register">formal</descrip>' in written


def test_where_it_breaks_off_what_was_whole_is_read(tmp_path: Path) -> None:
    whole = GERMAN_FIELDS.partition("<conceptGrp><concept>8")[0]

    base = read(tmp_path, f"{whole}<conceptGrp><languageGrp></mtf>")

    assert len(base.concepts) == 1
    assert base.rejected_rows
    assert base.rejected_rows[0].remedy


def test_another_root_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="not MultiTerm XML: its outermost element is “html”"):
        read(tmp_path, "<html><body/></html>")


def test_reading_can_be_stopped(tmp_path: Path) -> None:
    class Stopping:
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    path = tmp_path / "base.xml"
    path.write_text(MULTITERM_2021, "utf-16")

    with pytest.raises(Stopped):
        multiterm.read(path, progress=Stopping())


@pytest.mark.parametrize(
    ("field", "value"),
    [("Usage/Verwendung", "do not use"), ("Term_Usage/Verwendung", "Unwort"), ("Forbidden", "Yes"), ("Verboten", "ja")],
)
def test_fields_of_many_names_forbid_a_term(tmp_path: Path, field: str, value: str) -> None:
    text = GERMAN_FIELDS.replace(
        '<descrip type="Verwendungsstatus">bevorzugt</descrip>', f'<descrip type="{field}">{value}</descrip>'
    )
    assert text != GERMAN_FIELDS

    statuses = [term.status for concept in read(tmp_path, text).concepts for term in concept.terms]

    assert FORBIDDEN in statuses
