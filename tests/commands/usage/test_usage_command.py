"""`termdesk usage`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from support.running_service import running_service
from support.services.command_folder import CommandFolder


@pytest.fixture
def limited(command_folder: CommandFolder) -> Iterator[CommandFolder]:
    """The same folder, with a service that allows 50 characters a month."""
    with running_service("--character-limit", "50") as service:
        command_folder.change_settings(custom_address=service.url)
        yield replace(command_folder, service=service)


@pytest.mark.slow
def test_the_usage_stands_beside_the_limits(limited: CommandFolder) -> None:
    assert limited.run("usage") == 0
    assert "Limit of the account        50, 0.0% used" in limited.out
    limited.run("translate", "A house and a very big old tree.", "--from", "en", "--to", "es", "--yes")

    assert limited.run("usage") == 0
    reported = limited.json("usage")
    assert (reported["characters"], reported["left"], reported["sent_today"]) == (32, 18, 32)
    assert reported["account"] == {"characters": 32, "limit": 50, "left": 18, "share": 0.64}
    assert reported["caps"] == {"job": 500_000, "day": 1_000_000, "ask_from": 5_000}


@pytest.mark.slow
def test_high_usage_is_a_finding(limited: CommandFolder) -> None:
    limited.change_settings(warn_at_percent=50)
    limited.run("translate", "A house and a very big old tree.", "--from", "en", "--to", "es", "--yes")

    assert limited.run("usage") == 1
    assert limited.json("usage")["level"] == "high"


@pytest.mark.slow
def test_usage_shortly_before_the_limit_is_a_finding(limited: CommandFolder) -> None:
    limited.run("translate", "A house, a garden and a very big, very old tree.", "--from", "en", "--to", "es", "--yes")

    assert limited.run("usage") == 1
    assert limited.json("usage")["level"] == "critical"


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process cannot be changed here")
def test_days_are_those_of_the_clock_here(limited: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The period ends on the first of a month at midnight UTC, which is still the day before in this time zone."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "EST5")
        time.tzset()
        limited.run("usage")
    time.tzset()

    [line] = [each for each in limited.out.splitlines() if each.startswith("End of the period")]
    assert not line.endswith("-01")


def test_without_the_service_the_last_reading_is_shown_with_its_time(command_folder: CommandFolder) -> None:
    with running_service("--character-limit", "50") as service:
        command_folder.change_settings(custom_address=service.url)
        online = replace(command_folder, service=service)
        online.run("translate", "A house and a very big old tree.", "--from", "en", "--to", "es", "--yes")
        current = online.json("usage")

    recalled = online.json("usage")

    assert current["as_of"] is None
    assert recalled["as_of"]
    assert (recalled["characters"], recalled["left"]) == (current["characters"], current["left"]) == (32, 18)
    assert online.run("usage") == 0
    assert "This is the reading of" in online.err
