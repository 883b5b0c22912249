"""Several glossaries are published together. An interrupted run is resumed, undone, left, or waits for the service."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.program import Key, Program, at_rest, run
from support.publishing_setup import add, client, remove
from support.running_service import running_service
from support.services.fault_proxy import Fault, FaultProxy, Harm
from termdesk.application.session.session import ConnectionState
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.storage.publishing.publish_runs import StepState
from termdesk.ui.glossaries.difference.conflict_list import ConflictList
from termdesk.ui.glossaries.publishing.merge_dialog import MergeDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.glossaries.publishing.run_dialog import RunDialog, RunProgressDialog
from termdesk.ui.glossaries.publishing.undo_dialog import UndoDialog
from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog
from termdesk.ui.shell.job_keys import JobKind

EN_DE = LanguagePair("en", "de")
BEFORE = {"bolt": "Bolzen", "nut": "Mutter", "washer": "Scheibe"}
# The third loses an entry, which requires another kind of call than the others.
AFTER = {
    "Alpha": {**BEFORE, "gear": "Zahnrad"},
    "Beta": {**BEFORE, "gear": "Zahnrad"},
    "Gamma": {"bolt": "Bolzen", "nut": "Mutter"},
    "Omega": {**BEFORE, "gear": "Zahnrad"},
}
NAMES = list(AFTER)


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


async def make_edited(program: Program) -> None:
    """Create four glossaries on the service with local edits, none of them open."""
    cases = program.controller.use_cases
    api = await cases.session.api()
    for name in NAMES:
        await api.glossaries.create(name, [(EN_DE, Entries.of(BEFORE.items()))], origin="")
    for summary in await cases.library.summaries():
        dictionary = await cases.library.open(summary, EN_DE)
        if summary.name == "Gamma":
            remove(dictionary, "washer")
        else:
            add(dictionary, "gear", "Zahnrad")
        await cases.library.close(dictionary)
    await program.controller.glossaries.read_library()


def held(program: Program) -> dict[str, dict[str, str]]:
    async def read() -> dict[str, dict[str, str]]:
        glossaries = (await program.controller.use_cases.session.api()).glossaries
        listed = await glossaries.list()
        return {each.name: (await glossaries.entries(each.glossary_id, EN_DE)).as_dict() for each in listed}

    return program.wait_for(read())


def refuse_the_third(program: Program) -> None:
    async def inject() -> None:
        api = await program.controller.use_cases.session.api()
        body = json.dumps({"message": "Not today"})
        await api.local.inject_fault({"family": "glossaries", "method": "PUT", "next": 1, "status": 400, "body": body})

    program.wait_for(inject())


def publish_everything(program: Program) -> PublishDialog:
    run(program, "publish_everything")
    return program.dialog(PublishDialog)


def make_open(program: Program, *pairs: tuple[str, str]) -> None:
    cases, pane = program.controller.use_cases, program.controller.glossaries
    dictionary = program.wait_for(cases.library.new("Parts", EN_DE, Entries.of(pairs)))
    program.wait_for(pane.show_dictionary(dictionary))
    program.page.grid.setFocus()


@pytest.mark.slow
def test_what_is_being_typed_is_published_and_an_empty_new_row_is_not(program: Program) -> None:
    make_open(program, ("bolt", "Bolzen"), ("nut", "Mutter"))
    program.page.grid.go_to(1, TARGET)
    program.type("Schraubenmutter")
    program.press(Key.Key_Return)
    program.until(lambda: program.page.model.rowCount() == 3)
    # The new row is still empty, and the user has moved on to its second cell.
    program.press(Key.Key_Tab)
    program.click(publish_everything(program).accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))
    assert held(program) == {"Parts": {"bolt": "Bolzen", "nut": "Schraubenmutter"}}

    program.page.grid.go_to(0, TARGET)
    program.type("Schraube")
    program.click(publish_everything(program).accept_button)
    program.until(lambda: held(program)["Parts"]["bolt"] == "Schraube" and at_rest(program))


@pytest.mark.slow
def test_one_goes_to_the_very_row_that_is_refused(program: Program) -> None:
    make_open(program, ("bolt", "Bolzen"), ("nut", "Mutter"), ("bolt", "Schraube"))
    program.wait_for(program.controller.glossaries.close_dictionary())
    run(program, "publish_everything")
    dialog = program.dialog(ViolationsDialog)
    assert "keep them: set one to Preferred" in dialog.list.item(1).text()
    dialog.list.setCurrentRow(1)
    program.click(dialog.accept_button)
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))

    assert (program.page.grid.currentIndex().row(), program.page.grid.currentIndex().column()) == (2, SOURCE)


def interrupted(program: Program) -> RunDialog:
    """Start a publishing run whose third step is rejected."""
    refuse_the_third(program)
    program.click(publish_everything(program).accept_button)
    return program.dialog(RunDialog)


@pytest.fixture
def edited(program: Program) -> Program:
    program.wait_for(make_edited(program))
    program.until(lambda: at_rest(program))
    return program


@pytest.mark.slow
def test_what_is_selected_in_the_library_is_published_by_keys(edited: Program) -> None:
    program, tree = edited, edited.controller.glossaries.panel.tree
    tree.setFocus()
    program.press(Key.Key_Home)
    program.press(Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    program.until(lambda: len(program.controller.glossaries.panel.chosen_items()) == 2)
    program.until(program.controller.window.window_actions["publish_chosen"].isEnabled)
    run(program, "publish_chosen")
    dialog = program.dialog(PublishDialog)
    program.picture("publish_many", dialog)

    rows = [[dialog.list.item(row, column).text() for column in range(4)] for row in range(dialog.list.rowCount())]
    assert rows == [["Alpha, en → de", "1", "0", "0"], ["Beta, en → de", "1", "0", "0"]]
    assert dialog.facts.text().startswith("2 dictionaries · 2 added · sent in 2 calls")
    program.press(Key.Key_Return)
    program.until(lambda: program.says("2 dictionaries are published") and at_rest(program))

    assert not program.open_dialogs(RunProgressDialog)
    assert held(program) == {**dict.fromkeys(NAMES, BEFORE), "Alpha": AFTER["Alpha"], "Beta": AFTER["Beta"]}
    assert [each.has_changes for each in program.controller.glossaries.summaries] == [False, False, True, True]


@pytest.mark.slow
def test_everything_unpublished_goes_and_is_resumed_after_a_failure(edited: Program) -> None:
    program = edited
    dialog = interrupted(program)
    program.picture("publish_interrupted", dialog)
    states = [dialog.table.item(row, 4).text() for row in range(4)]
    assert states == ["published", "published", "failed, not published", "not sent"]
    assert held(program)["Beta"] == AFTER["Beta"]
    assert held(program)["Gamma"] == BEFORE

    assert program.says("Not yet: Gamma")
    program.click(dialog.accept_button)
    program.until(lambda: program.says("2 dictionaries are published") and at_rest(program))

    assert held(program) == AFTER
    assert program.wait_for(program.controller.use_cases.bulk_publisher.find_unfinished()) == []
    # The notice about the failure is gone, because it is no longer true.
    assert not program.says("Not yet: Gamma")


@pytest.mark.slow
def test_what_was_left_as_drafts_is_no_longer_said_to_be_left_once_published(edited: Program) -> None:
    program, dialog = edited, interrupted(edited)
    leave = dialog.findChild(QPushButton, "run_leave")
    assert leave is not None
    program.click(leave)
    program.until(lambda: program.says("The rest stays as drafts") and at_rest(program))

    program.click(publish_everything(program).accept_button)
    program.until(lambda: program.says("2 dictionaries are published") and at_rest(program))
    assert not program.says("The rest stays as drafts")


@pytest.mark.slow
def test_what_was_found_published_is_not_told_again_as_sent(edited: Program) -> None:
    program = edited
    dialog = interrupted(program)

    async def write_the_third() -> None:
        glossaries = (await program.controller.use_cases.session.api()).glossaries
        [third] = [each for each in await glossaries.list() if each.name == "Gamma"]
        await glossaries.replace(third.glossary_id, EN_DE, Entries.of(AFTER["Gamma"].items()))

    program.wait_for(write_the_third())
    program.click(dialog.accept_button)
    program.until(lambda: program.says("read back and compared: Omega") and at_rest(program))

    assert program.says("1 dictionary is published")
    assert held(program) == AFTER


@pytest.mark.slow
def test_what_a_second_client_writes_meanwhile_is_settled_by_keys_and_the_failure_is_over(edited: Program) -> None:
    program = edited
    dialog = publish_everything(program)
    program.wait_for(write_as_others(program, gear="Rad"))
    program.click(dialog.accept_button)
    program.until(lambda: program.says("The same phrases were changed elsewhere") and at_rest(program))
    assert program.says("Nothing was published")
    assert {each["gear"] for each in held(program).values()} == {"Rad"}

    run(program, "publish_everything")
    for name in NAMES:
        program.until(lambda name=name: merging(program, name))  # type: ignore[misc]
        # Keep the local version where both sides changed a phrase. Gamma has no conflict.
        program.press(Key.Key_Return)
        while dialogs := merging(program, name):
            program.press(Key.Key_Return if dialogs[0].accept_button.hasFocus() else Key.Key_Tab)
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("4 dictionaries are published") and at_rest(program))

    assert held(program) == {**AFTER, "Gamma": {**AFTER["Gamma"], "gear": "Rad"}}
    assert not program.says("The same phrases were changed elsewhere")
    assert not program.says("Published: none.")


def merging(program: Program, name: str) -> list[MergeDialog]:
    """Return the dialog about other users' changes in a glossary, if it is open."""
    return [each for each in program.open_dialogs(MergeDialog) if each.windowTitle().startswith(name)]


