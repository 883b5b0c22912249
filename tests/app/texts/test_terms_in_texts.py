"""The Translate pane shows terms in other forms as the translating service reports them."""

from __future__ import annotations

import pytest

from app.program import Control, Key, Program
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair


def test_window_and_service_agree_on_terms_in_other_forms(program: Program) -> None:
    async def prepare() -> None:
        api = await program.controller.use_cases.session.api()
        terms = Entries(["circuit breaker", "surge protector"], ["disyuntor", "protector de sobretensión"])
        await api.glossaries.create("Power", [(LanguagePair("en", "es"), terms)], origin="")

    program.wait_for(prepare())
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code)
    if not (pane.source_language.choose("en") and pane.target_language.choose("es")):
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")
    program.until(lambda: pane.picker.box.count() > 1)
    pane.picker.box.setCurrentIndex(1)
    pane.source.setPlainText("The circuit breakers are big. Two surge protectors stand there.")
    pane.source.setFocus()

    program.press(Key.Key_Return, Control)
    program.until(lambda: pane.terms.summary.text())

    assert pane.terms.summary.text() == "2 terms used"
    assert [mark.words for mark in pane.source.marks] == [
        "circuit breaker (in another form): used, inflected",
        "surge protector (in another form): used, inflected",
    ]
    assert len(pane.result.marks) == 2
    program.picture("terms in other forms")
