"""Runs, hyperlinks and fields of a paragraph are converted to one marked text, and back to elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from termdesk.service.documents.office.inline import Atom, Container, Inline, Run, Stretch, key_of, stretch_of
from termdesk.service.documents.xml_files import Element, etree
from termdesk.service.engines.marked_text import MarkedText


def look(xml: str) -> Element:
    return etree.fromstring(xml)


BOLD, ITALIC = look("<rPr><b/></rPr>"), look("<rPr><i/></rPr>")


def runs(text: str, how: Element | None) -> Sequence[Element]:
    """Return a run in the vocabulary of this test: `<r look="b">text</r>`."""
    run = etree.Element("r")
    run.text = text
    if how is not None and len(how):
        run.set("look", how[0].tag)
    return [run]


def atom(name: str, text: str = "") -> Atom:
    return Atom(lambda: [etree.Element(name)], text)


def shown(elements: Sequence[Element]) -> str:
    return "".join(etree.tostring(each).decode() for each in elements)


def unchanged(stretch: Stretch) -> str:
    return shown(stretch.write(stretch.marked, runs))


def shouted(stretch: Stretch) -> str:
    """Return the elements with their text in upper case, except for protected parts."""
    text = stretch.marked.text
    kept = [span for span in stretch.marked.spans if span.is_protected]
    upper = list(text.upper())
    for span in kept:
        upper[span.start : span.end] = text[span.start : span.end]
    return shown(stretch.write(replace(stretch.marked, text="".join(upper)), runs))


def test_the_look_of_most_words_is_the_look_of_the_text_and_others_are_spans() -> None:
    stretch = stretch_of([Run("The house is ", BOLD), Run("big", None), Run(" and old.", BOLD)])

    assert stretch.marked.text == "The house is big and old."
    assert [(span.start, span.end) for span in stretch.marked.spans] == [(13, 16)]
    assert stretch.look is BOLD
    assert shouted(stretch) == '<r look="b">THE HOUSE IS </r><r>BIG</r><r look="b"> AND OLD.</r>'


def test_runs_that_were_cut_anywhere_are_joined_also_where_their_language_differs() -> None:
    first, second = look("<rPr lang='en'><b/></rPr>"), look("<rPr lang='de'><lang/><b/><noProof/></rPr>")

    stretch = stretch_of([Run("The ho", first), Run("use", second)])

    assert (stretch.marked.text, stretch.marked.spans) == ("The house", ())


@pytest.mark.parametrize("xml", ["<rPr/>", "<rPr lang='de'/>", "<rPr><lang val='de'/></rPr>"])
def test_a_look_that_says_nothing_of_looks_is_none(xml: str) -> None:
    assert key_of(look(xml)) == key_of(None) == b""
    assert key_of(look("<rPr><b/></rPr>")) == key_of(BOLD) != key_of(ITALIC)


def test_what_shows_a_text_is_protected_and_what_shows_none_is_a_place() -> None:
    stretch = stretch_of([Run("page ", None), atom("field", "7"), Run(" of all", None), atom("bookmark")])

    assert stretch.marked.text == "page 7 of all"
    assert [(span.start, span.end, span.is_protected) for span in stretch.marked.spans] == [
        (5, 6, True),
        (13, 13, False),
    ]
    assert shouted(stretch) == "<r>PAGE </r><field/><r> OF ALL</r><bookmark/>"


def test_a_hyperlink_keeps_its_element_and_what_stays_in_it() -> None:
    shell = etree.fromstring("<link to='x'><props/><r>old</r></link>")
    content: list[Inline] = [
        Run("see ", None),
        Container([Run("here ", None), Run("now", BOLD)], shell=shell, slot=shell, stays=[shell[0]]),
    ]

    stretch = stretch_of(content)

    assert stretch.marked.text == "see here now"
    assert shouted(stretch) == '<r>SEE </r><link to="x"><props/><r>HERE </r><r look="b">NOW</r></link>'


def test_a_field_without_an_element_of_its_own_is_surrounded_by_its_ends() -> None:
    inner = Container([Run("link", ITALIC)], before=[atom("begin")], behind=[atom("end")])

    assert unchanged(stretch_of([Run("a ", None), inner, Run(" b", None)])) == (
        '<r>a </r><begin/><r look="i">link</r><end/><r> b</r>'
    )


def test_the_look_inside_a_container_is_its_own() -> None:
    stretch = stretch_of([Run("plain words here ", None), Container([Run("strong", BOLD)])])

    # One span for the container, and none for the format that its whole text has.
    assert len(stretch.marked.spans) == 1


def test_no_content_is_an_empty_text() -> None:
    stretch = stretch_of([])

    assert stretch.marked == MarkedText("")
    assert unchanged(stretch) == ""
