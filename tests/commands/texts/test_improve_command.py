"""`termdesk improve`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support.services.command_folder import CommandFolder
from termdesk.application.improvement.improvement import ImprovementResult, ImproveRequest
from termdesk.commands.texts.improve_command import tell_result
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.protected_terms import EndangeredTerm
from termdesk.domain.similarity.text_diff import compare
from termdesk.domain.texts import EngineReport, Improve

TEXT = "She have a house."


@pytest.mark.slow
def test_a_text_is_corrected_and_its_changes_are_told(command_folder: CommandFolder) -> None:
    assert command_folder.run("improve", TEXT, "--language", "en-US", "--correct", "--changes") == 0
    assert command_folder.out == "She has a house.\n"
    assert "“have” → “has”" in command_folder.err

    reported = command_folder.json("improve", TEXT, "--language", "en-US", "--correct")
    assert (reported["text"], reported["characters"]) == ("She has a house.", len(TEXT))
    assert reported["changes"] == [{"old": "have", "new": "has"}]


def test_a_protected_glossary_has_to_be_there(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), pair=LanguagePair("en", "de"))

    assert (
        command_folder.run("improve", TEXT, "--language", "en-US", "--correct", "--protect", command_folder.name) == 0
    )
    assert command_folder.run("improve", TEXT, "--language", "en-US", "--protect", "Other") == 2
    assert "0 glossaries with terms in en-US are called “Other”" in command_folder.err


@pytest.mark.slow
def test_a_list_of_glossaries_that_cannot_be_read_is_told(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), pair=LanguagePair("en", "de"))
    fault = {"family": "glossaries", "method": "GET", "next": 1, "status": 403}
    command_folder.inject_fault(fault)

    assert (
        command_folder.run("improve", TEXT, "--language", "en-US", "--correct", "--protect", command_folder.name) == 2
    )
    assert "There are none" not in command_folder.err
    assert "Rehearsed answer" in command_folder.err


def test_a_change_of_a_protected_term_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    request = ImproveRequest("The convenant.", "en", Improve.CORRECT)
    text = "The covenant."
    chunks = tuple(compare(request.text, text))
    touched = (EndangeredTerm(1, "convenant"),)
    result = ImprovementResult(request, text, "en", "en", 14, chunks, EngineReport(), endangered=touched)

    assert tell_result(result, as_json=False, tells_changes=True) == 1

    printed = capsys.readouterr()
    assert printed.out == "The covenant.\n"
    assert printed.err == "“convenant” → “covenant”\nA change touches the term “convenant”.\n"
    assert tell_result(replace(result, endangered=()), as_json=True, tells_changes=False) == 0


def test_a_dry_run_tells_the_cost_for_programs(command_folder: CommandFolder) -> None:
    command_folder.change_settings(price="20 EUR", ask_from=1)

    reported = command_folder.json("improve", TEXT, "--language", "en-US", "--dry-run")

    assert reported == {
        "characters": len(TEXT),
        "is_billed": True,
        "used_today": 0,
        "needs_agreement": True,
        "cost": "0.00034",
        "currency": "EUR",
    }


def test_an_impossible_style_is_refused(command_folder: CommandFolder) -> None:
    assert command_folder.run("improve", TEXT, "--language", "en-US", "--style", "business", "--tone", "friendly") == 2
    assert "A style and a tone cannot be requested together" in command_folder.err


def test_a_language_that_the_service_does_not_know_is_named(command_folder: CommandFolder) -> None:
    assert command_folder.run("improve", TEXT, "--language", "zz") == 2
    assert "Bad request" not in command_folder.err
    assert "target_lang" in command_folder.err


@pytest.mark.slow
def test_a_text_is_converted_to_another_variant(command_folder: CommandFolder) -> None:
    assert command_folder.run("improve", "The color.", "--language", "en-US", "--convert", "en-GB") == 0
    assert command_folder.out == "The colour.\n"

    assert (
        command_folder.run("improve", "Das große Maß.", "--language", "de-DE", "--convert", "de-CH", "--changes") == 0
    )
    assert command_folder.out == "Das grosse Mass.\n"
    assert "“große Maß” → “grosse Mass”" in command_folder.err
    assert command_folder.run("improve", "Das große Maß.", "--language", "de", "--convert", "de-CH", "--dry-run") == 0
    assert command_folder.out.startswith("0 characters")


def test_a_text_is_converted_only_within_its_language(command_folder: CommandFolder) -> None:
    assert command_folder.run("improve", TEXT, "--language", "en-US", "--convert", "de-CH") == 2
    assert "A text in en-US cannot be converted to de-CH." in command_folder.err

    assert command_folder.run("improve", TEXT, "--language", "en-US", "--convert", "en-AU") == 2
    assert "The service does not write en-AU. It offers en-US, en-GB." in command_folder.err
