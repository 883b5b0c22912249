"""`termdesk glossary entries`."""

from __future__ import annotations

import asyncio
import json

import pytest

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, PREFERRED, EntryDetail


@pytest.fixture
def kept(command_folder: CommandFolder) -> CommandFolder:
    """A folder with a glossary of four entries: one is preferred, one forbidden, one has a problem."""
    entries = Entries.of([("tree", "Baum"), ("House", "Haus"), ("sea ", "Meer"), ("bolt", "Bolzen")])
    entries.set_detail(0, EntryDetail(PREFERRED, "As in the law.", "law", (("definition", "A plant."),)))
    entries.set_detail(3, EntryDetail(FORBIDDEN))

    async def work() -> None:
        async with command_folder.library() as library:
            await library.close(await library.new(command_folder.name, EN_DE, entries))

    asyncio.run(work())
    return command_folder


def rows(command_folder: CommandFolder, *words: str) -> list[int]:
    [found] = command_folder.json("glossary", "entries", command_folder.name, *words)["dictionaries"]
    assert found["count"] == len(found["entries"])
    return [each["row"] for each in found["entries"]]


@pytest.mark.slow
def test_entries_are_listed_with_their_details(kept: CommandFolder) -> None:
    assert kept.run("glossary", "entries", kept.name) == 0
    lines = kept.out.splitlines()
    assert lines[0] == "en → de: 4 entries"
    assert lines[2].split() == ["1", "tree", "Baum", "preferred", "law", "As", "in", "the", "law."]
    [found] = kept.json("glossary", "entries", kept.name, "--rows", "1")["dictionaries"]
    assert found["entries"] == [
        {
            "row": 1,
            "source": "tree",
            "target": "Baum",
            "status": "preferred",
            "domain": "law",
            "note": "As in the law.",
            "fields": {"definition": "A plant."},
        }
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("--find", "house"), [2]),
        (("--source", "o"), [2, 4]),
        (("--target", "^b", "--pattern"), [1, 4]),
        (("--note", "LAW"), [1]),
        (("--only", "problem"), [3]),
        (("--where", "status=forbidden", "--where", "status=preferred"), [1, 4]),
        (("--where", "status=none"), [2, 3]),
        (("--rows", "2-3"), [2, 3]),
        (("--sort", "source"), [4, 2, 3, 1]),
        (("--sort", "target", "--descending"), [3, 2, 4, 1]),
    ],
)
def test_entries_are_filtered_and_sorted(kept: CommandFolder, words: tuple[str, ...], found: list[int]) -> None:
    assert rows(kept, *words) == found


@pytest.mark.slow
def test_nothing_found_has_an_exit_code_of_its_own(kept: CommandFolder) -> None:
    assert kept.run("glossary", "entries", kept.name, "--find", "nothing") == 1
    assert kept.out == "en → de: 0 entries\n"


def test_entries_are_counted_by_facet(kept: CommandFolder) -> None:
    assert kept.run("glossary", "entries", kept.name, "--facets") == 0
    assert ["status", "none", "2"] in [line.split() for line in kept.out.splitlines()]
    [found] = kept.json("glossary", "entries", kept.name, "--facets", "--only", "forbidden")["dictionaries"]
    assert found["facets"]["status"] == {"forbidden": 1}
    assert (found["count"], found["entries"]) == (1, [])


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("--where", "color=red"), "the facets are"),
        (("--rows", "3-2"), "span of rows"),
        (("--find", "(", "--pattern"), "pattern"),
        (("--descending",), "is for --sort"),
    ],
)
def test_what_cannot_be_looked_for_is_refused(kept: CommandFolder, words: tuple[str, ...], reported: str) -> None:
    assert kept.run("glossary", "entries", kept.name, *words) == 2
    assert reported in kept.err


@pytest.mark.slow
def test_without_the_service_the_last_copy_is_shown_with_its_date(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    [current] = command_folder.json("glossary", "entries", command_folder.name)["dictionaries"]
    output = command_folder.path / "out.tsv"

    # Without a key, the service cannot be asked.
    words = (command_folder.name, "--json")
    assert command_folder.run("glossary", "entries", *words, has_key=False) == 0
    [copied] = json.loads(command_folder.out)["dictionaries"]
    assert command_folder.run("glossary", "check", *words, has_key=False) == 0
    [checked] = json.loads(command_folder.out)["dictionaries"]
    assert command_folder.run("glossary", "export", command_folder.name, str(output), "--json", has_key=False) == 0
    [written] = json.loads(command_folder.out)["files"]

    assert current["as_of"] is None
    assert copied["entries"] == current["entries"]
    assert copied["as_of"] == checked["as_of"] == written["as_of"] is not None
    assert (checked["entries"], written["entries"]) == (1, 1)
    assert output.read_text("utf-8") == "house\tHaus\n"
    assert "This is the copy of 2" in command_folder.err
