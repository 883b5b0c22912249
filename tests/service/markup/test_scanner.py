"""Markup is divided into tokens, which together always equal the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.markup.options import Kind
from termdesk.service.markup.scanner import What, attribute_values, scan

SOUP = ["a", " ", "<", ">", "&", "<b>", "</b>", "<br/>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!D>", '"',
        "<script>", "</script>", "<title>", "</TITLE>", "<a x='>'>", "木"]  # fmt: skip


def chunks(text: str, kind: Kind = "xml") -> list[tuple[str, str, str]]:
    return [(token.what.name, token.raw, token.name) for token in scan(text, kind)]


@given(st.lists(st.sampled_from(SOUP), max_size=25).map("".join), st.sampled_from(["xml", "html"]))
def test_the_pieces_are_the_text_each_where_it_says(text: str, kind: Kind) -> None:
    tokens = list(scan(text, kind))

    assert "".join(token.raw for token in tokens) == text
    assert all(text.startswith(token.raw, token.start) and token.raw for token in tokens)
    assert all(bool(token.name) == (token.what in (What.OPENING, What.CLOSING, What.EMPTY)) for token in tokens)


def test_tags_are_told_apart_and_named() -> None:
    assert chunks("<P x='1'>a</P ><br/>") == [
        ("OPENING", "<P x='1'>", "P"),
        ("TEXT", "a", ""),
        ("CLOSING", "</P >", "P"),
        ("EMPTY", "<br/>", "br"),
    ]
    assert [name for _, _, name in chunks("<P></P>", "html")] == ["p", "p"]


@pytest.mark.parametrize(
    "text", ["1 < 2", "<", "< b>", "<3", "<!-- open", "<?open", "<b", "a <![CDATA[ open", "<!DOCTYPE 'a>"]
)
def test_what_begins_nothing_is_text(text: str) -> None:
    assert {what for what, _, _ in chunks(text)} == {"TEXT"}


def test_an_angle_bracket_in_a_value_ends_no_tag() -> None:
    assert chunks("<a x='1 > 2' y=\"<\">b") == [("OPENING", "<a x='1 > 2' y=\"<\">", "a"), ("TEXT", "b", "")]


def test_comments_declarations_and_instructions_are_neither_text_nor_tag() -> None:
    for raw in ("<!-- <b> -->", "<?php <b> ?>", "<!DOCTYPE a [<!ELEMENT a ANY>]>"):
        assert chunks(raw) == [("OTHER", raw, "")]
    assert chunks("<![CDATA[a < b]]>") == [("CDATA", "<![CDATA[a < b]]>", "")]


def test_html_knows_no_sections_of_xml() -> None:
    assert all(what != "CDATA" for what, _, _ in chunks("<![CDATA[a]]>", "html"))


def test_the_content_of_scripts_is_no_text_and_that_of_titles_has_no_tags() -> None:
    assert chunks("<script>a<b></script>", "html")[1] == ("OTHER", "a<b>", "")
    assert chunks("<TITLE>a<b></title>", "html")[1] == ("TEXT", "a<b>", "")
    assert chunks("<script>a<b></script>", "xml")[2] == ("OPENING", "<b>", "b")
    assert chunks("<script>never closed", "html")[1] == ("OTHER", "never closed", "")


@pytest.mark.parametrize(
    ("tag", "values"),
    [
        ("<a NAME=' x ' title=\"name='y'\">", ["x"]),
        ("<a name=x/>", ["x"]),
        ("<a name=/x/y/ id=z>", ["/x/y/"]),
        ('<a name="1 &lt; 2/">', ["1 < 2/"]),
        ("<a data-name=x name>", []),
    ],
)
def test_attributes_are_read_whole(tag: str, values: list[str]) -> None:
    assert attribute_values(tag, "name") == values
