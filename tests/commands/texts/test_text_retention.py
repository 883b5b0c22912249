"""`termdesk history` tells and changes how long texts are kept, and how many."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from support.services.command_folder import CommandFolder
from termdesk.storage.files.folders import Folders
from termdesk.storage.text_store import StoredText

KEEPING = ("history", "--keeping")


@pytest.fixture
def kept(command_folder: CommandFolder) -> CommandFolder:
    """A folder with an old text that has a star, one of forty days ago, and one of today."""

    async def keep() -> None:
        async with command_folder.records() as records:
            for number in range(3):
                await records.texts.add(StoredText("custom", "POST /v2/translate", "en", "de", f"{number}", "x"))
            await records.texts.star([1], True)

    asyncio.run(keep())
    with closing(sqlite3.connect(Folders.under(command_folder.path).data / "texts.db")) as connection, connection:
        for number, days in ((1, 50), (2, 40)):
            moment = (datetime.now(UTC) - timedelta(days=days)).timestamp()
            connection.execute("UPDATE texts SET made_at = ? WHERE number = ?", (moment, number))
    return command_folder


def numbers(command_folder: CommandFolder) -> list[int]:
    return sorted(each["number"] for each in command_folder.json("history")["texts"])


@pytest.mark.slow
def test_what_is_kept_is_told(kept: CommandFolder) -> None:
    assert kept.run(*KEEPING) == 0
    assert kept.out == "Texts are kept for 90 days, any number besides starred ones.\n"
    report = kept.json(*KEEPING)
    assert report == {"keeps_texts": True, "days": 90, "most": 0, "count": 0, "is_done": False}


@pytest.mark.slow
def test_fewer_days_delete_older_texts_after_agreement(kept: CommandFolder) -> None:
    change = ("history", "--keep-days", "30")

    assert kept.run(*change, "--dry-run") == 1
    assert "Would delete 1 text." in kept.out
    assert kept.json(*KEEPING)["days"] == 90
    assert kept.run(*change) == 2
    assert "Nothing was changed." in kept.err
    assert numbers(kept) == [1, 2, 3]

    assert kept.json(*change, "--yes") == {"keeps_texts": True, "days": 30, "most": 0, "count": 1, "is_done": True}
    assert numbers(kept) == [1, 3], "a star keeps a text"
    assert kept.json(*change)["is_done"] is False
    assert kept.run(*change, "--dry-run") == 0, "nothing would change"


def test_the_present_limits_delete_nothing(kept: CommandFolder) -> None:
    assert kept.run("history", "--keep-days", "30", "--yes") == 0
    assert kept.run("history", "--keep-days", "60") == 0
    with closing(sqlite3.connect(Folders.under(kept.path).data / "texts.db")) as connection, connection:
        connection.execute("UPDATE texts SET made_at = 0")

    assert kept.run("history", "--keep-days", "60") == 0
    assert kept.out == "Texts are kept for 60 days, any number besides starred ones.\n"


@pytest.mark.slow
def test_a_smaller_number_deletes_the_oldest_texts(kept: CommandFolder) -> None:
    assert kept.run("history", "--keep-most", "1", "--yes") == 0
    assert "at most 1 besides starred ones." in kept.out
    assert numbers(kept) == [1, 3]
    assert kept.run("history", "--keep-most", "0") == 0, "this deletes nothing"
    assert kept.json(*KEEPING)["most"] == 0


@pytest.mark.slow
def test_no_texts_are_kept_from_then_on_and_stored_ones_stay(kept: CommandFolder) -> None:
    assert kept.run("history", "--keep-none", "--dry-run") == 1
    assert kept.out == "Without --dry-run:\nNew texts are not kept.\n"
    assert kept.json(*KEEPING)["keeps_texts"] is True

    assert kept.run("history", "--keep-none") == 0
    assert kept.out == "New texts are not kept.\n"
    assert numbers(kept) == [1, 2, 3]
    assert kept.json(*KEEPING)["keeps_texts"] is False
    assert kept.run("history", "--keep-days", "60") == 0
    report = kept.json(*KEEPING)
    assert (report["keeps_texts"], report["days"]) == (True, 60)


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("--keep-days", "0"), "from 1 to 3650"),
        (("--keep-days", "30", "--keep-none"), "--keep-none takes no days"),
        (("--keep-none", "--delete-all"), "choose one of"),
        (("--keeping", "--dry-run"), "--dry-run is for"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    command_folder: CommandFolder, words: tuple[str, ...], reported: str
) -> None:
    assert command_folder.run("history", *words) == 2
    assert reported in command_folder.err