async def write_as_others(program: Program, **entries: str) -> None:
    """Write these entries into every glossary as a second client."""
    glossaries = (await program.controller.use_cases.session.api()).glossaries
    for each in await glossaries.list():
        await glossaries.merge(each.glossary_id, EN_DE, Entries.of(entries.items()))


@pytest.mark.slow
def test_what_was_done_is_undone_and_stays_here_as_drafts(edited: Program) -> None:
    program = edited
    program.click(interrupted(program).undo_button)
    program.click(program.dialog(UndoDialog).accept_button)
    program.until(lambda: program.says("Undone on the service: 2 dictionaries") and at_rest(program))

    assert held(program) == dict.fromkeys(NAMES, BEFORE)
    assert all(each.has_changes for each in program.controller.glossaries.summaries)
    program.click(publish_everything(program).accept_button)
    program.until(lambda: program.says("4 dictionaries are published") and at_rest(program))
    assert held(program) == AFTER


@pytest.mark.slow
def test_what_others_changed_since_is_named_before_it_is_undone(edited: Program) -> None:
    program, dialog = edited, interrupted(edited)

    async def write() -> None:
        glossaries = (await program.controller.use_cases.session.api()).glossaries
        [alpha] = [each for each in await glossaries.list() if each.name == "Alpha"]
        await glossaries.merge(alpha.glossary_id, EN_DE, Entries.of([("rail", "Schiene")]))

    program.wait_for(write())
    program.click(dialog.undo_button)
    asked = program.dialog(UndoDialog)
    program.qtbot.wait(50)
    program.picture("undo_preview", asked)
    staying = asked.findChild(QLabel, "undo_staying")
    assert staying is not None
    assert staying.text() == "1 dictionary will be left as it is: Alpha, en → de."
    asked.reject()
    program.until(lambda: program.says("Publishing was interrupted") and at_rest(program))
    assert held(program)["Beta"] == AFTER["Beta"]


