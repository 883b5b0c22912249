"""After a change of the service, edits for the first service stay visible and can be transferred."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu, QWidget

from app.program import Key, Program
from support.running_service import running_service
from termdesk.application.session.profile_keys import Secrets
from termdesk.application.session.profiles import Profiles
from termdesk.application.session.session import ConnectionState
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.ui.widgets.dialogs import Question


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.mark.slow
@pytest.mark.parametrize("is_moved", [True, False], ids=["moved", "copied"])
def test_a_draft_is_brought_to_the_service_that_is_connected_now(program: Program, is_moved: bool) -> None:
    pane = program.controller.glossaries
    program.wait_for(pane.show_sample())
    name = program.page.dictionary.name
    entries = program.page.dictionary.entries.as_dict()
    program.wait_for(pane.close_dictionary())
    assert pane.panel.elsewhere.isHidden()
    with running_service() as other:
        provider = Provider("custom", other.url, scheme="Service-Auth-Key")
        program.wait_for(program.controller.use_cases.session.use(provider, other.key))
        program.wait_for(pane.read_library())

        below = pane.panel.elsewhere
        assert below.isVisible()
        assert below.list.item(0).text() == f"{name} · This computer"
        assert pane.summaries == []
        program.picture("drafts_of_another_service")
        below.list.setFocus()
        below.list.setCurrentRow(0)
        program.press(Key.Key_Return)
        button = program.dialog(Question).findChild(QWidget, "question_other" if is_moved else "question_accept")
        assert button is not None
        program.click(button)
        program.until(lambda: pane.summaries and not program.controller.window.jobs.running)

        (summary,) = pane.summaries
        assert summary.name == name
        assert below.isHidden() == is_moved
        brought = program.wait_for(program.controller.use_cases.library.read(summary, summary.rows[0].pair))
        assert brought.as_dict() == entries
        program.leave_service()


def test_a_service_of_before_is_connected_by_one_click(program: Program) -> None:
    session, window = program.controller.use_cases.session, program.controller.window
    with running_service() as other:
        own = Provider("custom", other.url, scheme="Service-Auth-Key", title="Terms")
        program.wait_for(program.controller._use(Profile(own), Secrets(other.key)))
        assert session.state is ConnectionState.READY
        assert "Terms" in window.status.connection.text()
        menu = window.findChild(QMenu, "menu_profiles")
        assert menu is not None

        for position, is_local in ((0, True), (1, False)):
            menu.aboutToShow.emit()
            assert [action.text() for action in menu.actions()] == ["This computer", "Terms"]
            menu.actions()[position].trigger()
            program.until(lambda is_local=is_local: session.provider.is_local == is_local)
            program.until(lambda: not window.jobs.running)
            assert session.state is ConnectionState.READY
        assert Profiles.load(session.folders).in_use == session.profile_in_use
        program.leave_service()
