"""Whether a document or fragment is well-formed XML, and where it is not."""

from __future__ import annotations

import re

import pytest

from termdesk.service.markup.options import MalformedMarkup
from termdesk.service.markup.well_formedness import MAX_DEPTH, check_well_formed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no tags",
        "<a/><b/>",
        "one <b>two</b> three &amp; &#233;",
        "<?xml version='1.0'?>\n<a/>",
        "  <!DOCTYPE a SYSTEM 'a.dtd'><a/>",
        "<![CDATA[a < b]]><!-- c --><?p i?>",
        "<a>" * MAX_DEPTH + "</a>" * MAX_DEPTH,
    ],
)
def test_documents_and_parts_of_them_are_taken(text: str) -> None:
    check_well_formed(text)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("<a>one", 1, 7),
        ("<a>\n<b></a>", 2, 4),
        ("1 < 2", 1, 4),
        ("\n\n&x;", 3, 1),
        ("<?xml version='1.0'?><a/><b/>", 1, 26),
        ("a\n</b>", 2, 1),
    ],
)
def test_the_place_of_a_mistake_counts_in_the_text_that_was_sent(text: str, line: int, column: int) -> None:
    with pytest.raises(MalformedMarkup) as refused:
        check_well_formed(text)

    found = re.search(r"line (\d+), column (\d+)", refused.value.message)
    assert found
    assert (int(found[1]), int(found[2])) == (line, column)
    assert refused.value.remedy


def test_the_element_that_is_open_is_named_but_not_the_one_around_a_part() -> None:
    with pytest.raises(MalformedMarkup, match="<chapter>"):
        check_well_formed("<chapter>one & two</chapter>")
    with pytest.raises(MalformedMarkup) as refused:
        check_well_formed("one & two")
    assert "open there" not in refused.value.message


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        '<!DOCTYPE a [<!ENTITY % b SYSTEM "file:///etc/passwd">%b;]><a/>',
        "<a>" * (MAX_DEPTH + 1) + "</a>" * (MAX_DEPTH + 1),
    ],
)
def test_what_may_swell_is_refused(text: str) -> None:
    with pytest.raises(MalformedMarkup):
        check_well_formed(text)