@pytest.mark.slow
def test_a_publication_stays_reported_when_the_service_cannot_be_read_before_undo(edited: Program) -> None:
    program, dialog = edited, interrupted(edited)

    async def inject() -> None:
        api = await program.controller.use_cases.session.api()
        await api.local.inject_fault({"family": "glossaries", "method": "GET", "next": 1, "status": 400, "body": "{}"})

    program.wait_for(inject())
    program.controller.window.notices.clear()
    program.click(dialog.undo_button)
    program.until(lambda: program.says("Publishing was interrupted") and at_rest(program))

    assert not program.open_dialogs(UndoDialog)
    assert held(program)["Beta"] == AFTER["Beta"]


@pytest.mark.slow
def test_what_was_left_undecided_is_offered_at_the_next_start(edited: Program) -> None:
    program, notices = edited, edited.controller.window.notices
    program.qtbot.keyClick(interrupted(program), Key.Key_Escape)
    program.until(lambda: program.says("Publishing was interrupted") and at_rest(program))
    assert program.says("2 of 4 dictionaries are published.")
    assert program.says("Not today")
    notices.clear()
    # As after a restart.
    program.controller.glossaries.publishing.queue._reported.clear()
    program.wait_for(program.controller.connect_now())
    program.until(lambda: program.says("Publishing was interrupted") and at_rest(program))

    assert program.says("Not today")
    button = notices.findChild(QPushButton, "notice_action")
    assert button is not None
    program.click(button)
    dialog = program.dialog(RunDialog)
    program.qtbot.wait(50)
    program.picture("unfinished_run", dialog)
    reason = dialog.findChild(QLabel, "run_reason")
    assert reason is not None
    assert reason.text().startswith("Not today")
    program.click(dialog.leave_button)
    program.until(lambda: program.says("The rest stays as drafts") and at_rest(program))

    assert held(program)["Beta"] == AFTER["Beta"]
    assert [each.has_changes for each in program.controller.glossaries.summaries] == [False, False, True, True]
    run(program, "unfinished_publishing")
    program.until(lambda: program.says("No publication is unfinished"))


