"""Formality and markup are sent where the service lists them, and another choice makes the result outdated."""

from __future__ import annotations

import json

from app.fake import at_rest, connect
from app.program import Control, ControlShift, Key, Program
from support.services.fake_service import FakeService

STABLE = {"status": "stable"}


def test_they_are_offered_sent_and_make_results_outdated(program: Program, fake: FakeService) -> None:
    fake.features_by_code = {
        "de": {"formality": STABLE, "tag_handling": STABLE},
        "en": {"tag_handling": STABLE},
        "es": {"tag_handling": STABLE},
    }
    connect(program, fake)
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code)
    at_rest(program)
    pane.source_language.choose("en")
    pane.target_language.choose("es")
    at_rest(program)
    assert not pane.choices.options.formality.isVisible()
    assert pane.choices.options.markup.isVisible()

    pane.target_language.choose("de")
    pane.choices.options.formality.setCurrentIndex(1)
    pane.choices.options.markup.setCurrentIndex(1)
    pane.source.setPlainText("<p>Good morning</p>")
    at_rest(program)
    program.picture("formality")
    pane.source.setFocus()
    program.press(Key.Key_Return, Control)
    program.until(lambda: pane.result.toPlainText())
    at_rest(program)
    sent = json.loads(fake.billed[0].body)
    assert (sent["formality"], sent["tag_handling"]) == ("more", "html")
    assert not pane.outdated.is_outdated

    pane.choices.options.formality.setCurrentIndex(2)
    assert pane.outdated.is_outdated
    assert not pane.confirm.isEnabled()

    program.press(Key.Key_T, ControlShift)
    pane.targets.chooser.choose(["de", "es"])
    at_rest(program)
    by_target = {row.target: row.request.formality for row in pane.targets.several.rows}
    assert by_target == {"de": "less", "es": None}
