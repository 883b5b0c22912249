"""HTML and XML files: texts are translated, and all other characters are unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.document_files import shouted, texts_of
from termdesk.service.document_kinds import UnreadableDocument


def test_html_keeps_every_tag(tmp_path: Path) -> None:
    content = (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>A page</title>'
        '<script>var x = "no";</script></head>\n'
        '<body class=a><p id="1">The <b>big</b> house<br>below</p><!-- a note --><img src="x.png"></body></html>\n'
    )

    result = shouted(tmp_path, "html", content.encode()).decode()

    expected = content
    for words in ("A page", "The <b>big</b> house", "below"):
        expected = expected.replace(words, words.upper().replace("<B>", "<b>").replace("</B>", "</b>"))
    assert result == expected


def test_html_in_an_old_encoding_comes_back_in_it(tmp_path: Path) -> None:
    content = '<html><head><meta charset="iso-8859-1"></head><p>größer</p></html>'.encode("iso-8859-1")

    assert shouted(tmp_path, "html", content).decode("iso-8859-1").endswith("<p>GRÖSSER</p></html>")


def test_xml_keeps_declaration_comments_and_attributes(tmp_path: Path) -> None:
    content = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- c --><a x="y"><b>one &amp; <i>two</i></b>\n <c/></a>\n'

    result = shouted(tmp_path, "xml", content.encode()).decode()

    assert result == content.replace("one", "ONE").replace("two", "TWO")


def test_a_document_with_a_wrong_tag_is_refused_without_the_words_for_texts(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        texts_of(tmp_path, "xml", b"<a><b>text</a>")

    assert refused.value.message == "test.xml: mismatched tag at line 1, column 11; <b> is open there."


@pytest.mark.parametrize(
    "content",
    [
        b"<a>",
        b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        b"<a>" * 5000 + b"</a>" * 5000,
        b'<?xml version="1.0" encoding="nonsense"?><a>b</a>',
    ],
)
def test_xml_that_cannot_be_read_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        texts_of(tmp_path, "xml", content)

    assert refused.value.message.startswith("test.xml: ")


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ("<r>one<br/>two</r>", ["one", "two"]),
        ("<r>one<br></br>two</r>", ["one", "two"]),
        ("<p>intro<item>first</item><item>second</item><item>third</item></p>", ["intro", "first", "second", "third"]),
        ("<d><p>intro<list><item>a b</item><item>c</item></list>end</p></d>", ["intro", "a b", "c", "end"]),
        ("<p>intro<item>first</item><!-- c --><item>second</item></p>", ["intro", "first", "second"]),
        ("<p>one<!-- c --><br/>two<br/><?page?>three</p>", ["one", "two", "three"]),
        # These are parts of one sentence.
        ("<p>H<sub>2</sub>O is <b>wet</b> <b>now</b></p>", ["H2O is wet now"]),
        ("<p>one <br/>two, three<fn/>.</p>", ["one two, three."]),
    ],
)
def test_words_of_xml_that_no_space_separates_are_not_joined(tmp_path: Path, content: str, texts: list[str]) -> None:
    assert texts_of(tmp_path, "xml", content.encode()) == texts
    assert shouted(tmp_path, "xml", content.encode()).decode().lower() == content.lower()
