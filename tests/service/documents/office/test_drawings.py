"""Texts of DrawingML: runs, breaks and fields of a paragraph, and the proofing language."""

from __future__ import annotations

from dataclasses import replace

from termdesk.service.documents.office.drawings import A, drawing_format
from termdesk.service.documents.office.paragraphs import paragraphs_of
from termdesk.service.documents.xml_files import Element, etree


def drawing(xml: str) -> Element:
    return etree.fromstring(f'<d xmlns="{A}">{xml}</d>')


def shown(root: Element) -> str:
    written: str = etree.tostring(root).decode()
    return written.replace(f' xmlns="{A}"', "").removeprefix("<d>").removesuffix("</d>")


def shout(root: Element) -> list[str]:
    """Write each paragraph in upper case, and return the original texts."""
    found = []
    for paragraph in paragraphs_of(root, drawing_format()):
        texts = [stretch.marked for stretch in paragraph.stretches]
        found += [each.text for each in texts]
        paragraph.write(iter([replace(each, text=each.text.upper()) for each in texts]))
    return found


def test_runs_become_one_text_and_properties_stay_at_the_ends() -> None:
    root = drawing("<p><pPr/><r><t>one </t></r><r><t>two</t></r><endParaRPr/></p>")

    assert shout(root) == ["one two"]
    assert shown(root) == "<p><pPr/><r><t>ONE TWO</t></r><endParaRPr/></p>"


def test_line_breaks_are_in_the_text_and_elements_again() -> None:
    root = drawing("<p><r><rPr b='1'/><t>one</t></r><br><rPr b='1'/></br><r><rPr b='1'/><t>two</t></r></p>")

    assert shout(root) == ["one\ntwo"]
    assert shown(root) == ('<p><r><rPr b="1"/><t>ONE</t></r><br><rPr b="1"/></br><r><rPr b="1"/><t>TWO</t></r></p>')


def test_a_field_comes_back_as_it_was() -> None:
    root = drawing("<p><r><t>slide </t></r><fld type='slidenum'><t>3</t></fld></p>")

    assert shout(root) == ["slide 3"]
    assert '<fld type="slidenum"><t>3</t></fld>' in shown(root)


def test_paragraphs_without_words_are_left_alone() -> None:
    root = drawing("<p><r><t>12</t></r></p><p/><p><r><t>one</t></r></p>")

    assert shout(root) == ["one"]
    assert shown(root) == "<p><r><t>12</t></r></p><p/><p><r><t>ONE</t></r></p>"


def test_the_language_of_proofing_is_changed_where_it_is_set() -> None:
    root = drawing("<p><r><rPr lang='en-US'/><t>a</t></r><r><rPr/><t>b</t></r><endParaRPr lang='en-US'/></p>")

    drawing_format().put_in_language(root, "fi")

    assert shown(root) == ('<p><r><rPr lang="fi"/><t>a</t></r><r><rPr/><t>b</t></r><endParaRPr lang="fi"/></p>')
