"""An interrupted run is shown step by step with the possible actions; a running one row by row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from support.fixtures.gil_watch import turns_while_drawn
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.application.glossaries.publishing.run_plan import PublishRun, PublishStep, RunState, StepPlan, StepState
from termdesk.application.stored_failure import encode_failure
from termdesk.client.errors import ServerFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, Method
from termdesk.ui.glossaries.publishing.run_dialog import RunChoice, RunDialog, RunProgressDialog
from termdesk.ui.words.wait_words import BUSY, wait_words

OpeningMultilingual = Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable]
STEP = PublishStep(1, "d2", "g", "Law", LanguagePair("en", "fr"), "hash", added=1, changed=2, removed=3)
DONE = replace(STEP, position=0, draft_id="d1", state=StepState.VERIFIED, target_hash="x")
LATER = replace(STEP, state=StepState.SUPERSEDED)
RUN = PublishRun("r", "local", RunState.STOPPED, 0.0, (DONE, STEP))


class Paused:
    """Calls that wait."""

    status, seconds_left = BUSY, 12.0


def lines(dialog: RunDialog | RunProgressDialog) -> list[list[str]]:
    table = dialog.table
    return [[table.item(row, column).text() for column in range(5)] for row in range(table.rowCount())]


def words(dialog: RunDialog) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel) if not label.isHidden())


def test_it_says_what_is_done_and_why_it_stopped(window: QWidget) -> None:
    stop_reason = encode_failure(ServerFailed("The disk is full.", trace_id="trace-7"))
    stopped = replace(RUN, stop_reason=stop_reason)
    dialog = RunDialog(window, stopped, service="Office", reason="The service refused it.")

    assert "Trace id trace-7" in words(dialog)
    assert "Undo takes back whole dictionaries. Those that were changed since stay" in words(dialog)
    assert lines(dialog) == [
        ["Law, en → fr", "1", "2", "3", "published"],
        ["Law, en → fr", "1", "2", "3", "not sent"],
    ]
    assert "The service refused it." in words(dialog)
    assert "1 of 2 dictionaries is published." in words(dialog)
    assert not dialog.undo_button.isHidden()


@pytest.mark.parametrize(
    ("run", "verb", "offers_undo", "choice"),
    [
        (RUN, "Resume", True, RunChoice.RESUME),
        (replace(RUN, steps=(STEP,)), "Resume", False, RunChoice.RESUME),
        (replace(RUN, state=RunState.WAITING, steps=(STEP,)), "Try now", False, RunChoice.RESUME),
        (replace(RUN, state=RunState.UNDOING), "Continue undoing", False, RunChoice.UNDO),
        (replace(RUN, steps=(DONE, LATER)), "Leave", False, RunChoice.LEAVE),
    ],
)
def test_only_the_ways_that_make_sense_are_offered(
    window: QWidget, run: PublishRun, verb: str, offers_undo: bool, choice: RunChoice
) -> None:
    dialog = RunDialog(window, run, service="Office")
    dialog.show()

    assert dialog.accept_button.text() == verb
    assert dialog.undo_button.isVisible() is offers_undo
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.choice is choice
    assert dialog.result() == RunDialog.DialogCode.Accepted


def test_what_a_later_run_completed_can_only_be_left(window: QWidget) -> None:
    dialog = RunDialog(window, replace(RUN, steps=(DONE, LATER)), service="Office")
    dialog.show()

    assert lines(dialog)[1][-1] == "published since"
    assert "completed by a later one" in words(dialog)
    assert "2 of 2 dictionaries are published." in words(dialog)
    assert not dialog.leave_button.isVisible(), "there would be two"


def test_each_button_is_a_choice_and_escape_is_none(window: QWidget) -> None:
    for name, choice in (("undo_button", RunChoice.UNDO), ("leave_button", RunChoice.LEAVE)):
        dialog = RunDialog(window, RUN, service="Office")
        dialog.show()
        QTest.mouseClick(getattr(dialog, name), Qt.MouseButton.LeftButton)
        assert dialog.choice is choice
        assert dialog.result() == RunDialog.DialogCode.Accepted
    dialog = RunDialog(window, RUN, service="Office")
    dialog.show()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.choice is None
    assert dialog.result() == RunDialog.DialogCode.Rejected


def test_a_waiting_run_says_what_undo_does_where_it_is_offered(window: QWidget) -> None:
    for steps in ((DONE, STEP), (STEP,)):
        dialog = RunDialog(window, replace(RUN, state=RunState.WAITING, steps=steps), service="Office")
        assert "They are sent when Office can be reached" in words(dialog)
        assert ("Undo takes back whole dictionaries." in words(dialog)) is not dialog.undo_button.isHidden()
        assert dialog.undo_button.isHidden() is (DONE not in steps)


def test_what_nobody_saw_a_plan_of_has_no_counts(window: QWidget) -> None:
    unknown = replace(STEP, change_hash="", added=0, changed=0, removed=0)
    dialog = RunDialog(window, replace(RUN, state=RunState.WAITING, steps=(unknown,)), service="Office")

    assert lines(dialog) == [["Law, en → fr", "–", "–", "–", "not sent"]]


def test_a_running_publishing_is_followed_line_by_line(
    opening_multilingual: OpeningMultilingual, window: QWidget
) -> None:
    table = opening_multilingual({"de": [("a", "A")], "fr": [("a", "B")]})
    change = Difference({"a": "A"}, {}, {"b": "B"})
    plans = [StepPlan.of(PublishPlan(each, 0, each.entries, Method.REPLACE, change)) for each in table.dictionaries]
    waits = [wait_words([Paused()]), ""]
    dialog = RunProgressDialog(window, plans, service="Office", get_wait=lambda: waits[0])
    stopped: list[bool] = []
    dialog.cancelled.connect(lambda: stopped.append(True))
    dialog.show_wait()
    assert dialog.wait.text() == "The service is busy, next attempt in 12 seconds"
    del waits[0]
    dialog.show_wait()
    assert dialog.wait.text() == ""

    dialog.show_step(0, StepState.VERIFIED)
    dialog.show_step(1, StepState.SENT)

    assert lines(dialog) == [["German", "1", "0", "1", "published"], ["French", "1", "0", "1", "being sent"]]
    assert dialog.words.text() == "1 of 2 dictionaries is published and read back."
    dialog.show()
    QTest.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
    assert stopped == [True]
    assert not dialog.cancel_button.isEnabled(), "it is stopping"


@pytest.mark.slow
def test_the_list_of_progress_is_complete_after_its_steps(
    opening_multilingual: OpeningMultilingual, window: QWidget
) -> None:
    [dictionary] = opening_multilingual({"de": [("a", "A")]}).dictionaries
    plan = StepPlan.of(PublishPlan(dictionary, 0, dictionary.entries, Method.REPLACE, Difference({"a": "A"}, {}, {})))
    whole = RunProgressDialog(window, [plan], service="Office", get_wait=lambda: "Waits")
    dialog = RunProgressDialog(window, [plan], service="Office", get_wait=lambda: "Waits", in_steps=True)
    assert not dialog.findChildren(QLabel), "each step is for a turn of its own"

    assert len(list(dialog.steps)) > 1

    assert lines(dialog) == lines(whole)
    assert (dialog.words.text(), dialog.wait.text()) == (whole.words.text(), "Waits")
    assert dialog.sizeHint() == whole.sizeHint()


@pytest.mark.slow
def test_no_worker_computes_while_the_list_of_progress_is_drawn(
    opening_multilingual: OpeningMultilingual, window: QWidget
) -> None:
    [dictionary] = opening_multilingual({"de": [("a", "A")]}).dictionaries
    plan = PublishPlan(dictionary, 0, dictionary.entries, Method.REPLACE, Difference({"a": "A"}, {}, {}))
    dialog = RunProgressDialog(window, [StepPlan.of(plan)], service="Office", get_wait=str)
    dialog.show()

    assert turns_while_drawn(dialog) == 0


def test_it_says_when_nobody_can_tell_who_made_the_change(window: QWidget) -> None:
    unclear = replace(RUN, steps=(DONE, replace(STEP, state=StepState.SENT)))

    assert "made elsewhere" in words(RunDialog(window, unclear, service="Office"))
    assert "made elsewhere" not in words(RunDialog(window, RUN, service="Office"))
