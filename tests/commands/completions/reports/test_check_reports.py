"""The reports of checks have the described keys, because scripts rely on them."""

from __future__ import annotations

import pytest

from support.files.bundles import EN_DE, bundle_of, put
from support.services.command_folder import CommandFolder
from support.services.command_reports import assert_shape
from termdesk.domain.merging.term_records import TermRecords


@pytest.mark.slow
def test_what_is_checked(command_folder: CommandFolder) -> None:
    command_folder.draft(("home", "Heim"))

    rule = ("glossary", "rules", "--add", "No house", "--pattern", "home", "--try", command_folder.name)
    assert_shape("glossary rules", command_folder.json(*rule))
    for words in ((), (command_folder.name,)):
        assert_shape("glossary kinds", command_folder.json("glossary", "kinds", *words))
    ignore = ("--add", "--kind", "own:No house")
    for words in (ignore, ()):
        assert_shape("glossary ignored", command_folder.json("glossary", "ignored", command_folder.name, *words))


def test_files(command_folder: CommandFolder) -> None:
    folder = command_folder.path / "release"
    folder.mkdir()
    put(folder, bundle_of({EN_DE: TermRecords({"bolt": "Schraube"})}))
    (folder / "en-de.tsv").write_text("bolt\tBolzen\n", "utf-8")

    # These commands use no program folder.
    assert_shape(
        "check FILE", command_folder.json_of("check", command_folder.file("terms.en-de.tsv", "sea=Meer ", "lone"))
    )
    words = (
        "convert",
        command_folder.file("terms.en-de.tsv", "sea=Meer", "lone"),
        str(command_folder.path / "out.tsv"),
    )
    for more in (("--dry-run",), ()):
        assert_shape("convert", command_folder.json_of(*words, *more))
    terms = command_folder.file("other.en-de.tsv", "bolt=Bolzen")
    assert_shape("bundle write", command_folder.json_of("bundle", "write", str(command_folder.path / "new"), terms))
    assert_shape(
        "bundle diff",
        command_folder.json_of("bundle", "diff", str(command_folder.path / "new"), str(command_folder.path / "new")),
    )
    assert_shape("bundle check", command_folder.json_of("bundle", "check", str(folder)))
    assert_shape("a command that fails", command_folder.json_of("bundle", "check", str(command_folder.path)))
