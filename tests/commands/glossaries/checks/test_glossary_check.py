"""`termdesk glossary check`, for glossaries and files."""

from __future__ import annotations

import asyncio

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.storage.check_notes import DictionaryKey


def test_a_glossary_is_checked_as_it_is_here(desk: CommandFolder) -> None:
    desk.draft(("house", "Haus"), ("tree", " Baum"))

    assert desk.run("glossary", "check", desk.name) == 1
    assert "1 problem in 2 entries, en → de." in desk.out
    [found] = desk.json("glossary", "check", desk.name)["dictionaries"]
    [problem] = found["problems"]
    assert (problem["row"], problem["side"], problem["rule"]) == (2, "target", "outer_space")
    assert problem["remedy"]


def test_a_clean_glossary_is_found_clean(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    assert desk.run("glossary", "check", desk.name) == 0
    assert desk.out == "No problems in 1 entry, en → de.\n"


def test_a_file_is_checked_without_a_service(desk: CommandFolder) -> None:
    path = desk.file("terms.tsv", "house=Haus", "tree=")

    assert desk.run("glossary", "check", path, "--pair", "en-de") == 1
    assert "row 2, target: The phrase is empty." in desk.out


def test_other_findings_are_listed_when_they_are_asked_for(desk: CommandFolder) -> None:
    desk.draft(("e-mail", "E-Mail"), ("email", "Post"), ("sea", "Me\u200ber"))
    check = ("glossary", "check", desk.name)

    assert desk.run(*check) == 0
    assert desk.run(*check, "--least", "warning") == 1
    assert "en → de: row 3, target: warning: Invisible character" in desk.out
    assert "No problems, 1 warning or hint in 3 entries, en → de." in desk.out
    [found] = desk.json(*check, "--least", "hint")["dictionaries"]
    assert {each["kind"] for each in found["findings"]} == {"invisible", "near_duplicate"}
    assert found["problems"] == []
    assert desk.run(*check, "--kind", "fun") == 2


def test_a_glossary_is_compared_with_its_reverse_and_with_others(desk: CommandFolder) -> None:
    desk.draft(("bench", "Bank"), ("bank", "Bank"))
    assert desk.run("glossary", "reverse", desk.name) == 1

    [there, _] = desk.json("glossary", "check", desk.name, "--compare")["dictionaries"]

    assert there["source_lang"] == "de" or [each["kind"] for each in there["findings"]] == ["reverse_many"]
    assert desk.run("glossary", "check", desk.name, "--compare", "--pair", "en-de", "--kind", "reverse_many") == 1


def test_rules_and_ignored_findings_of_the_window_hold(desk: CommandFolder) -> None:
    desk.draft(("sea", "Me\u200ber"), ("house", "Haus"))

    async def decide() -> None:
        async with desk.records() as records:
            [draft] = await records.journal.drafts(desk.profile)
            key = DictionaryKey(desk.profile, draft.glossary_key, EN_DE)
            await records.check_notes.ignore(key, [("invisible", TARGET, "Me\u200ber")], "Meant.")
            await records.check_notes.set_rules([CustomRule("No house", "house", message="Say home.")])

    asyncio.run(decide())

    [found] = desk.json("glossary", "check", desk.name, "--least", "warning")["dictionaries"]

    [finding] = found["findings"]
    assert (finding["kind"], finding["row"], finding["remedy"]) == ("own:No house", 2, "Say home.")


def test_other_findings_of_a_file_have_their_lines(desk: CommandFolder) -> None:
    path = desk.file("terms.en-de.tsv", "sea=Me\u200ber", "house=Haus")

    assert desk.run("glossary", "check", path) == 0
    assert desk.run("glossary", "check", path, "--least", "warning") == 1
    assert f"{path}:1: row 1, target: warning" in desk.out
    [finding] = desk.json_of("check", path, "--least", "warning", "--kind", "invisible")["findings"]
    assert (finding["line"], finding["severity"]) == (1, "warning")
