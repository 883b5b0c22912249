"""The reports about texts have the described keys, because scripts rely on them."""

from __future__ import annotations

import asyncio

from support.services.command_folder import CommandFolder
from support.services.command_reports import assert_shape
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.storage.text_store import StoredText

COSTS = "translate --dry-run, improve --dry-run, documents --dry-run, spot-check --dry-run"
EN_ES = LanguagePair("en", "es")


def test_texts(desk: CommandFolder) -> None:
    desk.publish(("house", "vivienda"), pair=EN_ES)
    translate = ("translate", "The house is big.", "--from", "en", "--to", "es", "--glossary", desk.name, "--yes")
    improve = ("improve", "This are a house.", "--language", "en-US", "--correct", "--yes")

    assert_shape("translate", desk.json(*translate))
    assert_shape("improve", desk.json(*improve))
    for words in (translate, improve):
        assert_shape(COSTS, desk.json(*words, "--dry-run"))
    assert_shape("a command that fails", desk.json("translate", " ", "--to", "es"))


def test_documents(desk: CommandFolder) -> None:
    (desk.path / "letter.txt").write_text("The house is big.", "utf-8")
    words = ("documents", str(desk.path / "letter.txt"), "--from", "en", "--to", "es")

    assert_shape(COSTS, desk.json(*words, "--dry-run"))
    report = desk.json(*words, "--yes")
    assert_shape("documents", report)
    assert_shape(
        "documents --remove, documents --retry",
        desk.json("documents", "--remove", str(report["documents"][0]["number"])),
    )


def test_texts_of_before(desk: CommandFolder) -> None:
    async def keep() -> None:
        async with desk.records() as records:
            await records.texts.add(StoredText("custom", "POST /v2/translate", "en", "de", "The house.", "Das Haus."))

    asyncio.run(keep())

    assert_shape("history", desk.json("history"))
    star = "history --star, history --unstar, history --delete, history --delete-all"
    for words in (("--star", "1"), ("--delete", "1", "--yes"), ("--delete-all", "--yes")):
        assert_shape(star, desk.json("history", *words))
    keeping = "history --keeping, history --keep-days, history --keep-most, history --keep-none"
    assert_shape(keeping, desk.json("history", "--keep-days", "30"))
    assert_shape("history -o", desk.json("history", "-o", str(desk.path / "texts.tsv")))


def test_confirmed_translations(desk: CommandFolder) -> None:
    local, pair, path = ("confirmed", "--profile", "local"), ("--pair", "en-de"), str(desk.path / "memory.tmx")

    assert_shape("confirmed --confirm", desk.json(*local, *pair, "--confirm", "The house.", "Das Haus."))
    assert_shape("confirmed", desk.json(*local))
    assert_shape("confirmed -o", desk.json(*local, "-o", path))
    desk.run(*local, *pair, "--confirm", "The house.", "Das Heim.")
    assert_shape("confirmed --import, confirmed --fetch", desk.json(*local, "--import", path, "--yes"))
    delete = ("--delete", "The house.", "--yes")
    assert_shape("confirmed --delete, confirmed --delete-all", desk.json(*local, *pair, *delete))


def test_a_spot_check(desk: CommandFolder) -> None:
    desk.publish(("house", "vivienda"), pair=EN_ES)

    async def prepare() -> None:
        async with desk.records() as records:
            await records.spot_check.sets.put(SentenceSet("1", "Law", EN_ES, ("The house is big.",)))

    asyncio.run(prepare())
    words = ("spot-check", "Law", "--glossary", desk.name, "--yes", "--set-baseline")

    assert_shape(COSTS, desk.json(*words, "--dry-run"))
    for _ in range(2):
        assert_shape("spot-check", desk.json(*words))
