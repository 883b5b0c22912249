"""`termdesk history`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from support.services.command_folder import CommandFolder
from termdesk.storage.text_store import StoredText

TEXTS = (
    StoredText(
        "custom", "POST /v2/translate", "en", "de", "The house is big.", "Das Haus ist groß.", "Terms", ("Old",)
    ),
    StoredText("custom", "POST /v2/write/correct", "", "en-US", "This are wrong.", "This is wrong."),
)


@pytest.fixture
def kept(command_folder: CommandFolder) -> CommandFolder:
    """A folder with two texts: a translation with the number 1, and an improvement with the number 2."""

    async def keep() -> None:
        async with command_folder.records() as records:
            for each in TEXTS:
                await records.texts.add(each)

    asyncio.run(keep())
    return command_folder


def numbers(command_folder: CommandFolder, *words: str) -> list[int]:
    return [each["number"] for each in command_folder.json("history", *words)["texts"]]


def test_texts_are_listed_latest_first_and_searched(kept: CommandFolder) -> None:
    assert kept.run("history") == 0
    assert kept.out.splitlines()[0].split()[:3] == ["Number", "Made", "Languages"]
    assert numbers(kept) == [2, 1]
    assert numbers(kept, "house") == [1]
    assert numbers(kept, "--pair", "en-de") == [1]
    assert numbers(kept, "--work", "correct") == [2]
    assert numbers(kept, "--glossary", "Terms") == [1]
    [text] = kept.json("history", "--show", "1")["texts"]
    assert (text["text"], text["result"], text["engines"]) == (TEXTS[0].source, TEXTS[0].result, ["Old"])
    assert kept.run("history", "nothing") == 1
    assert kept.run("history", "--pair", "en-fr") == 1
    assert kept.run("history", "--show", "9") == 2
    assert "No text has the number 9." in kept.err


def test_texts_are_listed_beside_a_window(kept: CommandFolder) -> None:
    async def work() -> int:
        async with kept.records():
            return await asyncio.to_thread(kept.run, "history")

    assert asyncio.run(work()) == 0


@pytest.mark.slow
def test_texts_are_starred(kept: CommandFolder) -> None:
    assert kept.run("history", "--star", "1", "2", "--dry-run") == 1
    assert kept.out.startswith("Would be starred: 1, ")
    assert numbers(kept, "--starred") == []
    assert kept.run("history", "--star", "1", "2") == 0
    assert kept.out.startswith("Starred: 1, ")
    assert numbers(kept, "--starred") == [2, 1]
    assert kept.json("history", "--unstar", "2")["texts"][0]["is_starred"] is False
    assert numbers(kept, "--starred") == [1]


@pytest.mark.slow
def test_texts_are_deleted_after_agreement_without_a_trace(kept: CommandFolder) -> None:
    assert kept.run("history", "--delete", "1") == 2
    assert "Add --yes to agree." in kept.err
    assert kept.run("history", "--delete", "1", "--dry-run") == 1
    assert kept.out.startswith("Would be deleted: 1, ")
    assert numbers(kept) == [2, 1]
    assert kept.run("history", "--delete", "1", "--yes") == 0
    assert numbers(kept) == [2]
    [path] = kept.path.rglob("texts.db")
    assert TEXTS[0].source.encode() not in path.read_bytes()
    assert kept.run("history", "--delete", "1", "--yes") == 2
    assert kept.json("history", "--delete-all", "--dry-run")["count"] == 1
    assert kept.run("history", "--delete-all", "--yes") == 0
    assert kept.out == "Deleted 1 text.\n"
    assert numbers(kept) == []


@pytest.mark.slow
def test_texts_are_exported(kept: CommandFolder) -> None:
    path = kept.path / "texts.tmx"

    assert kept.run("history", "-o", str(path)) == 0
    assert "1 text written" in kept.out
    assert "Das Haus ist groß." in path.read_text("utf-8")
    assert kept.run("history", "-o", str(path)) == 2
    assert kept.json("history", "house", "-o", str(kept.path / "texts.tsv"))["count"] == 1
    assert kept.run("history", "-o", str(Path(kept.path) / "texts.docx")) == 2
    assert ".tmx" in kept.err


def test_words_that_exclude_each_other_are_refused(kept: CommandFolder) -> None:
    assert kept.run("history", "--star", "1", "--delete", "1") == 2
    assert kept.run("history", "--dry-run") == 2
