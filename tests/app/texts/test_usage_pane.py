"""The Usage pane shows the service in use, whatever it reports and however much."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.fake import KEY, at_rest, connect
from app.program import Control, Key, Program
from support.services.fake_service import FakeService
from support.services.profile_costs import set_costs
from termdesk.domain.provider import Provider
from termdesk.ui.usage.usage_pane import UsagePane


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def opened(program: Program) -> UsagePane:
    program.press(Key.Key_7, Control)
    at_rest(program)
    return program.controller.usage


def period(*, days_ago: int = 10) -> dict[str, str]:
    start = datetime.now(UTC) - timedelta(days=days_ago)
    return {"start_time": start.isoformat(), "end_time": (start + timedelta(days=30)).isoformat()}


@pytest.mark.slow
def test_another_service_takes_the_place_of_the_one_that_is_shown(program: Program, fake: FakeService) -> None:
    pane = opened(program)
    fake.usage = {"character_count": 123_456, "character_limit": 1_000_000}

    connect(program, fake)

    assert pane.figure.text() == "123,456"
    assert pane.fields["limit"].text() == "1,000,000"


def test_the_money_is_that_of_the_account_also_where_the_key_decides(program: Program, fake: FakeService) -> None:
    fake.usage = {
        "character_count": 1_000_000,
        "character_limit": 1_000_000_000_000,
        "api_key_character_count": 1_000,
        "api_key_character_limit": 10_000,
        **period(),
    }
    connect(program, fake)
    set_costs(program.controller.use_cases.session, price="20 EUR")

    fields = opened(program).fields

    assert fields["forecast"].text().startswith("3,000 by ")
    assert fields["cost"].text() == "20.00 EUR so far, 60.00 EUR at the end of the period"


@pytest.mark.slow
def test_numbers_of_any_size_are_shown(program: Program, fake: FakeService) -> None:
    fake.usage = {
        "character_count": 40_000_000_000,
        "character_limit": 900_000_000_000,
        "api_key_character_count": 1_000_000_000,
        "api_key_character_limit": 6_000_000_000,
        "products": [{"product_type": f"productWithALongName{each}", "character_count": each} for each in range(30)],
        **period(),
    }
    connect(program, fake)

    pane = opened(program)
    program.picture("usage-huge")

    assert pane.fields["left"].text() == "5,000,000,000 for this key"
    assert pane.fields["forecast"].text().startswith(("2,999,99", "3,000,000,000 by "))
    assert pane.minimumSizeHint().width() < 1_000, "many products need no wider window"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("usage", "figure", "words"),
    [
        ({}, "–", "The service does not report the usage."),
        ({"character_limit": 500, "api_key_character_limit": 100}, "–", "The service does not report the usage."),
        ({"character_count": 50, "api_key_character_limit": 100}, "50", "characters used, as of "),
        ({"character_count": 0, "character_limit": 0}, "0", "characters used, as of "),
    ],
)
def test_what_is_not_reported_is_said(
    program: Program, fake: FakeService, usage: dict[str, Any], figure: str, words: str
) -> None:
    fake.usage = usage
    connect(program, fake)

    pane = opened(program)

    assert pane.figure.text() == figure
    assert pane.figure_words.text().startswith(words)


def test_a_service_that_does_not_answer_is_not_said_to_report_nothing(program: Program, fake: FakeService) -> None:
    provider = Provider("custom", fake.url)
    program.wait_for(fake.__aexit__(None, None, None))
    program.wait_for(program.controller.use_cases.session.use(provider, KEY))
    program.wait_for(program.controller.connect_now())

    pane = opened(program)

    assert pane.figure.text() == "–"
    assert pane.figure_words.text() == "Nothing answers at the address of the service. Refresh to ask again."


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("limit", "shown", "in_status"),
    [
        (200, "200", "50 of 200 characters · as of "),
        (1_000_000_000_000, "no limit", "50 characters, no limit · as of "),
    ],
)
def test_without_the_service_the_last_reading_is_shown_with_its_time(
    program: Program, fake: FakeService, limit: int, shown: str, in_status: str
) -> None:
    fake.usage = {"character_count": 50, "character_limit": limit}
    connect(program, fake)
    opened(program)
    provider = program.controller.use_cases.session.provider
    program.leave_service()
    program.wait_for(fake.__aexit__(None, None, None))
    program.wait_for(program.controller.use_cases.session.use(provider, KEY))
    program.wait_for(program.controller.connect_now())

    pane = opened(program)
    program.until(lambda: pane.figure.text() == "50" and at_rest(program) is None)
    assert pane.figure_words.text().startswith("characters used on ")
    assert pane.fields["limit"].text() == shown
    assert in_status in program.controller.window.status.usage.label.text()
    program.picture("usage-without-the-service")


@pytest.mark.slow
def test_without_entries_the_ledger_leads_to_the_pane_that_translates(program: Program) -> None:
    opened(program).ledger.translate_asked.emit()

    assert program.controller.window.pane is program.controller.translate
