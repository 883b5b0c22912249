"""Style rules of the service are selected and sent. Changing them makes the result outdated."""

from __future__ import annotations

import json

import pytest

from app.fake import at_rest, connect
from app.program import Control, Key, Program
from support.services.fake_service import FakeService, listed_style_rules
from termdesk.ui.translation.translation_pane import TranslatePane


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def shown(program: Program, *targets: str) -> TranslatePane:
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: bool(pane.target_language.code))
    at_rest(program)
    pane.source_language.choose("en")
    pane.target_language.choose(targets[0])
    if targets[1:]:
        pane.languages.several.click()
        pane.targets.chooser.choose(targets)
    at_rest(program)
    return pane


def test_chosen_rules_are_sent_and_other_ones_outdate_the_result(program: Program, fake: FakeService) -> None:
    fake.style_rules = [listed_style_rules("Plain", "de"), listed_style_rules("House", "en")]
    connect(program, fake)
    pane = shown(program, "de")
    pane.choices.style_rules.setCurrentText("Style: Plain")
    pane.source.setPlainText("A house.")
    program.picture("style-rules")
    pane.run()
    at_rest(program)
    was_outdated = pane.outdated.is_outdated
    pane.choices.style_rules.setCurrentIndex(0)

    assert json.loads(fake.billed[0].body)["style_id"] == "plain"
    assert not was_outdated
    assert "other style rules" in pane.outdated.text()


@pytest.mark.slow
def test_of_several_languages_those_of_the_rules_get_them(program: Program, fake: FakeService) -> None:
    fake.style_rules = [listed_style_rules("Plain", "de")]
    connect(program, fake)
    pane = shown(program, "de", "es")
    pane.choices.style_rules.setCurrentText("Style: Plain")
    pane.source.setPlainText("A house.")
    pane.run()
    at_rest(program)

    sent = {body["target_lang"]: body.get("style_id") for body in (json.loads(each.body) for each in fake.billed)}
    assert sent == {"de": "plain", "es": None}


@pytest.mark.slow
def test_none_is_offered_or_asked_for_where_the_service_has_none(program: Program, fake: FakeService) -> None:
    connect(program, fake)
    pane = shown(program, "de")

    assert pane.choices.style_rules.isHidden()
    assert not any("style_rules?" in line for line in fake.lines)
