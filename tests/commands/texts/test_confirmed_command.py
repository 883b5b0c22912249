"""`termdesk confirmed`."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder

LOCAL = ("--profile", "local")


def texts(command_folder: CommandFolder, *words: str) -> dict[str, str]:
    report = command_folder.json("confirmed", *words, *LOCAL)
    return {one["text"]: one["translation"] for each in report["pairs"] for one in each["translations"]}


def confirm(command_folder: CommandFolder, text: str, translation: str, *more: str) -> int:
    return command_folder.run("confirmed", "--pair", "en-de", "--confirm", text, translation, *LOCAL, *more)


@pytest.mark.slow
def test_translations_are_confirmed_corrected_and_deleted(command_folder: CommandFolder) -> None:
    assert confirm(command_folder, "The house.", "Das Haus.", "--dry-run") == 1
    assert command_folder.out == "Would confirm, en → de: The house. → Das Haus.\n"
    assert command_folder.run("confirmed", *LOCAL) == 1
    assert "No confirmed translation is found." in command_folder.err
    assert confirm(command_folder, "The house.", "Das Haus.") == 0
    assert command_folder.out == "Confirmed, en → de: The house. → Das Haus.\n"
    assert confirm(command_folder, "The house.", "Das Heim.") == 0
    assert "(was: Das Haus.)" in command_folder.out
    assert texts(command_folder) == {"The house.": "Das Heim."}
    assert confirm(command_folder, "The house.", " ") == 2

    delete = ("confirmed", "--pair", "en-de", "--delete")
    assert command_folder.run(*delete, "The tree.", "--yes", *LOCAL) == 2
    assert command_folder.run(*delete, "The house.", *LOCAL) == 2
    assert "Add --yes to agree." in command_folder.err
    assert command_folder.run(*delete, "The house.", "--yes", *LOCAL) == 0
    assert texts(command_folder) == {}


@pytest.mark.slow
def test_translations_go_into_a_file_and_come_back(command_folder: CommandFolder) -> None:
    assert confirm(command_folder, "The house.", "Das Haus.") == 0
    path = command_folder.path / "memory.tmx"
    assert command_folder.run("confirmed", "-o", str(path), *LOCAL) == 0
    assert "1 translation written" in command_folder.out
    assert command_folder.run("confirmed", "-o", str(path), *LOCAL) == 2
    assert confirm(command_folder, "The house.", "Das Heim.") == 0
    take = ("confirmed", "--import", str(path), *LOCAL)

    assert command_folder.run(*take, "--dry-run") == 1
    assert "~ The house. → Das Haus. (was: Das Heim.)" in command_folder.out
    assert command_folder.run(*take) == 2
    assert texts(command_folder) == {"The house.": "Das Heim."}
    report = command_folder.json(*take, "--yes")
    assert (report["count"], report["is_done"]) == (1, True)
    assert texts(command_folder, "house") == {"The house.": "Das Haus."}
    assert command_folder.run(*take, "--yes") == 0
    assert "confirmed already" in command_folder.err
    assert command_folder.run("confirmed", "--delete-all", "--pair", "en-de", "--yes", *LOCAL) == 0
    assert texts(command_folder) == {}


def test_another_service_keeps_none_of_ours(command_folder: CommandFolder) -> None:
    assert command_folder.run("confirmed") == 2
    assert "--profile local" in command_folder.err
    assert command_folder.run("confirmed", "--delete-all", *LOCAL) == 2
    assert "--pair" in command_folder.err