@pytest.mark.slow
def test_an_open_dictionary_is_published_with_the_others_and_shows_it(edited: Program) -> None:
    program, pane = edited, edited.controller.glossaries
    summary = pane.summaries[0]
    program.wait_for(pane.show_dictionary(program.wait_for(program.controller.use_cases.library.open(summary, EN_DE))))
    program.page.edits.set_cells([(0, 1, "Schraube")], "Edit")
    assert program.page.has_unpublished_edits

    dialog = publish_everything(program)
    assert [dialog.list.item(0, column).text() for column in (1, 2, 3)] == ["1", "1", "0"]
    program.click(dialog.accept_button)
    program.until(lambda: program.says("4 dictionaries are published") and at_rest(program))

    assert not program.page.has_unpublished_edits
    assert program.page.dictionary.violation_count == 0
    assert held(program)["Alpha"] == {**AFTER["Alpha"], "bolt": "Schraube"}


@pytest.fixture
def way(program: Program) -> Iterator[FaultProxy]:
    """A proxy before a service of the user's own, which is the current service."""
    session = program.controller.use_cases.session
    with running_service() as other:
        proxy = FaultProxy(int(other.url.rpartition(":")[2]))
        program.wait_for(proxy.__aenter__())
        provider = Provider("custom", proxy.url, scheme="Service-Auth-Key", title="Agency")
        program.wait_for(session.use(provider, other.key))
        program.wait_for(make_edited(program))
        program.until(lambda: at_rest(program))
        yield proxy
        program.leave_service()
        program.wait_for(proxy.__aexit__(None, None, None))


