"""Unfinished runs are reported once; waiting ones are retried at growing intervals, but never with a bad key."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel

from termdesk.application.failures import NotSeen
from termdesk.application.glossaries.publishing.run_plan import PublishRun, PublishStep, RunState, StepState, UndoResult
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import ConnectionState, Session
from termdesk.client.errors import RateLimited, Reason, Unavailable, UnclearOutcome, Unreachable, WrongKey
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.glossaries.publishing.publish_queue import FIRST_PAUSE, LONGEST_PAUSE, PublishQueue
from termdesk.ui.glossaries.publishing.run_dialog import RunDialog
from termdesk.ui.glossaries.publishing.undo_dialog import UndoDialog
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.notices import Notices

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Opened = Callable[[type[Any]], Any]
Rest = Callable[[], None]
AWAY = Unreachable("It is away.", reason=Reason.REFUSED)


@pytest.fixture
def queue(pane: GlossariesPane) -> Iterator[PublishQueue]:
    queue = pane.publishing.queue
    queue.resume_asked.disconnect()
    yield queue
    queue._timer.stop()


@pytest.fixture
def run(records: Records, session: Session, finish: Finish) -> PublishRun:
    step = PublishStep(0, "d", "g", "Law", LanguagePair("en", "de"), "hash", added=1, changed=2, removed=3)
    made = PublishRun("r", session.profile, RunState.WAITING, 0.0, (step,))
    finish(records.publish_runs.begin(made))
    return made


@pytest.mark.slow
def test_what_waits_tells_the_cause_and_asks_for_nothing(
    queue: PublishQueue, run: PublishRun, notices: Notices, finish: Finish
) -> None:
    finish(queue.wait(run, AWAY))

    [text] = notices.texts()
    assert "It is away. Termdesk sends what waits by itself when the service is back." in text
    assert "try again" not in text.lower()
    assert "0 of 1" not in text


@pytest.mark.slow
def test_it_is_told_once_and_taken_away_when_it_has_ended(
    queue: PublishQueue, run: PublishRun, use_cases: LazyUseCases, notices: Notices, finish: Finish
) -> None:
    finish(queue.tell_unfinished())
    finish(queue.tell_unfinished())
    assert [text for text in notices.texts() if "1 dictionary waits to be published" in text]
    assert len(notices.texts()) == 1

    finish(use_cases.bulk_publisher.leave(run))
    finish(queue.tell_unfinished())

    assert notices.texts() == []


@pytest.mark.slow
def test_what_a_later_publication_completed_is_told_anew_and_not_resumed(
    queue: PublishQueue, run: PublishRun, records: Records, notices: Notices, finish: Finish
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    finish(records.publish_runs.mark_step(run.run_id, run.steps[0], StepState.SENT))
    finish(queue.tell_unfinished())
    later = replace(run, run_id="later")
    finish(records.publish_runs.begin(later))
    finish(records.publish_runs.mark_written(later, replace(run.steps[0], target_hash="x")))
    finish(records.publish_runs.end("later"))

    finish(queue.tell_unfinished())
    queue.go_on()
    finish(queue._resume_first([run.run_id]))

    [text] = notices.texts()
    assert "The interrupted publication was completed by a later one" in text
    assert "sends what waits" not in text
    assert resumed == []


def test_what_was_not_undone_is_told_with_the_reason(queue: PublishQueue, run: PublishRun, notices: Notices) -> None:
    kept = ("left_alone", "undecided", "superseded")
    reasons = (
        "1 dictionary was changed since, so it was not undone",
        "It is not known whether this publication or a later one wrote what the service has",
        "1 dictionary was published since, so it was not undone",
    )
    for list_name, reason in zip(kept, reasons, strict=True):
        queue._tell_undone(replace(UndoResult((), ()), **{list_name: run.steps}))
        [text] = [each for each in notices.texts() if reason in each]
        assert "Law, en → de" in text
        assert not any("nothing to undo" in each for each in notices.texts())

    queue._tell_undone(UndoResult((), ()))
    assert any("Nothing of it had been sent." in each for each in notices.texts())


def test_where_nobody_knows_what_became_of_a_call_resume_finds_out(
    queue: PublishQueue, run: PublishRun, finish: Finish
) -> None:
    said: list[str] = []

    def look() -> None:
        for dialog in QApplication.topLevelWidgets():
            if (
                isinstance(dialog, RunDialog)
                and dialog.isVisible()
                and (label := dialog.findChild(QLabel, "run_reason"))
            ):
                said.append(label.text())
                dialog.reject()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(10)
    for state in (StepState.SENT, StepState.PLANNED):
        stopped = replace(run, state=RunState.STOPPED, steps=(replace(run.steps[0], state=state),))
        finish(queue.take(stopped, UnclearOutcome(), needs_key=False))
    timer.stop()

    assert "Resume looks first at what the service has" in said[0]
    assert "before you repeat it" not in said[0]
    assert "before you repeat it" in said[1]


@pytest.mark.slow
def test_it_is_tried_again_at_longer_pauses_and_at_once_when_the_service_is_back(
    queue: PublishQueue, run: PublishRun, session: Session, finish: Finish, at_rest: Rest
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    pauses = []
    for _ in range(6):
        finish(queue.wait(run, AWAY))
        pauses.append(queue._timer.interval() / 1000)
    assert pauses == [FIRST_PAUSE, 10.0, 20.0, 40.0, LONGEST_PAUSE, LONGEST_PAUSE]

    queue._try_again()
    at_rest()
    assert resumed == [], "the session tells when the service is back"
    session.state = ConnectionState.READY
    queue._try_again()
    at_rest()
    queue.go_on()
    at_rest()

    assert resumed == [run, run]


@pytest.mark.slow
def test_a_publishing_that_begins_meanwhile_is_not_cancelled_and_the_waiting_one_comes_after_it(
    queue: PublishQueue, run: PublishRun, session: Session, finish: Finish, at_rest: Rest
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    finish(queue.wait(run, WrongKey(), needs_key=True))
    session.state = ConnectionState.READY
    ended = asyncio.Event()

    async def publish() -> None:
        await ended.wait()

    # Another key is in use. While the database is read, the user publishes something else.
    queue.go_on()
    other = queue._jobs.start(JobKind.PUBLISH, "Publishing", publish)
    finish(_looked(queue))
    assert resumed == []
    assert queue._timer.isActive()
    queue._timer.stop()
    # It still runs when the time is over.
    queue._try_again()
    assert queue._timer.isActive()

    ended.set()
    finish(asyncio.wait([other]))
    queue._try_again()
    at_rest()

    assert resumed == [run]


async def _looked(queue: PublishQueue) -> None:
    while queue._jobs.is_running(JobKind.RESUME_PUBLISHING):
        await asyncio.sleep(0)


@pytest.mark.slow
def test_one_waits_for_the_other(
    queue: PublishQueue, run: PublishRun, records: Records, session: Session, finish: Finish, at_rest: Rest
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    later = replace(run, run_id="s", started_at=1.0)
    finish(records.publish_runs.begin(later))
    for each in (run, later):
        finish(queue.wait(each, AWAY))
    # It found the session without a connection.
    queue._timer.stop()

    session.state = ConnectionState.READY
    queue.go_on()
    at_rest()
    assert resumed == [run]
    assert queue._timer.isActive()
    finish(records.publish_runs.end(run.run_id))
    queue._try_again()
    at_rest()

    assert resumed == [run, later]
    queue._timer.stop()
    queue._try_again()
    at_rest()
    assert not queue._timer.isActive(), "none waits for another"


@pytest.mark.slow
def test_one_that_the_user_put_off_does_not_keep_the_other_from_going_on(
    queue: PublishQueue, run: PublishRun, records: Records, session: Session, finish: Finish, at_rest: Rest
) -> None:
    """Its plan had changed and was shown again, but the user closed the dialog, so it still waits."""
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    later = replace(run, run_id="s", started_at=1.0)
    finish(records.publish_runs.begin(later))
    for each in (run, later):
        finish(queue.wait(each, AWAY))
    session.state = ConnectionState.READY
    queue.go_on()
    at_rest()
    assert resumed == [run]

    for _look in range(2):
        queue._timer.stop()
        queue._try_again()
        at_rest()

    assert resumed == [run, later]
    assert not queue._timer.isActive()


@pytest.mark.slow
def test_a_refused_key_is_not_tried_again(
    queue: PublishQueue, run: PublishRun, session: Session, finish: Finish, at_rest: Rest
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    finish(queue.wait(run, WrongKey(), needs_key=True))

    session.state = ConnectionState.READY
    assert not queue._timer.isActive()
    queue._try_again()
    at_rest()
    assert resumed == []

    # Another key is in use.
    queue.go_on()
    at_rest()
    assert resumed == [run]


@pytest.mark.slow
def test_what_an_earlier_start_left_waiting_is_told_and_continues_when_the_service_is_there(
    queue: PublishQueue, run: PublishRun, session: Session, finish: Finish, at_rest: Rest, notices: Notices
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)

    finish(queue.tell_unfinished())
    assert len(notices.texts()) == 1
    # The service was already there when the program started, so nobody reports that it is back.
    assert queue._timer.isActive()
    queue._try_again()
    at_rest()
    assert resumed == [], "the service is not there"
    session.state = ConnectionState.READY
    queue._try_again()
    at_rest()

    assert resumed == [run]
    assert len(notices.texts()) == 1


@pytest.mark.slow
def test_what_was_interrupted_before_is_not_sent_without_asking(
    queue: PublishQueue, run: PublishRun, records: Records, session: Session, finish: Finish, at_rest: Rest
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    session.state = ConnectionState.READY

    for state in (RunState.RUNNING, RunState.STOPPED):
        finish(records.publish_runs.mark(run.run_id, state))
        finish(queue.tell_unfinished())
        queue.go_on()
        at_rest()

    assert resumed == []
    assert not queue._timer.isActive()


@pytest.mark.slow
@pytest.mark.parametrize(
    "failure", [RateLimited(status=429, retry_after=600), NotSeen(Unavailable(status=503, retry_after=600))]
)
def test_it_waits_as_long_as_the_service_asks(
    queue: PublishQueue,
    run: PublishRun,
    records: Records,
    session: Session,
    finish: Finish,
    at_rest: Rest,
    failure: TermdeskError,
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    session.state = ConnectionState.READY
    finish(queue.wait(run, failure))
    assert queue._timer.interval() == 600_000

    # Another one need not wait so long.
    later = replace(run, run_id="s", started_at=1.0)
    finish(records.publish_runs.begin(later))
    finish(queue.wait(later, AWAY))
    for start in (queue._try_again, queue.go_on):
        start()
        at_rest()

    assert resumed == [later, later]
    assert queue._timer.isActive()
    assert 0 < queue._timer.interval() <= 600_000


@pytest.mark.slow
def test_what_the_user_has_begun_to_undo_is_not_sent_when_the_service_is_back(
    queue: PublishQueue, run: PublishRun, records: Records, session: Session, finish: Finish, at_rest: Rest
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    finish(queue.wait(run, AWAY))

    finish(records.publish_runs.mark(run.run_id, RunState.UNDOING))
    finish(queue.tell_unfinished())
    session.state = ConnectionState.READY
    queue.go_on()
    at_rest()

    assert resumed == []


def test_nothing_is_sent_while_the_user_is_asked_whether_to_undo_it(
    queue: PublishQueue, run: PublishRun, session: Session, finish: Finish, opened: Opened, at_rest: Rest
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    finish(queue.wait(run, AWAY))
    queue._start_undo(run)
    dialog = opened(UndoDialog)

    session.state = ConnectionState.READY
    queue.go_on()
    finish(queue._resume_first([run.run_id]))
    assert resumed == []
    dialog.reject()
    at_rest()
    queue._try_again()
    at_rest()

    assert resumed == [run]


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("is_ended", [True, False])
def test_no_choice_is_carried_out_if_the_publication_has_gone_on_while_the_user_was_asked(
    queue: PublishQueue,
    run: PublishRun,
    records: Records,
    notices: Notices,
    finish: Finish,
    opened: Opened,
    at_rest: Rest,
    is_ended: bool,
) -> None:
    resumed: list[PublishRun] = []
    queue.resume_asked.connect(resumed.append)
    queue.show_unfinished()
    dialog = opened(RunDialog)

    finish(records.publish_runs.mark_step(run.run_id, run.steps[0], StepState.SENT))
    if is_ended:
        finish(records.publish_runs.end(run.run_id))
    dialog.accept()
    at_rest()

    assert resumed == []
    assert [text for text in notices.texts() if "The publication has gone on meanwhile" in text]
    assert is_ended is not any("1 dictionary" in text for text in notices.texts())
