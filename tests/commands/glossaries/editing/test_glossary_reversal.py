"""`termdesk glossary reverse`."""

from __future__ import annotations

import asyncio

from support.services.command_folder import EN_DE, CommandFolder

DE_EN = EN_DE.reverse


def test_the_reverse_dictionary_is_made_with_the_first_of_several(desk: CommandFolder) -> None:
    desk.draft(("bench", "Bank"), ("bank", "Bank"), ("tree", "Baum"), ("sea", ""))

    assert desk.run("glossary", "reverse", desk.name) == 1
    assert "has 2 entries." in desk.out
    assert "! Bank → bench (instead of: bank)" in desk.out
    assert "1 row with an empty side is left out." in desk.err
    assert desk.here(DE_EN) == [("Bank", "bench"), ("Baum", "tree")]
    assert desk.run("glossary", "reverse", desk.name, "--pair", "en-de") == 2
    assert "has a dictionary de → en already" in desk.err


def test_a_choice_decides_what_a_phrase_becomes(desk: CommandFolder) -> None:
    desk.draft(("bench", "Bank"), ("bank", "Bank"))

    report = desk.json("glossary", "reverse", desk.name, "--choose", "Bank", "bank")

    [clash] = report["clashes"]
    assert clash == {"phrase": "Bank", "becomes": "bank", "candidates": ["bench", "bank"], "is_chosen": True}
    assert (report["entries"], report["source_lang"], report["is_done"]) == (1, "de", True)
    assert desk.here(DE_EN) == [("Bank", "bank")]


def test_a_choice_that_does_not_exist_is_refused(desk: CommandFolder) -> None:
    desk.draft(("bench", "Bank"))

    assert desk.run("glossary", "reverse", desk.name, "--choose", "Bank", "bank") == 2
    assert "It can become bench." in desk.err
    assert desk.run("glossary", "reverse", desk.name, "--choose", "Bang", "bank") == 2
    assert desk.here(DE_EN) is None


def test_a_dry_run_makes_nothing(desk: CommandFolder) -> None:
    asyncio.run(desk.draft_two(desk.name))

    assert desk.run("glossary", "reverse", desk.name, "--dry-run") == 2
    assert "Choose one with --pair" in desk.err
    assert desk.run("glossary", "reverse", desk.name, "--pair", "en-de", "--dry-run") == 1
    assert "would have 1 entry." in desk.out
    assert desk.here(DE_EN) is None


def test_a_dictionary_without_entries_has_no_reverse(desk: CommandFolder) -> None:
    desk.draft(("sea", ""))

    assert desk.run("glossary", "reverse", desk.name) == 2
    assert "no entry that can be reversed" in desk.err
