"""`termdesk glossary check`, for glossaries and files."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.storage.check_notes import DictionaryKey


def test_a_glossary_is_checked_as_it_is_here(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"), ("tree", " Baum"))

    assert command_folder.run("glossary", "check", command_folder.name) == 1
    assert "1 problem in 2 entries, en → de." in command_folder.out
    [found] = command_folder.json("glossary", "check", command_folder.name)["dictionaries"]
    [problem] = found["problems"]
    assert (problem["row"], problem["side"], problem["rule"]) == (2, "target", "outer_space")
    assert problem["remedy"]


@pytest.mark.slow
def test_a_clean_glossary_is_found_clean(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))

    assert command_folder.run("glossary", "check", command_folder.name) == 0
    assert command_folder.out == "No problems in 1 entry, en → de.\n"


def test_a_file_is_checked_without_a_service(command_folder: CommandFolder) -> None:
    path = command_folder.file("terms.tsv", "house=Haus", "tree=")

    assert command_folder.run("glossary", "check", path, "--pair", "en-de") == 1
    assert "row 2, target: The phrase is empty." in command_folder.out


@pytest.mark.slow
def test_other_findings_are_listed_when_they_are_asked_for(command_folder: CommandFolder) -> None:
    command_folder.draft(("e-mail", "E-Mail"), ("email", "Post"), ("sea", "Me\u200ber"))
    check = ("glossary", "check", command_folder.name)

    assert command_folder.run(*check) == 0
    assert command_folder.run(*check, "--least", "warning") == 1
    assert "en → de: row 3, target: warning: Invisible character" in command_folder.out
    assert "No problems, 1 warning or hint in 3 entries, en → de." in command_folder.out
    [found] = command_folder.json(*check, "--least", "hint")["dictionaries"]
    assert {each["kind"] for each in found["findings"]} == {"invisible", "near_duplicate"}
    assert found["problems"] == []
    assert command_folder.run(*check, "--kind", "fun") == 2


@pytest.mark.slow
def test_a_glossary_is_compared_with_its_reverse_and_with_others(command_folder: CommandFolder) -> None:
    command_folder.draft(("bench", "Bank"), ("bank", "Bank"))
    assert command_folder.run("glossary", "reverse", command_folder.name) == 1

    [there, _] = command_folder.json("glossary", "check", command_folder.name, "--compare")["dictionaries"]

    assert there["source_lang"] == "de" or [each["kind"] for each in there["findings"]] == ["reverse_many"]
    assert (
        command_folder.run(
            "glossary", "check", command_folder.name, "--compare", "--pair", "en-de", "--kind", "reverse_many"
        )
        == 1
    )


@pytest.mark.slow
def test_rules_and_ignored_findings_of_the_window_hold(command_folder: CommandFolder) -> None:
    command_folder.draft(("sea", "Me\u200ber"), ("house", "Haus"))

    async def decide() -> None:
        async with command_folder.records() as records:
            [draft] = await records.journal.drafts(command_folder.profile)
            key = DictionaryKey(command_folder.profile, draft.glossary_key, EN_DE)
            await records.check_notes.ignore(key, [("invisible", TARGET, "Me\u200ber")], "Meant.")
            await records.check_notes.set_rules([CustomRule("No house", "house", message="Say home.")])

    asyncio.run(decide())

    [found] = command_folder.json("glossary", "check", command_folder.name, "--least", "warning")["dictionaries"]

    [finding] = found["findings"]
    assert (finding["kind"], finding["row"], finding["remedy"]) == ("own:No house", 2, "Say home.")


def test_other_findings_of_a_file_have_their_lines(command_folder: CommandFolder) -> None:
    path = command_folder.file("terms.en-de.tsv", "sea=Me\u200ber", "house=Haus")

    assert command_folder.run("glossary", "check", path) == 0
    assert command_folder.run("glossary", "check", path, "--least", "warning") == 1
    assert f"{path}:1: row 1, target: warning" in command_folder.out
    [finding] = command_folder.json_of("check", path, "--least", "warning", "--kind", "invisible")["findings"]
    assert (finding["line"], finding["severity"]) == (1, "warning")
