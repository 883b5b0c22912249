"""`termdesk glossary kinds`."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder

KINDS = ("glossary", "kinds")


def off(desk: CommandFolder, *name: str) -> set[str]:
    """Return the kinds that are not reported."""
    return {each["kind"] for each in desk.json(*KINDS, *name)["kinds"] if not each["is_on"]}


def found(desk: CommandFolder) -> list[str]:
    [report] = desk.json("glossary", "check", desk.name, "--least", "hint")["dictionaries"]
    return [each["kind"] for each in report["findings"]]


def test_a_kind_is_switched_off_and_on_in_one_glossary(desk: CommandFolder) -> None:
    desk.draft(("sea", "Me\u200ber"))
    assert found(desk) == ["invisible"]

    assert desk.run(*KINDS, desk.name, "--off", "invisible", "--dry-run") == 1
    assert desk.out == f"Would switch off in “{desk.name}”: invisible\n"
    assert off(desk, desk.name) == set()
    assert desk.json(*KINDS, desk.name, "--off", "invisible")["is_done"] is True
    assert (off(desk, desk.name), off(desk)) == ({"invisible"}, set())
    assert found(desk) == []
    assert desk.run(*KINDS, desk.name, "--off", "invisible", "--dry-run") == 0, "it is off already"

    assert desk.run(*KINDS, desk.name, "--on", "invisible") == 0
    assert desk.out == f"Switched on in “{desk.name}”: invisible\n"
    assert found(desk) == ["invisible"]


def test_a_kind_is_switched_off_in_all_glossaries(desk: CommandFolder) -> None:
    desk.draft(("sea", "Me\u200ber"))

    assert desk.run(*KINDS, "--off", "invisible", "bidi") == 0
    assert sorted(desk.out.splitlines()) == [
        f"Switched off in all glossaries: {each}" for each in ("bidi", "invisible")
    ]
    assert off(desk) == off(desk, desk.name) == {"invisible", "bidi"}
    assert found(desk) == []
    assert desk.run(*KINDS, desk.name, "--on", "invisible") == 2
    assert "Switch it on in all: termdesk glossary kinds --on invisible" in desk.err
    assert desk.run(*KINDS, desk.name) == 0
    assert "off in all" in desk.out
    assert desk.run(*KINDS, "--on", "invisible") == 0
    assert off(desk, desk.name) == {"bidi"}


def test_a_custom_rule_is_a_kind(desk: CommandFolder) -> None:
    assert desk.run("glossary", "rules", "--add", "No sea", "--pattern", "sea") == 0

    assert desk.run(*KINDS, "--off", "own:No sea") == 0
    assert off(desk) == {"own:No sea"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--off", "fun"), "no kind of finding “fun”"),
        (("--off", "own:Nothing"), "cannot be switched"),
        (("--off", "empty"), "cannot be switched"),
        (("--off", "bidi", "--on", "bidi"), "the same kind"),
        (("--dry-run",), "--dry-run is for"),
    ],
)
def test_what_cannot_be_switched_is_refused(desk: CommandFolder, words: tuple[str, ...], told: str) -> None:
    assert desk.run(*KINDS, *words) == 2
    assert told in desk.err
