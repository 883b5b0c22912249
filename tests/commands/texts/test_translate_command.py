"""`termdesk translate` has the same cost confirmation, usage ledger and terms as the window."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from support.services.command_folder import CommandFolder
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.history import BilledCall

EN_ES = LanguagePair("en", "es")


def ledger(command_folder: CommandFolder) -> Sequence[BilledCall]:
    async def read() -> Sequence[BilledCall]:
        async with command_folder.records() as records:
            return (
                await records.history.find_billed_calls(
                    command_folder.profile, limit=0, since=None, accepts=lambda _: True
                )
            )[0]

    return asyncio.run(read())


def test_a_text_is_translated_with_a_glossary_and_noted_in_the_ledger(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "vivienda"), pair=EN_ES)

    [reported] = command_folder.json(
        "translate", "The house is big.", "--from", "en", "--to", "es", "--glossary", command_folder.name
    )["translations"]

    assert reported["terms"] == [
        {
            "source": "house",
            "target": "vivienda",
            "state": "used",
            "found_as": "exact",
            "instead": None,
            "uncertain": False,
        }
    ]
    assert "vivienda" in reported["text"]
    assert (reported["glossary"], reported["characters"], reported["error"]) == (command_folder.name, 17, None)
    [call] = ledger(command_folder)
    assert (call.call, call.estimated, call.glossary, call.target_language) == (
        "POST /v2/translate",
        17,
        command_folder.name,
        "es",
    )


@pytest.mark.slow
def test_several_languages_are_printed_with_their_codes(command_folder: CommandFolder) -> None:
    assert command_folder.run("translate", "The house is big.", "--from", "en", "--to", "es,fr") == 0

    lines = command_folder.out.splitlines()
    assert (lines[0], lines[2]) == ("es:", "fr:")
    assert len(ledger(command_folder)) == 2


@pytest.mark.slow
def test_a_dry_run_sends_nothing(command_folder: CommandFolder) -> None:
    assert command_folder.run("translate", "The house is big.", "--from", "en", "--to", "es,fr", "--dry-run") == 0

    assert command_folder.out == "34 characters would be sent to a service that bills them.\n"
    assert ledger(command_folder) == []
    assert command_folder.run("translate", "I", "--from", "en", "--to", "es", "--dry-run") == 0
    assert command_folder.out == "1 character would be sent to a service that bills it.\n"


@pytest.mark.slow
def test_the_caps_and_the_question_are_those_of_the_window(command_folder: CommandFolder) -> None:
    words = ("translate", "The house is big.", "--from", "en", "--to", "es")
    command_folder.change_settings(job_cap=10)
    assert command_folder.run(*words, "--yes") == 2
    assert "10" in command_folder.err
    command_folder.change_settings(job_cap=0, ask_from=5)
    assert command_folder.run(*words) == 2
    assert "Nothing was sent" in command_folder.err
    assert ledger(command_folder) == []
    assert command_folder.run(*words, "--yes") == 0
    assert len(ledger(command_folder)) == 1


def test_a_glossary_that_does_not_fit_is_refused_before_anything_is_sent(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "vivienda"), pair=EN_ES)
    words = ("translate", "The house is big.", "--glossary", command_folder.name)

    assert command_folder.run(*words, "--from", "en", "--to", "es,fr") == 2
    assert "cannot be used for en → fr" in command_folder.err
    assert command_folder.run(*words, "--to", "es") == 2
    assert ledger(command_folder) == []


@pytest.mark.slow
def test_a_language_that_fails_loses_none_of_the_others(command_folder: CommandFolder) -> None:
    assert command_folder.run("translate", "The house is big.", "--from", "en", "--to", "es,xx") == 1
    assert "es:" in command_folder.out
    assert "xx:" in command_folder.err
    assert command_folder.run("translate", "The house is big.", "--from", "en", "--to", "xx") == 2


@pytest.mark.slow
def test_a_text_is_translated_from_a_file(command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    path = command_folder.file("text.txt", "The house is big.")

    assert command_folder.run("translate", path, "--from", "en", "--to", "es") == 0
    assert len(command_folder.out.splitlines()) == 1


@pytest.mark.slow
def test_a_text_that_comes_back_untranslated_is_reported(command_folder: CommandFolder) -> None:
    german = "Dieses Buch handelt von der Geschichte der alten Stadt."
    assert command_folder.run("translate", german, "--to", "de") == 1
    assert command_folder.out == f"{german}\n"
    assert "Nothing was translated: this text seems to be in German already." in command_folder.err

    assert command_folder.run("translate", german, "--from", "de", "--to", "de") == 1
    assert "source and target are the same language" in command_folder.err

    # No engine of the test service translates into German.
    assert command_folder.run("translate", "Hello world", "--to", "de") > 1
    assert command_folder.out == ""
    assert "from en to de" in command_folder.err
