"""`termdesk glossary versions`."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from support.services.command_folder import CommandFolder
from support.services.fault_proxy import FaultProxy
from support.services.server_thread import running


def publish_twice(command_folder: CommandFolder) -> tuple[str, str]:
    """Publish two drafts, and then other entries. Returns the numbers of the two German versions."""
    asyncio.run(command_folder.draft_two(command_folder.name))
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    path = command_folder.file("next.en-de.tsv", "house=Heim", "tree=Baum")
    assert command_folder.run("glossary", "push", command_folder.name, path, "--allow-removals", "1", "--yes") == 0
    latest, first = (str(each["number"]) for each in versions(command_folder, "--pair", "en-de"))
    return first, latest


def versions(command_folder: CommandFolder, *words: str) -> list[dict[str, object]]:
    return list(command_folder.json("glossary", "versions", command_folder.name, *words)["versions"])


@pytest.mark.slow
def test_versions_are_listed_with_moment_origin_counts_and_size(command_folder: CommandFolder) -> None:
    publish_twice(command_folder)

    assert command_folder.run("glossary", "versions", command_folder.name) == 0
    assert command_folder.out.splitlines()[0].split() == ["Number", "Pair", "Made", "Origin", "Entries", "Bytes"]
    assert "published from here" in command_folder.out
    report = command_folder.json("glossary", "versions", command_folder.name)
    assert {each["target_lang"] for each in report["versions"]} == {"de", "fr"}
    assert all(each["bytes"] > 0 for each in report["versions"])


def test_a_version_of_others_is_told_from_the_first_reading(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    edit = ("glossary", "edit", command_folder.name, "--add", "tree", "Baum")
    assert command_folder.run(*edit) == 0
    command_folder.replace(("house", "Heim"))
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0

    assert command_folder.run("glossary", "versions", command_folder.name) == 0
    assert "changed elsewhere" in command_folder.out
    listed = versions(command_folder)
    origins = [(each["origin"], each["is_by_others"]) for each in listed]
    assert origins == [("published", False), ("service", True), ("before", False), ("service", False)]
    assert command_folder.out.count("changed elsewhere") == 0, "JSON has the flag"


@pytest.mark.slow
def test_versions_are_compared_with_each_other_and_with_the_present(command_folder: CommandFolder) -> None:
    first, latest = publish_twice(command_folder)
    compare = ("glossary", "versions", command_folder.name, "--compare")

    assert command_folder.run(*compare, first, latest) == 1
    assert "+ tree → Baum" in command_folder.out
    assert "~ house → Heim (was: Haus)" in command_folder.out
    report = command_folder.json(*compare, first)
    assert (report["before"], report["after"], report["added"]) == (int(first), None, {"tree": "Baum"})
    assert command_folder.run(*compare, latest, latest) == 0
    [french, *_] = versions(command_folder, "--pair", "en-fr")
    for wrong in (("999999",), (first, str(french["number"])), (first, latest, first)):
        assert command_folder.run(*compare, *wrong) == 2


@pytest.mark.slow
def test_a_version_is_restored_as_an_edit_that_is_published_then(command_folder: CommandFolder) -> None:
    first, _ = publish_twice(command_folder)
    restore = ("glossary", "versions", command_folder.name, "--restore", first)

    assert command_folder.json(*restore)["rows"] == 2
    assert command_folder.held() == {"house": "Heim", "tree": "Baum"}
    assert command_folder.run(*restore) == 0
    assert "Nothing to restore" in command_folder.err
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--allow-removals", "1", "--yes") == 0
    assert command_folder.held() == {"house": "Haus"}


@pytest.mark.slow
def test_only_the_rows_of_chosen_phrases_are_restored(command_folder: CommandFolder) -> None:
    first, _ = publish_twice(command_folder)

    assert command_folder.run("glossary", "versions", command_folder.name, "--restore", first, "--phrase", "house") == 0
    assert "1 row restored." in command_folder.out
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    assert command_folder.held() == {"house": "Haus", "tree": "Baum"}
    assert command_folder.run("glossary", "versions", command_folder.name, "--phrase", "house") == 2


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--dry-run",)])
def test_restoring_phrases_reads_the_dictionary_once(command_folder: CommandFolder, options: tuple[str, ...]) -> None:
    service = command_folder.service
    proxy = FaultProxy(urlsplit(service.url).port or 0)
    with running(proxy):
        proxied = replace(command_folder, service=replace(service, url=proxy.url))
        proxied.change_settings(custom_address=proxy.url)
        first, _ = publish_twice(proxied)
        proxy.requests.clear()
        proxied.run("glossary", "versions", proxied.name, "--restore", first, "--phrase", "house", *options)

    assert sum("/entries" in each for each in proxy.requests) == 1


@pytest.mark.slow
def test_the_present_entries_and_a_version_are_compared_with_a_file(command_folder: CommandFolder) -> None:
    first, _ = publish_twice(command_folder)
    path = command_folder.file("other.tsv", "house=Haus", "sea=Meer", "lone")
    compare = ("glossary", "versions", command_folder.name, "--with", path)

    assert command_folder.run(*compare, "--pair", "en-de") == 1
    assert "+ sea → Meer" in command_folder.out
    assert "~ house → Haus (was: Heim)" in command_folder.out
    assert "- tree → Baum" in command_folder.out
    assert "1 row of the file is not compared." in command_folder.err
    report = command_folder.json(*compare, "--compare", first)
    assert (report["before"], report["after"], report["with"]) == (int(first), None, path)
    assert (report["added"], report["changed"], report["removed"]) == ({"sea": "Meer"}, {}, {})
    assert command_folder.run(*compare) == 2
    assert "Choose one with --pair" in command_folder.err


@pytest.mark.slow
def test_another_glossary_is_compared_with(command_folder: CommandFolder) -> None:
    name = command_folder.name
    command_folder.draft(("house", "Haus"))
    command_folder.name = f"{name} other"
    command_folder.draft(("house", "Haus"), ("tree", "Baum"))
    compare = ("glossary", "versions", name, "--with")

    assert command_folder.run(*compare, command_folder.name) == 1
    assert command_folder.out.splitlines()[1:] == ["+ tree → Baum"]
    assert command_folder.run(*compare, name) == 0
    assert command_folder.run(*compare, "nothing") == 2


@pytest.mark.slow
def test_a_phrase_that_is_nowhere_is_refused(command_folder: CommandFolder) -> None:
    first, _ = publish_twice(command_folder)
    restore = ("glossary", "versions", command_folder.name, "--restore", first, "--phrase", "house")

    assert command_folder.run(*restore, "--phrase", "nosuch") == 2
    assert "have the source phrase “nosuch”. Nothing was restored." in command_folder.err
    assert command_folder.run(*restore, "--phrase", "nosuch", "--dry-run") == 2


@pytest.mark.slow
def test_a_dry_run_restores_nothing(command_folder: CommandFolder) -> None:
    first, _ = publish_twice(command_folder)
    restore = ("glossary", "versions", command_folder.name, "--restore", first, "--dry-run")

    assert command_folder.run(*restore) == 1
    assert "2 rows would be restored." in command_folder.out
    assert command_folder.json(*restore)["is_done"] is False
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    assert "nothing to publish" in command_folder.err
    assert command_folder.held() == {"house": "Heim", "tree": "Baum"}
    assert command_folder.run("glossary", "versions", command_folder.name, "--dry-run") == 2


def test_a_file_is_compared_with_a_file_or_a_glossary(command_folder: CommandFolder) -> None:
    old = command_folder.file("old.tsv", "house=Haus", "roof=Dach")
    new = command_folder.file("new.en-de.tsv", "house=Heim", "tree=Baum")
    command_folder.draft(("house", "Haus"), ("roof", "Dach"))
    compare = ("glossary", "versions", old, "--pair", "en-de")

    assert command_folder.run(*compare, "--with", new) == 1
    assert "old.tsv, en → de: 1 added, 1 changed, 1 removed" in command_folder.out
    report = command_folder.json("glossary", "versions", new, "--with", old)
    assert (report["file"], report["glossary"], report["added"]) == (new, None, {"roof": "Dach"})
    assert command_folder.run(*compare, "--with", command_folder.name) == 0
    assert command_folder.run("glossary", "versions", old, "--with", new) == 2
    assert "Add --pair." in command_folder.err
    for words in (("--compare", "1"), (), ("--keep", "now", "--with", new)):
        assert command_folder.run(*compare, *words) == 2
