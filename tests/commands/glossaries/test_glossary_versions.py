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


def test_the_present_entries_and_a_version_are_compared_with_a_file(desk: CommandFolder) -> None:
    first, _ = publish_twice(desk)
    path = desk.file("other.tsv", "house=Haus", "sea=Meer", "lone")
    compare = ("glossary", "versions", desk.name, "--with", path)

    assert desk.run(*compare, "--pair", "en-de") == 1
    assert "+ sea → Meer" in desk.out
    assert "~ house → Haus (was: Heim)" in desk.out
    assert "- tree → Baum" in desk.out
    assert "1 row of the file is not compared." in desk.err
    report = desk.json(*compare, "--compare", first)
    assert (report["before"], report["after"], report["with"]) == (int(first), None, path)
    assert (report["added"], report["changed"], report["removed"]) == ({"sea": "Meer"}, {}, {})
    assert desk.run(*compare) == 2
    assert "Choose one with --pair" in desk.err


def test_another_glossary_is_compared_with(desk: CommandFolder) -> None:
    name = desk.name
    desk.draft(("house", "Haus"))
    desk.name = f"{name} other"
    desk.draft(("house", "Haus"), ("tree", "Baum"))
    compare = ("glossary", "versions", name, "--with")

    assert desk.run(*compare, desk.name) == 1
    assert desk.out.splitlines()[1:] == ["+ tree → Baum"]
    assert desk.run(*compare, name) == 0
    assert desk.run(*compare, "nothing") == 2


def test_a_dry_run_restores_nothing(desk: CommandFolder) -> None:
    first, _ = publish_twice(desk)
    restore = ("glossary", "versions", desk.name, "--restore", first, "--dry-run")

    assert desk.run(*restore) == 1
    assert "2 rows would be restored." in desk.out
    assert desk.json(*restore)["is_done"] is False
    assert desk.run("glossary", "push", desk.name, "--draft", "--yes") == 0
    assert "nothing to publish" in desk.err
    assert desk.held() == {"house": "Heim", "tree": "Baum"}
    assert desk.run("glossary", "versions", desk.name, "--dry-run") == 2
