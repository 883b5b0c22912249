"""Improving in the real window: changes by key and mouse, protected terms, variants."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.fake import at_rest, connect
from app.program import Control, ControlShift, Key, Program
from support.services.fake_service import FakeService, refusal
from support.services.raw_server import answer
from termdesk.application.texts.history import StoredText
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.texts import Improve
from termdesk.ui.glossaries.pane.add_entry_dialog import AddEntryDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.improvement.improvement_pane import ImprovePane
from termdesk.ui.improvement.styles_dialog import StylesDialog

Shift = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.fixture
def pane(program: Program) -> ImprovePane:
    program.press(Key.Key_4, Control)
    at_rest(program)
    return program.controller.improve


def improve(program: Program, pane: ImprovePane, text: str, language: str = "en-US") -> None:
    pane.language.choose(language)
    at_rest(program)
    pane.source.setPlainText(text)
    pane.source.setFocus()
    program.press(Key.Key_Return, Control)
    program.until(lambda: bool(pane.result.toPlainText()))
    at_rest(program)


@pytest.mark.slow
def test_changes_are_rejected_by_key_and_taken_back_by_undo(program: Program, pane: ImprovePane) -> None:
    improve(program, pane, "This are a sentense with a error.")
    assert pane.result.toPlainText() == "This is a sentence with an error."
    pane.result.setFocus()

    program.press(Key.Key_F8)
    program.press(Key.Key_Period, Control)
    program.press(Key.Key_F8)
    program.press(Key.Key_Period, Control)
    assert pane.result.toPlainText() == "This is a sentense with a error."
    program.picture("improve-changes")

    program.press(Key.Key_Z, Control)
    assert pane.result.toPlainText() == "This is a sentense with an error."
    program.press(Key.Key_F8, Shift)
    program.click(pane.changes.toggle_button)
    assert pane.result.toPlainText() == "This is a sentence with an error."
    program.click(pane.take)
    assert pane.source.toPlainText() == "This is a sentence with an error."
    assert pane.changes.isHidden()


@pytest.mark.slow
def test_a_term_that_a_service_changes_is_kept_for_the_user_to_decide(program: Program, fake: FakeService) -> None:
    dictionary = {"source_lang": "en", "target_lang": "es", "entry_count": 1}
    fake.glossaries = [{"glossary_id": "g1", "name": "House style", "dictionaries": [dictionary], "ready": True}]
    entries = {"dictionaries": [{**dictionary, "entries": "circuit breaker\tdisyuntor", "entries_format": "tsv"}]}
    better = {"text": "The fuse is broken.", "detected_source_language": "en", "target_language": "en"}
    fake.refusals["GET /v3/glossaries/g1/entries"] = answer(json.dumps(entries).encode())
    fake.refusals["POST /v2/write/correct"] = answer(json.dumps({"improvements": [better]}).encode())
    connect(program, fake)
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    at_rest(program)
    pane.language.choose("en")
    at_rest(program)
    pane.glossary.setCurrentIndex(pane.glossary.findText("House style"))

    improve(program, pane, "The circuit breaker are broken.", "en")

    assert pane.result.toPlainText() == "The circuit breaker are broken."
    assert "protected term “circuit breaker”" in pane.changes.words.text()
    program.picture("improve-protected")
    program.press(Key.Key_Period, Control)
    assert pane.result.toPlainText() == "The fuse is broken."


@pytest.mark.slow
def test_a_glossary_that_is_chosen_after_the_result_protects_its_terms_in_it(
    program: Program, fake: FakeService
) -> None:
    dictionary = {"source_lang": "en", "target_lang": "es", "entry_count": 1}
    listed = {"dictionaries": [dictionary], "ready": True}
    fake.glossaries = [{"glossary_id": "g1", "name": "Power", **listed}, {"glossary_id": "g2", "name": "Law", **listed}]
    entries = {"dictionaries": [{**dictionary, "entries": "circuit breaker\tdisyuntor", "entries_format": "tsv"}]}
    better = {"text": "The fuse is broken.", "detected_source_language": "en", "target_language": "en"}
    fake.refusals["GET /v3/glossaries/g1/entries"] = answer(json.dumps(entries).encode())
    fake.refusals["POST /v2/write/correct"] = answer(json.dumps({"improvements": [better]}).encode())
    connect(program, fake)
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    at_rest(program)
    pane.language.choose("en")
    at_rest(program)
    pane.source.setPlainText("The circuit breaker are broken.")
    assert pane.cost.text() == "31 characters will be billed."
    improve(program, pane, "The circuit breaker are broken.", "en")
    assert pane.result.toPlainText() == "The fuse is broken."
    assert pane.cost.isHidden(), "it is paid"

    pane.glossary.setFocus()
    while pane.glossary.currentText() != "Power":
        program.press(Key.Key_Down)
    at_rest(program)

    assert pane.result.toPlainText() == "The circuit breaker are broken."
    assert "protected term “circuit breaker”" in pane.changes.words.text()
    assert len(fake.billed) == 1
    assert pane.changes.words.wordWrap(), "the warning is not cut"
    program.picture("improve-protected-later")

    pane.source.setPlainText("It is broken. " * 1_000)
    assert pane.size_meter.label.text().endswith("bytes, sent in parts of 10,240")
    assert pane.size_meter.label.property("tone") == "muted", "nothing is wrong with a long text"


@pytest.mark.slow
def test_a_glossary_stays_chosen_although_the_service_lists_none_for_a_moment(
    program: Program, fake: FakeService
) -> None:
    dictionary = {"source_lang": "en", "target_lang": "es", "entry_count": 1}
    fake.glossaries = [{"glossary_id": "g1", "name": "House style", "dictionaries": [dictionary], "ready": True}]
    connect(program, fake)
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    at_rest(program)
    pane.language.choose("en")
    at_rest(program)
    assert pane.glossary.currentText() == "House style"

    fake.refusals["GET /v3/glossaries"] = refusal("403 Forbidden")
    program.press(Key.Key_1, Control)
    program.press(Key.Key_4, Control)
    at_rest(program)
    assert pane.glossary.currentText() == "House style"

    # No glossaries are known for this language.
    pane.language.choose("de")
    at_rest(program)
    assert pane.glossary.chosen is None


@pytest.mark.slow
def test_a_glossary_protects_terms_once_it_is_published(program: Program, pane: ImprovePane, tmp_path: Path) -> None:
    assert pane.choices.glossary_reason.isHidden()
    program.open_text(tmp_path / "homes.en-es.tsv", "house\tvivienda\n")
    program.press(Key.Key_4, Control)
    at_rest(program)
    assert pane.choices.glossary_reason.text() == "“homes” is a draft: publish it to protect its terms here."
    assert pane.choices.glossary_reason.isVisible()

    program.press(Key.Key_1, Control)
    program.press(Key.Key_P, ControlShift)
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("is published"))
    at_rest(program)
    program.press(Key.Key_4, Control)
    at_rest(program)

    assert pane.glossary.currentText() == "homes"
    assert pane.choices.glossary_reason.isHidden()


@pytest.mark.slow
def test_a_text_is_converted_to_another_variant(program: Program, pane: ImprovePane) -> None:
    pane.language.choose("en-US")
    at_rest(program)
    pane.source.setPlainText("The color of the center.")
    button = program.controller.window.findChild(QPushButton, "improve_variant")
    assert button is not None
    menu = button.menu()
    assert menu is not None

    [to_british] = [action for action in menu.actions() if "British" in action.text()]
    to_british.trigger()
    program.until(lambda: bool(pane.result.toPlainText()))
    at_rest(program)

    assert pane.result.toPlainText() == "The colour of the centre."
    assert pane.language.code == "en-GB"


def test_a_selected_phrase_goes_to_a_dictionary_on_the_side_of_its_language(
    program: Program, pane: ImprovePane
) -> None:
    async def create() -> None:
        api = await program.controller.use_cases.session.api()
        await api.glossaries.create("Law", [(LanguagePair("en", "es"), Entries(["house"], ["hogar"]))], origin="")
        await api.glossaries.create("Rail", [(LanguagePair("de", "en"), Entries(["Haus"], ["house"]))], origin="")

    program.wait_for(create())
    program.wait_for(program.controller.glossaries.read_library())
    improve(program, pane, "The gardan is small.")
    pane.result.select_range(4, 10)

    program.press(Key.Key_A, ControlShift)
    dialog = program.dialog(AddEntryDialog)
    assert dialog.phrases == ("garden", "")
    program.type("Garten")
    dialog.dictionary.setFocus()
    program.press(Key.Key_Down)
    assert dialog.dictionary.currentText() == "Rail (de → en)"
    assert dialog.phrases == ("Garten", "garden")
    program.picture("improve-add-entry", dialog)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Added to “Rail”"))
    at_rest(program)

    [rail] = [
        each for each in program.wait_for(program.controller.use_cases.library.summaries()) if each.name == "Rail"
    ]
    entries = program.wait_for(program.controller.use_cases.library.read(rail, LanguagePair("de", "en")))
    assert list(entries) == [("Haus", "house"), ("Garten", "garden")]


@pytest.mark.slow
def test_a_language_that_is_typed_and_not_offered_sends_nothing(program: Program, pane: ImprovePane) -> None:
    pane.source.setPlainText("The gardan is small.")
    edit = pane.language.lineEdit()
    assert edit is not None
    for by_key in (True, False):
        pane.language.setFocus()
        edit.selectAll()
        program.type("Welsh")
        program.press(Key.Key_Return, Control) if by_key else program.click(pane.run_button)
        at_rest(program)

        assert pane.result.toPlainText() == ""
        assert "does not improve texts in “Welsh”" in pane.report.text()
        assert pane.language.code == "en-US"
    program.click(pane.run_button)
    at_rest(program)
    assert "garden" in pane.result.toPlainText(), "the language that is shown was seen"


@pytest.mark.slow
def test_the_menu_of_variants_shows_what_a_conversion_costs(program: Program, fake: FakeService) -> None:
    fake.languages["write"] = ("de", "en-GB", "en-US")
    connect(program, fake)
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    at_rest(program)
    pane.language.choose("en-US")
    at_rest(program)
    pane.source.setPlainText("The color of the center.")
    program.press(Key.Key_Return, Control)
    at_rest(program)
    assert not pane.cost.isVisible(), "this text is answered in this variant"

    pane.choices.variant.open_menu()
    [british] = pane.choices.variant.menu().actions()
    assert british.text().endswith(" (24 characters will be billed)")
    assert len(fake.billed) == 1
    british.trigger()
    pane.choices.variant.menu().close()
    at_rest(program)
    assert len(fake.billed) == 2
    pane.language.choose("de")
    at_rest(program)
    pane.choices.variant.open_menu()
    assert [each.text() for each in pane.choices.variant.menu().actions()] == ["Swiss spelling (ss for ß)"]
    pane.choices.variant.menu().close()


@pytest.mark.slow
def test_german_is_converted_to_swiss_spelling_without_a_service(program: Program, fake: FakeService) -> None:
    # The local service would load the German rules.
    connect(program, fake)
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    at_rest(program)
    pane.language.choose("de")
    at_rest(program)
    pane.source.setPlainText("Die Straße ist groß.")

    pane.convert("de-CH")
    at_rest(program)

    assert pane.result.toPlainText() == "Die Strasse ist gross."
    assert pane.changes.can_review
    assert fake.billed == []


def test_a_protected_term_is_kept_in_a_conversion_and_in_a_text_of_the_history(
    program: Program, fake: FakeService
) -> None:
    dictionary = {"source_lang": "de", "target_lang": "en", "entry_count": 1}
    fake.glossaries = [{"glossary_id": "g1", "name": "House style", "dictionaries": [dictionary], "ready": True}]
    entries = {"dictionaries": [{**dictionary, "entries": "Straße\tstreet", "entries_format": "tsv"}]}
    fake.refusals["GET /v3/glossaries/g1/entries"] = answer(json.dumps(entries).encode())
    connect(program, fake)
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    at_rest(program)
    pane.language.choose("de")
    at_rest(program)
    assert pane.glossary.currentText() == "House style"
    pane.source.setPlainText("Die Straße ist groß.")

    pane.convert("de-CH")
    at_rest(program)

    assert pane.result.toPlainText() == "Die Straße ist gross."
    assert "protected term “Straße”" in pane.changes.words.text()

    old, new = "Eine Straße ist hier.", "Eine Gasse ist hier."
    pane.open_text(StoredText("", "POST /v2/write/correct", "de", "de", old, new), Improve.CORRECT)
    at_rest(program)

    assert pane.result.toPlainText() == old
    assert "protected term “Straße”" in pane.changes.words.text()
    assert fake.billed == []


@pytest.mark.slow
def test_a_key_without_improvement_leads_to_the_engine_on_this_computer_and_back(
    program: Program, fake: FakeService
) -> None:
    fake.refusals["POST /v2/write"] = refusal("403 Forbidden", b'{"message": "Missing scopes: write:correct"}')
    connect(program, fake)
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    at_rest(program)
    assert pane.local.isHidden()
    pane.language.choose("en")
    at_rest(program)
    pane.source.setPlainText("This are a sentence.")
    pane.source.setFocus()
    program.press(Key.Key_Return, Control)
    at_rest(program)
    assert pane.local.isVisible()
    sent = len(fake.billed)

    program.click(pane.local.button)
    at_rest(program)
    assert "not sent to" in pane.local.words.text()
    improve(program, pane, "This are a sentence.", "en-US")
    program.picture("improve-local")
    assert pane.result.toPlainText() == "This is a sentence."
    assert "LingoTweaker" in pane.report.text() or "Harper" in pane.report.text()
    assert len(fake.billed) == sent

    program.click(pane.local.button)
    at_rest(program)
    assert pane.outdated.is_outdated
    assert pane.language.codes() == ["de", "en", "es"]


def test_a_service_that_lists_no_languages_leads_to_this_computer(program: Program, fake: FakeService) -> None:
    fake.refusals["GET /v3/languages?resource=write"] = refusal("404 Not Found")
    connect(program, fake)
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    at_rest(program)
    assert pane.local.isVisible()

    pane.local.button.setFocus()
    program.press(Key.Key_Space)
    at_rest(program)
    improve(program, pane, "This are a sentence.", "en-US")
    assert pane.result.toPlainText() == "This is a sentence."
    assert fake.billed == []


def spoken(dialog: StylesDialog, row: int) -> str:
    """Return the text of a style for screen readers."""
    return str(dialog.table.model().index(row, 1).data(Qt.ItemDataRole.AccessibleTextRole))


def test_styles_are_read_side_by_side_and_one_is_used(program: Program, fake: FakeService) -> None:
    fake.write_features = {"writing_style": {"status": "stable"}, "tone": {"status": "stable"}}
    connect(program, fake)
    program.press(Key.Key_4, Control)
    pane = program.controller.improve
    at_rest(program)
    pane.language.choose("en")
    at_rest(program)
    pane.source.setPlainText("Good morning. ")
    program.click(pane.choices.compare)
    dialog = program.dialog(StylesDialog)
    assert (dialog.run_button.isEnabled(), dialog.accept_button.isEnabled()) == (False, False)

    # Select the first and the third style by keys.
    program.press(Key.Key_Space)
    program.press(Key.Key_Down)
    program.press(Key.Key_Down)
    program.press(Key.Key_Space)
    assert dialog.cost.text() == "28 characters will be billed."
    program.click(dialog.run_button)
    program.until(lambda: dialog.chosen is not None and dialog.accept_button.isEnabled())
    program.picture("improve-styles", dialog)
    assert [spoken(dialog, row) for row in range(3)] == [
        "Good morning. academic!",
        "empty",
        "Good morning. casual!",
    ]
    assert dialog.cost.text() == "All ticked styles and tones are shown already."
    program.click(dialog.accept_button)
    at_rest(program)

    assert pane.result.toPlainText() == "Good morning. casual!"
    assert (pane.choices.rephrase.isChecked(), pane.style_box.currentText()) == (True, "Style: casual")
    assert not pane.outdated.is_outdated
    # Reopened, the dialog shows the variants that were already paid for.
    program.click(pane.choices.compare)
    dialog = program.dialog(StylesDialog)
    assert spoken(dialog, 0) == "Good morning. academic!"
    dialog.reject()
    at_rest(program)
    assert len(fake.billed) == 2
