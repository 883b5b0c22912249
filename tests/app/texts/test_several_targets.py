"""One text in several languages by mouse and keys: the cost is shown, each is sent once, copied, and outdated."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication

from app.fake import at_rest, connect
from app.program import Control, ControlShift, Key, Program
from support.services.fake_service import FakeService, refusal
from support.services.profile_costs import set_costs
from termdesk.domain.provider import Provider
from termdesk.ui.translation.target_table import TargetColumn
from termdesk.ui.translation.translation_pane import TranslatePane
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.selections import choose_alone

TEXT = "Good morning"


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.fixture
def pane(program: Program, fake: FakeService) -> TranslatePane:
    """The Translate pane for several languages, with a text and two languages."""
    fake.languages["translate_text"] = ("en", "de", "es", "fr")
    connect(program, fake)
    session = program.controller.use_cases.session
    session.save_settings(replace(session.settings, ask_from=1))
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code)
    at_rest(program)
    pane.source_language.choose("en")
    pane.target_language.choose("fr")
    pane.source.setPlainText(TEXT)
    pane.source.setFocus()
    program.press(Key.Key_T, ControlShift)
    pane.targets.chooser.choose(["de", "es"])
    at_rest(program)
    return pane


def run(program: Program, pane: TranslatePane) -> str:
    """Press Ctrl+Enter, and accept the cost. Returns the title of the question."""
    pane.source.setFocus()
    program.press(Key.Key_Return, Control)
    program.until(lambda: any(each.isVisible() for each in pane.targets.findChildren(Question)))
    question = next(each for each in pane.targets.findChildren(Question) if each.isVisible())
    title = question.windowTitle()
    question.accept_button.click()
    at_rest(program)
    return title


def column(pane: TranslatePane, which: TargetColumn) -> list[str]:
    model = pane.targets.model
    return [str(model.index(row, which).data()).strip("\u2068\u2069") for row in range(model.rowCount())]


def targets_sent(fake: FakeService) -> list[str]:
    return [json.loads(request.body)["target_lang"] for request in fake.billed]


@pytest.mark.slow
def test_the_window_keeps_its_width_and_the_keyboard_its_place_when_one_language_is_chosen_again(
    program: Program, pane: TranslatePane
) -> None:
    window = program.controller.window
    program.press(Key.Key_T, ControlShift)
    at_rest(program)
    window.resize(window.minimumSizeHint())
    narrow = window.width()

    for focused in (pane.target_language, pane.targets.chooser):
        focused.setFocus()
        program.press(Key.Key_T, ControlShift)
        at_rest(program)
        assert window.width() == narrow
        assert window.focusWidget() is pane.languages.several


@pytest.mark.slow
def test_the_cost_is_told_before_and_every_language_is_translated(
    program: Program, fake: FakeService, pane: TranslatePane
) -> None:
    assert pane.count.text() == "12 characters × 2 languages: 24 will be billed"
    assert not pane.result.isVisible()
    assert not pane.target_language.isVisible()

    assert run(program, pane) == "Send 24 characters?"
    program.picture("several-languages")

    assert targets_sent(fake) == ["de", "es"]
    assert column(pane, TargetColumn.STATE) == ["translated", "translated"]
    assert column(pane, TargetColumn.TRANSLATION) == ["GOOD MORNING", "GOOD MORNING"]
    assert pane.targets.text.toPlainText() == "GOOD MORNING"
    assert pane.count.text() == "Everything is translated."


def law() -> dict[str, object]:
    """Return a glossary from English into German, as the service lists it."""
    dictionary = {"source_lang": "en", "target_lang": "de", "entry_count": 1}
    made = {"glossary_id": "law", "name": "Law", "ready": True, "creation_time": "2026-01-01T00:00:00Z"}
    return {**made, "dictionaries": [dictionary]}


@pytest.mark.slow
def test_the_detected_language_is_used_by_one_key_and_brings_the_glossaries(
    program: Program, fake: FakeService, pane: TranslatePane
) -> None:
    fake.glossaries = [law()]
    pane.source_language.choose("")
    at_rest(program)
    assert pane.targets.reason.isVisible()
    assert pane.targets.reason.text().startswith("A glossary needs the source language")
    program.click(pane.targets.glossaries)
    assert pane.targets.reason.isHidden(), "the user wants no glossary"
    program.click(pane.targets.glossaries)
    run(program, pane)
    program.picture("several-languages-detected")
    assert pane.choices.detected.language.text() == "Detected: The language en"
    assert pane.choices.detected.glossaries.text() == "1 glossary can be used with it."

    program.press(Key.Key_D, ControlShift)
    at_rest(program)

    assert pane.source_language.code == "en"
    assert pane.targets.reason.isHidden()
    assert pane.choices.detected.isHidden()
    assert column(pane, TargetColumn.STATE) == ["outdated", "translated"], "only German has a dictionary"


@pytest.mark.slow
def test_a_text_that_is_sent_at_once_after_a_change_of_language_takes_the_glossaries_of_the_new_one(
    program: Program, fake: FakeService, pane: TranslatePane
) -> None:
    session = program.controller.use_cases.session
    session.save_settings(replace(session.settings, ask_from=1_000))
    fake.glossaries = [law()]
    pane.source_language.choose("es")
    at_rest(program)

    pane.source_language.choose("en")
    program.press(Key.Key_Return, Control)
    at_rest(program)

    assert [json.loads(request.body).get("glossary_id") for request in fake.billed] == ["law", None]


@pytest.mark.slow
def test_a_second_press_sends_nothing_and_another_language_alone_is_sent(
    program: Program, fake: FakeService, pane: TranslatePane
) -> None:
    run(program, pane)
    assert not pane.run_button.isEnabled()
    program.press(Key.Key_Return, Control)
    at_rest(program)
    assert targets_sent(fake) == ["de", "es"]
    assert program.says("Everything is translated.")
    assert pane.targets.again_button.text() == "Translate again (24 characters)"
    program.picture("several-languages-again")

    pane.targets.chooser.choose(["de", "es", "fr"])
    assert pane.count.text() == "12 characters × 1 language: 12 will be billed"
    assert not pane.targets.again_button.isVisible()
    run(program, pane)

    assert targets_sent(fake) == ["de", "es", "fr"]
    program.click(pane.targets.again_button)
    program.until(lambda: any(each.isVisible() for each in pane.targets.findChildren(Question)))
    next(each for each in pane.targets.findChildren(Question) if each.isVisible()).accept_button.click()
    at_rest(program)
    assert targets_sent(fake) == ["de", "es", "fr"] * 2


@pytest.mark.slow
def test_a_refusal_by_a_cap_is_told_no_more_once_less_is_sent(
    program: Program, fake: FakeService, pane: TranslatePane
) -> None:
    set_costs(program.controller.use_cases.session, day_cap=len(TEXT))
    program.controller.window.notices.clear()
    pane.source.setFocus()
    program.press(Key.Key_Return, Control)
    at_rest(program)
    assert program.says("This needs 24 characters")
    assert fake.billed == []

    pane.targets.chooser.choose(["de"])
    at_rest(program)
    run(program, pane)

    assert column(pane, TargetColumn.STATE) == ["translated"]
    assert not program.says("This needs 24 characters")


@pytest.mark.slow
def test_a_failed_language_says_why_and_is_tried_again_alone(
    program: Program, fake: FakeService, pane: TranslatePane
) -> None:
    fake.targets_refused["de"] = refusal("400 Bad Request", b'{"message": "Not this language"}')
    run(program, pane)
    assert column(pane, TargetColumn.STATE) == ["failed", "translated"]
    assert "Not this language" in pane.targets.words.text()
    program.picture("several-languages-failed")

    fake.targets_refused.clear()
    program.click(pane.targets.retry_button)
    program.until(lambda: any(each.isVisible() for each in pane.targets.findChildren(Question)))
    next(each for each in pane.targets.findChildren(Question) if each.isVisible()).accept_button.click()
    at_rest(program)

    assert column(pane, TargetColumn.STATE) == ["translated", "translated"]
    assert targets_sent(fake) == ["de", "es", "de"]


@pytest.mark.slow
def test_another_text_makes_the_table_outdated_until_the_old_one_is_back(program: Program, pane: TranslatePane) -> None:
    run(program, pane)

    pane.source.setPlainText(f"{TEXT}, all")
    assert column(pane, TargetColumn.STATE) == ["outdated", "outdated"]
    assert not pane.targets.open_button.isEnabled()
    assert not program.controller.window.window_actions["confirm_result"].isEnabled()
    assert pane.count.text() == "17 characters × 2 languages: 34 will be billed"

    pane.source.setPlainText(TEXT)
    assert column(pane, TargetColumn.STATE) == ["translated", "translated"]
    assert pane.targets.open_button.isEnabled()


@pytest.mark.slow
def test_beside_a_failure_stands_no_translation_of_another_text(
    program: Program, fake: FakeService, pane: TranslatePane
) -> None:
    run(program, pane)
    fake.targets_refused["de"] = refusal("400 Bad Request", b'{"message": "Not this text"}')
    pane.source.setPlainText("Good night")

    run(program, pane)
    program.picture("several-languages-failed-later")

    assert column(pane, TargetColumn.STATE) == ["failed", "translated"]
    assert column(pane, TargetColumn.TRANSLATION) == ["", "GOOD NIGHT"]
    # The old translation stays readable, but grayed and marked as outdated.
    assert pane.targets.text.toPlainText() == "GOOD MORNING"
    assert "The translation above is outdated: it belongs to another text" in pane.targets.words.text()
    assert not pane.targets.open_button.isEnabled()
    program.press(Key.Key_C, ControlShift)
    assert "GOOD MORNING" not in QGuiApplication.clipboard().text()


@pytest.mark.slow
def test_cancelling_ends_the_run_and_what_was_sent_is_not_sent_again(
    program: Program, fake: FakeService, pane: TranslatePane
) -> None:
    fake.gate.clear()
    program.press(Key.Key_Return, Control)
    program.until(lambda: any(each.isVisible() for each in pane.targets.findChildren(Question)))
    next(each for each in pane.targets.findChildren(Question) if each.isVisible()).accept_button.click()
    program.until(lambda: fake.billed)
    program.click(pane.targets.cancel_button)
    at_rest(program)
    program.until(lambda: not pane.targets.cancel_button.isVisible())
    assert column(pane, TargetColumn.STATE) == ["not translated yet", "not translated yet"]

    fake.gate.set()
    run(program, pane)

    assert column(pane, TargetColumn.STATE) == ["translated", "translated"]
    assert targets_sent(fake) == ["de", "es"]


@pytest.mark.slow
def test_a_text_copied_during_a_run_says_that_it_was_not_sent_and_goes_by_one_press(
    program: Program, fake: FakeService, pane: TranslatePane
) -> None:
    session = program.controller.use_cases.session
    session.save_settings(replace(session.settings, ask_from=1_000))
    pane.clipboard.toggle()
    program.click(pane.clipboard.at_once)
    fake.gate.clear()
    pane.source.setFocus()
    program.press(Key.Key_Return, Control)
    program.until(lambda: fake.billed)

    pane.take_copied("Good night")
    program.picture("clipboard-unsent")
    assert "was not sent" in pane.clipboard.words.text()
    program.click(pane.clipboard.send)
    fake.gate.set()
    at_rest(program)
    program.until(lambda: not pane.targets.cancel_button.isVisible())

    assert column(pane, TargetColumn.STATE) == ["translated", "translated"]
    assert column(pane, TargetColumn.TRANSLATION) == ["GOOD NIGHT", "GOOD NIGHT"]
    assert [json.loads(request.body)["text"] for request in fake.billed] == [[TEXT], ["Good night"], ["Good night"]]
    assert not pane.clipboard.send.isVisible()
    assert "appear below" in pane.clipboard.words.text()


def test_rows_are_copied_for_a_spreadsheet_and_one_is_opened(program: Program, pane: TranslatePane) -> None:
    pane.source.setPlainText('Say "no"\nnow')
    run(program, pane)

    program.press(Key.Key_C, ControlShift)
    assert QGuiApplication.clipboard().text().splitlines()[:3] == [
        "Code\tLanguage\tTranslation\tState\tTerms missed",
        'de\tThe language de\t"SAY ""NO""',
        'NOW"\ttranslated\t',
    ]

    choose_alone(pane.targets.table, pane.targets.model.index(1, 0))
    program.click(pane.targets.open_button)
    at_rest(program)
    assert pane.result.isVisible()
    assert (pane.target_language.code, pane.result.toPlainText()) == ("es", 'SAY "NO"\nNOW')
    assert not pane.outdated.isVisible()


@pytest.mark.slow
def test_an_opened_translation_of_another_service_is_marked(
    program: Program, fake: FakeService, pane: TranslatePane
) -> None:
    run(program, pane)
    session = program.controller.use_cases.session
    program.wait_for(session.use(Provider("custom", fake.url.replace("127.0.0.1", "localhost")), "a-good-key-0002"))
    at_rest(program)

    choose_alone(pane.targets.table, pane.targets.model.index(1, 0))
    program.click(pane.targets.open_button)
    at_rest(program)

    assert pane.result.toPlainText() == "GOOD MORNING"
    assert "service" in pane.outdated.text()


@pytest.mark.slow
def test_the_languages_are_remembered(program: Program, pane: TranslatePane) -> None:
    assert program.controller._remembered.translate_targets == ["de", "es"]
