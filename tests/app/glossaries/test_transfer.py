"""A published glossary is copied and moved from the local service, which is current, to a service used before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest
from PySide6.QtWidgets import QPushButton

from app.program import Program, run
from support.running_service import running_service
from support.services.fault_proxy import Fault, FaultProxy, Harm, from_write
from termdesk.application.glossaries.summaries import LibraryItem
from termdesk.application.session.profile_keys import Secrets
from termdesk.application.session.providers import profile_of
from termdesk.application.session.session import ConnectionState
from termdesk.client.api import ApiClient
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.storage.transfer.transfers import TransferRecord
from termdesk.ui.glossaries.notebook.notebook_dialog import NotebookDialog
from termdesk.ui.glossaries.transfer.interrupted_dialog import InterruptedDialog
from termdesk.ui.glossaries.transfer.transfer_dialog import TransferDialog
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import Question

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
LAW = {EN_DE: Entries.of([("contract", "Vertrag"), ("court", "Gericht")]), EN_FR: Entries.of([("court", "cour")])}


@dataclass
class Agency:
    """A service of the user's own, behind a proxy. `key` is the key that it accepts."""

    way: FaultProxy
    key: str

    @property
    def provider(self) -> Provider:
        return Provider("custom", self.way.url, scheme="Service-Auth-Key", title="Agency")


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.fixture
def agency(program: Program) -> Iterator[Agency]:
    """A service that was used before. “Law” is on the local service, and selected."""
    session, pane = program.controller.use_cases.session, program.controller.glossaries
    with running_service() as other:
        way = FaultProxy(int(other.url.rpartition(":")[2]))
        program.wait_for(way.__aenter__())
        made = Agency(way, other.key)
        program.wait_for(program.controller._use(Profile(made.provider), Secrets(other.key)))
        program.wait_for(program.controller._use(session.profiles.local))
        key = program.wait_for(_publish(program))
        program.wait_for(pane.read_library())
        pane.select(key)
        yield made
        program.leave_service()
        program.wait_for(way.__aexit__(None, None, None))


async def _publish(program: Program) -> str:
    api = await program.controller.use_cases.session.api()
    made = await api.glossaries.create("Law", [(pair, entries.copy()) for pair, entries in LAW.items()], origin="")
    return made.glossary_id


async def _add_german(program: Program) -> None:
    """Add a dictionary that is not moved, so that the others are deleted one after the other."""
    api = await program.controller.use_cases.session.api()
    [glossary] = await api.glossaries.list()
    await api.glossaries.replace(glossary.glossary_id, EN_DE.reverse, Entries.of([("Gericht", "court")]))


def held(program: Program, agency: Agency) -> dict[str, dict[LanguagePair, dict[str, str]]]:
    """Return the glossaries on the agency's service, by name."""

    async def read() -> dict[str, dict[LanguagePair, dict[str, str]]]:
        async with ApiClient(agency.provider, agency.key) as api:
            return {
                glossary.name: {
                    each.pair: (await api.glossaries.entries(glossary.glossary_id, each.pair)).as_dict()
                    for each in glossary.dictionaries
                }
                for glossary in await api.glossaries.list()
            }

    return program.wait_for(read())


def agree_to_move(program: Program) -> None:
    """Type the name of the glossary into the open question, accept it, and wait until the move has ended."""
    dialog = program.dialog(TransferDialog)
    assert dialog.typed is not None
    dialog.typed.field.setFocus()
    # The dialog becomes the active window some time after it is shown.
    program.until(dialog.typed.field.hasFocus)
    program.type("Law")
    program.click(dialog.accept_button)
    program.until(lambda: not program.controller.window.jobs.running)


def undo_last(program: Program) -> None:
    """Undo the latest transfer by its button, and agree."""
    undo = [each for each in notice_buttons(program) if each.text() == "Undo…"][-1]
    program.click(undo)
    program.click(program.dialog(Question).accept_button)
    program.until(lambda: not program.controller.window.jobs.running)


WHOLE = {pair: entries.as_dict() for pair, entries in LAW.items()}


