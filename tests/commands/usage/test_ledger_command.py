"""`termdesk ledger`."""

from __future__ import annotations

import csv

import pytest

from support.services.command_folder import CommandFolder


@pytest.fixture
def charged(command_folder: CommandFolder) -> CommandFolder:
    """A folder in which two texts were translated."""
    for target in ("es", "fr"):
        assert command_folder.run("translate", "The house is big.", "--from", "en", "--to", target, "--yes") == 0
    return command_folder


def test_calls_are_listed_with_estimate_bill_and_trace_id(charged: CommandFolder) -> None:
    assert charged.run("ledger") == 0
    lines = charged.out.splitlines()
    assert lines[0].split() == [
        "When",
        "Profile",
        "Work",
        "Languages",
        "Glossary",
        "Estimated",
        "Billed",
        "Trace",
        "id",
    ]
    assert "2 calls, 34 characters" in charged.err

    report = charged.json("ledger")
    assert [each["target_lang"] for each in report["calls"]] == ["fr", "es"]
    assert all(each["trace_id"] and each["profile"] == "Own" for each in report["calls"])
    assert (report["count"], report["characters"], report["billed"], report["file"]) == (2, 34, 34, None)


@pytest.mark.slow
def test_calls_are_found_by_word_work_days_and_profile(charged: CommandFolder) -> None:
    assert charged.json("ledger", "es", "--days", "1")["count"] == 1
    assert charged.json("ledger", "--work", "correction")["count"] == 0
    assert charged.json("ledger", "--profile", "local")["count"] == 0
    assert charged.json("ledger", "--all-profiles")["count"] == 2
    assert charged.run("ledger", "--all-profiles", "--profile", "local") == 2
    assert charged.run("ledger", "nowhere") == 0
    assert "No call was found." in charged.err


def test_calls_are_written_to_a_file_and_not_over_another(charged: CommandFolder) -> None:
    path = charged.path / "calls.csv"

    assert charged.run("ledger", "-o", str(path)) == 0
    rows = list(csv.DictReader(path.read_text("utf-8-sig").splitlines()))
    assert [each["Billed"] for each in rows] == ["17", "17"]
    assert charged.run("ledger", "-o", str(path)) == 2
    assert charged.json("ledger", "es", "-o", str(path), "--force")["file"] == str(path)
    assert len(path.read_text("utf-8-sig").splitlines()) == 2
