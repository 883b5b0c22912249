"""`termdesk engines`."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.services.command_folder import CommandFolder

LOCAL = ("--profile", "local")


def corpus(command_folder: CommandFolder) -> Path:
    path = command_folder.path / "memory.tsv"
    nouns = ("house", "Haus"), ("tree", "Baum"), ("dog", "Hund"), ("boat", "Boot"), ("book", "Buch"), ("car", "Auto")
    adjectives = ("big", "groß"), ("small", "klein"), ("old", "alt"), ("new", "neu"), ("good", "gut"), ("red", "rot")
    lines = [
        f"The {noun} number {number} is {adjective}.\tDas {nomen} Nummer {number} ist {adjektiv}.\n"
        for number in range(12)
        for noun, nomen in nouns
        for adjective, adjektiv in adjectives
    ]
    path.write_text("".join(lines), "utf-8")
    return path


def test_engines_are_listed(command_folder: CommandFolder) -> None:
    assert command_folder.run("engines", *LOCAL) == 0
    assert command_folder.out.splitlines()[0].split() == ["Engine", "For", "State", "Version", "License"]
    report = command_folder.json("engines", *LOCAL)
    assert any(each["state"] == "ready" for each in report["engines"])
    assert report["trained"] == []


@pytest.mark.slow
def test_engines_are_looked_for_again(command_folder: CommandFolder) -> None:
    listed = command_folder.json("engines", *LOCAL)

    assert command_folder.run("engines", "--rescan", *LOCAL) == 0
    assert "Models belong into " in command_folder.err
    report = command_folder.json("engines", "--rescan", *LOCAL)
    assert report["is_done"] is True
    assert [each["name"] for each in report["engines"]] == [each["name"] for each in listed["engines"]]
    assert command_folder.run("engines", "--rescan", "--dry-run", *LOCAL) == 2


def test_an_engine_is_trained_listed_and_deleted(command_folder: CommandFolder) -> None:
    path = corpus(command_folder)
    train = ("engines", "--train", str(path), "--pair", "en-de", "--name", "Ours", *LOCAL)

    assert command_folder.run(*train, "--dry-run") == 1
    assert command_folder.json("engines", *LOCAL)["trained"] == []
    report = command_folder.json(*train)
    assert (report["state"], report["is_done"], report["name"]) == ("done", True, "Ours")
    assert report["segments"] > 100
    [trained] = command_folder.json("engines", *LOCAL)["trained"]
    assert (trained["name"], trained["source_lang"], trained["target_lang"]) == ("Ours", "en", "de")

    assert command_folder.run("engines", "--delete", "Ours", *LOCAL) == 2
    assert "Add --yes to agree." in command_folder.err
    assert command_folder.run("engines", "--delete", "Ours", "--dry-run", *LOCAL) == 1
    assert command_folder.out == "Would delete “Ours”, en → de.\n"
    assert command_folder.run("engines", "--delete", "Ours", "--yes", *LOCAL) == 0
    assert command_folder.out == "Deleted “Ours”, en → de.\n"
    assert command_folder.json("engines", *LOCAL)["trained"] == []


def test_what_cannot_be_done_is_refused_with_the_reason(command_folder: CommandFolder) -> None:
    assert command_folder.run("engines") == 2
    assert "--profile local" in command_folder.err
    assert command_folder.run("engines", "--train", "memory.tmx", *LOCAL) == 2
    assert "--pair" in command_folder.err
    for words, said in (
        (("--train", "nowhere.tmx", "--pair", "en-de"), "is not a file"),
        (("--train", command_folder.file("words.csv", "a=b"), "--pair", "en-de"), "words.csv"),
        (("--add", "nowhere"), "does not exist"),
        (("--delete", "nothing"), "No trained engine"),
    ):
        assert command_folder.run("engines", *words, *LOCAL) == 2
        assert said in command_folder.err
