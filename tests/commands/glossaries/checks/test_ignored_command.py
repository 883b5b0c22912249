"""`termdesk glossary ignored`."""

from __future__ import annotations

from datetime import datetime

import pytest

from support.services.command_folder import CommandFolder


def found(desk: CommandFolder) -> list[tuple[str, int]]:
    [report] = desk.json("glossary", "check", desk.name, "--least", "hint")["dictionaries"]
    return [(each["kind"], each["row"]) for each in report["findings"]]


def test_findings_are_ignored_with_a_note_and_reported_again(desk: CommandFolder) -> None:
    desk.draft(("sea", "Me\u200ber"), ("tree", "Ba\u200bum"), ("Bonn", "Bonn"))
    ignored = ("glossary", "ignored", desk.name)
    add = (*ignored, "--add", "--kind", "invisible", "--phrase", "Me\u200ber", "--note", "Meant.")
    assert desk.run(*ignored) == 0
    assert "No finding is ignored." in desk.err

    assert desk.run(*add, "--dry-run") == 1
    assert desk.out.startswith("Would be ignored: en → de, target: invisible: ")
    [would] = desk.json(*add, "--dry-run")["findings"]
    assert would["ignored_at"] is None
    assert len(found(desk)) == 3

    assert desk.json(*add)["is_done"] is True
    assert found(desk) == [("invisible", 2), ("same_as_source", 3)]
    [kept] = desk.json(*ignored)["findings"]
    assert (kept["kind"], kept["side"], kept["phrase"], kept["note"]) == ("invisible", "target", "Me\u200ber", "Meant.")
    assert datetime.fromisoformat(kept["ignored_at"]).tzinfo is not None
    assert desk.run(*ignored) == 0
    assert "Meant." in desk.out

    take_back = (*ignored, "--take-back", "--kind", "invisible")
    assert desk.run(*take_back, "--dry-run") == 1
    assert desk.out.startswith("Would be reported again: en → de, target: invisible: ")
    assert desk.json(*ignored)["findings"] == [kept]
    assert desk.run(*take_back) == 0
    assert desk.out.startswith("Reported again: en → de, target: invisible: ")
    assert len(found(desk)) == 3
    assert desk.json(*ignored)["findings"] == []


def test_an_ignored_finding_gets_the_new_note(desk: CommandFolder) -> None:
    desk.draft(("Bonn", "Bonn"))
    ignored = ("glossary", "ignored", desk.name)
    for note in ("Once.", "Twice."):
        assert desk.run(*ignored, "--add", "--kind", "same_as_source", "--note", note) == 0

    assert [each["note"] for each in desk.json(*ignored)["findings"]] == ["Twice."]


@pytest.mark.parametrize(
    ("words", "told"),
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
def test_what_cannot_be_ignored_is_refused(desk: CommandFolder, words: tuple[str, ...], told: str) -> None:
    desk.draft(("sea", "Meer "))

    assert desk.run("glossary", "ignored", desk.name, *words) == 2
    assert told in desk.err
