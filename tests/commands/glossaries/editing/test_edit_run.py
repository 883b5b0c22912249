"""An edit is run on each dictionary of a glossary, or on each pair of a file."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import EN_FR, CommandFolder
from termdesk.commands.glossaries.editing.edit_preview import EditPreview
from termdesk.commands.glossaries.editing.edit_run import exit_code
from termdesk.domain.language.language import LanguagePair

PAIR = LanguagePair("en", "de")


@pytest.mark.parametrize(("violations", "is_dry", "code"), [(0, False, 0), (2, False, 1), (2, True, 0)])
def test_more_problems_are_a_finding(violations: int, is_dry: bool, code: int) -> None:
    assert exit_code([EditPreview(PAIR, more_violations=violations)], is_dry=is_dry) == code


@pytest.mark.slow
def test_all_dictionaries_of_a_glossary_are_edited(command_folder: CommandFolder) -> None:
    asyncio.run(command_folder.draft_two(command_folder.name))

    report = command_folder.json("glossary", "replace", command_folder.name, "house", "home")

    assert [each["target_lang"] for each in report["dictionaries"]] == ["de", "fr"]
    assert command_folder.here() == [("home", "Haus")]
    assert command_folder.here(EN_FR) == [("home", "maison")]


def test_every_pair_of_a_file_is_written(command_folder: CommandFolder) -> None:
    path = command_folder.path / "terms.csv"
    path.write_text("en,de,fr\nhouse ,Haus,maison\n", "utf-8")

    report = command_folder.json(
        "glossary", "clean", str(path), "-o", str(command_folder.path / "clean.csv"), "--every-pair"
    )

    names = sorted(each.name for each in command_folder.path.glob("clean.*.csv"))
    assert names == ["clean.en-de.csv", "clean.en-fr.csv"]
    assert len(report["written"]) == 2
    assert all(len(each["cells"]) == 1 for each in report["dictionaries"])
