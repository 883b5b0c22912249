"""`termdesk languages`."""

from __future__ import annotations

from dataclasses import replace

from support.services.command_folder import CommandFolder
from termdesk.application.languages.list_files import ListFiles
from termdesk.storage.files.folders import Folders


def test_languages_are_found_by_any_name(desk: CommandFolder) -> None:
    assert desk.run("languages", "Deutsch", "--for", "glossary") == 0
    assert desk.out.splitlines()[1].split()[:3] == ["de", "German", "Deutsch"]
    [told] = desk.json("languages", "german", "--for", "glossary")["languages"]
    assert (told["lang"], told["own_name"], told["usable_as_target"]) == ("de", "Deutsch", True)

    assert desk.run("languages", "Klingon") == 1
    assert "No language is called “Klingon” in the list for" in desk.err


def test_what_is_possible_with_a_pair(desk: CommandFolder) -> None:
    told = desk.json("languages", "--pair", "en-de")
    assert [each["task"] for each in told["tasks"]] == ["text", "document", "glossary", "improvement", "spot-check"]

    assert desk.run("languages", "--pair", "en-de", "--task", "glossary") == 0
    assert desk.run("languages", "--pair", "en-en", "--task", "glossary") == 1
    assert "glossary  no" in desk.out


def test_options_that_exclude_each_other(desk: CommandFolder) -> None:
    assert desk.run("languages", "--task", "text") == 2
    assert desk.run("languages", "german", "--pair", "en-de") == 2


def test_what_has_changed_since_the_last_look(desk: CommandFolder) -> None:
    assert desk.run("languages", "--changes") == 0
    assert "Nothing has changed" in desk.err
    files = ListFiles(Folders.under(desk.path))
    lists = files.lists(desk.profile)
    before = lists["glossary"]
    files.keep_lists(
        desk.profile,
        {**lists, "glossary": replace(before, languages=tuple(each for each in before.languages if each.code != "de"))},
    )

    [change] = desk.json("languages", "--changes", "--for", "glossary")["changes"]
    assert (change["lang"], change["change"], change["feature"]) == ("de", "added", None)
    assert desk.json("languages", "--changes", "--for", "write")["changes"] == []
    assert desk.run("languages", "--changes") == 0
    assert "German" in desk.out
    assert desk.run("languages", "--changes", "german") == 2


def test_a_list_is_compared_with_that_of_the_older_interface(desk: CommandFolder) -> None:
    code = desk.run("languages", "--older", "text")
    assert "languages differ." in desk.err
    report = desk.json("languages", "--older", "text")
    assert code == (1 if report["languages"] else 0)
    assert report["resource"] == "translate_text"
    assert report["count"] >= len(report["languages"])
    assert desk.run("languages", "--older", "text", "german") == 2
    assert desk.run("languages", "--older", "glossary") in (0, 1)
