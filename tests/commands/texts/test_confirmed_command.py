"""`termdesk confirmed`."""

from __future__ import annotations

from support.services.command_folder import CommandFolder

LOCAL = ("--profile", "local")


def texts(desk: CommandFolder, *words: str) -> dict[str, str]:
    report = desk.json("confirmed", *words, *LOCAL)
    return {one["text"]: one["translation"] for each in report["pairs"] for one in each["translations"]}


def confirm(desk: CommandFolder, text: str, translation: str, *more: str) -> int:
    return desk.run("confirmed", "--pair", "en-de", "--confirm", text, translation, *LOCAL, *more)


def test_translations_are_confirmed_corrected_and_deleted(desk: CommandFolder) -> None:
    assert confirm(desk, "The house.", "Das Haus.", "--dry-run") == 1
    assert desk.out == "Would confirm, en → de: The house. → Das Haus.\n"
    assert desk.run("confirmed", *LOCAL) == 1
    assert "No confirmed translation is found." in desk.err
    assert confirm(desk, "The house.", "Das Haus.") == 0
    assert desk.out == "Confirmed, en → de: The house. → Das Haus.\n"
    assert confirm(desk, "The house.", "Das Heim.") == 0
    assert "(was: Das Haus.)" in desk.out
    assert texts(desk) == {"The house.": "Das Heim."}
    assert confirm(desk, "The house.", " ") == 2

    delete = ("confirmed", "--pair", "en-de", "--delete")
    assert desk.run(*delete, "The tree.", "--yes", *LOCAL) == 2
    assert desk.run(*delete, "The house.", *LOCAL) == 2
    assert "Add --yes to agree." in desk.err
    assert desk.run(*delete, "The house.", "--yes", *LOCAL) == 0
    assert texts(desk) == {}


def test_translations_go_into_a_file_and_come_back(desk: CommandFolder) -> None:
    assert confirm(desk, "The house.", "Das Haus.") == 0
    path = desk.path / "memory.tmx"
    assert desk.run("confirmed", "-o", str(path), *LOCAL) == 0
    assert "1 translation written" in desk.out
    assert desk.run("confirmed", "-o", str(path), *LOCAL) == 2
    assert confirm(desk, "The house.", "Das Heim.") == 0
    take = ("confirmed", "--import", str(path), *LOCAL)

    assert desk.run(*take, "--dry-run") == 1
    assert "~ The house. → Das Haus. (was: Das Heim.)" in desk.out
    assert desk.run(*take) == 2
    assert texts(desk) == {"The house.": "Das Heim."}
    report = desk.json(*take, "--yes")
    assert (report["count"], report["is_done"]) == (1, True)
    assert texts(desk, "house") == {"The house.": "Das Haus."}
    assert desk.run(*take, "--yes") == 0
    assert "confirmed already" in desk.err
    assert desk.run("confirmed", "--delete-all", "--pair", "en-de", "--yes", *LOCAL) == 0
    assert texts(desk) == {}


def test_another_service_keeps_none_of_ours(desk: CommandFolder) -> None:
    assert desk.run("confirmed") == 2
    assert "--profile local" in desk.err
    assert desk.run("confirmed", "--delete-all", *LOCAL) == 2
    assert "--pair" in desk.err
