"""Texts in attributes of HTML are translated, whatever quotes are around them; the page names its language."""

from __future__ import annotations

from pathlib import Path

from support.files.document_files import shouted


def test_texts_in_attributes_of_html_are_translated_and_the_page_changes_its_language(tmp_path: Path) -> None:
    content = (
        '<html lang="en"><head><meta name="description" content="about houses"><meta name="viewport" content="width">'
        '<meta property="og:title" content="a house"></head><body><p>the <img src="a.png" alt="a big &quot;house&quot;"'
        ' title=\'it&#39;s\'> below</p><p lang=fr title=house>un</p><input placeholder="type here" value="typed">'
        '<input type=submit value="send it"><a href="title=&quot;x&quot;" aria-label="next">&gt;</a></body></html>'
    )

    result = shouted(tmp_path, "html", content.encode(), target_lang="fi").decode()

    assert '<html lang="fi"><head><meta name="description" content="ABOUT HOUSES">' in result
    assert '<meta name="viewport" content="width"><meta property="og:title" content="A HOUSE">' in result
    assert 'src="a.png" alt="A BIG &#34;HOUSE&#34;" title=\'IT&#39;S\'>' in result
    assert "<p lang=fr title=house>UN</p>" in result
    assert '<input placeholder="TYPE HERE" value="typed"><input type=submit value="SEND IT">' in result
    assert '<a href="title=&quot;x&quot;" aria-label="NEXT">' in result


def test_a_page_in_a_script_from_right_to_left_says_so(tmp_path: Path) -> None:
    written = (b"<html lang=en><p>text</p></html>", b'<html lang="en" dir="ltr"><p>text</p></html>')

    assert [shouted(tmp_path, "html", each, target_lang="ar").decode() for each in written] == [
        '<html lang="ar" dir="rtl"><p>TEXT</p></html>',
        '<html lang="ar" dir="rtl"><p>TEXT</p></html>',
    ]


def test_attributes_of_what_must_not_be_translated_stay(tmp_path: Path) -> None:
    content = (
        '<body><p translate="no">Keep me <img alt="Keep this picture"></p>'
        '<div class="a notranslate"><b><img alt="Keep this, too"></b></div><img translate=no title="and this">'
        '<p>change <img alt="Keep this picture"></p></body>'
    )

    result = shouted(tmp_path, "html", content.encode()).decode()

    assert result == content.replace(
        '<p>change <img alt="Keep this picture">', '<p>CHANGE <img alt="KEEP THIS PICTURE">'
    )


def test_what_looks_like_an_attribute_inside_another_stays(tmp_path: Path) -> None:
    content = b"""<html data-note="has lang='x' and dir='y' inside" lang=en dir='ltr'><p>text</p></html>"""
    without = b"""<html data-note="has lang='x' inside"><p>text</p></html>"""

    assert shouted(tmp_path, "html", content, target_lang="ar").decode() == (
        """<html data-note="has lang='x' and dir='y' inside" lang="ar" dir="rtl"><p>TEXT</p></html>"""
    )
    assert shouted(tmp_path, "html", without, target_lang="ar") == without.replace(b"text", b"TEXT")


def test_the_kind_of_an_element_is_not_taken_from_inside_another_attribute(tmp_path: Path) -> None:
    content = (
        b"""<head><meta name="robots" data-x=" name=description " content="no index"></head>"""
        b"""<body><input type="text" data-x=" type=submit " value="typed">"""
        b"""<input type=" Submit " value="send it"></body>"""
    )

    assert shouted(tmp_path, "html", content) == content.replace(b"send it", b"SEND IT")


def test_a_slash_at_the_end_of_a_tag_is_no_part_of_a_value(tmp_path: Path) -> None:
    content = b"""<meta content="a house" name=description/><input value="send it" type=submit/>"""

    result = shouted(tmp_path, "html", content)

    assert result == content.replace(b"a house", b"A HOUSE").replace(b"send it", b"SEND IT")
