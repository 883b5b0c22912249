"""Segments without their tags: the text as a translator reads it, and the number of omitted tags."""

from __future__ import annotations

from collections import Counter

import pytest
from lxml import etree

from termdesk.formats.termbases.inline_tags import text_between_tags


@pytest.mark.parametrize(
    ("segment", "text", "dropped"),
    [
        ("<seg>plain</seg>", "plain", {}),
        ("<seg/>", "", {}),
        ("<seg>a <bpt i='1'>{</bpt>bold<ept i='1'>}</ept> word</seg>", "a bold word", {"bpt": 1, "ept": 1}),
        ("<seg>a <hi>strong <hi>very</hi></hi> word</seg>", "a strong very word", {"hi": 2}),
        ("<seg>see <ph>note <sub>not this</sub></ph>here</seg>", "see here", {"ph": 1}),
        ("<source>one<x id='1'/>two</source>", "onetwo", {"x": 1}),
        ("<seg xmlns='urn:x'>one <g>two</g></seg>", "one two", {"g": 1}),
    ],
)
def test_codes_go_and_highlighted_text_stays(segment: str, text: str, dropped: dict[str, int]) -> None:
    counted: Counter[str] = Counter()
    element = etree.fromstring(segment)

    assert text_between_tags(element, counted) == text
    container = etree.QName(element).localname
    assert counted == {f"{name} in a {container}": count for name, count in dropped.items()}


def test_what_a_tracked_change_deleted_is_no_text() -> None:
    segment = etree.fromstring(
        "<target>the <mrk mtype='x-sdl-deleted'>old</mrk><mrk mtype='seg'>new</mrk> word</target>"
    )

    assert text_between_tags(segment, Counter()) == "the new word"


def test_the_text_is_on_one_line() -> None:
    assert text_between_tags(etree.fromstring("<seg>one\n   <hi>two\n</hi>three</seg>"), Counter()) == "one two three"


def test_tags_in_tags_without_end_need_no_stack() -> None:
    deep = etree.fromstring("<hi>" * 200 + "word" + "</hi>" * 200)
    for _ in range(30):
        outer = etree.Element("hi")
        outer.append(deep)
        deep = outer

    assert text_between_tags(deep, Counter()) == "word"
