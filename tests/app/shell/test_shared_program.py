"""A program that tests share is as new for each of them, or it is replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from app.fake import connect
from app.glossaries.test_workbench import imported
from app.program import Control, Key, Program, at_rest, run
from support.fixtures.patient_bot import PatientBot
from support.fixtures.shared_program import SharedProgram, state_of
from support.services.fake_service import FakeService
from support.services.profile_costs import set_costs
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.translation.translation_pane import TranslatePane
from termdesk.ui.widgets import theme


@pytest.fixture
def shared(qt_loop: asyncio.AbstractEventLoop) -> Iterator[SharedProgram]:
    shared = SharedProgram(qt_loop)
    yield shared
    shared.end()


@pytest.fixture
def lend(
    shared: SharedProgram, qtbot: PatientBot, qt_loop: asyncio.AbstractEventLoop, tmp_path: Path
) -> Callable[[], Program]:
    """Return a function that lends the shared program."""
    return lambda: shared.lend(qtbot, lambda: Program(qtbot, qt_loop, tmp_path / "home"))


def counts(program: Program) -> tuple[int | None, dict[str, int]]:
    """Return the usage that the service counts, and the number of rows of each table."""

    async def used() -> int | None:
        return (await (await program.controller.use_cases.session.api()).usage.read()).character_count

    rows = program.wait_for(program.records.counts())
    return program.wait_for(used()), {name: count for name, count in rows.items() if name != "bytes"}


def translated(program: Program) -> TranslatePane:
    """Return the Translate pane with a translation made on this computer."""
    program.press(Key.Key_2, Control)
    pane = program.controller.translate
    program.until(lambda: pane.target_language.code and at_rest(program))
    if not (pane.source_language.choose("en") and pane.target_language.choose("es")):
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")
    pane.source.setPlainText("This is a house.")
    pane.run()
    program.until(lambda: at_rest(program))
    return pane


@pytest.mark.slow
def test_a_program_is_as_new_after_a_test(lend: Callable[[], Program], shared: SharedProgram, tmp_path: Path) -> None:
    replaced = [*shared.reasons]
    program = lend()
    new = state_of(program)
    imported(program, tmp_path)
    run(program, "publish")
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: at_rest(program) and program.says("is published"))
    program.page.edits.set_cells([(0, 1, "typed")], "Edit")
    program.page.sort_by(0)
    run(program, "zoom_in")
    program.until(lambda: at_rest(program))
    program.controller.window.resize(1_000, 600)
    program.controller.glossaries.splitter.setSizes([500, 500])
    program.controller.glossaries.panel.field.setText("homes")
    QGuiApplication.clipboard().setText("copied")
    program.wait_for(program.controller.use_cases.library.new("Without a page", LanguagePair("en", "de")))
    assert state_of(program) != new
    shared.take_back()

    assert lend() is program
    assert state_of(program) == new
    assert program.wait_for(program.controller.use_cases.library.summaries()) == []
    assert not program.controller.use_cases.library.open_dictionaries
    imported(program, tmp_path)
    assert not program.page.edits.history.can_undo
    assert program.page.model.is_in_file_order
    shared.take_back()
    assert shared.reasons == replaced


@pytest.mark.slow
def test_a_program_forgets_other_panes_services_texts_and_settings(
    lend: Callable[[], Program], shared: SharedProgram
) -> None:
    replaced = [*shared.reasons]
    program = lend()
    new, counted = state_of(program), counts(program)
    session = program.controller.use_cases.session
    translate = translated(program)
    assert counts(program) != counted
    translate.result.setPlainText("Es una casa.")
    translate.confirm.click()
    program.until(lambda: at_rest(program))
    program.press(Key.Key_4, Control)
    program.press(Key.Key_7, Control)
    program.until(lambda: at_rest(program))
    pid = session.local_pid
    fake = FakeService()
    program.wait_for(fake.__aenter__())
    connect(program, fake)
    set_costs(session, price="20 EUR")
    session.save_settings(replace(session.settings, job_cap=10, text_size=4))
    theme.apply(program.app, choice="dark", text_size=4)
    assert state_of(program) != new
    program.leave_service()
    program.wait_for(fake.__aexit__(None, None, None))
    shared.take_back()

    assert lend() is program
    assert state_of(program) == new
    assert counts(program) == counted
    assert session.local_pid == pid
    assert [each.id for each in session.profiles.all] == ["local"]
    assert not session.keys.store._session_keys
    assert [each.name for each in program.controller.window.panes] == ["glossaries"]
    assert not (program.folder / "data" / "texts.db").exists()
    again = translated(program)
    assert again is not translate
    assert again.result.toPlainText() not in ("", "Es una casa."), "what was confirmed is forgotten"
    shared.take_back()
    assert shared.reasons == replaced


def test_a_program_whose_service_got_a_model_is_replaced(lend: Callable[[], Program], shared: SharedProgram) -> None:
    program = lend()
    (program.folder / "data" / "service" / "models" / "a-model").mkdir(parents=True)
    shared.take_back()
    assert program.has_ended
    assert shared.reasons[-1] == "its service has models"


@pytest.mark.slow
def test_a_program_whose_service_still_works_on_a_cancelled_request_is_replaced(
    lend: Callable[[], Program], shared: SharedProgram
) -> None:
    program = lend()
    translated(program)
    request = program.loop.create_task(asyncio.sleep(0.5))
    program.controller.use_cases._ledger._under_way.add(request)
    request.add_done_callback(program.controller.use_cases._ledger._under_way.discard)
    shared.take_back()
    assert program.has_ended
    assert shared.reasons[-1] == "its service still works on a request"


@pytest.mark.slow
def test_a_program_that_was_started_again_is_replaced(lend: Callable[[], Program], shared: SharedProgram) -> None:
    program = lend()
    program.end()
    program.start()
    shared.take_back()
    assert program.has_ended
    assert shared.reasons[-1] == "it has failed, has ended, or was started again"


@pytest.mark.slow
def test_a_service_that_a_test_lets_fail_answers_again(lend: Callable[[], Program], shared: SharedProgram) -> None:
    replaced = [*shared.reasons]
    program = lend()
    session = program.controller.use_cases.session
    program.wait_for(session.inject_fault({"family": "glossaries", "next": 5, "status": 500}))
    assert session.is_fault_injection_on
    shared.take_back()

    assert lend() is program
    assert not session.is_fault_injection_on
    assert program.wait_for(program.controller.use_cases.library.summaries()) == []
    shared.take_back()
    assert shared.reasons == replaced


@pytest.mark.slow
def test_a_bug_that_a_test_left_is_raised_and_ends_the_program(
    lend: Callable[[], Program], shared: SharedProgram
) -> None:
    program = lend()
    program.bugs.append(ZeroDivisionError())

    with pytest.raises(ZeroDivisionError):
        shared.take_back()
    assert program.has_ended
