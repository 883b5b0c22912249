"""The reports about texts have the described keys, because scripts rely on them."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import CommandFolder
from support.services.command_reports import assert_shape
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.storage.text_store import StoredText

COSTS = "translate --dry-run, improve --dry-run, documents --dry-run, spot-check --dry-run"
EN_ES = LanguagePair("en", "es")


@pytest.mark.slow
def test_texts(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "vivienda"), pair=EN_ES)
    translate = (
        "translate",
        "The house is big.",
        "--from",
        "en",
        "--to",
        "es",
        "--glossary",
        command_folder.name,
        "--yes",
    )
    improve = ("improve", "This are a house.", "--language", "en-US", "--correct", "--yes")

    assert_shape("translate", command_folder.json(*translate))
    assert_shape("improve", command_folder.json(*improve))
    for words in (translate, improve):
        assert_shape(COSTS, command_folder.json(*words, "--dry-run"))
    assert_shape("a command that fails", command_folder.json("translate", " ", "--to", "es"))


@pytest.mark.slow
def test_documents(command_folder: CommandFolder) -> None:
    (command_folder.path / "letter.txt").write_text("The house is big.", "utf-8")
    words = ("documents", str(command_folder.path / "letter.txt"), "--from", "en", "--to", "es")

    assert_shape(COSTS, command_folder.json(*words, "--dry-run"))
    report = command_folder.json(*words, "--yes")
    assert_shape("documents", report)
    assert_shape(
        "documents --remove, documents --retry",
        command_folder.json("documents", "--remove", str(report["documents"][0]["number"])),
    )


def test_texts_of_before(command_folder: CommandFolder) -> None:
    async def keep() -> None:
        async with command_folder.records() as records:
            await records.texts.add(StoredText("custom", "POST /v2/translate", "en", "de", "The house.", "Das Haus."))

    asyncio.run(keep())

    assert_shape("history", command_folder.json("history"))
    star = "history --star, history --unstar, history --delete, history --delete-all"
    for words in (("--star", "1"), ("--delete", "1", "--yes"), ("--delete-all", "--yes")):
        assert_shape(star, command_folder.json("history", *words))
    keeping = "history --keeping, history --keep-days, history --keep-most, history --keep-none"
    assert_shape(keeping, command_folder.json("history", "--keep-days", "30"))
    assert_shape("history -o", command_folder.json("history", "-o", str(command_folder.path / "texts.tsv")))


def test_confirmed_translations(command_folder: CommandFolder) -> None:
    local, pair, path = (
        ("confirmed", "--profile", "local"),
        ("--pair", "en-de"),
        str(command_folder.path / "memory.tmx"),
    )

    assert_shape("confirmed --confirm", command_folder.json(*local, *pair, "--confirm", "The house.", "Das Haus."))
    assert_shape("confirmed", command_folder.json(*local))
    assert_shape("confirmed -o", command_folder.json(*local, "-o", path))
    command_folder.run(*local, *pair, "--confirm", "The house.", "Das Heim.")
    assert_shape("confirmed --import, confirmed --fetch", command_folder.json(*local, "--import", path, "--yes"))
    delete = ("--delete", "The house.", "--yes")
    assert_shape("confirmed --delete, confirmed --delete-all", command_folder.json(*local, *pair, *delete))


@pytest.mark.slow
def test_a_spot_check(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "vivienda"), pair=EN_ES)

    async def prepare() -> None:
        async with command_folder.records() as records:
            await records.spot_check.sets.put(SentenceSet("1", "Law", EN_ES, ("The house is big.",)))

    asyncio.run(prepare())
    words = ("spot-check", "Law", "--glossary", command_folder.name, "--yes", "--set-baseline")

    assert_shape(COSTS, command_folder.json(*words, "--dry-run"))
    for _ in range(2):
        assert_shape("spot-check", command_folder.json(*words))