@pytest.mark.slow
def test_it_is_copied_and_then_moved_under_another_name(program: Program, agency: Agency) -> None:
    window, pane = program.controller.window, program.controller.glossaries
    window.window_actions["copy_to_service"].trigger()
    dialog = program.dialog(TransferDialog)
    program.click(dialog.accept_button)
    program.until(lambda: not window.jobs.running)
    assert held(program, agency) == {"Law": WHOLE}
    assert [each.name for each in pane.summaries] == ["Law"]
    assert any("Copied “Law” to Agency" in each for each in window.notices.texts())

    window.window_actions["move_to_service"].trigger()
    assert not program.dialog(TransferDialog).accept_button.isEnabled()
    agree_to_move(program)

    assert held(program, agency) == {"Law": WHOLE, "Law (2)": WHOLE}
    assert pane.summaries == []
    assert [each.name for each in program.wait_for(program.controller.use_cases.bin.all())] == ["Law"]

    # Somebody may edit the copy in a window of its service.
    program.windows.open_named("Agency", [])
    second = program.windows.controllers[-1]
    undo_last(program)
    assert held(program, agency) == {"Law": WHOLE, "Law (2)": WHOLE}
    assert any("Another window shows Agency." in each for each in window.notices.texts())
    program.until(lambda: second.use_cases.session.state is ConnectionState.READY and not second.window.jobs.running)
    second.window.close()
    program.until(lambda: len(program.windows.controllers) == 1)

    undo_last(program)
    assert held(program, agency) == {"Law": WHOLE}
    assert [each.name for each in pane.summaries] == ["Law"]
    assert any("Deleted again on Agency: Law (2)" in each for each in window.notices.texts())
    # What is undone is not offered again.
    assert [each for each in window.notices.texts() if "Moved “Law”" in each] == []


@pytest.mark.slow
def test_a_copy_is_undone_from_the_notebook_when_its_message_is_gone(program: Program, agency: Agency) -> None:
    window = program.controller.window
    window.window_actions["copy_to_service"].trigger()
    program.click(program.dialog(TransferDialog).accept_button)
    program.until(lambda: not window.jobs.running)
    window.notices.clear()

    run(program, "notebook")
    dialog = program.dialog(NotebookDialog)
    program.until(lambda: dialog.undo_transfer.isEnabled())
    program.picture("notebook_transfer", dialog)
    program.click(dialog.undo_transfer)
    program.click(program.dialog(Question).accept_button)
    program.until(lambda: not window.jobs.running)

    assert held(program, agency) == {}
    assert any("Deleted again on Agency: Law" in each for each in window.notices.texts())


def test_a_move_that_ended_after_its_last_deletion_is_told_to_be_done(program: Program, agency: Agency) -> None:
    window, cases = program.controller.window, program.controller.use_cases
    window.window_actions["copy_to_service"].trigger()
    program.click(program.dialog(TransferDialog).accept_button)
    program.until(lambda: not window.jobs.running)
    [done] = program.wait_for(cases.transfer.find_completed())
    [summary] = program.wait_for(cases.library.summaries())
    # As a kill leaves it: the original is deleted, and the move has not ended.
    position = ("t1", "local", summary.key, done.other_profile, done.key, "Law")
    program.wait_for(program.records.transfers.begin(TransferRecord(*position, (EN_DE, EN_FR), True, "Law")))
    program.wait_for(cases.library.delete_glossary(summary))
    window.notices.clear()

    program.wait_for(program.controller.connect_now())
    program.until(lambda: not window.jobs.running)
    [button] = [each for each in notice_buttons(program) if each.text() == "Decide…"]
    program.click(button)
    program.until(lambda: not window.jobs.running)

    assert any("Moved “Law” to Agency" in each for each in window.notices.texts())
    assert not any("not yet moved" in each for each in window.notices.texts())
    assert held(program, agency) == {"Law": WHOLE}
    undo_last(program)
    assert held(program, agency) == {}
    assert [each.name for each in program.controller.glossaries.summaries] == ["Law"]