@pytest.mark.slow
def test_a_publishing_waits_for_the_service_and_goes_on_by_itself(program: Program, way: FaultProxy) -> None:
    session = program.controller.use_cases.session
    # The service becomes unreachable between the plan and the first step.
    dialog = publish_everything(program)
    way.fault = Fault(Harm.LOSE_REQUEST)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("4 dictionaries wait to be published") and at_rest(program))
    program.until(lambda: session.state is ConnectionState.OFFLINE)

    way.fault = Fault(Harm.NONE)
    program.until(lambda: program.says("read back and compared: Alpha") and at_rest(program))

    assert held(program) == AFTER
    assert not program.open_dialogs(PublishDialog), "nothing changed, so the plan is not shown again"


@pytest.mark.scorecard("R38")
def test_a_broken_call_is_no_longer_shown_as_a_failure_when_the_service_responds(
    program: Program, way: FaultProxy
) -> None:
    window, session = program.controller.window, program.controller.use_cases.session
    [listed, *_] = program.controller.glossaries.summaries

    async def read() -> None:
        await (await session.api()).glossaries.entries(listed.key, EN_DE)

    way.fault = Fault(Harm.LOSE_REQUEST)
    window.jobs.start(JobKind.COMPARE_PUBLISHING, "Reading", read)
    program.until(lambda: session.state is ConnectionState.OFFLINE and at_rest(program))
    assert program.says("The connection was interrupted")
    assert window.status.connection.text() == "The connection to the service broke."
    program.picture("connection_broken", window)

    way.fault = Fault(Harm.NONE)
    program.until(lambda: session.state is ConnectionState.READY and at_rest(program))

    [reported] = [each for each in window.notices.texts() if "connection" in each]
    assert reported.startswith("The connection was interrupted The service responds again.")
    assert "broke" not in window.status.connection.text()
    assert [each for each in window.notices.findChildren(QWidget, "notice") if each.property("kind") == "error"] == []
    program.picture("connection_back", window)


def wait_for_service(program: Program, way: FaultProxy) -> None:
    """Accept a plan, and let the service become unreachable before the first step."""
    dialog = publish_everything(program)
    way.fault = Fault(Harm.LOSE_REQUEST)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("4 dictionaries wait to be published") and at_rest(program))


@pytest.mark.scorecard("R38")
def test_an_edit_made_while_it_waits_leads_to_the_plan_before_anything_of_it_is_sent(
    program: Program, way: FaultProxy
) -> None:
    pane, library = program.controller.glossaries, program.controller.use_cases.library
    wait_for_service(program, way)
    alpha = next(each for each in pane.summaries if each.name == "Alpha")
    program.wait_for(pane.show_dictionary(program.wait_for(library.open(alpha, EN_DE)), reads_library=False))
    program.page.edits.set_cells([(0, 1, "Schraube")], "Edit")
    program.wait_for(program.page.dictionary.wait_until_saved())

    way.fault = Fault(Harm.NONE)
    plan = program.dialog(PublishDialog)
    assert held(program)["Alpha"] == BEFORE, "the user decides first"
    row = next(each for each in range(plan.list.rowCount()) if plan.list.item(each, 0).text().startswith("Alpha"))
    assert [plan.list.item(row, column).text() for column in (1, 2, 3)] == ["1", "1", "0"]
    program.picture("publish_plan_again", plan)
    program.click(plan.accept_button)
    program.until(lambda: program.says("read back and compared: Alpha") and at_rest(program))

    assert held(program) == {**AFTER, "Alpha": {**AFTER["Alpha"], "bolt": "Schraube"}}
    assert not program.page.has_unpublished_edits


