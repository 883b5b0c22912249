"""Markup as sentences with inline elements, and how their translations are written back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from termdesk.service.engines.marked_text import MarkedText, Span
from termdesk.service.markup.nodes import parse
from termdesk.service.markup.options import Kind, MarkupOptions
from termdesk.service.markup.segments import Segment, parts


def cut(text: str, kind: Kind = "html", **options: Any) -> list[str | Segment]:
    how = MarkupOptions("v1", **options)
    return [part for part in parts(text, parse(text, kind=kind, options=how), kind=kind, options=how) if part]


def only(text: str, kind: Kind = "html", **options: Any) -> Segment:
    [segment] = [part for part in cut(text, kind, **options) if isinstance(part, Segment)]
    return segment


def test_what_stays_and_the_sentences_are_the_markup() -> None:
    text = "<p> one <b>two</b>\n</p><hr><p>12</p>"

    found = cut(text)

    assert "".join(part if isinstance(part, str) else part.raw for part in found) == text
    assert [part.raw for part in found if isinstance(part, Segment)] == ["one <b>two</b>", "12"]


def test_elements_at_the_ends_without_text_are_none_of_the_sentence() -> None:
    assert only("<img>one two<img>").raw == "one two"
    assert only("one<img> two").raw == "one<img> two"


def test_an_element_around_the_whole_sentence_is_outside_of_it() -> None:
    segment = only("<b><i>one</i></b>")

    assert (segment.raw, segment.marked) == ("one", MarkedText("one"))


def test_an_unchanged_text_is_written_to_the_letter() -> None:
    segment = only("a&nbsp;<b  x=1>b &eacute;</b > <!-- c --> d")

    assert segment.write(segment.marked) == segment.raw


def test_entities_are_written_as_the_source_wrote_them() -> None:
    segment = only("caf&eacute; &amp; <b>bar</b>")
    assert segment.marked.text == "café & bar"

    translated = replace(segment.marked, text="bär & écafé"[:10])

    assert segment.write(replace(translated, spans=())) == "bär &amp; &eacute;caf"


@pytest.mark.parametrize(("kind", "written"), [("html", "a &lt; b > c"), ("xml", "a &lt; b &gt; c")])
def test_signs_of_markup_in_a_translation_are_escaped(kind: Kind, written: str) -> None:
    assert only("one", kind).write(MarkedText("a < b > c")) == written


def test_an_entity_that_only_its_reader_knows_keeps_its_place() -> None:
    segment = only("<a>one &own; two</a>", "xml")

    assert segment.marked.text == "one  two"
    [span] = segment.marked.spans
    moved = MarkedText("zwei eins", (replace(span, start=4, end=4),))
    assert segment.write(moved) == "zwei&own; eins"


def test_what_is_protected_comes_back_with_all_that_was_written_in_it() -> None:
    segment = only("see <code>a <i>b</i>\nc</code> now")
    [span] = segment.marked.spans

    assert (segment.marked.text, span.is_protected) == ("see a b c now", True)
    moved = MarkedText("now a b c", (replace(span, start=4, end=9),))
    assert segment.write(moved) == "now <code>a <i>b</i>\nc</code>"


def test_a_note_hangs_on_its_word_without_being_part_of_the_text() -> None:
    segment = only("word<sup>2</sup> more")

    assert segment.marked.text == "word more"
    assert segment.write(replace(segment.marked, text="WORD more")) == "WORD<sup>2</sup> more"


def test_the_end_of_a_section_inside_a_translation_ends_nothing() -> None:
    segment = only("<a>x <![CDATA[one]]> y</a>", "xml")
    [span] = segment.marked.spans

    written = segment.write(MarkedText("x ]]> y", (Span(2, 5, span.mark, inside=-1),)))

    assert written == "x <![CDATA[]]]]><![CDATA[>]]> y"


def test_line_breaks_are_blanks_unless_they_are_kept() -> None:
    assert only("one \n  two").marked.text == "one two"
    assert only("一\n二").marked.text == "一二"
    assert only("one\ntwo", keeps_newlines=True).marked.text == "one\ntwo"


def test_lines_of_preformatted_text_are_sentences_of_their_own() -> None:
    found = cut("<pre>one\n  two\n</pre>")

    assert [part.marked.text for part in found if isinstance(part, Segment)] == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [("<p>&nbsp; - <code>x</code></p>", "html"), ("<p>&#8212;</p>", "html"), ("<a><![CDATA[ - ]]></a>", "xml")],
)
def test_without_words_there_is_no_sentence(text: str, kind: Kind) -> None:
    assert not [part for part in cut(text, kind) if isinstance(part, Segment)]


def test_a_letter_that_is_written_as_an_entity_is_a_word() -> None:
    assert only("<p>&eacute;</p>").marked.text == "é"
