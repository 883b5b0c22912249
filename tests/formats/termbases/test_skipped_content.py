"""The content of elements with one name is removed from a stream, however the stream is divided into chunks."""

from __future__ import annotations

import pytest

from termdesk.formats.termbases.skipped_content import SkippedContent

_KEPT = "<a><in/><in x='1'/><inner>text</inner>1 < 2</a>"
_FILE = "<a><in>drop\nthis<b/></in>keep<in x='1'>\r\nand </i this\n</in ><in></in><ink>stays</ink></a>"
_LEFT = "<a><in>\n</in>keep<in x='1'>\n\n</in ><in></in><ink>stays</ink></a>"


def passed(text: str, length: int) -> str:
    skipping = SkippedContent("in")
    data = text.encode()
    chunks = [skipping.filter(data[start : start + length]) for start in range(0, len(data), length)]
    return b"".join([*chunks, skipping.rest()]).decode()


@pytest.mark.parametrize("length", range(1, 40))
@pytest.mark.parametrize(("text", "left"), [(_FILE, _LEFT), (_KEPT, _KEPT), ("<a><in>never closed", "<a><in>")])
def test_pieces_of_any_length_give_the_same(text: str, left: str, length: int) -> None:
    assert passed(text, length) == left


def test_a_tag_that_never_ends_is_passed_on() -> None:
    text = "<a><in " + "x" * 10_000

    assert passed(text, 700) == text
