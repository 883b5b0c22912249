"""`termdesk translate` has the same cost confirmation, usage ledger and terms as the window."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from support.services.command_folder import CommandFolder
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.history import BilledCall

EN_ES = LanguagePair("en", "es")


def ledger(desk: CommandFolder) -> Sequence[BilledCall]:
    async def read() -> Sequence[BilledCall]:
        async with desk.records() as records:
            return (await records.history.find_billed_calls(desk.profile, limit=0, since=None, accepts=lambda _: True))[
                0
            ]

    return asyncio.run(read())


def test_a_text_is_translated_with_a_glossary_and_noted_in_the_ledger(desk: CommandFolder) -> None:
    desk.publish(("house", "vivienda"), pair=EN_ES)

    [told] = desk.json("translate", "The house is big.", "--from", "en", "--to", "es", "--glossary", desk.name)[
        "translations"
    ]

    assert "vivienda" in told["text"]
    assert (told["glossary"], told["characters"], told["error"]) == (desk.name, 17, None)
    assert [(each["source"], each["target"]) for each in told["terms"]] == [("house", "vivienda")]
    [call] = ledger(desk)
    assert (call.call, call.estimated, call.glossary, call.target_language) == (
        "POST /v2/translate",
        17,
        desk.name,
        "es",
    )


def test_several_languages_are_printed_with_their_codes(desk: CommandFolder) -> None:
    assert desk.run("translate", "The house is big.", "--from", "en", "--to", "es,fr") == 0

    lines = desk.out.splitlines()
    assert (lines[0], lines[2]) == ("es:", "fr:")
    assert len(ledger(desk)) == 2


def test_a_dry_run_sends_nothing(desk: CommandFolder) -> None:
    assert desk.run("translate", "The house is big.", "--from", "en", "--to", "es,fr", "--dry-run") == 0

    assert desk.out == "34 characters would be sent to a service that bills them.\n"
    assert ledger(desk) == []
    assert desk.run("translate", "I", "--from", "en", "--to", "es", "--dry-run") == 0
    assert desk.out == "1 character would be sent to a service that bills it.\n"


def test_the_caps_and_the_question_are_those_of_the_window(desk: CommandFolder) -> None:
    words = ("translate", "The house is big.", "--from", "en", "--to", "es")
    desk.change_settings(job_cap=10)
    assert desk.run(*words, "--yes") == 2
    assert "10" in desk.err
    desk.change_settings(job_cap=0, ask_from=5)
    assert desk.run(*words) == 2
    assert "Nothing was sent" in desk.err
    assert ledger(desk) == []
    assert desk.run(*words, "--yes") == 0
    assert len(ledger(desk)) == 1


def test_a_glossary_that_does_not_fit_is_refused_before_anything_is_sent(desk: CommandFolder) -> None:
    desk.publish(("house", "vivienda"), pair=EN_ES)
    words = ("translate", "The house is big.", "--glossary", desk.name)

    assert desk.run(*words, "--from", "en", "--to", "es,fr") == 2
    assert "cannot be used for en → fr" in desk.err
    assert desk.run(*words, "--to", "es") == 2
    assert ledger(desk) == []


def test_a_language_that_fails_loses_none_of_the_others(desk: CommandFolder) -> None:
    assert desk.run("translate", "The house is big.", "--from", "en", "--to", "es,xx") == 1
    assert "es:" in desk.out
    assert "xx:" in desk.err
    assert desk.run("translate", "The house is big.", "--from", "en", "--to", "xx") == 2


def test_a_text_is_translated_from_a_file(desk: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    path = desk.file("text.txt", "The house is big.")

    assert desk.run("translate", path, "--from", "en", "--to", "es") == 0
    assert len(desk.out.splitlines()) == 1
