"""Paragraphs in a made-up vocabulary: which texts are translated, which parts words cannot pass, and writing back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from support.files.document_files import members, packed
from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.office.inline import Atom, Inline, Run
from termdesk.service.documents.office.package import OfficePackage
from termdesk.service.documents.office.paragraphs import FixedPart, Format, office_document, paragraphs_of, parts_of
from termdesk.service.documents.xml_files import Element, etree, local_name
from termdesk.service.engines.marked_text import MarkedText

TYPES = (
    b"<Types><Default Extension='xml' ContentType='text.main+xml'/>"
    b"<Override PartName='/notes.xml' ContentType='text.notes+xml'/></Types>"
)
BODY = b"<d><p><first/><t>one </t><t>two</t><wall/><t>three</t><last/></p><p><t>12</t></p></d>"


def content(paragraph: Element) -> Sequence[Sequence[Inline] | FixedPart]:
    """Return the texts of a paragraph, divided by its walls."""
    parts: list[list[Inline] | FixedPart] = [[]]
    for child in paragraph:
        if local_name(child) == "wall":
            parts += [FixedPart(Atom(lambda wall=child: [wall])), []]  # type: ignore[misc]  # the default is an element
        elif local_name(child) == "t" and isinstance(parts[-1], list):
            parts[-1].append(Run(child.text or "", None))
    return parts


def make(text: str, look: Element | None) -> Sequence[Element]:
    element = etree.Element("t")
    element.text = text
    return [element]


def find(root: Element) -> Iterator[Element]:
    yield from root.iter("p")


def put_in_language(root: Element, target_lang: str) -> None:
    root.set("lang", target_lang)


FORMAT = Format(find, content, make, frozenset({"first"}), frozenset({"last"}), put_in_language)


def shouted(text: MarkedText) -> MarkedText:
    return replace(text, text=text.text.upper())


def shown(root: Element) -> str:
    return str(etree.tostring(root).decode())


def test_each_stretch_between_walls_is_a_text_and_the_ends_keep_their_places() -> None:
    root = etree.fromstring(BODY)
    [paragraph] = paragraphs_of(root, FORMAT)

    assert [each.marked.text for each in paragraph.stretches] == ["one two", "three"]
    paragraph.write(iter([shouted(each.marked) for each in paragraph.stretches]))

    assert shown(root[0]) == "<p><first/><t>ONE TWO</t><wall/><t>THREE</t><last/></p>"


def test_what_has_no_words_takes_no_translation_and_stays() -> None:
    root = etree.fromstring("<d><p><t>7</t><wall/><t>one</t></p></d>")
    [paragraph] = paragraphs_of(root, FORMAT)

    paragraph.write(iter([MarkedText("EINS")]))

    assert shown(root) == "<d><p><t>7</t><wall/><t>EINS</t></p></d>"


def test_a_format_may_put_what_was_written_into_another_order() -> None:
    root = etree.fromstring("<d><p><t>one</t><wall/></p></d>")
    [paragraph] = paragraphs_of(root, replace(FORMAT, fixed=lambda written: written[::-1]))

    paragraph.write(iter([MarkedText("one")]))

    assert shown(root) == "<d><p><wall/><t>one</t></p></d>"


def document(folder: Path, body: bytes = BODY) -> Path:
    notes = b"<d><p><t>a note</t></p></d>"
    (folder / "source").write_bytes(packed({"[Content_Types].xml": TYPES, "body.xml": body, "notes.xml": notes}))
    return folder / "source"


def test_a_package_is_written_with_all_its_texts_and_told_its_language(tmp_path: Path) -> None:
    read = office_document(document(tmp_path), "main+xml", {("main+xml",): FORMAT, ("notes+xml",): FORMAT})
    assert [text.text for text in read.texts] == ["one two", "three", "a note"]

    read.write(tmp_path / "result", [shouted(text) for text in read.texts], target_lang="fi")

    written = members((tmp_path / "result").read_bytes())
    assert b'<d lang="fi"><p><first/><t>ONE TWO</t><wall/><t>THREE</t><last/></p>' in written["body.xml"]
    assert b'<d lang="fi"><p><t>A NOTE</t></p></d>' in written["notes.xml"]


def test_only_data_sheets_of_charts_are_named_and_no_embedded_tables(tmp_path: Path) -> None:
    def notes(chart: str, target: str) -> list[str]:
        parts = {
            "[Content_Types].xml": TYPES,
            "body.xml": BODY,
            "word/embeddings/sheet.xlsx": b"",
            f"word/{chart}/_rels/1.xml.rels": f"<Links><Relationship Target='{target}'/></Links>".encode(),
        }
        (tmp_path / "source").write_bytes(packed(parts))
        return office_document(tmp_path / "source", "main+xml", {("text.main+xml",): FORMAT}).notes("fi")

    assert notes("pages", "../embeddings/sheet.xlsx") == []
    assert notes("charts", "../theme/theme1.xml") == []
    assert [each[:27] for each in notes("charts", "../embeddings/sheet.xlsx")] == ["The data sheet of 1 chart i"]


def test_paragraphs_can_be_left_out(tmp_path: Path) -> None:
    package = OfficePackage(document(tmp_path))
    [part] = parts_of(package, [(["body.xml"], FORMAT)])

    assert len(part.paragraphs) == 1
    assert part.without(lambda paragraph: len(paragraph.stretches) == 2).paragraphs == []


def test_strict_open_xml_is_refused_in_words(tmp_path: Path) -> None:
    package = OfficePackage(document(tmp_path, b"<d xmlns='http://purl.oclc.org/ooxml/x/main'/>"))

    with pytest.raises(UnreadableDocument) as refused:
        parts_of(package, [(["body.xml"], FORMAT)])
    assert refused.value.remedy
