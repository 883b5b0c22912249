"""IDML: every place with words in a story is translated, and everything around them is unchanged."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from support.files.document_files import members, shouted, texts_of, with_member
from support.files.idml import MEDIA_TYPE, content, idml, paragraph, story, text_range
from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.office import package as package_module

STORY = "Stories/Story_u0.xml"


def canonical(story: bytes) -> str:
    """Return the XML of a story without white space between its elements."""
    parser = etree.XMLParser(remove_blank_text=True)
    return etree.tostring(etree.fromstring(story, parser), method="c14n").decode()


def shout(folder: Path, paragraphs: str) -> str:
    return canonical(members(shouted(folder, "idml", idml(story(paragraphs))))[STORY])


def expected(paragraphs: str) -> str:
    return canonical(story(paragraphs))


def texts(folder: Path, paragraphs: str) -> list[str]:
    return texts_of(folder, "idml", idml(story(paragraphs)))


def test_paragraphs_end_at_breaks_and_the_elements_around_them_stay(tmp_path: Path) -> None:
    ranges = text_range(content("the title") + "<Br />", "Head", ' PointSize="12"') + text_range(
        content("first") + "<Br />" + content("second") + "<Br /><Br />" + content("12 34")
    )

    assert texts(tmp_path, paragraph(ranges)) == ["the title", "first", "second"]
    loud = ranges.replace("the title", "THE TITLE").replace(">first", ">FIRST").replace("second", "SECOND")
    assert shout(tmp_path, paragraph(ranges)) == expected(paragraph(loud))


def test_looks_within_a_sentence_stay_at_their_words(tmp_path: Path) -> None:
    font = '<Properties><AppliedFont type="string">Minion &amp; Co</AppliedFont></Properties>'
    before, bold, behind = content("the "), font + content("big"), content(" house")
    ranges = text_range(before) + text_range(bold, "Strong", ' FontStyle="Bold"') + text_range(behind)

    assert texts(tmp_path, paragraph(ranges)) == ["the big house"]
    assert shout(tmp_path, paragraph(ranges)) == expected(
        paragraph(ranges.replace("the ", "THE ").replace(">big<", ">BIG<").replace("house", "HOUSE"))
    )


def test_a_word_that_was_cut_into_ranges_of_one_look_is_one_word(tmp_path: Path) -> None:
    ranges = text_range(content("ho")) + text_range(content("u\u00adse"))

    assert texts(tmp_path, paragraph(ranges)) == ["house"]
    assert shout(tmp_path, paragraph(ranges)) == expected(paragraph(text_range(content("HOUSE"))))


@pytest.mark.parametrize("is_around", [True, False])
def test_links_stay_at_their_words(tmp_path: Path, is_around: bool) -> None:
    attributes = 'Self="u5" Name="a link" Hidden="false"'
    inside = content("here") if not is_around else text_range(content("here"), "Link")
    link = f"<HyperlinkTextSource {attributes}>{inside}</HyperlinkTextSource>"
    ranges = text_range(content("look ")) + (link if is_around else text_range(link, "Link"))

    assert texts(tmp_path, paragraph(ranges)) == ["look here"]
    assert shout(tmp_path, paragraph(ranges)) == expected(
        paragraph(ranges.replace("look", "LOOK").replace(">here", ">HERE"))
    )


def test_a_sentence_that_is_all_link_has_no_text_beside_ranges(tmp_path: Path) -> None:
    link = f'<HyperlinkTextSource Self="u5">{text_range(content("here"), "Link")}</HyperlinkTextSource>'

    assert shout(tmp_path, paragraph(link)) == expected(paragraph(link.replace("here", "HERE")))


@pytest.mark.parametrize("is_around", [True, False])
def test_a_tag_around_paragraphs_stays_around_them(tmp_path: Path, is_around: bool) -> None:
    tag = '<XMLElement Self="di3" MarkupTag="XMLTag/p"><XMLAttribute Self="di3a" Name="n" Value="v" />{}</XMLElement>'
    inside = content("one") + "<Br />" + content("two") + "<Br />"
    tagged = tag.format(text_range(inside)) if is_around else text_range(tag.format(inside))
    ranges = tagged + text_range(content("three"), "Other")

    assert texts(tmp_path, paragraph(ranges)) == ["three", "one", "two"]
    loud = ranges.replace(">one", ">ONE").replace(">two", ">TWO").replace(">three", ">THREE")
    assert shout(tmp_path, paragraph(ranges)) == expected(paragraph(loud))


def test_a_tag_around_words_stays_around_them(tmp_path: Path) -> None:
    tag = f'<XMLElement Self="di3"><XMLAttribute Name="n" Value="v" />{content("big")}</XMLElement>'
    ranges = text_range(content("a ") + tag + content(" house"))

    assert texts(tmp_path, paragraph(ranges)) == ["a big house"]
    assert shout(tmp_path, paragraph(ranges)).count("<XMLElement ") == 1
    assert ">BIG</Content></XMLElement>" in shout(tmp_path, paragraph(ranges))


def test_tables_and_footnotes_are_texts_of_their_own(tmp_path: Path) -> None:
    cell = f'<Cell Self="c1" Name="0:0"><Properties><X /></Properties>{paragraph(text_range(content("cell")))}</Cell>'
    table = f'<Table Self="t1" BodyRowCount="1"><Row Self="r1" Name="0" />{cell}</Table>'
    note = f"<Footnote>{paragraph(text_range(content('<?ACE 4?> a note')))}</Footnote>"
    ranges = text_range(content("above") + note + "<Br />" + table + "<Br />" + content("below"))

    assert texts(tmp_path, paragraph(ranges)) == ["above", "below", " a note", "cell"]
    loud = ranges.replace("above", "ABOVE").replace("below", "BELOW").replace(">cell", ">CELL")
    assert shout(tmp_path, paragraph(ranges)) == expected(paragraph(loud.replace(" a note", " A NOTE")))


def test_special_characters_stay(tmp_path: Path) -> None:
    ranges = text_range(content("page <?ACE 18?> of all\u2028below\tit\ufeff"))

    assert texts(tmp_path, paragraph(ranges)) == ["page  of all\nbelow\tit"]
    loud = ranges.replace("page", "PAGE").replace("of all", "OF ALL").replace("below\tit", "BELOW\tIT")
    assert shout(tmp_path, paragraph(ranges)) == expected(paragraph(loud))


def test_variables_are_read_in_the_sentence_and_not_translated(tmp_path: Path) -> None:
    variable = '<TextVariableInstance Self="v1" Name="n" ResultText="Chapter one" AssociatedTextVariable="d" />'
    ranges = text_range(content("see ") + variable + content(" below"))

    assert texts(tmp_path, paragraph(ranges)) == ["see Chapter one below"]
    assert shout(tmp_path, paragraph(ranges)) == expected(
        paragraph(ranges.replace("see", "SEE").replace("below", "BELOW"))
    )


def test_notes_of_editors_and_deleted_text_are_left_alone(tmp_path: Path) -> None:
    inside = paragraph(text_range(content("unseen")))
    note, deleted = f'<Note Self="n">{inside}</Note>', f'<Change ChangeType="DeletedText">{inside}</Change>'
    ranges = text_range(
        content("seen") + note + deleted + '<Change ChangeType="InsertedText"><Content>new</Content></Change>'
    )

    assert texts(tmp_path, paragraph(ranges)) == ["seennew"]
    assert shout(tmp_path, paragraph(ranges)).count("<Content>unseen</Content>") == 2


def test_all_members_without_words_are_the_same_bytes(tmp_path: Path) -> None:
    spaced = story(paragraph(text_range("<Content>12</Content>  <Br  />")))
    package = idml(story(paragraph(text_range(content("one")))), spaced, **{"XML/BackingStory.xml": b"<a  >not it</a>"})

    result = shouted(tmp_path, "idml", package)

    assert members(result) == {**members(package), STORY: members(result)[STORY]}
    with zipfile.ZipFile(io.BytesIO(result)) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
        assert archive.namelist() == zipfile.ZipFile(io.BytesIO(package)).namelist()
    # The part that file type detection reads.
    assert result[30 : 38 + len(MEDIA_TYPE)] == b"mimetype" + MEDIA_TYPE


@pytest.mark.parametrize(
    "package",
    [
        b"no zip",
        with_member(idml(), "mimetype", b"application/epub+zip"),
        idml(b"<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"),
        idml(b"<x>"),
        idml(b"<a>" * 5000 + b"</a>" * 5000),
        idml(**{"../../evil.xml": b"<x/>"}),
        idml(**{"C:\\evil.xml": b"<x/>"}),
        idml(**{"/etc/evil": b""}),
    ],
    ids=["no zip", "other type", "entities", "damaged", "deep", "above", "drive", "root"],
)
def test_hostile_packages_are_refused_in_words(tmp_path: Path, package: bytes) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        texts_of(tmp_path, "idml", package)

    assert refused.value.message.startswith("test.idml: ")


def test_a_package_that_unpacks_to_more_than_a_document_has_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package_module, "MOST_BYTES_OF_XML", 100_000)
    package = idml(**{"Stories/Story_u7.xml": b"<x>" + b" " * 110_000 + b"</x>"})
    assert len(package) < 10_000

    with pytest.raises(UnreadableDocument, match="more than a document has"):
        texts_of(tmp_path, "idml", package)
