"""A glossary is locked to this computer and unlocked again, and the window always shows which it is."""

from __future__ import annotations

import pytest

from app.program import Program, at_rest, run
from support.running_service import running_service
from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.ui.glossaries.library.lock_flow import UnlockQuestion
from termdesk.ui.shell.job_keys import JobKind

EN_DE = LanguagePair("en", "de")


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def summary(program: Program) -> GlossarySummary:
    [found] = program.controller.glossaries.summaries
    return found


def switch_lock(program: Program) -> None:
    action = program.controller.window.window_actions["lock_glossary"]
    program.until(action.isEnabled)
    action.trigger()


def is_free(program: Program) -> bool:
    return at_rest(program) and not program.controller.window.jobs.is_running(JobKind.LOCK_GLOSSARIES)


@pytest.mark.slow
def test_a_lock_is_seen_everywhere_survives_a_restart_and_takes_a_typed_name_to_open(fresh_program: Program) -> None:
    program = fresh_program
    library = program.controller.use_cases.library
    made = program.wait_for(library.new("Secret plans", EN_DE, Entries.of([("contract", "Vertrag")])))
    program.wait_for(library.close(made))
    program.wait_for(program.controller.glossaries.read_library())
    program.controller.glossaries.select(summary(program).key)
    action = program.controller.window.window_actions["lock_glossary"]
    assert not action.isChecked()

    switch_lock(program)
    program.until(lambda: summary(program).is_local_only and is_free(program))

    assert action.isChecked()
    title = "“Secret plans” stays on this computer – Termdesk"
    program.until(lambda: program.controller.window.windowTitle() == title)
    assert program.says("1 glossary stays on this computer")
    program.picture("local-lock")

    program.end()
    program.start()
    program.until(lambda: program.controller.glossaries.summaries and at_rest(program))
    assert summary(program).is_local_only
    program.controller.glossaries.select(summary(program).key)
    program.until(lambda: program.controller.window.windowTitle() == title)

    switch_lock(program)
    question = program.dialog(UnlockQuestion)
    question.reject()
    program.until(lambda: is_free(program))
    assert summary(program).is_local_only
    assert program.controller.window.window_actions["lock_glossary"].isChecked(), "as before the question"

    switch_lock(program)
    question = program.dialog(UnlockQuestion)
    question.field.setText("Secret")
    assert not question.accept_button.isEnabled()
    question.field.setText("Secret plans")
    program.click(question.accept_button)
    program.until(lambda: not summary(program).is_local_only and is_free(program))
    program.until(lambda: program.controller.window.windowTitle() == "Termdesk")
    assert program.bugs == []


def test_whatever_way_it_takes_it_does_not_reach_another_service(program: Program) -> None:
    pane, session = program.controller.glossaries, program.controller.use_cases.session
    library, elsewhere = program.controller.use_cases.library, program.controller.use_cases.drafts_elsewhere
    made = program.wait_for(library.new("Secret plans", EN_DE, Entries.of([("contract", "Vertrag")])))
    program.wait_for(library.close(made))
    program.wait_for(pane.read_library())
    pane.select(summary(program).key)
    switch_lock(program)
    program.until(lambda: summary(program).is_local_only and is_free(program))
    with running_service() as other:
        program.wait_for(session.use(Provider("custom", other.url, scheme="Service-Auth-Key"), other.key))
        [there] = program.wait_for(elsewhere.glossaries())
        program.wait_for(elsewhere.move(there))
        program.wait_for(pane.read_library())
        pane.opening.open_item(LibraryItem(summary(program), summary(program).rows[0]))
        program.until(lambda: program.controller.glossaries.page is not None and is_free(program))
        assert program.controller.window.windowTitle().startswith("“Secret plans” stays on this computer – ")

        run(program, "publish")
        program.until(lambda: program.says("locked to this computer") and is_free(program))

        api = program.wait_for(session.api())
        assert program.wait_for(api.glossaries.list()) == []
        assert program.says("Glossary › Keep on this computer")
        program.leave_service()
