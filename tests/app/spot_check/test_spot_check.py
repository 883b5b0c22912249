"""A sentence set by mouse and keyboard: created, run, followed to the grid and back, and run before publishing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from app.fake import connect
from app.program import Control, ControlShift, Key, Program
from support.services.fake_service import FakeService
from support.services.profile_costs import set_costs
from termdesk.application.spot_check.sides import ComparedSides, SideKind
from termdesk.application.spot_check.spot_check_result import SpotCheckResult
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.judgments import EntryState, Verdict
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.spot_check.set_dialog import SetDialog
from termdesk.ui.spot_check.spot_check_pane import SpotCheckPane
from termdesk.ui.widgets.dialogs import Question

ROWS = "en\tes\ncontract\tconvenio\nhouse\tvivienda\nwell\tpozo\n"
PAIR = LanguagePair("en", "es")
SENTENCES = ("The contract is valid.", "The house is big.")


def at_rest(program: Program) -> None:
    program.until(lambda: not program.controller.window.jobs.running)


def imported(program: Program, folder: Path) -> None:
    path = folder / "law.en-es.tsv"
    path.write_text(ROWS, "utf-8")
    program.drop(path)
    program.click(program.dialog(ImportDialog).accept_button)
    program.until(lambda: program.controller.glossaries.page is not None)
    at_rest(program)


def made_set(program: Program) -> SpotCheckPane:
    """Create a set with two sentences for the glossary."""
    program.press(Key.Key_3, Control)
    pane = program.controller.spot_check
    at_rest(program)
    program.click(pane.panel.new_button)
    dialog = program.dialog(SetDialog)
    dialog.form.name_field.setFocus()
    program.type("Contracts")
    dialog.glossary.setCurrentIndex(1)
    program.picture("spot-check-set", dialog)
    program.click(dialog.accept_button)
    at_rest(program)
    program.until(lambda: program.controller.window.focusWidget() is pane.tabs.sentences.text)
    program.type(SENTENCES[0])
    program.press(Key.Key_Return)
    program.type(SENTENCES[1])
    return pane


def run(program: Program, pane: SpotCheckPane) -> SpotCheckResult:
    program.press(Key.Key_Return, Control)
    at_rest(program)
    assert pane._result is not None, (pane.report.text(), program.controller.window.notices.texts())
    return pane._result


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.fixture
def pane(program: Program, tmp_path: Path) -> SpotCheckPane:
    listed = program.wait_for(program.controller.use_cases.translator.languages())
    if not {"en", "es"} <= {each.code for each in listed.languages}:
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")
    imported(program, tmp_path)
    return made_set(program)


@pytest.mark.slow
def test_the_most_that_a_run_can_cost_is_set_against_the_cap_of_a_day(
    program: Program, fake: FakeService, tmp_path: Path
) -> None:
    connect(program, fake)
    set_costs(program.controller.use_cases.session, day_cap=50, price="20000 EUR")
    imported(program, tmp_path)
    pane = made_set(program)
    most = 2 * sum(map(len, SENTENCES))

    assert pane.cost.text() == (
        f"2 sentences: at most {most} characters will be billed. They cost 1.56 EUR at most. "
        "Your limit for a day leaves 50 characters today."
    )
    assert pane.cost.property("tone") == "warning"
    program.picture("spot-check-cap")


@pytest.mark.slow
def test_a_set_is_run_and_a_term_leads_to_its_entry_and_back(program: Program, pane: SpotCheckPane) -> None:
    result = run(program, pane)

    assert result.adherence.share == 1.0
    assert result.adherence.states["contract", "convenio"] is EntryState.USED
    assert "100% of terms as in the glossary (2 of 2)" in pane.report.text()
    assert program.controller.window.focusWidget() is pane.tabs.terms.table
    program.picture("spot-check-terms")

    # Go to the entry and back with the same key.
    program.press(Key.Key_J, Control)
    at_rest(program)
    assert program.controller.window.pane is program.controller.glossaries
    row, _ = program.page.grid.current_cell() or (-1, -1)
    assert program.page.dictionary.entries[row] == ("contract", "convenio")
    program.press(Key.Key_J, Control)
    assert program.controller.window.pane is pane
    at_rest(program)

    # A verdict given by key is remembered for the next run, which sends nothing.
    pane.tabs.terms.table.setFocus()
    program.press(Key.Key_Minus)
    at_rest(program)
    assert pane._result is not None
    assert pane._result.adherence.share == 0.5
    again = run(program, pane)
    assert again.estimated == 0
    assert again.adherence.entries[0].occurrences[0].verdict is Verdict.WRONG


@pytest.mark.slow
def test_a_result_of_other_sentences_says_that_it_is_outdated(program: Program, pane: SpotCheckPane) -> None:
    run(program, pane)
    assert not pane.outdated.isVisible()

    pane.tabs.sentences.text.appendPlainText("One more.")
    program.picture("spot-check-outdated")
    assert pane.outdated.text() == "Outdated: this result belongs to an earlier version of the text."
    assert pane.outdated.isVisible()

    run(program, pane)
    assert not pane.outdated.isVisible()


@pytest.mark.slow
def test_another_service_takes_the_result_of_the_former_away(
    program: Program, pane: SpotCheckPane, fake: FakeService
) -> None:
    run(program, pane)
    assert pane.tabs.isTabVisible(pane.tabs.indexOf(pane.tabs.terms))

    connect(program, fake)
    at_rest(program)

    assert not pane.tabs.isTabVisible(pane.tabs.indexOf(pane.tabs.terms))
    assert pane.tabs.currentWidget() is pane.tabs.sentences
    assert pane.report.text() == ""


@pytest.mark.slow
def test_a_draft_is_tried_before_it_is_published(program: Program, pane: SpotCheckPane) -> None:
    program.press(Key.Key_1, Control)
    publish(program)
    page = program.page
    page.edits.set_cells([(0, 1, "acuerdo")], "Edit")
    at_rest(program)

    program.press(Key.Key_P, ControlShift)
    dialog = program.dialog(PublishDialog)
    other = dialog.findChild(type(dialog.accept_button), "question_other")
    assert other is not None
    program.click(other)
    program.until(lambda: program.controller.window.pane is pane)
    at_rest(program)
    assert pane.bar.chosen_comparison is ComparedSides.DRAFT
    result = run(program, pane)

    assert (result.before.kind, result.after.kind) == (SideKind.PUBLISHED, SideKind.DRAFT)
    assert ("convenio" in result.sentences[0].before, "acuerdo" in result.sentences[0].after) == (True, True)
    assert result.changed_count == 1
    api = program.wait_for(program.controller.use_cases.session.api())
    [glossary] = program.wait_for(api.glossaries.list())
    assert glossary.entry_count == 3
    program.picture("spot-check-draft")


@pytest.mark.slow
def test_a_term_leads_to_its_entry_also_after_the_first_publication(program: Program, pane: SpotCheckPane) -> None:
    run(program, pane)
    program.press(Key.Key_1, Control)
    program.press(Key.Key_P, ControlShift)
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("is published"))
    at_rest(program)
    program.press(Key.Key_3, Control)
    at_rest(program)
    assert not pane.outdated.isVisible(), "the service has the same entries now"

    pane.tabs.terms.table.setFocus()
    pane.tabs.terms.table.selectRow(1)
    program.press(Key.Key_J, Control)
    at_rest(program)

    assert program.controller.window.pane is program.controller.glossaries
    row, _ = program.page.grid.current_cell() or (-1, -1)
    assert program.page.dictionary.entries[row] == ("house", "vivienda")


@pytest.mark.slow
def test_a_look_at_an_entry_of_the_service_outdates_no_result(program: Program, tmp_path: Path) -> None:
    api = program.wait_for(program.controller.use_cases.session.api())
    rows = Entries(["house"], ["vivienda"])
    program.wait_for(api.glossaries.create("Law of others", [(PAIR, rows)], origin=""))
    pane = made_set(program)
    run(program, pane)
    program.press(Key.Key_J, Control)
    at_rest(program)
    assert program.page.dictionary.entries[0] == ("house", "vivienda")
    program.press(Key.Key_J, Control)
    at_rest(program)
    assert not pane.outdated.isVisible()

    program.press(Key.Key_J, Control)
    at_rest(program)
    program.page.edits.set_cells([(0, 1, "casa")], "Edit")
    at_rest(program)
    program.press(Key.Key_3, Control)
    at_rest(program)
    assert pane.outdated.isVisible()


@pytest.mark.slow
def test_a_draft_is_tried_from_the_library_with_a_set_of_its_pair(program: Program, pane: SpotCheckPane) -> None:
    program.press(Key.Key_1, Control)
    publish(program)
    program.page.edits.set_cells([(0, 1, "acuerdo")], "Edit")
    at_rest(program)
    checks = program.controller.use_cases.spot_checks
    [contracts] = program.wait_for(checks.sets())
    french = replace(contracts, set_id="french", name="A set in French", pair=LanguagePair("en", "fr"))
    program.wait_for(checks.save_set(french))

    program.controller.glossaries.publishing.ask_publish_everything()
    other = program.dialog(PublishDialog).findChild(QPushButton, "question_other")
    assert other is not None
    program.click(other)
    program.until(lambda: program.controller.window.pane is pane)
    at_rest(program)
    request = pane.request()
    assert request is not None
    assert (request.sentence_set.name, request.comparison) == ("Contracts", ComparedSides.DRAFT)

    # A set of other languages says nothing about this draft.
    program.wait_for(checks.delete_set(contracts))
    program.controller.glossaries.publishing.ask_publish_everything()
    dialog = program.dialog(PublishDialog)
    assert dialog.findChild(QPushButton, "question_other") is None
    dialog.reject()
    at_rest(program)


def publish(program: Program) -> None:
    program.press(Key.Key_P, ControlShift)
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("is published"))
    at_rest(program)


def test_sentences_and_sets_stay_after_a_restart_and_can_be_deleted(program: Program, pane: SpotCheckPane) -> None:
    at_rest(program)
    pane.refresh()
    at_rest(program)
    [kept] = program.wait_for(program.controller.use_cases.spot_checks.sets())
    assert kept.sentences == SENTENCES
    assert kept.glossary_name == "law"

    program.click(pane.panel.delete_button)
    question = program.dialog(Question)
    program.click(question.accept_button)
    at_rest(program)

    assert program.wait_for(program.controller.use_cases.spot_checks.sets()) == []
    assert not pane.run_button.isEnabled()


@pytest.mark.slow
def test_sentences_are_added_from_a_file_and_a_report_is_saved(
    program: Program, pane: SpotCheckPane, tmp_path: Path
) -> None:
    more = tmp_path / "more.txt"
    more.write_text("The well is deep. The house is big.", "utf-8")
    pane._remembered.folder = str(tmp_path)

    program.click(pane.tabs.sentences.add_button)
    # The helper for saving works here too: Qt's dialogs for existing and new files are the same.
    program.save_as(more)
    at_rest(program)
    assert pane.tabs.sentences.sentences == (*SENTENCES, "The well is deep.")

    run(program, pane)
    program.click(pane.save_report)
    program.save_as(tmp_path / "report.html")
    program.until(lambda: program.says("Saved"))
    assert "pozo" in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.slow
def test_sentences_of_other_languages_are_not_left_out_in_silence(
    program: Program, pane: SpotCheckPane, tmp_path: Path
) -> None:
    unit = '<file source-language="{}"><body><trans-unit id="1"><source>{}</source></trans-unit></body></file>'
    mixed = tmp_path / "mixed.xlf"
    files = unit.format("en", "The well is deep.") + unit.format("de", "Das Haus.")
    mixed.write_text(f'<xliff version="1.2">{files}</xliff>', "utf-8")
    at_rest(program)

    pane.open_files([mixed])
    program.until(lambda: program.says("Added 1 sentence"))

    assert program.says("1 sentence of mixed.xlf was left out: it is in another language")
    assert pane.tabs.sentences.sentences == (*SENTENCES, "The well is deep.")


@pytest.mark.slow
def test_sentences_of_a_file_go_to_the_set_that_was_shown_when_it_was_given(
    program: Program, pane: SpotCheckPane, tmp_path: Path
) -> None:
    checks, jobs = program.controller.use_cases.spot_checks, program.controller.window.jobs
    at_rest(program)
    program.wait_for(checks.save_set(SentenceSet("other", "Other", PAIR.reverse, ("Un pozo.",))))
    pane.refresh()
    at_rest(program)
    more = tmp_path / "more.txt"
    more.write_text("The well is deep.", "utf-8")

    def choose_other() -> None:
        # A job that waits for events would often be too late.
        if jobs.is_running(JobKind.ADD_SENTENCES) and pane.panel.set_id != "other":
            pane.panel.choose("other")

    jobs.changed.connect(choose_other)
    pane.open_files([more])
    program.until(lambda: program.says("Added 1 sentence"))
    jobs.changed.disconnect(choose_other)
    at_rest(program)

    kept = {each.name: each.sentences for each in program.wait_for(checks.sets())}
    assert kept == {"Contracts": (*SENTENCES, "The well is deep."), "Other": ("Un pozo.",)}
    assert pane.tabs.sentences.sentences == ("Un pozo.",)


def add_other_set(program: Program, pane: SpotCheckPane) -> str:
    """Store another set, and return the id of the one that is shown."""
    at_rest(program)
    checks = program.controller.use_cases.spot_checks
    program.wait_for(checks.save_set(SentenceSet("other", "Other", PAIR, ("A well.",))))
    pane.refresh()
    at_rest(program)
    return pane.panel.set_id


@pytest.mark.slow
def test_what_was_typed_is_kept_when_another_set_is_chosen_at_once(program: Program, pane: SpotCheckPane) -> None:
    checks = program.controller.use_cases.spot_checks
    add_other_set(program, pane)
    assert pane.tabs.sentences.sentences == SENTENCES
    pane.tabs.sentences.text.appendPlainText("One more.")

    pane.panel.choose("other")
    assert pane.tabs.sentences.sentences == ("A well.",)
    at_rest(program)

    kept = {each.name: each.sentences for each in program.wait_for(checks.sets())}
    assert kept == {"Contracts": (*SENTENCES, "One more."), "Other": ("A well.",)}


def freeze_engine(program: Program) -> None:
    async def freeze() -> None:
        api = await program.controller.use_cases.session.api()
        await api.local.inject_fault({"family": "translate", "next": 9, "delay_seconds": 300})

    program.wait_for(freeze())


@pytest.mark.slow
def test_a_run_whose_engine_is_frozen_is_shown_and_cancelled(program: Program, pane: SpotCheckPane) -> None:
    freeze_engine(program)
    program.press(Key.Key_Return, Control)
    status = program.controller.window.status.jobs
    # A job before it, in another test, too, leaves its title in the hidden label.
    program.until(lambda: status.label.isVisible() and status.label.text() == "Spot-checking")

    program.click(status.cancel)

    program.until(lambda: pane.report.text() == "Canceled. What was translated is kept.")
    at_rest(program)


@pytest.mark.slow
def test_what_is_said_of_a_run_stays_with_its_set(program: Program, pane: SpotCheckPane) -> None:
    own = add_other_set(program, pane)
    freeze_engine(program)
    program.press(Key.Key_Return, Control)
    status = program.controller.window.status.jobs
    program.until(lambda: status.label.isVisible() and status.label.text() == "Spot-checking")

    pane.panel.choose("other")
    assert pane.report.text() == ""
    pane.panel.choose(own)
    assert pane.report.text() == "Spot-checking…"
    pane.panel.choose("other")
    program.click(status.cancel)
    at_rest(program)

    assert pane.report.text() == "", "nothing of this set was canceled"


@pytest.mark.slow
def test_another_set_does_not_say_that_nothing_was_sent(
    program: Program, pane: SpotCheckPane, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = add_other_set(program, pane)

    for chosen, words in ((own, "Nothing was sent."), ("other", "")):

        async def choose_and_refuse(*_arguments: object, chosen: str = chosen) -> bool:
            pane.panel.choose(chosen)
            return False

        monkeypatch.setattr("termdesk.ui.spot_check.spot_check_pane.may_send", choose_and_refuse)
        program.press(Key.Key_Return, Control)
        at_rest(program)
        assert (pane.panel.set_id, pane.report.text()) == (chosen, words)


@pytest.mark.slow
def test_another_set_ends_a_run_only_if_the_user_says_so(program: Program, pane: SpotCheckPane) -> None:
    jobs = program.controller.window.jobs
    add_other_set(program, pane)
    freeze_engine(program)
    program.press(Key.Key_Return, Control)
    status = program.controller.window.status.jobs
    program.until(lambda: status.label.isVisible() and status.label.text() == "Spot-checking")
    [running] = [each for each in jobs.running if each.key is JobKind.SPOT_CHECK]

    pane.panel.choose("other")
    program.click(pane.run_button)
    question = program.dialog(Question)
    assert question.windowTitle() == "“Contracts” is still being checked"
    program.picture("spot-check-replaced", question)
    question.reject()
    program.until(lambda: not jobs.is_running(JobKind.REPLACE_SPOT_CHECK))
    assert running in jobs.running
    assert pane.report.text() == ""

    program.click(pane.run_button)
    program.click(program.dialog(Question).accept_button)
    program.until(running.task.cancelled)
    program.until(lambda: pane.report.text() == "Spot-checking…")
    jobs.cancel(JobKind.SPOT_CHECK)
    at_rest(program)


@pytest.mark.slow
def test_a_set_that_is_deleted_during_its_run_ends_it(program: Program, pane: SpotCheckPane) -> None:
    at_rest(program)
    freeze_engine(program)
    program.press(Key.Key_Return, Control)
    status = program.controller.window.status.jobs
    program.until(lambda: status.label.isVisible() and status.label.text() == "Spot-checking")

    program.click(pane.panel.delete_button)
    program.click(program.dialog(Question).accept_button)

    program.until(lambda: not pane.run_button.isVisible())
    assert not program.controller.window.jobs.is_running(JobKind.SPOT_CHECK), "it would store translations again"
    at_rest(program)
    assert program.wait_for(program.controller.use_cases.spot_checks.sets()) == []
