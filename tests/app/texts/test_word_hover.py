"""Pointing at a word of a translation by the engines of this computer shows where it comes from."""

from __future__ import annotations

import pytest

from app.fake import at_rest
from app.program import Control, Key, Program
from termdesk.service.engines.apertium.modes import MODES

pytestmark = pytest.mark.skipif(not (MODES / "eng-spa.mode").exists(), reason="the pair is not installed")
TEXT = "I see the red car."


def test_a_word_is_shown_with_the_one_that_it_comes_from(program: Program) -> None:
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code and not program.controller.window.jobs.running)
    pane.source_language.choose("en")
    pane.target_language.choose("es")
    at_rest(program)
    pane.source.setPlainText(TEXT)
    pane.run()
    at_rest(program)
    place = TEXT.index("red")

    pane.hover.point(pane.source, place)
    at_rest(program)
    pane.hover.point(pane.source, place)
    program.picture("word-hover")
    shown = pane.result.toPlainText()
    assert [shown[start:end] for start, end in pane.result.pointed] == ["rojo"]

    # An outdated translation shows nothing.
    pane.source.setPlainText(f"{TEXT} And more.")
    assert pane.result.pointed == ()