@pytest.mark.scorecard("R38")
def test_what_others_write_while_it_waits_is_merged_before_anything_of_it_is_sent(
    program: Program, way: FaultProxy
) -> None:
    session = program.controller.use_cases.session
    wait_for_service(program, way)
    remote = {**BEFORE, "bolt": "Schraube", "gear": "Getriebe"}

    async def write() -> None:
        key = await session.keys.get(session.provider)
        assert key
        # Others reach the service.
        async with client(f"http://127.0.0.1:{way._service_port}", key) as api:
            listed = await api.glossaries.list()
            [glossary_id] = [each.glossary_id for each in listed if each.name == "Alpha"]
            await api.glossaries.replace(glossary_id, EN_DE, Entries.of(remote.items()))

    program.wait_for(write())
    way.fault = Fault(Harm.NONE)
    merging = program.dialog(MergeDialog)
    assert held(program)["Alpha"] == remote
    program.picture("merge_after_waiting", merging)
    assert not merging.accept_button.isEnabled(), "nothing is preferred silently"
    conflicts = merging.findChild(ConflictList)
    assert conflicts is not None
    program.click(conflicts.all_local)
    program.click(merging.accept_button)
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("read back and compared: Alpha") and at_rest(program))

    assert held(program) == {**AFTER, "Alpha": {**AFTER["Alpha"], "bolt": "Schraube"}}


@pytest.mark.scorecard("R38")
def test_edits_since_a_start_without_the_service_are_published_when_it_is_back(
    program: Program, way: FaultProxy
) -> None:
    controller = program.controller
    session, library, pane = controller.use_cases.session, controller.use_cases.library, controller.glossaries
    way.fault = Fault(Harm.LOSE_REQUEST)
    program.wait_for(session.stop())
    controller.connect_in_background()
    program.until(lambda: session.state is ConnectionState.OFFLINE and at_rest(program))

    assert "The connection to the service broke" in controller.window.status.connection.text()
    program.until(lambda: len(pane.panel.model.summaries) == len(NAMES))
    program.wait_for(pane.show_dictionary(program.wait_for(library.open(pane.panel.model.summaries[0], EN_DE))))
    for number in range(100):
        program.page.edits.set_cells([(0, 1, f"Schraube {number}")], "Edit")
        add(program.page.dictionary, f"part {number}", f"Teil {number}")
    program.wait_for(program.page.dictionary.wait_until_saved())
    edited = program.page.dictionary.entries.as_dict()
    way.fault = Fault(Harm.NONE)
    program.until(lambda: session.state is ConnectionState.READY and at_rest(program))
    program.click(publish_everything(program).accept_button)
    program.until(lambda: program.says("4 dictionaries are published") and at_rest(program))

    assert held(program) == {**AFTER, pane.panel.model.summaries[0].name: edited}
    assert edited["part 99"] == "Teil 99"
    assert edited["bolt"] == "Schraube 99"


@pytest.mark.slow
def test_what_nobody_saw_a_plan_of_is_shown_before_it_is_sent(program: Program, way: FaultProxy) -> None:
    way.fault = Fault(Harm.LOSE_REQUEST)
    run(program, "publish_everything")
    program.until(lambda: program.says("4 dictionaries wait to be published") and at_rest(program))
    run(program, "unfinished_publishing")
    dialog = program.dialog(RunDialog)
    program.picture("publish_waits", dialog)
    assert dialog.undo_button.isHidden()
    dialog.reject()

    way.fault = Fault(Harm.NONE)
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("read back and compared: Alpha") and at_rest(program))
    assert not program.says("wait to be published")

    assert held(program) == AFTER


@pytest.mark.slow
def test_what_was_locked_while_it_waited_is_not_said_to_be_published(program: Program, way: FaultProxy) -> None:
    way.fault = Fault(Harm.LOSE_REQUEST)
    run(program, "publish_everything")
    program.until(lambda: program.says("4 dictionaries wait to be published") and at_rest(program))
    profile = program.controller.use_cases.session.profile
    for draft in program.wait_for(program.records.journal.drafts(profile)):
        program.wait_for(program.records.local_only.lock(profile, draft.glossary_key))

    way.fault = Fault(Harm.NONE)
    program.until(lambda: program.says("are left out") or program.says("Everything is published"))
    program.until(lambda: at_rest(program))

    assert not program.says("Everything is published")
    # One notice for all four.
    assert program.says("4 dictionaries are left out Locked to this computer, so nothing was sent: ")
    assert held(program) == dict.fromkeys(NAMES, BEFORE)
    assert len(program.wait_for(program.controller.use_cases.bulk_publisher.find_unfinished())) == 1


