"""The cost of a text is shown before it is sent, with a warning if it exceeds what is left."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from support.services.fake_service import FakeService
from support.services.profile_costs import set_costs
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.translation.translation import TranslateRequest
from termdesk.ui.translation.character_count import CharacterCount


@pytest.fixture
def count(qtbot: QtBot, cases: LazyUseCases) -> CharacterCount:
    made = CharacterCount(cases.translator, cases.usage_monitor)
    qtbot.addWidget(made)
    return made


def test_characters_will_be_billed_until_they_are_answered(count: CharacterCount) -> None:
    count.show_request(TranslateRequest("a house", "de"), is_answered=False)
    assert (count.text(), count.property("tone")) == ("7 characters will be billed", "muted")
    count.show_request(TranslateRequest("a house", "de"), is_answered=True)
    assert (count.text(), count.property("tone")) == ("7 characters, already translated", "muted")


def test_a_text_over_the_cap_of_a_day_is_told_before_it_is_sent(
    count: CharacterCount, cases: LazyUseCases, finish: Callable[[Coroutine[Any, Any, Any]], Any]
) -> None:
    set_costs(cases.session, day_cap=10)
    finish(cases._records.history.add_billed_call(cases.session.profile, "x", estimated=6, billed=None))
    finish(cases.usage_monitor.refresh())

    count.show_request(TranslateRequest("a house", "de"), is_answered=False)

    assert count.text() == (
        "This needs 7 characters; 6 were used today, and your limit for a day is 10: 4 left. "
        "Send less, or raise the limit in File › Profiles."
    )
    assert count.property("tone") == "problem"
    count.show_request(TranslateRequest("ab", "de"), is_answered=False)
    assert count.text() == (
        "2 characters will be billed. This takes 50% of the 4 characters that your limit for a day leaves today."
    )
    assert count.property("tone") == "warning"


def test_a_price_tells_the_cost_in_money_too(count: CharacterCount, cases: LazyUseCases) -> None:
    set_costs(cases.session, price="20000 EUR")

    count.show_request(TranslateRequest("a house", "de"), is_answered=False)
    assert count.text() == "7 characters will be billed. They cost about 0.14 EUR."
    assert count.property("tone") == "muted"
    set_costs(cases.session, price="20 EUR")
    count.show_cost("12 characters × 2 languages: 24 will be billed", 24)
    assert count.text().endswith("24 will be billed. They cost less than 0.01 EUR.")
    count.show_request(TranslateRequest("", "de"), is_answered=False)
    assert "cost" not in count.text()


def test_more_than_is_left_is_warned_of(
    count: CharacterCount,
    fake: FakeService,
    cases: LazyUseCases,
    finish: Callable[[Coroutine[Any, Any, Any]], Any],
) -> None:
    fake.usage = {"character_count": 90, "character_limit": 100}
    finish(cases.usage_monitor.refresh())

    count.show_cost("12 characters × 2 languages: 24", 24)

    assert count.text().startswith("12 characters × 2 languages: 24. ")
    assert count.property("tone") == "warning"
