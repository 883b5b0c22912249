"""The user is asked once whether texts are stored; if not, deletion of stored texts is offered."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.texts.history import TextHistory
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.keeping_choice import KeepingChoice

Rest = Callable[[], None]
Answer = Callable[[str], str]
Keep = Callable[..., None]


@pytest.fixture
def choice(window: QWidget, history: TextHistory, jobs: Jobs) -> KeepingChoice:
    made = KeepingChoice("translate_keeping", history, jobs, window)
    QVBoxLayout(window).addWidget(made)
    made.refresh()
    return made


def test_it_asks_until_the_user_has_chosen(choice: KeepingChoice, history: TextHistory) -> None:
    assert choice.isVisible()
    assert "90 days" in choice.words.text()

    choice.keep.click()

    assert not choice.isVisible()
    assert history.keeps_texts
    assert history.is_choice_made


def test_keeping_none_offers_to_delete_what_is_stored(
    choice: KeepingChoice, history: TextHistory, keep: Keep, answer: Answer, at_rest: Rest, qtbot: QtBot
) -> None:
    keep("a house")

    with qtbot.waitSignal(choice.refused):
        choice.refuse.click()
    answer("question_accept")
    at_rest()

    assert not choice.isVisible()
    assert not history.keeps_texts


def test_a_choice_that_was_made_elsewhere_counts(choice: KeepingChoice, history: TextHistory) -> None:
    history.set_keeping(True, 30)

    choice.refresh()

    assert not choice.isVisible()
