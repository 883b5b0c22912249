"""`termdesk languages`."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from support.services.command_folder import CommandFolder
from termdesk.application.languages.list_files import ListFiles
from termdesk.storage.files.folders import Folders


def test_languages_are_found_by_any_name(command_folder: CommandFolder) -> None:
    assert command_folder.run("languages", "Deutsch", "--for", "glossary") == 0
    assert command_folder.out.splitlines()[1].split()[:3] == ["de", "German", "Deutsch"]
    [reported] = command_folder.json("languages", "german", "--for", "glossary")["languages"]
    assert (reported["lang"], reported["own_name"], reported["usable_as_target"]) == ("de", "Deutsch", True)

    assert command_folder.run("languages", "Klingon") == 1
    assert "No language is called “Klingon” in the list for" in command_folder.err


@pytest.mark.slow
def test_what_is_possible_with_a_pair(command_folder: CommandFolder) -> None:
    reported = command_folder.json("languages", "--pair", "en-de")
    assert [each["task"] for each in reported["tasks"]] == [
        "text",
        "formality",
        "document",
        "glossary",
        "improvement",
        "spot-check",
    ]

    assert command_folder.run("languages", "--pair", "en-de", "--task", "glossary") == 0
    assert command_folder.run("languages", "--pair", "en-en", "--task", "glossary") == 1
    assert "glossary  no" in command_folder.out


def test_without_the_service_the_date_of_the_stored_lists_is_told(command_folder: CommandFolder) -> None:
    pair = ("languages", "--pair", "en-de", "--json")
    assert command_folder.json(*pair[:-1])["listed_at"] is None

    # Without a key, the service cannot be asked.
    command_folder.run(*pair, has_key=False)

    assert json.loads(command_folder.out)["listed_at"].startswith("20")
    assert "The answers are from its lists of 20" in command_folder.err


def test_options_that_exclude_each_other(command_folder: CommandFolder) -> None:
    assert command_folder.run("languages", "--task", "text") == 2
    assert command_folder.run("languages", "german", "--pair", "en-de") == 2


def test_what_has_changed_since_the_last_look(command_folder: CommandFolder) -> None:
    assert command_folder.run("languages", "--changes") == 0
    assert "Nothing has changed" in command_folder.err
    files = ListFiles(Folders.under(command_folder.path))
    lists = files.lists(command_folder.profile)
    before = lists["glossary"]
    files.keep_lists(
        command_folder.profile,
        {**lists, "glossary": replace(before, languages=tuple(each for each in before.languages if each.code != "de"))},
    )

    [change] = command_folder.json("languages", "--changes", "--for", "glossary")["changes"]
    assert (change["lang"], change["change"], change["feature"]) == ("de", "added", None)
    assert command_folder.json("languages", "--changes", "--for", "write")["changes"] == []
    assert command_folder.run("languages", "--changes") == 0
    assert "German" in command_folder.out
    assert command_folder.run("languages", "--changes", "german") == 2


def test_a_list_is_compared_with_that_of_the_older_interface(command_folder: CommandFolder) -> None:
    code = command_folder.run("languages", "--older", "text")
    assert "languages differ." in command_folder.err
    report = command_folder.json("languages", "--older", "text")
    assert code == (1 if report["languages"] else 0)
    assert report["resource"] == "translate_text"
    assert report["count"] >= len(report["languages"])
    assert command_folder.run("languages", "--older", "text", "german") == 2
    assert command_folder.run("languages", "--older", "glossary") in (0, 1)
