"""`termdesk preferences`."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import CommandFolder


def value(command_folder: CommandFolder, name: str) -> object:
    [found] = command_folder.json("preferences", name)["preferences"]
    return found["value"]


def test_preferences_are_listed_with_their_values(command_folder: CommandFolder) -> None:
    assert command_folder.run("preferences") == 0
    assert "keep_history_days" in command_folder.out
    found = {each["name"]: each for each in command_folder.json("preferences")["preferences"]}
    assert found["theme"]["choices"] == ["system", "light", "dark", "contrast"]
    assert (found["job_cap"]["value"], found["job_cap"]["default"]) == (500_000, 500_000)
    assert command_folder.run("preferences", "job_cap") == 0
    assert command_folder.out == "500000\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "typed", "stored"),
    [
        ("theme", "dark", "dark"),
        ("job_cap", "1000", 1000),
        ("terms_only", "yes", True),
        ("text_size", "-2", -2),
        ("libretranslate", "", ""),
    ],
)
def test_a_preference_is_changed_after_a_dry_run_and_reset(
    command_folder: CommandFolder, name: str, typed: str, stored: object
) -> None:
    before = value(command_folder, name)

    assert command_folder.run("preferences", name, typed, "--dry-run") == (before != stored)
    assert command_folder.out == (f"Would set {name} to {typed}\n" if before != stored else "")
    assert value(command_folder, name) == before
    assert command_folder.json("preferences", name, typed)["is_done"] is (before != stored)
    assert value(command_folder, name) == stored
    assert command_folder.run("preferences", name, "--reset") == 0
    assert value(command_folder, name) == before


def test_wrong_names_and_values_are_refused_with_what_is_possible(command_folder: CommandFolder) -> None:
    for words, said in (
        (("theme", "pink"), "system, light, dark, contrast"),
        (("job_cap", "many"), "a number from 0 to 100,000,000"),
        (("warn_at_percent", "0"), "a number from 1 to 100"),
        (("text_size", "13"), "a number from -2 to 12"),
        (("terms_only", "perhaps"), "yes or no"),
        (("libretranslate", "ftp://x"), "LibreTranslate"),
        (("nothing",), "keep_history_days"),
    ):
        assert command_folder.run("preferences", *words) == 2
        assert said in command_folder.err
    assert command_folder.run("preferences", "theme", "dark", "--reset") == 2
    assert command_folder.run("preferences", "--dry-run") == 2


def test_all_are_reset_only_after_agreement(command_folder: CommandFolder) -> None:
    assert command_folder.run("preferences", "job_cap", "7") == 0
    assert command_folder.run("preferences", "--reset") == 2
    assert value(command_folder, "job_cap") == 7
    assert command_folder.run("preferences", "--reset", "--yes") == 0
    assert value(command_folder, "job_cap") == 500_000


@pytest.mark.slow
def test_a_preference_is_changed_while_a_window_is_open(command_folder: CommandFolder) -> None:
    async def work() -> tuple[int, int]:
        async with command_folder.records():
            read = await asyncio.to_thread(command_folder.run, "preferences")
            return read, await asyncio.to_thread(command_folder.run, "preferences", "theme", "dark")

    assert asyncio.run(work()) == (0, 0)
    assert value(command_folder, "theme") == "dark"
