"""`termdesk glossary changes`."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import CommandFolder


@pytest.fixture
def published(command_folder: CommandFolder) -> CommandFolder:
    """A glossary of two dictionaries, published by this program and renamed."""
    asyncio.run(command_folder.draft_two(command_folder.name))
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    before, command_folder.name = command_folder.name, f"{command_folder.name} new"
    assert command_folder.run("glossary", "rename", before, command_folder.name) == 0
    return command_folder


@pytest.mark.slow
def test_every_change_is_listed_with_its_trace_id_the_latest_first(published: CommandFolder) -> None:
    assert published.run("glossary", "changes") == 0
    assert published.out.splitlines()[0].split() == [
        *("When", "Service", "Change", "Glossary", "Outcome", "Trace", "id")
    ]

    found = published.json("glossary", "changes")["changes"]
    assert found[0]["change"] == "rename_glossary"
    assert all(each["trace_id"] and each["outcome"] == "done" for each in found)
    assert {each["service"] for each in found} == {"Own"}


@pytest.mark.slow
def test_changes_are_searched_by_words_day_and_number(published: CommandFolder) -> None:
    [french] = published.json("glossary", "changes", "dictionaries", "PUT")["changes"]
    assert french["target_lang"] == "fr"
    assert len(published.json("glossary", "changes", french["trace_id"])["changes"]) == 1
    assert len(published.json("glossary", "changes", "--last", "2")["changes"]) == 2
    assert published.json("glossary", "changes", "--since", "2999-01-01") == {"changes": []}
    assert published.run("glossary", "changes", "nowhere") == 0
    assert "No change was found." in published.err
    assert published.run("glossary", "changes", "--since", "yesterday") == 2


@pytest.mark.slow
def test_changes_are_found_by_the_outcome_that_the_list_shows(published: CommandFolder) -> None:
    published.inject_fault({"family": "glossaries", "method": "PATCH", "next": 1, "status": 403})
    assert published.run("glossary", "rename", published.name, f"{published.name} again") == 2

    assert published.run("glossary", "changes", "(403)") == 0
    [_titles, found] = published.out.splitlines()
    assert "refused (403)" in found


@pytest.mark.slow
def test_the_difference_of_a_publishing_is_told(published: CommandFolder) -> None:
    [change] = published.json("glossary", "changes", "dictionaries", "--differences")["changes"]
    assert change["difference"] == {"added": {"house": "maison"}, "changed": {}, "removed": {}}

    assert published.run("glossary", "changes", "--differences") == 0
    assert "  + house → maison" in published.out.splitlines()


@pytest.mark.slow
def test_a_renamed_glossary_is_found_under_both_names(published: CommandFolder) -> None:
    before = published.name.removesuffix(" new")

    for word in (before, published.name):
        [change] = published.json("glossary", "changes", "rename", word)["changes"]
        assert (change["glossary"], change["new_name"]) == (before, published.name)
    assert published.run("glossary", "changes") == 0
    assert f"  {before} → {published.name}  " in published.out


@pytest.mark.slow
def test_what_was_deleted_is_told_with_its_entries(published: CommandFolder) -> None:
    assert published.run("glossary", "delete", published.name, "--pair", "en-fr", "--yes") == 0
    assert published.run("glossary", "changes", "--differences", "--last", "1") == 0
    assert "  - house → maison" in published.out.splitlines()

    asyncio.run(published.draft_two("Other"))
    assert published.run("glossary", "push", "Other", "--draft", "--yes") == 0
    assert published.run("glossary", "delete", "Other", "--yes") == 0
    assert published.run("glossary", "changes", "--differences", "--last", "1") == 0
    assert published.out.splitlines()[1:] == ["  2 entries deleted"]
    [change] = published.json("glossary", "changes", "--last", "1")["changes"]
    assert (change["change"], change["deleted_entries"]) == ("delete_glossary", 2)


def test_what_support_gets_names_no_glossary_and_no_entry(published: CommandFolder) -> None:
    assert published.run("glossary", "changes", "--support") == 0

    titles, first, *_ = published.out.splitlines()
    assert titles.split("\t") == ["time", "call", "status", "outcome", "trace id"]
    assert first.split("\t")[1].startswith("PATCH /")
    for text in (published.name, "house", "maison"):
        assert text not in published.out
    assert published.run("glossary", "changes", "--support", "--json") == 2
