"""Plain text, JSON, subtitles, HTML and XML: what is translated, and that the rest is the same letter by letter."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pysubs2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.files.document_files import shouted, texts_of
from termdesk.service.document_kinds import UnreadableDocument

same_folder = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_line_ends_and_empty_lines_of_a_text_stay(tmp_path: Path, end: str, last: str) -> None:
    text = f"One.{end}{end}\tTwo. {end}3{last}"

    assert shouted(tmp_path, "txt", text.encode()) == text.upper().encode()


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
    ],
)
def test_an_encoding_with_a_mark_comes_back(tmp_path: Path, mark: bytes, codec: str) -> None:
    assert shouted(tmp_path, "txt", mark + "größer".encode(codec)) == mark + "GRÖSSER".encode(codec)


@pytest.mark.parametrize("codec", ["cp1252", "utf-16-le", "shift_jis"])
def test_an_encoding_that_must_be_guessed_is_refused_in_words(tmp_path: Path, codec: str) -> None:
    text = "日本語の文章です。" if codec == "shift_jis" else "Die Größe der Häuser gefällt uns über die Maßen."

    with pytest.raises(UnreadableDocument) as refused:
        shouted(tmp_path, "txt", text.encode(codec))

    assert "UTF-8" in refused.value.remedy


@same_folder
@given(text=st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs", "Ll", "Lu"])))
def test_a_text_without_letters_to_shout_comes_back(tmp_path: Path, text: str) -> None:
    if text.upper() == text:
        assert shouted(tmp_path, "txt", text.encode()) == text.encode()


def test_values_of_json_are_translated_and_the_rest_stays(tmp_path: Path) -> None:
    content = (
        '{\n\t"title" : "A \\"house\\"",  "big":{"n":1.50e3,"yes":true, "none":null},\r\n'
        '  "list": ["one", 2, "https://a.example/x", "", "3"]}'
    )

    result = shouted(tmp_path, "json", content.encode()).decode()

    assert result == content.replace('A \\"house\\"', 'A \\"HOUSE\\"').replace('"one"', '"ONE"')


def test_placeholders_in_json_stay(tmp_path: Path) -> None:
    value = "hello {name}, you have {{count}} of %1$s and %(all)s in <b>all</b>"

    result = json.loads(shouted(tmp_path, "json", json.dumps([value]).encode()))

    assert result == ["HELLO {name}, YOU HAVE {{count}} OF %1$s AND %(all)s IN <b>ALL</b>"]


def test_escapes_of_json_stay_where_all_is_ascii(tmp_path: Path) -> None:
    assert shouted(tmp_path, "json", rb'["\u00e4pfel"]') == rb'["\u00c4PFEL"]'
    assert shouted(tmp_path, "json", '["äpfel"]'.encode()) == '["ÄPFEL"]'.encode()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('abcÄ{}%"\\/ \n:', max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab":', max_size=3), inner, max_size=3),
)


@same_folder
@given(value=json_values, indent=st.none() | st.integers(0, 3))
def test_any_json_keeps_its_keys_and_values_without_words(tmp_path: Path, value: object, indent: int | None) -> None:
    result = json.loads(shouted(tmp_path, "json", json.dumps(value, indent=indent).encode()))

    # Placeholders stay as they are: what was not shouted is no difference here.
    assert loud(result) == loud(value)


def loud(value: object) -> object:
    if isinstance(value, dict):
        return {key: loud(each) for key, each in value.items()}
    if isinstance(value, list):
        return [loud(each) for each in value]
    return value.upper() if isinstance(value, str) else value


@pytest.mark.parametrize("content", [b"{", b"[1,]", b"[" * 100_000, b'["\\ud800 half"]', b""])
def test_what_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(UnreadableDocument):
        texts_of(tmp_path, "json", content)


SUBTITLES = (
    "\ufeff1\r\n00:00:01,000 --> 00:00:02,500 X1:1 X2:2\r\n<i>A long sentence\r\nover two lines.</i>\r\n\r\n"
    "2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}Up here\r\n\r\n"
    "7\r\n00:00:05,000 --> 00:00:06,000\r\n- Who?\r\n- <b>Me.</b>\r\n\r\n"
    "8\r\n00:00:07,000 --> 00:00:08,000\r\n42\r\n"
)


def test_subtitles_keep_numbers_times_tags_and_line_ends(tmp_path: Path) -> None:
    result = shouted(tmp_path, "srt", SUBTITLES.encode()).decode()

    expected = SUBTITLES
    for words in ("A long sentence", "over two lines", "Up here", "Who?", "Me."):
        expected = expected.replace(words, words.upper())
    assert result == expected


def test_a_library_reads_the_subtitles_again(tmp_path: Path) -> None:
    before = pysubs2.SSAFile.from_string(SUBTITLES.lstrip("\ufeff"))

    after = pysubs2.SSAFile.from_string(shouted(tmp_path, "srt", SUBTITLES.encode()).decode().lstrip("\ufeff"))

    assert [(each.start, each.end) for each in after] == [(each.start, each.end) for each in before]


def test_a_sentence_over_two_lines_is_translated_as_one(tmp_path: Path) -> None:
    assert texts_of(tmp_path, "srt", SUBTITLES.encode()) == [
        "A long sentence over two lines.",
        "Up here",
        "- Who?",
        "- Me.",
    ]


@pytest.mark.parametrize("text", ["<b><i>crossed</b> tags</i>", "<i>open", "closed</i>", "a < b > c", "<i></i>word"])
def test_odd_tags_do_no_harm(tmp_path: Path, text: str) -> None:
    content = f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n"

    result = shouted(tmp_path, "srt", content.encode()).decode()

    assert result.lower() == content


def test_a_text_without_times_is_no_subtitle(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="times"):
        texts_of(tmp_path, "srt", b"Just words.\n")


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