@pytest.mark.slow
def test_what_an_earlier_run_left_is_told_and_goes_on(program: Program, agency: Agency) -> None:
    window, pane = program.controller.window, program.controller.glossaries
    [summary] = pane.summaries
    profile = profile_of(agency.provider)
    record = TransferRecord("t1", "local", summary.key, profile, "local-t1", "Law", (EN_DE, EN_FR), is_move=False)
    program.wait_for(program.records.transfers.begin(record))

    program.wait_for(program.controller.connect_now())
    program.until(lambda: not window.jobs.running)
    go_on(program)

    assert held(program, agency) == {"Law": WHOLE}
    assert program.wait_for(program.controller.use_cases.transfer.find_unfinished()) == []


@pytest.mark.slow
def test_cancelled_in_the_middle_it_says_so_and_goes_on(program: Program, agency: Agency) -> None:
    window = program.controller.window
    agency.way.fault = Fault(Harm.BLACK_HOLE, when=lambda line: line.startswith("PUT"), times=1)
    window.window_actions["copy_to_service"].trigger()
    program.click(program.dialog(TransferDialog).accept_button)
    program.until(lambda: agency.way.fired)
    window.jobs.cancel(JobKind.TRANSFER_GLOSSARIES)
    program.until(lambda: "Decide…" in [each.text() for each in notice_buttons(program)])
    assert held(program, agency) == {"Law": {EN_DE: WHOLE[EN_DE]}}
    assert "It was stopped before it was done." in " ".join(window.notices.texts())

    go_on(program)

    assert held(program, agency) == {"Law": WHOLE}
    assert program.wait_for(program.controller.use_cases.transfer.find_unfinished()) == []


def test_broken_in_the_middle_it_says_how_far_it_came_and_is_undone(program: Program, agency: Agency) -> None:
    window = program.controller.window
    agency.way.fault = Fault(Harm.LOSE_REQUEST, when=from_write("PUT"))
    window.window_actions["move_to_service"].trigger()
    agree_to_move(program)

    # One message tells everything; the other one is about the key.
    [words] = [each for each in window.notices.texts() if "The key is kept" not in each]
    assert "“Law” is not yet moved from This computer to Agency" in words
    assert "1 of 2 dictionaries is on Agency, as “Law”: read back and compared." in words
    assert "The original on This computer was not changed." in words
    assert "edits" not in words
    program.picture("interrupted_move_told", window)
    agency.way.fault = Fault(Harm.NONE)
    program.click(notice_buttons(program)[0])
    asked = program.dialog(InterruptedDialog)
    program.picture("interrupted_move", asked)
    program.click(asked.undo_button)
    program.until(lambda: not window.jobs.running)

    assert held(program, agency) == {}
    assert [each.name for each in program.controller.glossaries.summaries] == ["Law"]
    assert any("nothing of “Law” is left on Agency" in each for each in window.notices.texts())
    assert not any("back as drafts" in each for each in window.notices.texts())
    assert not any("not yet moved" in each for each in window.notices.texts())
    assert program.wait_for(program.controller.use_cases.transfer.find_unfinished()) == []


