"""A translation memory of the service is sent with its threshold. Changing either makes the result outdated."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.fake import at_rest, connect
from app.program import Control, Key, Program
from support.services.fake_service import FakeService, listed_memory
from support.services.raw_server import RawRequest
from termdesk.ui.translation.translation_pane import TranslatePane


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def shown(program: Program) -> TranslatePane:
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: bool(pane.target_language.code))
    at_rest(program)
    pane.source_language.choose("en")
    pane.target_language.choose("de")
    at_rest(program)
    return pane


@pytest.mark.slow
def test_a_chosen_memory_is_sent_and_another_threshold_outdates_the_result(program: Program, fake: FakeService) -> None:
    fake.memories = [listed_memory("Law", "en", "de")]
    connect(program, fake)
    pane = shown(program)
    pane.choices.memories.box.setCurrentText("Law (1,200)")
    pane.choices.memories.threshold.setValue(80)
    pane.source.setPlainText("A house.")
    pane.run()
    at_rest(program)
    was_outdated = pane.outdated.is_outdated
    pane.choices.memories.threshold.setValue(81)

    sent = json.loads(fake.billed[0].body)
    assert (sent["translation_memory_id"], sent["translation_memory_threshold"]) == ("law", 80)
    assert not was_outdated
    assert "another translation memory" in pane.outdated.text()


@pytest.mark.slow
def test_a_memory_is_sent_for_those_of_several_languages_that_it_has(program: Program, fake: FakeService) -> None:
    fake.memories = [listed_memory("Law", "en", "de")]
    connect(program, fake)
    pane = shown(program)
    pane.languages.several.click()
    pane.targets.chooser.choose(["de", "es"])
    at_rest(program)
    pane.choices.memories.box.setCurrentText("Law (1,200)")
    pane.source.setPlainText("A house.")
    program.picture("memory-for-several")
    pane.run()
    at_rest(program)

    sent = {body["target_lang"]: body.get("translation_memory_id") for body in map(_body, fake.billed)}
    assert sent == {"de": "law", "es": None}

    pane.choices.memories.box.setCurrentIndex(0)
    assert [row.state.value for row in pane.targets.several.rows] == ["outdated", "done"]


@pytest.mark.slow
def test_a_language_that_is_added_later_gets_the_memory_too(program: Program, fake: FakeService) -> None:
    fake.memories = [listed_memory("Press", "en", "de", "es")]
    connect(program, fake)
    pane = shown(program)
    pane.source_language.choose("")
    pane.languages.several.click()
    pane.targets.chooser.choose(["de"])
    at_rest(program)
    pane.choices.memories.box.setCurrentText("Press (1,200)")
    pane.source.setPlainText("A house.")
    pane.targets.chooser.choose(["de", "es"])
    at_rest(program)
    pane.run()
    at_rest(program)

    sent = {body["target_lang"]: body.get("translation_memory_id") for body in map(_body, fake.billed)}
    assert sent == {"de": "press", "es": "press"}


def _body(request: RawRequest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(request.body)
    return found


def test_no_memory_is_offered_or_sent_where_the_service_has_none(program: Program, fake: FakeService) -> None:
    connect(program, fake)
    pane = shown(program)
    pane.source.setPlainText("A house.")
    pane.run()
    at_rest(program)

    assert pane.choices.memories.isHidden()
    assert "translation_memory_id" not in json.loads(fake.billed[0].body)
    assert not any("translation_memories" in line for line in fake.lines)
