"""Pointing at a word of a text marks its translation, if the local engines made it."""

from __future__ import annotations

import pytest

from app.fake import at_rest
from app.program import Control, Key, Program
from termdesk.service.engines.apertium.modes import MODES
from termdesk.ui.translation.translation_pane import TranslatePane

pytestmark = pytest.mark.skipif(not (MODES / "eng-spa.mode").exists(), reason="the pair is not installed")
TEXT = "I see the red car."


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def translated(program: Program, target: str) -> TranslatePane:
    """Return the pane with the local translation of the text."""
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code and not program.controller.window.jobs.running)
    pane.source_language.choose("en")
    assert pane.target_language.choose(target)
    at_rest(program)
    pane.source.setPlainText(TEXT)
    pane.run()
    at_rest(program)
    return pane


def point(program: Program, pane: TranslatePane, word: str) -> list[str]:
    """Point at a word of the text, and return the words marked in the translation."""
    pane.hover.point(pane.source, TEXT.index(word))
    at_rest(program)
    shown = pane.result.toPlainText()
    return [shown[start:end] for start, end in pane.result.pointed]


@pytest.mark.parametrize(("target", "word"), [("es", "rojo"), ("fr", "rouge")])
def test_a_word_is_shown_with_the_one_that_it_comes_from(program: Program, target: str, word: str) -> None:
    pane = translated(program, target)

    assert point(program, pane, "red") == [word]
    program.picture(f"word-hover-{target}")
    assert not pane.hover.words.isVisible()

    # For an outdated translation, nothing is marked.
    pane.source.setPlainText(f"{TEXT} And more.")
    assert pane.result.pointed == ()


@pytest.mark.slow
def test_of_a_confirmed_translation_it_says_that_no_engine_tells(program: Program) -> None:
    pane = translated(program, "es")
    pane.result.setPlainText("Allí está.")
    pane.confirm.click()
    at_rest(program)
    pane.run()
    at_rest(program)
    assert pane.result.toPlainText() == "Allí está."

    assert point(program, pane, "red") == []
    program.picture("word-hover-untold")
    assert pane.hover.words.text() == "For this translation, no engine tells which words belong together."
    assert pane.hover.words.isVisible()
