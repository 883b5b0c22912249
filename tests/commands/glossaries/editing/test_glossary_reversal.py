"""`termdesk glossary reverse`."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import EN_DE, CommandFolder

DE_EN = EN_DE.reverse


def test_the_reverse_dictionary_is_made_with_the_first_of_several(command_folder: CommandFolder) -> None:
    command_folder.draft(("bench", "Bank"), ("bank", "Bank"), ("tree", "Baum"), ("sea", ""))

    assert command_folder.run("glossary", "reverse", command_folder.name) == 1
    assert "has 2 entries." in command_folder.out
    assert "! Bank → bench (instead of: bank)" in command_folder.out
    assert "1 row with an empty side is left out." in command_folder.err
    assert command_folder.here(DE_EN) == [("Bank", "bench"), ("Baum", "tree")]
    assert command_folder.run("glossary", "reverse", command_folder.name, "--pair", "en-de") == 2
    assert "already has a dictionary de → en" in command_folder.err


def test_a_choice_decides_what_a_phrase_becomes(command_folder: CommandFolder) -> None:
    command_folder.draft(("bench", "Bank"), ("bank", "Bank"))

    report = command_folder.json("glossary", "reverse", command_folder.name, "--choose", "Bank", "bank")

    [clash] = report["clashes"]
    assert clash == {"phrase": "Bank", "becomes": "bank", "candidates": ["bench", "bank"], "is_chosen": True}
    assert (report["entries"], report["source_lang"], report["is_done"]) == (1, "de", True)
    assert command_folder.here(DE_EN) == [("Bank", "bank")]


@pytest.mark.slow
def test_a_choice_that_does_not_exist_is_refused(command_folder: CommandFolder) -> None:
    command_folder.draft(("bench", "Bank"))

    assert command_folder.run("glossary", "reverse", command_folder.name, "--choose", "Bank", "bank") == 2
    assert "It can become bench." in command_folder.err
    assert command_folder.run("glossary", "reverse", command_folder.name, "--choose", "Bang", "bank") == 2
    assert command_folder.here(DE_EN) is None


@pytest.mark.slow
def test_a_dry_run_makes_nothing(command_folder: CommandFolder) -> None:
    asyncio.run(command_folder.draft_two(command_folder.name))

    assert command_folder.run("glossary", "reverse", command_folder.name, "--dry-run") == 2
    assert "Choose one with --pair" in command_folder.err
    assert command_folder.run("glossary", "reverse", command_folder.name, "--pair", "en-de", "--dry-run") == 1
    assert "would have 1 entry." in command_folder.out
    assert command_folder.here(DE_EN) is None


def test_a_dictionary_without_entries_has_no_reverse(command_folder: CommandFolder) -> None:
    command_folder.draft(("sea", ""))

    assert command_folder.run("glossary", "reverse", command_folder.name) == 2
    assert "no entry that can be reversed" in command_folder.err
