"""`termdesk glossary kinds`."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder

KINDS = ("glossary", "kinds")


def off(command_folder: CommandFolder, *name: str) -> set[str]:
    """Return the kinds that are not reported."""
    return {each["kind"] for each in command_folder.json(*KINDS, *name)["kinds"] if not each["is_on"]}


def found(command_folder: CommandFolder) -> list[str]:
    [report] = command_folder.json("glossary", "check", command_folder.name, "--least", "hint")["dictionaries"]
    return [each["kind"] for each in report["findings"]]


@pytest.mark.slow
def test_a_kind_is_switched_off_and_on_in_one_glossary(command_folder: CommandFolder) -> None:
    command_folder.draft(("sea", "Me\u200ber"))
    assert found(command_folder) == ["invisible"]

    assert command_folder.run(*KINDS, command_folder.name, "--off", "invisible", "--dry-run") == 1
    assert command_folder.out == f"Would switch off in “{command_folder.name}”: invisible\n"
    assert off(command_folder, command_folder.name) == set()
    assert command_folder.json(*KINDS, command_folder.name, "--off", "invisible")["is_done"] is True
    assert (off(command_folder, command_folder.name), off(command_folder)) == ({"invisible"}, set())
    assert found(command_folder) == []
    assert command_folder.run(*KINDS, command_folder.name, "--off", "invisible", "--dry-run") == 0, "it is off already"

    assert command_folder.run(*KINDS, command_folder.name, "--on", "invisible") == 0
    assert command_folder.out == f"Switched on in “{command_folder.name}”: invisible\n"
    assert found(command_folder) == ["invisible"]


def test_a_kind_is_switched_off_in_all_glossaries(command_folder: CommandFolder) -> None:
    command_folder.draft(("sea", "Me\u200ber"))

    assert command_folder.run(*KINDS, "--off", "invisible", "bidi") == 0
    assert sorted(command_folder.out.splitlines()) == [
        f"Switched off in all glossaries: {each}" for each in ("bidi", "invisible")
    ]
    assert off(command_folder) == off(command_folder, command_folder.name) == {"invisible", "bidi"}
    assert found(command_folder) == []
    assert command_folder.run(*KINDS, command_folder.name, "--on", "invisible") == 2
    assert "Switch it on in all: termdesk glossary kinds --on invisible" in command_folder.err
    assert command_folder.run(*KINDS, command_folder.name) == 0
    assert "off in all" in command_folder.out
    assert command_folder.run(*KINDS, "--on", "invisible") == 0
    assert off(command_folder, command_folder.name) == {"bidi"}


def test_a_custom_rule_is_a_kind(command_folder: CommandFolder) -> None:
    assert command_folder.run("glossary", "rules", "--add", "No sea", "--pattern", "sea") == 0

    assert command_folder.run(*KINDS, "--off", "own:No sea") == 0
    assert off(command_folder) == {"own:No sea"}


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("--off", "fun"), "no kind of finding “fun”"),
        (("--off", "own:Nothing"), "cannot be switched"),
        (("--off", "empty"), "cannot be switched"),
        (("--off", "bidi", "--on", "bidi"), "the same kind"),
        (("--dry-run",), "--dry-run is for"),
    ],
)
def test_what_cannot_be_switched_is_refused(
    command_folder: CommandFolder, words: tuple[str, ...], reported: str
) -> None:
    assert command_folder.run(*KINDS, *words) == 2
    assert reported in command_folder.err
