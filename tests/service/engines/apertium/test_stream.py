"""Words and their analyses in Apertium's stream format."""

from __future__ import annotations

import pytest

from termdesk.service.engines.apertium.stream import Reading, escape, read_words, unescape


def test_words_are_read_with_what_stands_between_them() -> None:
    [pump, of, fuel] = read_words(
        "^bomba/bomba<n><f><sg>/bombar<vblex><pri><p3><sg>$ ^de/de<pr>$ [x]^combustible/*combustible$.[]"
    )

    assert pump.readings == (Reading("bomba", ("n", "f", "sg")), Reading("bombar", ("vblex", "pri", "p3", "sg")))
    assert (of.before, fuel.before) == (" ", " [x]")
    assert fuel.readings == ()
    assert (pump.of_kind("vblex"), pump.of_kind("adj")) == (pump.readings[1], None)


def test_a_lemma_of_several_words_keeps_its_rest_in_another_form() -> None:
    [word] = read_words("^palabra clave/palabra<n><f><sg># clave$")

    assert word.surface == "palabra clave"
    assert str(word.readings[0].with_tag("sg", "pl")) == "palabra<n><f><pl># clave"


@pytest.mark.parametrize("text", ["a/b", "^x$", "C:\\y", "[<{*#+~@}>]"])
def test_what_has_a_meaning_in_the_stream_is_escaped(text: str) -> None:
    assert unescape(escape(text)) == text
    assert [word.surface for word in read_words(f"^{escape(text)}/*{escape(text)}$")] == [text]


def test_what_ends_the_input_of_a_stage_becomes_a_blank() -> None:
    assert escape("reg\0ular\uffff") == "reg ular "