@pytest.mark.slow
def test_what_is_locked_does_not_wait_for_the_service(program: Program, way: FaultProxy) -> None:
    use_cases = program.controller.use_cases
    profile = use_cases.session.profile
    [locked] = [
        each for each in program.wait_for(program.records.journal.drafts(profile)) if each.glossary_name == "Alpha"
    ]
    program.wait_for(program.records.local_only.lock(profile, locked.glossary_key))
    way.fault = Fault(Harm.LOSE_REQUEST)
    run(program, "publish_everything")
    program.until(lambda: program.says("3 dictionaries wait to be published") and at_rest(program))

    assert program.says("is left out")
    assert program.says("locked to this computer")
    [waiting] = program.wait_for(use_cases.bulk_publisher.find_unfinished())
    assert locked.draft_id not in [step.draft_id for step in waiting.steps]


@pytest.mark.slow
def test_drafts_that_are_gone_are_not_said_to_be_published(edited: Program) -> None:
    program = edited
    dialog = interrupted(program)
    [left] = program.wait_for(program.controller.use_cases.bulk_publisher.find_unfinished())
    for step in left.pending:
        program.wait_for(program.records.journal.discard(step.draft_id))
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Nothing is left") or program.says("Everything is published"))
    program.until(lambda: at_rest(program))

    assert not program.says("Everything is published")
    assert held(program)["Gamma"] == BEFORE


def test_a_waiting_publishing_is_cancelled(program: Program, way: FaultProxy) -> None:
    way.fault = Fault(Harm.LOSE_REQUEST)
    run(program, "publish_everything")
    program.until(lambda: program.says("4 dictionaries wait to be published") and at_rest(program))
    run(program, "unfinished_publishing")
    program.click(program.dialog(RunDialog).leave_button)
    program.until(lambda: at_rest(program))

    way.fault = Fault(Harm.NONE)
    session = program.controller.use_cases.session
    program.until(lambda: session.state is ConnectionState.READY and at_rest(program))
    program.controller.glossaries.publishing.queue.go_on()
    program.until(lambda: at_rest(program))

    assert held(program) == dict.fromkeys(NAMES, BEFORE)


@pytest.mark.slow
def test_a_running_publishing_is_stopped_and_can_be_decided_on(edited: Program) -> None:
    program = edited

    async def slow() -> None:
        api = await program.controller.use_cases.session.api()
        await api.local.inject_fault({"family": "glossaries", "method": "PUT", "next": 1, "delay_seconds": 30.0})

    program.wait_for(slow())
    program.click(publish_everything(program).accept_button)
    shown = program.dialog(RunProgressDialog)
    program.until(lambda: shown.table.item(2, 4).text() == "being sent")
    profile = program.controller.use_cases.session.profile
    while program.wait_for(program.records.publish_runs.all(profile))[0].steps[2].state is not StepState.SENT:
        # The state is stored a moment after it is shown.
        continue
    program.picture("publish_running", shown)
    assert shown.words.text() == "2 of 4 dictionaries are published and read back."
    program.click(shown.cancel_button)
    program.until(lambda: program.says("Publishing was interrupted") and at_rest(program))

    assert not program.open_dialogs(RunProgressDialog)
    [unfinished] = program.wait_for(program.controller.use_cases.bulk_publisher.find_unfinished())
    assert [step.state.value for step in unfinished.steps] == ["verified", "verified", "sent", "planned"]
