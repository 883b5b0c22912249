"""`termdesk glossary import`."""

from __future__ import annotations

from support.services.command_folder import EN_FR, CommandFolder


def test_new_entries_are_imported_as_one_step_of_undo(desk: CommandFolder) -> None:
    desk.draft(("house", "Haus"))
    path = desk.file("terms.en-de.tsv", "house=Heim", "tree=Baum")
    words = ("glossary", "import", path, desk.name)

    assert desk.run(*words, "--dry-run") == 1
    assert "+ row 2: tree → Baum" in desk.out
    assert desk.here() == [("house", "Haus")]
    report = desk.json(*words)
    assert (report["is_done"], report["rejected_rows"], report["glossary"]) == (True, 0, desk.name)
    assert report["dictionaries"][0]["added"] == [{"row": 2, "source": "tree", "target": "Baum"}]
    assert desk.here() == [("house", "Haus"), ("tree", "Baum")]
    assert desk.run("glossary", "undo", desk.name) == 0
    assert desk.out == "Undone: Import “terms.en-de.tsv”\n"


def test_existing_entries_are_overwritten_or_replaced_when_that_is_asked_for(desk: CommandFolder) -> None:
    desk.draft(("house", "Haus"), ("sea", "Meer"), ("lake", "See"))
    path = desk.file("terms.en-de.tsv", "house=Heim")
    words = ("glossary", "import", path, desk.name, "--existing")

    assert desk.run(*words, "overwrite") == 0
    assert desk.here() == [("house", "Heim"), ("sea", "Meer"), ("lake", "See")]
    assert desk.run(*words, "replace-all") == 2
    assert "--allow-removals 2" in desk.err
    assert desk.run(*words, "replace-all", "--allow-removals", "2") == 0
    assert desk.here() == [("house", "Heim")]


def test_a_glossary_is_made_of_all_languages_of_a_file(desk: CommandFolder) -> None:
    path = desk.path / "terms.csv"
    path.write_text("en,de,fr\nhouse,Haus,maison\n", "utf-8")
    words = ("glossary", "import", str(path), desk.name, "--every-pair")

    assert desk.run(*words) == 2
    assert "--create" in desk.err
    assert desk.run(*words, "--create", "--dry-run") == 1
    assert desk.here() is None
    assert desk.run(*words, "--create") == 0
    assert desk.here() == [("house", "Haus")]
    assert desk.here(EN_FR) == [("house", "maison")]


def test_rows_that_are_no_entries_are_left_out_and_told_with_their_lines(desk: CommandFolder) -> None:
    desk.draft(("house", "Haus"))
    path = desk.file("terms.en-de.tsv", "tree=Baum", "lone")

    assert desk.run("glossary", "import", path, desk.name) == 1
    assert f"Not imported: {path}:2: " in desk.err
    assert desk.here() == [("house", "Haus"), ("tree", "Baum")]
    assert desk.run("glossary", "import", desk.file("terms.tsv", "a=b"), desk.name) == 2
    assert "--source-lang" in desk.err
