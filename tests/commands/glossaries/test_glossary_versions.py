"""`termdesk glossary versions`."""

from __future__ import annotations

import asyncio

from support.services.command_folder import CommandFolder


def publish_twice(desk: CommandFolder) -> tuple[str, str]:
    """Publish two drafts, and then other entries. Returns the numbers of the two German versions."""
    asyncio.run(desk.draft_two(desk.name))
    assert desk.run("glossary", "push", desk.name, "--draft", "--yes") == 0
    path = desk.file("next.en-de.tsv", "house=Heim", "tree=Baum")
    assert desk.run("glossary", "push", desk.name, path, "--allow-removals", "1", "--yes") == 0
    latest, first = (str(each["number"]) for each in versions(desk, "--pair", "en-de"))
    return first, latest


def versions(desk: CommandFolder, *words: str) -> list[dict[str, object]]:
    return list(desk.json("glossary", "versions", desk.name, *words)["versions"])


def test_versions_are_listed_with_moment_origin_counts_and_size(desk: CommandFolder) -> None:
    publish_twice(desk)

    assert desk.run("glossary", "versions", desk.name) == 0
    assert desk.out.splitlines()[0].split() == ["Number", "Pair", "Made", "Origin", "Entries", "Bytes"]
    assert "published from here" in desk.out
    report = desk.json("glossary", "versions", desk.name)
    assert {each["target_lang"] for each in report["versions"]} == {"de", "fr"}
    assert all(each["bytes"] > 0 for each in report["versions"])


def test_versions_are_compared_with_each_other_and_with_the_present(desk: CommandFolder) -> None:
    first, latest = publish_twice(desk)
    compare = ("glossary", "versions", desk.name, "--compare")

    assert desk.run(*compare, first, latest) == 1
    assert "+ tree → Baum" in desk.out
    assert "~ house → Heim (was: Haus)" in desk.out
    report = desk.json(*compare, first)
    assert (report["before"], report["after"], report["added"]) == (int(first), None, {"tree": "Baum"})
    assert desk.run(*compare, latest, latest) == 0
    [french, *_] = versions(desk, "--pair", "en-fr")
    for wrong in (("999999",), (first, str(french["number"])), (first, latest, first)):
        assert desk.run(*compare, *wrong) == 2


def test_a_version_is_restored_as_an_edit_that_is_published_then(desk: CommandFolder) -> None:
    first, _ = publish_twice(desk)
    restore = ("glossary", "versions", desk.name, "--restore", first)

    assert desk.json(*restore)["rows"] == 2
    assert desk.held() == {"house": "Heim", "tree": "Baum"}
    assert desk.run(*restore) == 0
    assert "Nothing to restore" in desk.err
    assert desk.run("glossary", "push", desk.name, "--draft", "--allow-removals", "1", "--yes") == 0
    assert desk.held() == {"house": "Haus"}


def test_only_the_rows_of_chosen_phrases_are_restored(desk: CommandFolder) -> None:
    first, _ = publish_twice(desk)

    assert desk.run("glossary", "versions", desk.name, "--restore", first, "--phrase", "house") == 0
    assert "1 row restored." in desk.out
    assert desk.run("glossary", "push", desk.name, "--draft", "--yes") == 0
    assert desk.held() == {"house": "Haus", "tree": "Baum"}
    assert desk.run("glossary", "versions", desk.name, "--phrase", "house") == 2
