"""Jobs run once for each key, report failures, report nothing when cancelled, and pass bugs on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from termdesk.client.errors import Unavailable
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.job_owners import Page
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices


@pytest.fixture
def notices(qtbot: QtBot) -> Notices:
    bar = Notices()
    qtbot.addWidget(bar)
    return bar


@pytest.fixture
def jobs(notices: Notices, qt_loop: asyncio.AbstractEventLoop) -> Jobs:
    return Jobs(notices)


async def forever(ended: list[str], name: str) -> None:
    try:
        await asyncio.Event().wait()
    finally:
        ended.append(name)


async def refused() -> None:
    raise InvalidInput("The name is empty.", remedy="Type one.")


def test_a_job_may_end_after_its_window(
    qtbot: QtBot, jobs: Jobs, qt_loop: asyncio.AbstractEventLoop, caplog: pytest.LogCaptureFixture
) -> None:
    async def ends_late() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await has_closed.wait()

    has_closed = asyncio.Event()
    task = jobs.start(JobKind.EXPORT, "Saving", ends_late)
    qtbot.wait(1)
    jobs.cancel(JobKind.EXPORT)

    delete(jobs)
    has_closed.set()
    qtbot.waitUntil(task.done)
    qtbot.wait(1)

    assert caplog.messages == []


def test_starting_a_key_again_cancels_the_first(qtbot: QtBot, jobs: Jobs, notices: Notices) -> None:
    ended: list[str] = []
    jobs.start(JobKind.EXPORT, "Saving", partial(forever, ended, "first"))
    qtbot.wait(1)

    second = jobs.start(JobKind.EXPORT, "Saving", partial(forever, ended, "second"))
    qtbot.waitUntil(lambda: bool(ended))

    assert ended == ["first"]
    assert [job.task for job in jobs.running] == [second]
    jobs.cancel(JobKind.EXPORT)
    qtbot.waitUntil(second.done)
    assert ended == ["first", "second"]
    assert notices.texts() == []


@pytest.mark.parametrize(("key", "left"), [(JobKind.READ_USAGE, 0), (JobKind.DELETE_TEXTS, 1)])
def test_the_next_success_of_a_reading_makes_up_for_its_failure(
    qtbot: QtBot, jobs: Jobs, notices: Notices, key: JobKind, left: int
) -> None:
    async def done() -> None:
        pass

    for work in (refused, refused, done):
        assert len(notices.texts()) <= 1
        qtbot.waitUntil(jobs.start(key, "Reading usage", work).done)

    assert len(notices.texts()) == left


def test_keys_of_two_owners_have_one_title_and_do_not_end_each_other(qtbot: QtBot, jobs: Jobs) -> None:
    ended: list[str] = []
    first, second = JobKind.APPLY_QUERY.of("draft-1"), JobKind.APPLY_QUERY.of("draft-2")
    jobs.start(first, "Sorting “Law”", partial(forever, ended, "first"))
    task = jobs.start(second, "Sorting “Law”", partial(forever, ended, "second"))
    qtbot.wait(1)

    assert [job.title for job in jobs.running] == ["Sorting “Law”"] * 2
    assert jobs.is_running(first)
    jobs.cancel(first)
    qtbot.waitUntil(lambda: bool(ended))
    assert ended == ["first"]
    assert [job.task for job in jobs.running] == [task]
    jobs.cancel(second)
    qtbot.waitUntil(lambda: ended == ["first", "second"])


def test_a_job_cancelled_before_its_first_step_is_closed(qtbot: QtBot, jobs: Jobs) -> None:
    ended: list[str] = []

    task = jobs.start(JobKind.EXPORT, "Saving", partial(forever, ended, "never begun"))
    jobs.cancel(JobKind.EXPORT)
    qtbot.waitUntil(task.done)

    assert ended == []
    assert not jobs.running


def test_work_is_begun_by_the_job_and_not_by_whoever_starts_it(qtbot: QtBot, jobs: Jobs) -> None:
    begun: list[str] = []

    async def work() -> None:
        await asyncio.sleep(0)

    def begin() -> Coroutine[Any, Any, None]:
        begun.append("begun")
        return work()

    jobs.start(JobKind.EXPORT, "Saving", begin)
    assert begun == []
    cancelled = jobs.start(JobKind.EXPORT, "Saving", begin)
    jobs.cancel(JobKind.EXPORT)
    qtbot.waitUntil(cancelled.done)
    assert begun == []

    task = jobs.start(JobKind.EXPORT, "Saving", begin)
    qtbot.waitUntil(task.done)
    assert begun == ["begun"]


def test_a_failure_becomes_a_notice_and_is_told(qtbot: QtBot, jobs: Jobs, notices: Notices) -> None:
    reported: list[TermdeskError] = []
    jobs.failed.connect(reported.append)

    jobs.start(JobKind.EXPORT, "Saving", refused)
    qtbot.waitUntil(lambda: not jobs.running)

    assert [error.message for error in reported] == ["The name is empty."]
    [words] = notices.texts()
    assert "The name is empty." in words
    assert "Type one." in words


def test_a_failure_can_be_shown_in_place_instead(qtbot: QtBot, jobs: Jobs, notices: Notices) -> None:
    shown: list[TermdeskError] = []

    jobs.start(JobKind.EXPORT, "Saving", refused, on_failure=shown.append)
    qtbot.waitUntil(lambda: not jobs.running)

    assert len(shown) == 1
    assert notices.texts() == []


def test_stopped_work_says_nothing(qtbot: QtBot, jobs: Jobs, notices: Notices) -> None:
    async def stopped() -> None:
        raise Stopped

    reported: list[object] = []
    jobs.failed.connect(reported.append)
    jobs.bug_found.connect(reported.append)

    jobs.start(JobKind.READ_USAGE, "Reading", stopped)
    qtbot.waitUntil(lambda: not jobs.running)

    assert reported == []
    assert notices.texts() == []


@pytest.mark.scorecard("R43")
def test_anything_else_is_a_bug(qtbot: QtBot, jobs: Jobs, notices: Notices) -> None:
    async def wrong() -> None:
        raise ZeroDivisionError

    bugs: list[object] = []
    jobs.bug_found.connect(bugs.append)

    jobs.start(JobKind.COUNT_FACETS, "Counting", wrong)
    qtbot.waitUntil(lambda: not jobs.running)

    assert [type(bug) for bug in bugs] == [ZeroDivisionError]
    assert notices.texts() == []


def test_progress_is_seen_by_who_looks_at_the_jobs(qtbot: QtBot, jobs: Jobs) -> None:
    async def work(progress: JobProgress) -> None:
        progress.step(3, 10)
        await asyncio.Event().wait()

    task = jobs.start_with_progress(JobKind.READ_USAGE, "Reading", work)
    qtbot.waitUntil(lambda: jobs.running[0].progress.done == 3)

    assert jobs.running[0].progress.total == 10
    assert jobs.is_running(JobKind.READ_USAGE)
    jobs.cancel(JobKind.READ_USAGE)
    assert not jobs.is_running(JobKind.READ_USAGE)
    qtbot.waitUntil(task.done)


def test_closing_waits_for_what_ends(qtbot: QtBot, jobs: Jobs, qt_loop: asyncio.AbstractEventLoop) -> None:
    ended: list[str] = []
    for name in ("one", "two"):
        jobs.start(JobKind.EXPORT.of(name), name, partial(forever, ended, name))
    qtbot.wait(1)

    closing = qt_loop.create_task(jobs.close())
    qtbot.waitUntil(closing.done)

    assert sorted(ended) == ["one", "two"]
    assert not jobs.running


# Jobs of pages and dialogs


class SmallPage(Page):
    def __init__(self, jobs: Jobs) -> None:
        super().__init__()
        self.jobs = jobs
        self.home = QWidget()
        self.part = QObject(self)
        self.done: list[str] = []

    async def work(self) -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            self.done.append("ended")

    async def close_itself(self) -> None:
        self.close_page()
        await asyncio.sleep(0)
        self.done.append("went on")

    async def finish(self) -> None:
        self.jobs.detach()
        await asyncio.sleep(0)
        self.done.append("finished")


async def of_a_part(_part: QObject, done: list[str]) -> None:
    try:
        await asyncio.sleep(3600)
    finally:
        done.append("part")


@pytest.fixture
def page(qtbot: QtBot, jobs: Jobs) -> SmallPage:
    page = SmallPage(jobs)
    page.setParent(page.home)
    qtbot.addWidget(page.home)
    return page


def test_a_page_takes_its_jobs_along(qtbot: QtBot, jobs: Jobs, page: SmallPage) -> None:
    other: list[str] = []
    tasks = [
        jobs.start(JobKind.EXPORT, "Own", page.work),
        jobs.start(JobKind.READ_LIBRARY, "Of a part", partial(of_a_part, page.part, page.done)),
    ]
    stranger = jobs.start(JobKind.IMPORT, "Another's", partial(forever, other, "other"))
    qtbot.wait(1)
    assert len(jobs.of(page)) == 2

    page.close_page()
    qtbot.waitUntil(lambda: all(task.done() for task in tasks))

    assert sorted(page.done) == ["ended", "part"]
    assert [job.task for job in jobs.running] == [stranger]
    jobs.cancel(JobKind.IMPORT)
    qtbot.waitUntil(stranger.done)


def test_nothing_begins_for_a_page_that_is_closed(qtbot: QtBot, jobs: Jobs, page: SmallPage) -> None:
    page.close_page()

    task = jobs.start(JobKind.EXPORT, "Too late", page.work)
    qtbot.waitUntil(task.done)

    assert task.cancelled()
    assert page.done == []


def test_a_job_may_close_its_own_page(qtbot: QtBot, jobs: Jobs, page: SmallPage) -> None:
    task = jobs.start(JobKind.CLOSE_DICTIONARY, "Closing", page.close_itself)
    qtbot.waitUntil(task.done)

    assert page.done == ["went on"]


def test_what_has_to_come_to_its_end_goes_on_without_its_page(qtbot: QtBot, jobs: Jobs, page: SmallPage) -> None:
    task = jobs.start(JobKind.PUBLISH, "Sending", page.finish)
    qtbot.waitUntil(lambda: not jobs.of(page))
    page.close_page()
    qtbot.waitUntil(task.done)

    assert page.done == ["finished"]


def test_a_dialog_takes_its_jobs_along(qtbot: QtBot, jobs: Jobs, page: SmallPage) -> None:
    dialog = QDialog(page)
    done: list[str] = []
    task = jobs.start(JobKind.FIND_SIMILAR, "Looking", partial(of_a_part, dialog, done))
    qtbot.wait(1)

    dialog.accept()
    qtbot.waitUntil(task.done)

    assert done == ["part"]
    assert not jobs.of(page)


class _Unanswered:
    """Work that gets no response the first time."""

    def __init__(self) -> None:
        self.times = 0

    async def run(self, _progress: JobProgress) -> None:
        self.times += 1
        if self.times == 1:
            raise Unavailable("The service is not available.", call="GET /")


def test_what_got_no_answer_is_tried_again_by_its_button(qtbot: QtBot, jobs: Jobs, notices: Notices) -> None:
    work = _Unanswered()
    jobs.start_with_progress(JobKind.EXPORT, "Export", work.run)
    qtbot.waitUntil(lambda: bool(notices.texts()))

    button = notices.findChild(QPushButton, "notice_action")
    assert button is not None
    button.click()

    qtbot.waitUntil(lambda: work.times == 2 and not jobs.running)
    assert notices.texts() == []


def test_nothing_is_tried_again_for_a_page_that_is_closed(
    qtbot: QtBot, jobs: Jobs, notices: Notices, page: SmallPage
) -> None:
    work = _Unanswered()

    async def on_page(progress: JobProgress) -> None:
        assert page.is_open
        await work.run(progress)

    jobs.start_with_progress(JobKind.EXPORT, "Export", on_page)
    qtbot.waitUntil(lambda: bool(notices.texts()))
    page.close_page()

    button = notices.findChild(QPushButton, "notice_action")
    assert button is not None
    button.click()

    assert jobs.running == []
    assert work.times == 1
