"""One key compares translations with and without the glossary: differences are marked, the visible one is confirmed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.fake import at_rest, connect
from app.program import Control, ControlShift, Key, Program
from support.services.fake_service import FakeService
from support.services.profile_costs import set_costs
from termdesk.domain.entries.entries import Entries
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.translation.translation_pane import TranslatePane
from termdesk.ui.widgets.dialogs import Question

PAIR = LanguagePair("en", "es")
TEXT = "The house is big and the garden is small."


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def translated(program: Program) -> TranslatePane:
    """Return the pane with a translation whose glossary changes one word."""

    async def create() -> None:
        api = await program.controller.use_cases.session.api()
        await api.glossaries.create("Homes", [(PAIR, Entries(["house", "garden"], ["hogar", "jardín"]))], origin="")

    program.wait_for(create())
    pane = shown(program)
    program.press(Key.Key_Return, Control)
    at_rest(program)
    assert "hogar" in pane.result.toPlainText()
    return pane


def shown(program: Program) -> TranslatePane:
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code)
    at_rest(program)
    if not (pane.source_language.choose("en") and pane.target_language.choose("es")):
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")
    at_rest(program)
    assert pane.picker.glossary is not None
    pane.source.setPlainText(TEXT)
    pane.source.setFocus()
    return pane


def ledger_size(program: Program) -> int:
    return len(program.wait_for(program.controller.use_cases.usage_monitor.ledger()))


@pytest.mark.slow
def test_one_key_shows_the_other_version_and_the_second_press_sends_nothing(program: Program) -> None:
    pane = translated(program)
    used = pane.result.toPlainText()

    program.press(Key.Key_G, ControlShift)
    program.until(lambda: pane.result.toPlainText() != used)
    at_rest(program)
    plain = pane.result.toPlainText()
    program.picture("without-the-glossary")

    assert "casa" in plain
    assert pane.report.text().startswith("Without the glossary")
    assert pane.terms.summary.text() == "1 term found in the translation, 1 not found: house → hogar"
    assert "inserted: La casa" in [mark.words for mark in pane.result.marks]
    assert not pane.outdated.isVisible()
    assert ledger_size(program) == 2
    program.click(pane.comparison)
    program.until(lambda: pane.comparison.width() >= pane.comparison.sizeHint().width())
    program.picture("with-the-glossary")
    assert pane.result.toPlainText() == used
    assert pane.report.text().startswith("With the glossary")
    assert pane.terms.summary.text() == "2 terms used"
    program.press(Key.Key_G, ControlShift)
    at_rest(program)
    assert pane.result.toPlainText() == plain
    assert ledger_size(program) == 2


@pytest.mark.slow
def test_what_is_confirmed_is_the_version_that_is_shown_with_its_corrections(program: Program) -> None:
    pane = translated(program)
    pane.result.replace_text("El hogar corregido.")
    program.press(Key.Key_G, ControlShift)
    program.until(lambda: "casa" in pane.result.toPlainText())
    at_rest(program)
    plain = pane.result.toPlainText()

    program.press(Key.Key_Return, ControlShift)
    program.until(lambda: "Confirmed" in pane.report.text())
    [confirmed] = program.wait_for(program.controller.use_cases.confirmed_texts.read())
    assert confirmed.texts == ((TEXT, plain),)

    program.press(Key.Key_G, ControlShift)
    assert pane.result.toPlainText() == "El hogar corregido.", "what was corrected stays with its version"


@pytest.mark.slow
def test_another_text_ends_the_comparison(program: Program) -> None:
    pane = translated(program)
    program.press(Key.Key_G, ControlShift)
    program.until(lambda: "casa" in pane.result.toPlainText())
    at_rest(program)
    action = program.controller.window.window_actions["compare_glossary"]

    pane.source.setPlainText("The house is old.")
    assert pane.outdated.isVisible()
    assert not action.isEnabled()
    assert not pane.comparison.isVisible()
    program.press(Key.Key_Return, Control)
    at_rest(program)

    assert action.isEnabled()
    assert pane.comparison.other is None
    assert pane.comparison.text() == "Show without the glossary"
    assert pane.report.text().startswith("17 characters")


def billed_once(program: Program, fake: FakeService) -> TranslatePane:
    """Return the pane with a translation with a glossary, made by a service that bills."""
    dictionary = {"source_lang": "en", "target_lang": "es", "entry_count": 2}
    made = {"glossary_id": "1", "name": "Homes", "ready": True, "creation_time": "2026-01-01T00:00:00Z"}
    fake.glossaries = [{**made, "dictionaries": [dictionary]}]
    connect(program, fake)
    pane = shown(program)
    program.press(Key.Key_Return, Control)
    at_rest(program)
    assert len(fake.billed) == 1
    return pane


def offered(program: Program, fake: FakeService) -> TranslatePane:
    """Return the Translate pane with the cost of the version without the glossary."""
    pane = billed_once(program, fake)
    set_costs(program.controller.use_cases.session, price="20 EUR")
    program.press(Key.Key_G, ControlShift)
    at_rest(program)
    return pane


@pytest.mark.slow
def test_the_first_press_shows_the_cost_of_the_other_version_and_the_second_one_sends_it(
    program: Program, fake: FakeService
) -> None:
    pane = offered(program, fake)

    assert pane.comparison.text() == "Show without the glossary (41 characters)"
    assert pane.comparison.cost.isVisible()
    assert len(fake.billed) == 1
    program.picture("the-cost-of-the-other-version-in-the-pane")

    program.press(Key.Key_G, ControlShift)
    program.until(lambda: "Without the glossary" in pane.report.text())
    at_rest(program)
    assert len(fake.billed) == 2
    assert not pane.comparison.cost.isVisible()


@pytest.mark.slow
def test_the_first_press_shows_the_cost_of_a_back_translation_above_that_of_the_other_version(
    program: Program, fake: FakeService
) -> None:
    pane = offered(program, fake)

    program.press(Key.Key_K, ControlShift)
    program.until(pane.back.again.isVisible)
    program.picture("the-cost-of-a-back-translation")

    assert pane.back.again.text() == "Translate back (41 characters)"
    assert pane.back.cost.text() == pane.comparison.cost.text() == "They cost less than 0.01 EUR."
    assert pane.comparison.cost.isVisible(), "both offers are shown"
    assert len(fake.billed) == 1


@pytest.mark.slow
def test_a_service_that_bills_is_asked_after_the_cost_was_told(program: Program, fake: FakeService) -> None:
    pane = billed_once(program, fake)
    session = program.controller.use_cases.session
    session.save_settings(replace(session.settings, ask_from=41))

    program.press(Key.Key_G, ControlShift)
    question = program.dialog(Question)
    assert question.windowTitle() == "Send 41 characters once more?"
    program.picture("the cost of the other version", question)
    program.click(question.accept_button)
    program.until(lambda: "Without the glossary" in pane.report.text())
    at_rest(program)
    program.press(Key.Key_G, ControlShift)
    at_rest(program)

    assert len(fake.billed) == 2
    assert "the glossary changes nothing" in pane.report.text()


@pytest.mark.slow
def test_what_is_shown_is_translated_back_by_one_key(program: Program) -> None:
    pane = translated(program)

    program.press(Key.Key_K, ControlShift)
    program.until(lambda: pane.back.isVisible())
    at_rest(program)
    with_glossary = pane.back.text.toPlainText()
    program.picture("translated-back")
    program.press(Key.Key_G, ControlShift)
    program.until(lambda: "casa" in pane.result.toPlainText())
    assert not pane.back.isVisible(), "the other version was not translated back"
    program.press(Key.Key_K, ControlShift)
    program.until(lambda: pane.back.isVisible())
    at_rest(program)

    assert "house" in pane.back.text.toPlainText()
    program.press(Key.Key_G, ControlShift)
    assert pane.back.text.toPlainText() == with_glossary
    assert ledger_size(program) == 4
    pane.source.setPlainText("Another text.")
    assert not pane.back.isVisible()
    assert not program.controller.window.window_actions["translate_back"].isEnabled()


def test_a_key_that_may_not_translate_disables_the_comparison_with_the_reason(program: Program) -> None:
    pane = translated(program)
    button, action = pane.comparison, program.controller.window.window_actions["compare_glossary"]
    assert button.isEnabled()
    assert action.isEnabled()
    reason = "The key may not translate texts."

    pane.show_key_limits({Scope.TRANSLATE_TEXT: reason})
    program.press(Key.Key_G, ControlShift)
    at_rest(program)

    assert not action.isEnabled()
    assert reason in action.toolTip()
    assert not button.isEnabled()
    assert reason in button.toolTip()
    assert ledger_size(program) == 1, "nothing is sent"
    assert pane.comparison.other is None

    pane.show_key_limits({})
    assert button.isEnabled()
    assert action.isEnabled()
    assert reason not in button.toolTip()
