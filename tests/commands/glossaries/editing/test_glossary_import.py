"""`termdesk glossary import`."""

from __future__ import annotations

import pytest

from support.services.command_folder import EN_FR, CommandFolder


@pytest.mark.slow
def test_new_entries_are_imported_as_one_step_of_undo(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))
    path = command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum")
    words = ("glossary", "import", path, command_folder.name)

    assert command_folder.run(*words, "--dry-run") == 1
    assert "+ row 2: tree → Baum" in command_folder.out
    assert command_folder.here() == [("house", "Haus")]
    report = command_folder.json(*words)
    assert (report["is_done"], report["rejected_rows"], report["glossary"]) == (True, 0, command_folder.name)
    assert report["dictionaries"][0]["added"] == [{"row": 2, "source": "tree", "target": "Baum"}]
    assert command_folder.here() == [("house", "Haus"), ("tree", "Baum")]
    assert command_folder.run("glossary", "undo", command_folder.name) == 0
    assert command_folder.out == "Undone: Import “terms.en-de.tsv”\n"


@pytest.mark.slow
def test_existing_entries_are_overwritten_or_replaced_when_that_is_asked_for(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"), ("sea", "Meer"), ("lake", "See"))
    path = command_folder.file("terms.en-de.tsv", "house=Heim")
    words = ("glossary", "import", path, command_folder.name, "--existing")

    assert command_folder.run(*words, "overwrite") == 0
    assert command_folder.here() == [("house", "Heim"), ("sea", "Meer"), ("lake", "See")]
    assert command_folder.run(*words, "replace-all") == 2
    assert "--allow-removals 2" in command_folder.err
    assert command_folder.run(*words, "replace-all", "--allow-removals", "2") == 0
    assert command_folder.here() == [("house", "Heim")]


def test_a_glossary_is_made_of_all_languages_of_a_file(command_folder: CommandFolder) -> None:
    path = command_folder.path / "terms.csv"
    path.write_text("en,de,fr\nhouse,Haus,maison\n", "utf-8")
    words = ("glossary", "import", str(path), command_folder.name, "--every-pair")

    assert command_folder.run(*words) == 2
    assert "--create" in command_folder.err
    assert command_folder.run(*words, "--create", "--dry-run") == 1
    assert command_folder.here() is None
    assert command_folder.run(*words, "--create") == 0
    assert command_folder.here() == [("house", "Haus")]
    assert command_folder.here(EN_FR) == [("house", "maison")]


@pytest.mark.slow
def test_rows_that_are_no_entries_are_left_out_and_told_with_their_lines(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))
    path = command_folder.file("terms.en-de.tsv", "tree=Baum", "lone")

    assert command_folder.run("glossary", "import", path, command_folder.name) == 1
    assert f"Not imported: {path}:2: " in command_folder.err
    assert command_folder.here() == [("house", "Haus"), ("tree", "Baum")]
    assert command_folder.run("glossary", "import", command_folder.file("terms.tsv", "a=b"), command_folder.name) == 2
    assert "--source-lang" in command_folder.err
