"""Changes to the storage of texts apply at once; before texts are deleted, the user is asked."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from termdesk.application.texts.history import TextHistory
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.retention_line import RetentionLine

Rest = Callable[[], None]
Answer = Callable[[str], str]
Keep = Callable[..., None]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
BUTTONS = pytest.mark.parametrize(("button", "left"), [("question_accept", 0), ("question_cancel", 1)])


@pytest.fixture
def line(window: QWidget, history: TextHistory, jobs: Jobs) -> RetentionLine:
    made = RetentionLine(history, jobs)
    QVBoxLayout(window).addWidget(made)
    return made


def shorten(line: RetentionLine, days: int) -> None:
    line.days.setValue(days)
    line.days.editingFinished.emit()


@pytest.mark.slow
@BUTTONS
def test_keeping_none_offers_to_delete_what_is_stored(
    line: RetentionLine,
    history: TextHistory,
    keep: Keep,
    finish: Finish,
    at_rest: Rest,
    answer: Answer,
    button: str,
    left: int,
) -> None:
    keep("a house")

    line.switch.click()
    assert not history.keeps_texts, "at once, whatever is answered"
    answer(button)
    at_rest()

    assert finish(history.count()) == left
    assert not line.days.isEnabled()


@pytest.mark.slow
def test_without_stored_texts_nothing_is_asked_and_the_days_come_back(
    line: RetentionLine, history: TextHistory, at_rest: Rest
) -> None:
    shorten(line, 30)
    at_rest()
    line.switch.click()
    at_rest()

    line.switch.click()

    assert history.keeps_texts
    assert (history.days, line.days.value(), line.days.isEnabled()) == (30, 30, True)


@pytest.mark.slow
@BUTTONS
def test_fewer_days_delete_older_texts_once_that_is_agreed(
    line: RetentionLine,
    history: TextHistory,
    keep: Keep,
    finish: Finish,
    at_rest: Rest,
    answer: Answer,
    button: str,
    left: int,
) -> None:
    keep("a house", days_old=40)
    keep("a garden", days_old=20)
    days = history.days

    shorten(line, 30)
    answer(button)
    at_rest()

    assert finish(history.count()) == 1 + left
    assert history.days == line.days.value() == (days if left else 30)


def test_nothing_is_asked_where_nothing_is_older(
    line: RetentionLine, history: TextHistory, keep: Keep, finish: Finish, at_rest: Rest
) -> None:
    keep("a house", days_old=20)

    shorten(line, 30)
    at_rest()

    assert history.days == 30
    assert finish(history.count()) == 1


def test_leaving_the_field_unchanged_changes_nothing(line: RetentionLine, history: TextHistory, jobs: Jobs) -> None:
    shorten(line, history.days)

    assert not jobs.running


def test_every_change_is_told(line: RetentionLine, at_rest: Rest) -> None:
    reported: list[int] = []
    line.changed.connect(lambda: reported.append(1))

    shorten(line, 30)
    at_rest()
    assert len(reported) == 1
    line.switch.click()

    assert len(reported) == 2
    at_rest()
