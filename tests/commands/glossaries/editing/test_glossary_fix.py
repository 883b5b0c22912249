"""`termdesk glossary fix`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.domain.entries.entries import TARGET
from termdesk.storage.check_notes import DictionaryKey

ROWS = (("house", "Haus"), ("house", "Haus"), ("tree", " Baum"), ("", ""), ("sea", "Me\u200ber"))


def test_all_findings_of_some_kinds_are_corrected_in_one_step(desk: CommandFolder) -> None:
    desk.draft(*ROWS)
    command = ("glossary", "fix", desk.name, "--kind", "duplicate", "--kind", "outer_space", "--kind", "empty")

    report = desk.json(*command, "--dry-run")
    [found] = report["dictionaries"]
    assert [each["row"] for each in found["removed"]] == [2, 4]
    assert found["cells"] == [{"row": 3, "side": "target", "old": " Baum", "new": "Baum"}]
    assert desk.here() == list(ROWS)
    assert desk.run(*command, "--dry-run") == 1

    assert desk.run(*command) == 0
    assert "1 cell changes, 2 rows are removed" in desk.out
    assert desk.here() == [("house", "Haus"), ("tree", "Baum"), ("sea", "Me\u200ber")]
    assert desk.run("glossary", "undo", desk.name) == 0
    assert desk.here() == list(ROWS)


def test_what_is_ignored_stays(desk: CommandFolder) -> None:
    desk.draft(("sea", "Me\u200ber"), ("lake", "Se\u200be"))

    async def ignore() -> None:
        async with desk.records() as records:
            [draft] = await records.journal.drafts(desk.profile)
            key = DictionaryKey(desk.profile, draft.glossary_key, EN_DE)
            await records.check_notes.ignore(key, [("invisible", TARGET, "Me\u200ber")], "Meant.")

    asyncio.run(ignore())

    assert desk.run("glossary", "fix", desk.name, "--kind", "invisible") == 0
    assert desk.here() == [("sea", "Me\u200ber"), ("lake", "See")]


def test_a_file_is_corrected_into_another(desk: CommandFolder) -> None:
    path, out = desk.file("terms.en-de.tsv", "house=Haus", "house=Haus"), desk.path / "fixed.tsv"

    assert desk.run("glossary", "fix", path, "--kind", "duplicate", "-o", str(out)) == 0
    assert out.read_text("utf-8") == "house\tHaus\n"
    assert len(Path(path).read_text("utf-8").splitlines()) == 2


@pytest.mark.parametrize("words", [(), ("--kind", "near_duplicate")])
def test_a_kind_without_a_correction_is_refused(desk: CommandFolder, words: tuple[str, ...]) -> None:
    desk.draft(("house", "Haus"))

    assert desk.run("glossary", "fix", desk.name, *words) == 2
    assert "--kind" in desk.err
