"""The reports of checks have the described keys, because scripts rely on them."""

from __future__ import annotations

from support.files.bundles import EN_DE, bundle_of, put
from support.services.command_folder import CommandFolder
from support.services.command_reports import assert_shape
from termdesk.domain.merging.term_records import TermRecords


def test_what_is_checked(desk: CommandFolder) -> None:
    desk.draft(("home", "Heim"))

    rule = ("glossary", "rules", "--add", "No house", "--pattern", "home", "--try", desk.name)
    assert_shape("glossary rules", desk.json(*rule))
    for words in ((), (desk.name,)):
        assert_shape("glossary kinds", desk.json("glossary", "kinds", *words))
    ignore = ("--add", "--kind", "own:No house")
    for words in (ignore, ()):
        assert_shape("glossary ignored", desk.json("glossary", "ignored", desk.name, *words))


def test_files(desk: CommandFolder) -> None:
    folder = desk.path / "release"
    folder.mkdir()
    put(folder, bundle_of({EN_DE: TermRecords({"bolt": "Schraube"})}))
    (folder / "en-de.tsv").write_text("bolt\tBolzen\n", "utf-8")

    # These commands use no program folder.
    assert_shape("check FILE", desk.json_of("check", desk.file("terms.en-de.tsv", "sea=Meer ", "lone")))
    words = ("convert", desk.file("terms.en-de.tsv", "sea=Meer", "lone"), str(desk.path / "out.tsv"))
    for more in (("--dry-run",), ()):
        assert_shape("convert", desk.json_of(*words, *more))
    terms = desk.file("other.en-de.tsv", "bolt=Bolzen")
    assert_shape("bundle write", desk.json_of("bundle", "write", str(desk.path / "new"), terms))
    assert_shape("bundle diff", desk.json_of("bundle", "diff", str(desk.path / "new"), str(desk.path / "new")))
    assert_shape("bundle check", desk.json_of("bundle", "check", str(folder)))
    assert_shape("a command that fails", desk.json_of("bundle", "check", str(desk.path)))
