"""`termdesk glossary fix`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from support.services.command_folder import EN_DE, CommandFolder
from termdesk.domain.entries.entries import TARGET
from termdesk.storage.check_notes import DictionaryKey

ROWS = (("house", "Haus"), ("house", "Haus"), ("tree", " Baum"), ("", ""), ("sea", "Me\u200ber"))


@pytest.mark.slow
def test_all_findings_of_some_kinds_are_corrected_in_one_step(command_folder: CommandFolder) -> None:
    command_folder.draft(*ROWS)
    command = (
        "glossary",
        "fix",
        command_folder.name,
        "--kind",
        "duplicate",
        "--kind",
        "outer_space",
        "--kind",
        "empty",
    )

    report = command_folder.json(*command, "--dry-run")
    [found] = report["dictionaries"]
    assert [each["row"] for each in found["removed"]] == [2, 4]
    assert found["cells"] == [{"row": 3, "side": "target", "old": " Baum", "new": "Baum"}]
    assert command_folder.here() == list(ROWS)
    assert command_folder.run(*command, "--dry-run") == 1

    assert command_folder.run(*command) == 0
    assert "1 cell changes, 2 rows are removed" in command_folder.out
    assert command_folder.here() == [("house", "Haus"), ("tree", "Baum"), ("sea", "Me\u200ber")]
    assert command_folder.run("glossary", "undo", command_folder.name) == 0
    assert command_folder.here() == list(ROWS)


def test_what_is_ignored_stays(command_folder: CommandFolder) -> None:
    command_folder.draft(("sea", "Me\u200ber"), ("lake", "Se\u200be"))

    async def ignore() -> None:
        async with command_folder.records() as records:
            [draft] = await records.journal.drafts(command_folder.profile)
            key = DictionaryKey(command_folder.profile, draft.glossary_key, EN_DE)
            await records.check_notes.ignore(key, [("invisible", TARGET, "Me\u200ber")], "Meant.")

    asyncio.run(ignore())

    assert command_folder.run("glossary", "fix", command_folder.name, "--kind", "invisible") == 0
    assert command_folder.here() == [("sea", "Me\u200ber"), ("lake", "See")]


def test_a_file_is_corrected_into_another(command_folder: CommandFolder) -> None:
    path, out = command_folder.file("terms.en-de.tsv", "house=Haus", "house=Haus"), command_folder.path / "fixed.tsv"

    assert command_folder.run("glossary", "fix", path, "--kind", "duplicate", "-o", str(out)) == 0
    assert out.read_text("utf-8") == "house\tHaus\n"
    assert len(Path(path).read_text("utf-8").splitlines()) == 2


@pytest.mark.parametrize("words", [(), ("--kind", "near_duplicate")])
def test_a_kind_without_a_correction_is_refused(command_folder: CommandFolder, words: tuple[str, ...]) -> None:
    command_folder.draft(("house", "Haus"))

    assert command_folder.run("glossary", "fix", command_folder.name, *words) == 2
    assert "--kind" in command_folder.err
