"""`termdesk glossary ignored`."""

from __future__ import annotations

from datetime import datetime

import pytest

from support.services.command_folder import CommandFolder


def found(command_folder: CommandFolder) -> list[tuple[str, int]]:
    [report] = command_folder.json("glossary", "check", command_folder.name, "--least", "hint")["dictionaries"]
    return [(each["kind"], each["row"]) for each in report["findings"]]


@pytest.mark.slow
def test_findings_are_ignored_with_a_note_and_reported_again(command_folder: CommandFolder) -> None:
    command_folder.draft(("sea", "Me\u200ber"), ("tree", "Ba\u200bum"), ("Bonn", "Bonn"))
    ignored = ("glossary", "ignored", command_folder.name)
    add = (*ignored, "--add", "--kind", "invisible", "--phrase", "Me\u200ber", "--note", "Meant.")
    assert command_folder.run(*ignored) == 0
    assert "No finding is ignored." in command_folder.err

    assert command_folder.run(*add, "--dry-run") == 1
    assert command_folder.out.startswith("Would be ignored: en → de, target: invisible: ")
    [would] = command_folder.json(*add, "--dry-run")["findings"]
    assert would["ignored_at"] is None
    assert len(found(command_folder)) == 3

    assert command_folder.json(*add)["is_done"] is True
    assert found(command_folder) == [("invisible", 2), ("same_as_source", 3)]
    [kept] = command_folder.json(*ignored)["findings"]
    assert (kept["kind"], kept["side"], kept["phrase"], kept["note"]) == ("invisible", "target", "Me\u200ber", "Meant.")
    assert datetime.fromisoformat(kept["ignored_at"]).tzinfo is not None
    assert command_folder.run(*ignored) == 0
    assert "Meant." in command_folder.out

    take_back = (*ignored, "--take-back", "--kind", "invisible")
    assert command_folder.run(*take_back, "--dry-run") == 1
    assert command_folder.out.startswith("Would be reported again: en → de, target: invisible: ")
    assert command_folder.json(*ignored)["findings"] == [kept]
    assert command_folder.run(*take_back) == 0
    assert command_folder.out.startswith("Reported again: en → de, target: invisible: ")
    assert len(found(command_folder)) == 3
    assert command_folder.json(*ignored)["findings"] == []


def test_an_ignored_finding_gets_the_new_note(command_folder: CommandFolder) -> None:
    command_folder.draft(("Bonn", "Bonn"))
    ignored = ("glossary", "ignored", command_folder.name)
    for note in ("Once.", "Twice."):
        assert command_folder.run(*ignored, "--add", "--kind", "same_as_source", "--note", note) == 0

    assert [each["note"] for each in command_folder.json(*ignored)["findings"]] == ["Twice."]


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("--add",), "--kind or --phrase says which"),
        (("--add", "--kind", "bidi"), "fits. Nothing was changed."),
        (("--add", "--kind", "outer_space"), "fits. Nothing was changed."),
        (("--take-back", "--phrase", "sea"), "fits. Nothing was changed."),
        (("--add", "--kind", "fun"), "no kind of finding “fun”"),
        (("--note", "x"), "are for --add"),
        (("--dry-run",), "--dry-run is for"),
    ],
)
def test_what_cannot_be_ignored_is_refused(
    command_folder: CommandFolder, words: tuple[str, ...], reported: str
) -> None:
    command_folder.draft(("sea", "Meer "))

    assert command_folder.run("glossary", "ignored", command_folder.name, *words) == 2
    assert reported in command_folder.err
