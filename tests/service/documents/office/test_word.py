"""Word documents: every place with words is translated, and everything around them is unchanged."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

from support.files.document_files import members, shouted, with_member


def png() -> bytes:
    """An image of one gray pixel."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0\x80")) + chunk(b"IEND", b"")


def saved(document: Any) -> bytes:
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def opened(content: bytes) -> Any:
    return docx.Document(io.BytesIO(content))


def with_body(xml: str) -> bytes:
    """Return a document with these paragraphs, as Word writes it."""
    document = docx.Document()
    namespaces = nsdecls("w", "r", "wp", "a") + ' xmlns:v="urn:schemas-microsoft-com:vml"'
    for paragraph in reversed(parse_xml(f"<w:body {namespaces}>{xml}</w:body>")):
        document.element.body.insert(0, paragraph)
    return saved(document)


def body_of(content: bytes) -> str:
    return members(content)["word/document.xml"].decode()


def words(element: Any) -> str:
    return "".join(each.text for each in element.iter(qn("w:t")))


def looks(paragraph: Any) -> list[tuple[str, Any]]:
    return [(run.text, run.bold) for run in paragraph.runs]


@pytest.mark.slow
def test_a_bold_word_is_bold_in_the_translation(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The house is ")
    paragraph.add_run("very big").bold = True
    paragraph.add_run(" and old.")

    result = opened(shouted(tmp_path, "docx", saved(document)))

    assert looks(result.paragraphs[0]) == [("THE HOUSE IS ", None), ("VERY BIG", True), (" AND OLD.", None)]


@pytest.mark.slow
def test_runs_that_word_cut_anywhere_are_one_text(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The ho")
    paragraph.add_run("use is ")
    paragraph.add_run("big.")

    result = opened(shouted(tmp_path, "docx", saved(document)))

    assert looks(result.paragraphs[0]) == [("THE HOUSE IS BIG.", None)]


@pytest.mark.slow
def test_tables_headers_and_footers_are_translated(tmp_path: Path) -> None:
    document = docx.Document()
    outer = document.add_table(1, 2)
    outer.cell(0, 0).text = "outer"
    outer.cell(0, 1).add_table(1, 1).cell(0, 0).text = "inner"
    document.sections[0].header.paragraphs[0].text = "header"
    document.sections[0].footer.paragraphs[0].text = "footer"

    result = opened(shouted(tmp_path, "docx", saved(document)))

    assert result.tables[0].cell(0, 0).text == "OUTER"
    assert result.tables[0].cell(0, 1).tables[0].cell(0, 0).text == "INNER"
    assert result.sections[0].header.paragraphs[0].text == "HEADER"
    assert result.sections[0].footer.paragraphs[0].text == "FOOTER"


@pytest.mark.slow
def test_styles_numbers_pictures_and_properties_stay(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("A heading", level=2)
    document.add_paragraph("first", style="List Number")
    document.add_paragraph().add_run().add_picture(io.BytesIO(png()))
    document.core_properties.title = "Untouched"

    result = opened(shouted(tmp_path, "docx", saved(document)))

    assert [(each.text, each.style.name) for each in result.paragraphs[:2]] == [
        ("A HEADING", "Heading 2"),
        ("FIRST", "List Number"),
    ]
    assert len(result.inline_shapes) == 1
    assert result.core_properties.title == "Untouched"


def test_tabs_and_line_breaks_stay_in_their_places(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Name:\thouse\nsecond line")

    assert opened(shouted(tmp_path, "docx", saved(document))).paragraphs[0].text == "NAME:\tHOUSE\nSECOND LINE"


@pytest.mark.slow
def test_a_page_break_stays(tmp_path: Path) -> None:
    content = with_body('<w:p><w:r><w:t>before</w:t><w:br w:type="page"/></w:r></w:p>')

    result = body_of(shouted(tmp_path, "docx", content))

    assert "BEFORE" in result
    assert result.count('<w:br w:type="page"/>') == 1


def test_a_hyperlink_keeps_its_address_and_its_words(tmp_path: Path) -> None:
    content = with_body(
        '<w:p><w:r><w:t xml:space="preserve">See </w:t></w:r><w:hyperlink r:id="rId1" w:tooltip="t"><w:r><w:rPr>'
        '<w:u w:val="single"/></w:rPr><w:t>the manual</w:t></w:r></w:hyperlink><w:r><w:t> first.</w:t></w:r></w:p>'
    )

    result = opened(shouted(tmp_path, "docx", content)).paragraphs[0]

    assert result.text == "SEE THE MANUAL FIRST."
    link = result._p.find(qn("w:hyperlink"))
    assert link.get(qn("r:id")) == "rId1"
    assert words(link) == "THE MANUAL"
    assert link.find(".//" + qn("w:u")) is not None


FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> {} </w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>{}</w:t></w:r>'
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)


def field_parts(content: bytes) -> list[str]:
    paragraph = opened(content).paragraphs[0]._p
    found = paragraph.iter(qn("w:fldChar"), qn("w:instrText"), qn("w:t"))
    return [each.get(qn("w:fldCharType")) or each.text.strip() for each in found]


def test_a_field_stays_whole_and_is_not_translated(tmp_path: Path) -> None:
    content = with_body(
        f"<w:p><w:r><w:t>page </w:t></w:r>{FIELD.format('REF chapter', 'one')}<w:r><w:t> here</w:t></w:r></w:p>"
    )

    result = field_parts(shouted(tmp_path, "docx", content))

    assert result == ["PAGE", "begin", "REF chapter", "separate", "one", "end", "HERE"]


@pytest.mark.slow
def test_words_of_a_link_field_are_translated(tmp_path: Path) -> None:
    link = FIELD.format("HYPERLINK &quot;https://a.example/&quot;", "manual")

    result = field_parts(shouted(tmp_path, "docx", with_body(f"<w:p><w:r><w:t>the </w:t></w:r>{link}</w:p>")))

    assert result == ["THE", "begin", 'HYPERLINK "https://a.example/"', "separate", "MANUAL", "end"]


@pytest.mark.slow
def test_a_field_over_several_paragraphs_is_not_torn(tmp_path: Path) -> None:
    begin, _, end = FIELD.format("TOC", "|").partition("<w:r><w:t>|</w:t></w:r>")
    last = f"<w:p><w:r><w:t>two</w:t></w:r>{end}<w:r><w:t>after</w:t></w:r></w:p>"
    content = with_body(f"<w:p><w:r><w:t>before</w:t></w:r>{begin}<w:r><w:t>one</w:t></w:r></w:p>{last}")

    result = opened(shouted(tmp_path, "docx", content))

    order = [
        each.get(qn("w:fldCharType")) or each.text.strip()
        for each in result.element.body.iter(qn("w:fldChar"), qn("w:instrText"), qn("w:t"))
    ]
    assert order == ["BEFORE", "begin", "TOC", "separate", "ONE", "TWO", "end", "AFTER"]


@pytest.mark.slow
def test_insertions_deletions_and_bookmarks_stay(tmp_path: Path) -> None:
    content = with_body(
        '<w:p><w:bookmarkStart w:id="7" w:name="here"/><w:r><w:t>The </w:t></w:r><w:bookmarkEnd w:id="7"/>'
        '<w:ins w:id="1" w:author="A"><w:r><w:t>new</w:t></w:r></w:ins>'
        '<w:del w:id="2" w:author="A"><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t> house</w:t></w:r></w:p>'
    )

    paragraph = opened(shouted(tmp_path, "docx", content)).paragraphs[0]._p

    assert words(paragraph.find(qn("w:ins"))) == "NEW"
    assert paragraph.find(f".//{qn('w:delText')}").text == "gone"
    marks = [each.tag for each in paragraph.iter(qn("w:bookmarkStart"), qn("w:bookmarkEnd"))]
    assert marks == [qn("w:bookmarkStart"), qn("w:bookmarkEnd")]


@pytest.mark.slow
def test_text_boxes_are_translated_inside_their_paragraph(tmp_path: Path) -> None:
    content = with_body(
        "<w:p><w:r><w:t>around </w:t></w:r><w:r><w:pict><v:shape><v:textbox><w:txbxContent><w:p><w:r><w:t>inside"
        "</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"
    )

    result = opened(shouted(tmp_path, "docx", content))

    assert [each.text for each in result.element.body.iter(qn("w:t"))] == ["AROUND ", "INSIDE"]
    assert result.element.body.find(".//" + qn("w:txbxContent")) is not None


@pytest.mark.slow
def test_footnotes_are_translated_and_stay_referenced(tmp_path: Path) -> None:
    content = with_body('<w:p><w:r><w:t>A house</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>')
    notes = (
        f'<w:footnotes {nsdecls("w")}><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>'
        "<w:r><w:t> a note</w:t></w:r></w:p></w:footnote></w:footnotes>"
    )
    content = with_member(content, "word/footnotes.xml", notes.encode())
    types = members(content)["[Content_Types].xml"].replace(
        b"</Types>",
        b'<Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-officedocument.'
        b'wordprocessingml.footnotes+xml"/></Types>',
    )

    result = shouted(tmp_path, "docx", with_member(content, "[Content_Types].xml", types))

    assert b" A NOTE" in members(result)["word/footnotes.xml"]
    assert b"<w:footnoteRef/>" in members(result)["word/footnotes.xml"]
    assert '<w:footnoteReference w:id="2"/>' in body_of(result)


@pytest.mark.slow
def test_the_language_of_proofing_follows(tmp_path: Path) -> None:
    content = with_body('<w:p><w:r><w:rPr><w:lang w:val="en-US"/></w:rPr><w:t>word</w:t></w:r></w:p>')

    result = shouted(tmp_path, "docx", content, target_lang="de")

    assert '<w:lang w:val="de"/>' in body_of(result)
    assert b'w:val="de"' in members(result)["word/styles.xml"]


@pytest.mark.slow
def test_what_is_not_text_is_the_same_byte_by_byte(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("word")
    before = members(saved(document))

    after = members(shouted(tmp_path, "docx", saved(document)))

    assert list(after) == list(before)
    assert {name for name in before if before[name] != after[name]} <= {"word/document.xml", "word/styles.xml"}


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "123", "—", "\t"])
def test_a_paragraph_without_words_stays(tmp_path: Path, text: str) -> None:
    document = docx.Document()
    document.add_paragraph(text)

    assert opened(shouted(tmp_path, "docx", saved(document))).paragraphs[0].text == text


def test_comments_are_translated_and_stay_where_they_are(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("a house")
    document.add_comment(paragraph.runs, text="which one?", author="Ann")

    result = docx.Document(io.BytesIO(shouted(tmp_path, "docx", saved(document))))

    [comment] = result.comments
    assert (comment.text, comment.author) == ("WHICH ONE?", "Ann")
    assert result.paragraphs[0].text == "A HOUSE"
    assert "commentRangeStart" in result.paragraphs[0]._p.xml


@pytest.mark.slow
def test_descriptions_of_pictures_are_translated_and_file_names_are_not(tmp_path: Path) -> None:
    document = docx.Document()
    pictures = [document.add_picture(io.BytesIO(png()))._inline.docPr for _ in range(2)]
    pictures[0].set("descr", "A house")
    pictures[1].set("descr", "house.png")

    result = docx.Document(io.BytesIO(shouted(tmp_path, "docx", saved(document))))

    assert [each._inline.docPr.get("descr") for each in result.inline_shapes] == ["A HOUSE", "house.png"]
