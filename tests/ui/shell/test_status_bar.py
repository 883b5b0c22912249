"""The status bar: the connection in words, the longest job with its progress bar, the usage in numbers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.usage import UNLIMITED, DayUse, Usage
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.status_bar import SECONDS_BEFORE_BAR, StatusBar
from termdesk.ui.widgets.dialogs import Question, confirm

# Qt's timers may fire a little early.
ALMOST = SECONDS_BEFORE_BAR * 0.9


@pytest.fixture
def jobs(qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop) -> Iterator[Jobs]:
    notices = Notices()
    qtbot.addWidget(notices)
    made = Jobs(notices)
    yield made
    closing = qt_loop.create_task(made.close())
    qtbot.waitUntil(closing.done)


@pytest.fixture
def bar(qtbot: QtBot, window: QWidget, jobs: Jobs) -> StatusBar:
    made = StatusBar(jobs)
    qtbot.addWidget(made)
    made.resize(900, 28)
    made.show()
    return made


async def forever(_progress: JobProgress | None = None) -> None:
    await asyncio.Event().wait()


@pytest.mark.slow
def test_a_bar_comes_after_half_a_second_and_goes_with_its_job(
    qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, jobs: Jobs, bar: StatusBar
) -> None:
    begin = qt_loop.time()
    jobs.start_with_progress(JobKind.APPLY_QUERY, "Sorting", forever)
    assert not bar.jobs.bar.isVisible()

    qtbot.waitUntil(bar.jobs.bar.isVisible)
    assert qt_loop.time() - begin >= ALMOST
    assert bar.jobs.label.text() == "Sorting"
    assert bar.jobs.bar.maximum() == 0
    jobs.running[0].progress.step(1, 4)
    qtbot.waitUntil(lambda: bar.jobs.bar.value() == bar.jobs.bar.maximum() / 4)
    jobs.cancel(JobKind.APPLY_QUERY)
    qtbot.waitUntil(lambda: not bar.jobs.bar.isVisible())


@pytest.mark.slow
def test_the_line_is_as_high_without_a_job_as_with_one(qtbot: QtBot, jobs: Jobs, bar: StatusBar) -> None:
    height = bar.sizeHint().height()

    jobs.start(JobKind.APPLY_QUERY, "Sorting", forever)
    qtbot.waitUntil(bar.jobs.bar.isVisible)

    assert bar.sizeHint().height() == height
    jobs.cancel(JobKind.APPLY_QUERY)


@pytest.mark.slow
def test_a_long_title_is_cut_and_does_not_widen_the_window(qtbot: QtBot, jobs: Jobs, bar: StatusBar) -> None:
    narrowest = bar.minimumSizeHint().width()

    jobs.start(JobKind.APPLY_QUERY, "Comparing " + "contracts and other terms " * 20, forever)
    qtbot.waitUntil(bar.jobs.bar.isVisible)

    qtbot.waitUntil(lambda: bar.jobs.label.shown_text().endswith("…"))
    assert bar.minimumSizeHint().width() == narrowest
    assert bar.jobs.cancel.geometry().right() <= bar.jobs.rect().right()
    jobs.cancel(JobKind.APPLY_QUERY)


@pytest.mark.slow
def test_the_reason_of_a_wait_is_not_cut(qtbot: QtBot, jobs: Jobs, bar: StatusBar) -> None:
    bar.jobs.explain_waits(lambda: "The service asks to wait for 30 seconds, because too much was sent")
    narrowest = bar.minimumSizeHint().width()

    jobs.start(JobKind.APPLY_QUERY, "Publishing", forever)
    qtbot.waitUntil(lambda: "30 seconds" in bar.jobs.label.text())

    assert bar.jobs.label.minimumWidth() == bar.jobs.label.sizeHint().width()
    # The bar is laid out in the next turn.
    qtbot.waitUntil(lambda: bar.minimumSizeHint().width() > bar.jobs.label.sizeHint().width())
    jobs.cancel(JobKind.APPLY_QUERY)
    qtbot.waitUntil(lambda: bar.minimumSizeHint().width() == narrowest)


@pytest.mark.slow
def test_several_jobs_are_counted_and_the_first_can_be_cancelled(qtbot: QtBot, jobs: Jobs, bar: StatusBar) -> None:
    jobs.start(JobKind.APPLY_QUERY.of("draft-1"), "Sorting", forever)
    jobs.start(JobKind.READ_USAGE, "Reading", forever)
    qtbot.waitUntil(lambda: bar.jobs.label.text() == "Sorting (+1)")

    qtbot.mouseClick(bar.jobs.cancel, Qt.MouseButton.LeftButton)

    assert [job.title for job in jobs.running] == ["Reading"]
    qtbot.waitUntil(lambda: bar.jobs.label.text() == "Reading")


@pytest.mark.slow
def test_a_job_that_waits_for_an_answer_shows_no_bar(
    qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, jobs: Jobs, bar: StatusBar, window: QWidget
) -> None:
    async def ask_then_work() -> None:
        await confirm(window, "Really?", "Yes")
        await forever()

    jobs.start(JobKind.PUBLISH, "Publishing", ask_then_work)
    jobs.start(JobKind.APPLY_QUERY, "Sorting", forever)
    qtbot.waitUntil(bar.jobs.bar.isVisible)
    qtbot.waitUntil(lambda: bool(window.findChildren(Question)))
    assert bar.jobs.label.text() == "Sorting"

    window.findChildren(Question)[0].accept()
    begin = qt_loop.time()
    qtbot.waitUntil(lambda: "(+1)" in bar.jobs.label.text())
    assert qt_loop.time() - begin >= ALMOST


@pytest.mark.parametrize(
    ("usage", "words"),
    [
        (None, "Usage unknown"),
        (Usage(character_count=None, character_limit=None), "Usage unknown"),
        (Usage(character_count=1234, character_limit=500_000), "1,234 of 500,000 characters"),
        (Usage(character_count=1234, character_limit=None), "1,234 characters"),
        (Usage(character_count=1234, character_limit=UNLIMITED), "1,234 characters, no limit"),
        (
            Usage(1234, 5000, key_character_count=80, key_character_limit=100),
            "80 of 100 characters of this key · 80% used",
        ),
        (Usage(1234, 5000, key_character_count=80, key_character_limit=10_000), "1,234 of 5,000 characters"),
    ],
)
def test_usage_is_told_in_numbers(bar: StatusBar, usage: Usage | None, words: str) -> None:
    bar.show_usage(usage)

    assert bar.usage.label.text() == words
    assert bar.usage.bar.isVisible() == (" of " in words)


def test_the_meter_warns_from_the_share_that_was_set(bar: StatusBar) -> None:
    bar.show_usage(Usage(character_count=60, character_limit=100), warn_at=0.5)
    assert bar.usage.label.property("tone") == "warning"

    bar.show_usage(Usage(character_count=60, character_limit=100), warn_at=0.8)
    assert bar.usage.label.property("tone") == "muted"


def test_the_tooltip_has_every_limit_and_readers_hear_it(bar: StatusBar) -> None:
    usage = Usage(1234, 5000, key_character_count=80, key_character_limit=10_000)

    bar.show_usage(usage, day=DayUse(700, 1000), reason="no answer")

    for words in (
        "The usage could not be read: no answer",
        "Account: 1,234 of 5,000 characters",
        "This key: 80 of 10,000 characters",
        "today 700 of 1,000 characters",
    ):
        assert words in bar.usage.toolTip()
        assert words in bar.usage.accessibleDescription()
    shown = QTextDocument()
    shown.setHtml(bar.usage.toolTip())
    assert len(shown.toPlainText().splitlines()) == 5, "a line each"
    assert bar.usage.accessibleDescription().startswith("1,234 of 5,000 characters")


def test_what_is_almost_used_up_has_the_color_of_a_problem(bar: StatusBar) -> None:
    bar.show_usage(Usage(95, 100))

    assert bar.usage.label.property("tone") == "problem"
    assert "almost used up" in bar.usage.label.text()


def test_a_day_near_its_cap_has_the_color_of_a_warning(bar: StatusBar) -> None:
    bar.show_usage(Usage(5, 100), day=DayUse(900, 1000))
    assert bar.usage.label.property("tone") == "warning"

    bar.show_usage(Usage(5, 100), day=DayUse(700, 1000))
    assert bar.usage.label.property("tone") == "muted"


def test_both_ends_lead_somewhere(qtbot: QtBot, bar: StatusBar) -> None:
    asked: list[str] = []
    bar.connect_asked.connect(lambda: asked.append("connect"))
    bar.usage_asked.connect(lambda: asked.append("usage"))

    qtbot.mouseClick(bar.connection, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(bar.usage, Qt.MouseButton.LeftButton)

    assert asked == ["connect", "usage"]


def test_the_connection_is_told_in_words_too(bar: StatusBar) -> None:
    bar.show_connection("The service does not answer.", tone="problem")

    assert bar.connection.text() == "The service does not answer."
    assert "does not answer" in bar.connection.accessibleName()


@pytest.mark.slow
def test_a_job_that_waits_for_the_service_counts_down_beside_its_title(
    qtbot: QtBot, jobs: Jobs, bar: StatusBar
) -> None:
    waits = iter(["", *(f"The service asks to wait for {left} seconds" for left in (3, 2, 1)), ""])
    bar.jobs.explain_waits(lambda: next(waits, ""))
    seen = [bar.jobs.label.text()]
    jobs.start(JobKind.PUBLISH, "Publishing", forever)

    def note() -> bool:
        if (text := bar.jobs.label.text()) != seen[-1]:
            seen.append(text)
        return len(seen) > 4 and text == "Publishing"

    qtbot.waitUntil(note)

    assert seen[-5:] == [
        "Publishing",
        *(f"Publishing · The service asks to wait for {n} seconds" for n in (3, 2, 1)),
        "Publishing",
    ]


def test_the_day_on_which_a_limit_begins_anew_is_in_view(bar: StatusBar) -> None:
    end = datetime(2026, 12, 1, 12, tzinfo=UTC)

    bar.show_usage(Usage(5, 10, period_end=end))
    assert bar.usage.label.text() == "5 of 10 characters · resets on 12/1/2026"
    bar.show_usage(Usage(5, UNLIMITED, period_end=end))
    assert bar.usage.label.text() == "5 characters · resets on 12/1/2026"
