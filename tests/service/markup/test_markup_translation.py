"""XML and HTML translated to upper case: text changes, and all other characters stay exactly the same."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any
from xml.parsers import expat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.campaign import not_hanging, size
from termdesk.service.engines.projection.span_tree import Range
from termdesk.service.engines.results import EngineTranslation
from termdesk.service.markup.markup_translation import MarkupTranslation, read_markup
from termdesk.service.markup.options import Kind, MalformedMarkup, MarkupOptions

LENIENT = MarkupOptions(version="v1")


def translated(text: str, kind: Kind = "html", options: MarkupOptions | None = None) -> MarkupTranslation:
    return asyncio.run(read_markup(text, kind=kind, options=options or MarkupOptions()).translate(_shout))


async def _shout(text: str, protected: tuple[Range, ...]) -> EngineTranslation:
    """Translate to upper case. The reported engine name is the text of the call."""
    chunks, position = "", 0
    for start, end in [*protected, (len(text), len(text))]:
        chunks += text[position:start].upper() + text[start:end]
        position = end
    return EngineTranslation(chunks, (text,), 1.0)


def sentences(text: str, kind: Kind = "html", **options: Any) -> list[str]:
    """Return the texts that the engine received as one sentence."""
    result = translated(text, kind, MarkupOptions(**options))
    return [report.engines[0] for report in result.reports]


# Unchanged parts


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p  class='a' id=b>one</p >", "<p  class='a' id=b>ONE</p >"),
        ("one &amp; two &lt; three", "ONE &amp; TWO &lt; THREE"),
        ("caf&eacute;&nbsp;two", "CAFÉ&nbsp;TWO"),
        ("<!-- one <p> -->two", "<!-- one <p> -->TWO"),
        ("<script>if (a < b) one()</script>two", "<script>if (a < b) one()</script>TWO"),
        ("<title>a <b> c</title>", "<title>A &lt;B> C</title>"),
        ("1 < 2 and 3 > 2", "1 &lt; 2 AND 3 > 2"),
        ("one <code>one</code><b>one</b>", "ONE <code>one</code><b>ONE</b>"),
        ("<code>one</code> two", "<code>one</code> TWO"),
        ("two <code>one <i>1</i></code> two", "TWO <code>one <i>1</i></code> TWO"),
        ("<p translate=no>one</p><p translate='yes'>two</p>", "<p translate=no>one</p><p translate='yes'>TWO</p>"),
        ('<i class="x notranslate">one</i> two', '<i class="x notranslate">one</i> TWO'),
        ('<i class="notranslated">one</i> two', '<i class="notranslated">ONE</i> TWO'),
        ("<img alt='one > two'>two<BR>three", "<img alt='one > two'>TWO<BR>THREE"),
        ("one<sup>2</sup> two", "ONE<sup>2</sup> TWO"),
        ("  one \n", "  ONE \n"),
        ("<p>one<p>two<ul><li>three<li>four</ul>", "<p>ONE<p>TWO<ul><li>THREE<li>FOUR</ul>"),
        ("<b><i>one</b> two</i>", "<b><i>ONE</b> TWO</i>"),
        ("</p>one</b> two", "</p>ONE</b> TWO"),
        ("<table><tr><td>one<td>two</table>", "<table><tr><td>ONE<td>TWO</table>"),
        ("<pre>one\n  two\n</pre>", "<pre>ONE\n  TWO\n</pre>"),
        ("one <", "ONE &lt;"),
        ("<p", "&lt;P"),
        ("", ""),
        ("<p> &nbsp; </p>", "<p> &nbsp; </p>"),
    ],
)
def test_html_keeps_what_is_no_text(source: str, expected: str) -> None:
    assert translated(source).text == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<?xml version='1.0'?>\n<a x='1'>one</a>\n", "<?xml version='1.0'?>\n<a x='1'>ONE</a>\n"),
        ("<!DOCTYPE a SYSTEM 'a.dtd'><a>one</a>", "<!DOCTYPE a SYSTEM 'a.dtd'><a>ONE</a>"),
        ("one <![CDATA[two & <b>]]>", "ONE <![CDATA[TWO & <B>]]>"),
        ("<a>one &#38; two &quot;three&quot;</a>", "<a>ONE &#38; TWO &quot;THREE&quot;</a>"),
        ("<a>one <?php two ?> three<b/></a>", "<a>ONE <?php two ?> THREE<b/></a>"),
        ("<a:b>one</a:b>", "<a:b>ONE</a:b>"),
        ("<P>one</P><code>two</code>", "<P>ONE</P><code>TWO</code>"),
    ],
)
def test_xml_keeps_what_is_no_text(source: str, expected: str) -> None:
    assert translated(source, "xml").text == expected


def test_lenient_xml_takes_what_it_finds() -> None:
    assert translated("<a>one <b>two &own; & three</a>", "xml", LENIENT).text == "<a>ONE <b>TWO &own; &amp; THREE</a>"
    assert translated("one <![CDATA[ two", "xml", LENIENT).text == "ONE &lt;![CDATA[ TWO"


def test_ignored_elements_come_back_as_written() -> None:
    options = MarkupOptions(ignored=frozenset({"x"}))
    source = "<a>one <x id='1'>two <b>&amp; three</b></x> four</a>"

    assert translated(source, "xml", options).text == "<a>ONE <x id='1'>two <b>&amp; three</b></x> FOUR</a>"


def test_the_end_of_cdata_in_a_translation_ends_nothing() -> None:
    async def into_ends(text: str, protected: tuple[Range, ...]) -> EngineTranslation:
        return EngineTranslation("a ]]> b", (), 1.0)

    result = asyncio.run(
        read_markup("<a><![CDATA[one]]> two</a>", kind="xml", options=MarkupOptions()).translate(into_ends)
    )

    assert text_of_xml(result.text) == "a ]]> b"


# Sentence boundaries


def test_html_is_cut_at_blocks_not_at_phrases() -> None:
    assert sentences("<div>one <b>two</b><p>three</p>four<br>five</div>") == ["one two", "three", "four", "five"]


def test_links_of_a_menu_are_no_sentence() -> None:
    assert sentences("<a>one</a> | <a>two</a> &amp; <a>three</a>") == ["one", "two & three"]


def test_a_line_break_inside_a_phrase_does_not_tear_the_sentence() -> None:
    assert sentences("one <b>two<br> three</b> four") == ["one two three four"]


def test_xml_is_cut_where_elements_stand_among_elements() -> None:
    source = "<d><t>one</t> <c><p>two <i>three</i></p><p>four</p></c></d>"

    assert sentences(source, "xml") == ["one", "two three", "four"]


def test_elements_that_do_not_split_leave_one_sentence() -> None:
    source = "<p>one</p><p> two</p>"

    assert sentences(source, "xml", non_splitting=frozenset("p")) == ["one two"]
    assert sentences(source, "html", non_splitting=frozenset("p")) == ["one two"]


def test_elements_that_split_do_so_inside_a_text() -> None:
    assert sentences("one <q>two</q> three", "xml", splitting=frozenset("q")) == ["one", "two", "three"]


def test_without_an_outline_nothing_else_splits() -> None:
    source = "<d><t>one</t> <p>two</p></d>"

    assert sentences(source, "xml", detects_outline=False) == ["one two"]
    assert sentences(source, "xml", detects_outline=False, splitting=frozenset("p")) == ["one", "two"]


def test_line_breaks_are_spaces_unless_they_are_kept() -> None:
    assert sentences("<p>one\n  two</p><p>一\n二</p>") == ["one two", "一二"]
    assert sentences("<p>one\n  two</p>", keeps_newlines=True) == ["one\n  two"]


def test_the_text_is_billed_and_nothing_else() -> None:
    assert translated("<p title='abc'>one &amp; <b>two</b></p><!-- x -->").billed_characters == 9


# Limits


@pytest.mark.parametrize(
    ("source", "position"),
    [
        ("<a>one", "line 1, column 7"),
        ("a\n <b>x</c>", "line 2, column 6"),
        ("1 < 2", "line 1, column 4"),
        ("one &nbsp; two", "line 1, column 5"),
        ("<?xml version='1.0'?><a>1</a><b>2</b>", "line 1, column 30"),
    ],
)
def test_strict_xml_is_refused_with_its_place(source: str, position: str) -> None:
    with pytest.raises(MalformedMarkup, match=position):
        translated(source, "xml")


@pytest.mark.parametrize("kind", ["xml", "html"])
def test_bottomless_nesting_is_refused(kind: Kind) -> None:
    with pytest.raises(MalformedMarkup, match="nested"):
        translated("<b>" * 10_000 + "x" + "</b>" * 10_000, kind, LENIENT)


@pytest.mark.slow
@pytest.mark.parametrize(
    "chunk", ["<b>a</b> ", "<p>", "</b>", "<!--", "<![CDATA[", "<?", "<!D[", '<a "', "<a '\"", "&#", "<i/>a", "<a "]
)
@pytest.mark.parametrize("kind", ["xml", "html"])
def test_hostile_repetition_takes_seconds_at_most(chunk: str, kind: Kind) -> None:
    with not_hanging(), contextlib.suppress(MalformedMarkup):
        translated(chunk * (size(40_000, 100_000) // len(chunk)), kind, LENIENT)


# Properties

SOUP = [
    "one", " ", "two", "\n", "&amp;", "&eacute;", "<", ">", "&", '"', "<b>", "</b>", "<p>", "</p>", "<br>", "<i x='>'>",
    "</i>", "<!-- c -->", "<code>", "</code>", "<script>", "</script>", "<td>", "<x/>", "<![CDATA[", "]]>", "é", "一",
]  # fmt: skip
soups = st.lists(st.sampled_from(SOUP), max_size=20).map("".join)
tags = re.compile(r"<!--.*?-->|</?[a-z]+[^<>]*>")
elements = st.recursive(
    st.sampled_from(
        ["one", "two ", " three.", "&amp;", "&#233;", "<x/>", "<!-- c -->", "<![CDATA[a < b]]>", " ", "\n"]
    ),
    lambda inner: st.builds(
        lambda name, parts: f"<{name}>{''.join(parts)}</{name}>",
        st.sampled_from(["b", "i", "p", "k"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=15,
)


def shape_of_xml(text: str) -> list[str]:
    """Return the tags of well-formed XML in order of opening, each with its parent."""
    shape: list[str] = []
    opened = [""]
    parser = expat.ParserCreate()

    def start(name: str, _: object) -> None:
        shape.append(f"{opened[-1]}/{name}")
        opened.append(name)

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: opened.pop()
    parser.Parse(f"<r>{text}</r>", True)
    return sorted(shape)


def text_of_xml(text: str) -> str:
    found: list[str] = []
    parser = expat.ParserCreate()
    parser.CharacterDataHandler = found.append
    parser.Parse(f"<r>{text}</r>", True)
    return "".join(found)


@pytest.mark.slow
@given(st.lists(elements, max_size=5).map("".join))
def test_translated_xml_has_the_same_elements_and_is_well_formed(source: str) -> None:
    result = translated(source, "xml", MarkupOptions(ignored=frozenset("k"), keeps_newlines=True)).text

    assert shape_of_xml(result) == shape_of_xml(source)
    assert text_of_xml(result).casefold() == text_of_xml(source).casefold()


@pytest.mark.slow
@given(st.lists(elements, max_size=5).map("".join))
def test_what_is_ignored_is_verbatim(source: str) -> None:
    ignored = re.compile(r"<k>[^k]*</k>")

    result = translated(source, "xml", MarkupOptions(ignored=frozenset("k"))).text

    assert sorted(ignored.findall(result)) == sorted(ignored.findall(source))


@given(soups, st.sampled_from(["xml", "html"]))
def test_any_soup_keeps_its_tags(source: str, kind: Kind) -> None:
    result = translated(source, kind, LENIENT).text

    assert sorted(tags.findall(result.lower())) == sorted(tags.findall(source.lower())) or "&lt;" in result


@given(soups, st.sampled_from(["xml", "html"]))
def test_a_soup_that_nobody_translates_stays_to_the_letter(source: str, kind: Kind) -> None:
    async def unchanged(text: str, protected: tuple[Range, ...]) -> EngineTranslation:
        return EngineTranslation(text, (), 1.0)

    result = asyncio.run(read_markup(source, kind=kind, options=LENIENT).translate(unchanged))

    assert result.text == source
