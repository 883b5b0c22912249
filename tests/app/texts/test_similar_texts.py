"""The confirmed translation of a similar text is offered with the differences, and used only on request."""

from __future__ import annotations

import pytest

from app.program import Control, Key, Program
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.translation.similar_texts_dialog import SimilarTextsDialog

CONFIRMED = "The customer may return the goods within the period of fourteen days."
TRANSLATION = "El cliente puede devolver el género en catorce días."


def test_the_translation_of_a_similar_text_is_taken_over_by_keyboard(program: Program) -> None:
    async def prepare() -> None:
        api = await program.controller.use_cases.session.api()
        await api.local.confirm(LanguagePair("en", "es"), CONFIRMED, TRANSLATION)

    program.wait_for(prepare())
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code)
    if not (pane.source_language.choose("en") and pane.target_language.choose("es")):
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")
    pane.source.setPlainText(CONFIRMED.replace("may", "may not"))
    pane.source.setFocus()

    program.press(Key.Key_Return, Control)
    program.until(lambda: pane.similar.isVisible())
    assert pane.result.toPlainText() != TRANSLATION
    assert pane.similar.text() == "1 similar text…"
    program.picture("a similar text is offered")
    pane.similar.setFocus()
    program.press(Key.Key_Space)
    program.picture("the similar text with what differs", program.dialog(SimilarTextsDialog))
    program.press(Key.Key_Return)
    program.until(lambda: pane.result.toPlainText() == TRANSLATION)

    assert pane.confirm.isEnabled()
    assert "Correct it" in pane.report.text()
