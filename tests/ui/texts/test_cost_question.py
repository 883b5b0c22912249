"""The question names the number of characters, and warns if it is a large part of what is left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from support.fixtures.ready_database import ready_database
from support.services.profile_costs import set_costs
from termdesk.application.session.session import Session
from termdesk.application.usage.cost_gate import CostGate, CostOutlook
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider
from termdesk.domain.usage import Usage
from termdesk.messages.text_messages import UsageMessage, UsageRemedy
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.texts.cost_question import cap_words, cost_line, may_send, money_words
from termdesk.ui.widgets.dialogs import Question

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
REFUSAL = InvalidInput(
    UsageMessage.OVER_DAY_CAP(5_000, used=900, cap=1_000, left=100), remedy=UsageRemedy.RAISE_DAY_CAP()
)
REFUSED = (
    "This needs 5,000 characters; 900 were used today, and your limit for a day is 1,000: 100 left. "
    "Send less, or raise the limit in File › Profiles."
)


@pytest.fixture
def session(qt_loop: asyncio.AbstractEventLoop, tmp_path: Path) -> Session:
    """A session with a service that bills, and with questions from 40 characters on."""
    folders = Folders.under(tmp_path / "home")
    made = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    made.provider = Provider("custom", "https://service.example")
    made.save_settings(replace(made.settings, ask_from=40, job_cap=50))
    return made


@pytest.fixture
def gate(session: Session, finish: Finish, tmp_path: Path) -> Iterator[CostGate]:
    records = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    yield CostGate(session, records.history)
    finish(records.__aexit__(None, None, None))


@pytest.mark.slow
@pytest.mark.parametrize(("usage", "words"), [(None, "The service bills them."), (Usage(90, 100), "only 10 are left")])
@pytest.mark.parametrize("title", ["", "Send 40 characters once more?"])
def test_it_tells_the_cost_and_takes_the_answer(
    window: QWidget,
    session: Session,
    gate: CostGate,
    qtbot: QtBot,
    qt_loop: asyncio.AbstractEventLoop,
    usage: Usage | None,
    words: str,
    title: str,
) -> None:
    session.note_usage(usage)
    for is_agreed in (True, False):
        task = qt_loop.create_task(may_send(window, gate, 40, title=title))
        qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(Question)))
        question = next(each for each in window.findChildren(Question) if each.isVisible())
        text = question.findChild(QLabel, "question_text")
        assert question.windowTitle() == (title or "Send 40 characters?")
        assert text is not None
        assert words in text.text()
        (question.accept if is_agreed else question.reject)()
        qtbot.waitUntil(task.done)

        assert task.result() is is_agreed


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("price", "words"),
    [("20000 EUR", "They cost about 0.80 EUR."), ("20 EUR", "They cost less than 0.01 EUR.")],
)
def test_a_price_tells_the_cost_in_money(
    window: QWidget,
    session: Session,
    gate: CostGate,
    qtbot: QtBot,
    qt_loop: asyncio.AbstractEventLoop,
    price: str,
    words: str,
) -> None:
    set_costs(session, price=price)
    task = qt_loop.create_task(may_send(window, gate, 40))
    qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(Question)))
    question = next(each for each in window.findChildren(Question) if each.isVisible())
    text = question.findChild(QLabel, "question_text")

    assert text is not None
    assert text.text().endswith(words)
    question.reject()
    qtbot.waitUntil(task.done)


def test_it_does_not_ask_for_little_and_refuses_what_exceeds_a_cap(
    window: QWidget, gate: CostGate, finish: Finish
) -> None:
    assert finish(may_send(window, gate, 39)) is True
    with pytest.raises(InvalidInput, match="your limit for a job is 50"):
        finish(may_send(window, gate, 51))

    assert window.findChildren(Question) == []


def test_what_may_cost_less_is_told_as_the_most(qtbot: QtBot) -> None:
    outlook = CostOutlook(sum_of_money=Decimal("1.234"), currency="EUR")
    assert money_words(outlook, is_most=True) == "They cost 1.23 EUR at most."
    assert money_words(outlook) == "They cost about 1.23 EUR."
    assert money_words(replace(outlook, sum_of_money=Decimal("0.001")), is_most=True) == (
        "They cost less than 0.01 EUR."
    )
    assert money_words(CostOutlook()) == ""


@pytest.mark.parametrize(
    ("outlook", "words", "tone"),
    [
        (CostOutlook(), "5,000 characters will be billed.", "muted"),
        (CostOutlook(warning="That is much."), "5,000 characters will be billed. That is much.", "warning"),
        (CostOutlook(REFUSAL), REFUSED, "problem"),
    ],
)
def test_what_a_cap_forbids_is_not_said_to_be_billed(qtbot: QtBot, outlook: CostOutlook, words: str, tone: str) -> None:
    assert cost_line("5,000 characters will be billed.", outlook) == (words, tone)
    assert cap_words(outlook) == (REFUSED if outlook.refusal else "")