@pytest.mark.slow
def test_undoing_an_interrupted_move_says_that_what_was_deleted_is_back(
    program: Program, agency: Agency, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane, window = program.controller.glossaries, program.controller.window
    program.wait_for(_add_german(program))
    program.wait_for(pane.read_library())
    [summary] = pane.summaries
    send = httpx.AsyncHTTPTransport.handle_async_request

    async def fail_second(transport: httpx.AsyncHTTPTransport, request: httpx.Request) -> httpx.Response:
        is_second = request.method == "DELETE" and request.url.params.get("target_lang") == "fr"
        return httpx.Response(500, request=request) if is_second else await send(transport, request)

    monkeypatch.setattr(httpx.AsyncHTTPTransport, "handle_async_request", fail_second)
    pane.transfers.ask_move([LibraryItem(summary, row) for row in summary.rows if row.pair in LAW])
    agree_to_move(program)
    assert held(program, agency) == {"Law": WHOLE}

    program.click(notice_buttons(program)[0])
    program.click(program.dialog(InterruptedDialog).undo_button)
    program.until(lambda: not window.jobs.running)

    assert held(program, agency) == {}
    [summary] = pane.summaries
    assert {row.pair for row in summary.rows} == {EN_DE, EN_FR, EN_DE.reverse}
    assert any("What was deleted of the original is back as drafts." in each for each in window.notices.texts())


@pytest.mark.slow
def test_a_service_that_does_not_respond_is_told_and_tried_again(program: Program, agency: Agency) -> None:
    window = program.controller.window
    agency.way.fault = Fault(Harm.LOSE_REQUEST)
    window.window_actions["copy_to_service"].trigger()
    program.until(lambda: program.says("This computer or Agency does not respond, so nothing is sent now"))
    program.until(lambda: not window.jobs.running)

    agency.way.fault = Fault(Harm.NONE)
    [button] = [each for each in notice_buttons(program) if each.text() == "Try again"]
    program.click(button)
    dialog = program.dialog(TransferDialog)
    assert not program.says("does not respond")
    dialog.reject()
    program.until(lambda: not window.jobs.running)
    assert held(program, agency) == {}


@pytest.mark.slow
def test_what_was_told_of_one_service_is_not_offered_on_another(program: Program, agency: Agency) -> None:
    window, profiles = program.controller.window, program.controller.use_cases.session.profiles
    [copied_to] = [each for each in profiles.all if each.provider.title == "Agency"]
    agency.way.fault = Fault(Harm.LOSE_REQUEST)
    window.window_actions["copy_to_service"].trigger()
    program.until(lambda: program.says("does not respond, so nothing is sent now") and not window.jobs.running)
    [summary] = program.controller.glossaries.summaries
    record = TransferRecord("t1", "local", summary.key, copied_to.id, "local-t1", "Law", (EN_DE,), is_move=False)
    program.wait_for(program.records.transfers.begin(record))
    program.wait_for(program.controller.glossaries.transfers.tell_unfinished())
    assert program.says("not yet copied from This computer to Agency")
    agency.way.fault = Fault(Harm.NONE)

    program.wait_for(program.controller._use(copied_to))
    program.until(lambda: not window.jobs.running)
    assert not program.says("does not respond")
    assert not program.says("not yet copied")

    program.wait_for(program.controller._use(profiles.local))
    program.until(lambda: program.says("not yet copied from This computer to Agency") and not window.jobs.running)


def test_who_undoes_a_copy_on_the_service_that_has_it_is_told_where_to_undo(program: Program, agency: Agency) -> None:
    window, profiles = program.controller.window, program.controller.use_cases.session.profiles
    window.window_actions["copy_to_service"].trigger()
    program.click(program.dialog(TransferDialog).accept_button)
    program.until(lambda: not window.jobs.running)
    [copied_to] = [each for each in profiles.all if each.provider.title == "Agency"]
    program.wait_for(program.controller._use(copied_to))
    program.click(next(each for each in notice_buttons(program) if each.text() == "Undo…"))
    program.until(lambda: program.says("“Law” came from This computer, and the service in use is Agency."))
    assert not program.says("No profile connects to Agency")

    program.wait_for(program.controller._use(profiles.local))
    program.until(lambda: not window.jobs.running)
    undo_last(program)
    assert held(program, agency) == {}
    assert not program.says("came from This computer")


def notice_buttons(program: Program) -> list[QPushButton]:
    return program.controller.window.notices.findChildren(QPushButton, "notice_action")


def go_on(program: Program) -> None:
    """Answer the notice about an interrupted transfer, and wait for its end."""
    window = program.controller.window
    assert "“Law” is not yet copied from This computer to Agency" in " ".join(window.notices.texts())
    [button] = [each for each in notice_buttons(program) if each.text() == "Decide…"]
    program.click(button)
    program.click(program.dialog(InterruptedDialog).accept_button)
    program.click(program.dialog(TransferDialog).accept_button)
    program.until(lambda: not window.jobs.running)
