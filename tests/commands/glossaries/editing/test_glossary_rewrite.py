"""`termdesk glossary clean` and `replace`, for glossaries and files."""

from __future__ import annotations

import asyncio
from pathlib import Path

from support.services.command_folder import EN_FR, CommandFolder


def test_a_glossary_is_cleaned_as_one_step_that_can_be_undone(desk: CommandFolder) -> None:
    desk.draft((" house", "Haus"), ("big  tree", "“Baum”"))

    assert desk.run("glossary", "clean", desk.name, "--straight-quotes") == 0
    assert "3 cells change" in desk.out
    assert "~ row 1, source: “ house” → “house”" in desk.out
    assert "glossary push NAME --draft" in desk.err
    assert desk.here() == [("house", "Haus"), ("big tree", '"Baum"')]
    steps = desk.json("glossary", "undo", desk.name, "--list")["steps"]
    assert [each["title"] for each in steps] == ["Clean entries"]
    assert desk.run("glossary", "undo", desk.name) == 0
    assert desk.here() == [(" house", "Haus"), ("big  tree", "“Baum”")]


def test_a_dry_run_changes_nothing_and_works_beside_a_window(desk: CommandFolder) -> None:
    desk.draft((" house", "Haus"))
    command = ("glossary", "clean", desk.name, "--dry-run")

    async def work() -> tuple[int, str]:
        async with desk.records():
            return await asyncio.to_thread(desk.run, *command), desk.out

    code, said = asyncio.run(work())

    assert (code, "1 cell changes" in said) == (1, True)
    assert desk.json(*command)["is_done"] is False
    assert desk.here() == [(" house", "Haus")]
    assert desk.run("glossary", "clean", desk.name, "--dry-run", "--no-trim") == 0
    assert "Nothing would change." in desk.err


def test_an_open_window_keeps_its_glossaries(desk: CommandFolder) -> None:
    desk.draft((" house", "Haus"))

    async def work() -> int:
        async with desk.records():
            return await asyncio.to_thread(desk.run, "glossary", "clean", desk.name)

    assert asyncio.run(work()) == 2
    assert "Close the window" in desk.err
    assert desk.here() == [(" house", "Haus")]


def test_what_a_service_has_is_cleaned_here_and_published_later(desk: CommandFolder) -> None:
    desk.publish(("House", "Haus"))

    assert desk.run("glossary", "clean", desk.name, "--case", "first-lower", "--side", "source") == 0
    assert desk.held() == {"House": "Haus"}
    assert desk.run("glossary", "push", desk.name, "--draft", "--allow-removals", "1", "--yes") == 0
    assert desk.held() == {"house": "Haus"}


def test_text_is_replaced_in_one_side_of_one_dictionary(desk: CommandFolder) -> None:
    asyncio.run(desk.draft_two(desk.name))

    report = desk.json("glossary", "replace", desk.name, "haus", "Heim", "--pair", "en-de", "--side", "target")

    [found] = report["dictionaries"]
    assert found["cells"] == [{"row": 1, "side": "target", "old": "Haus", "new": "Heim"}]
    assert (found["target_lang"], found["more_problems"], report["is_done"]) == ("de", 0, True)
    assert desk.here() == [("house", "Heim")]
    assert desk.here(EN_FR) == [("house", "maison")]


def test_groups_of_a_pattern_are_used_and_new_problems_are_told(desk: CommandFolder) -> None:
    desk.draft(("cup of tea", "Tasse Tee"), ("tea", "Tee"))

    assert desk.run("glossary", "replace", desk.name, r"(\w+) of (\w+)", r"\2 \1", "--pattern") == 0
    assert desk.here() == [("tea cup", "Tasse Tee"), ("tea", "Tee")]
    assert desk.run("glossary", "replace", desk.name, "^tea$", "", "--pattern") == 1
    assert "1 more cell has problems then." in desk.err
    assert desk.run("glossary", "replace", desk.name, "(", "", "--pattern") == 2
    assert "pattern" in desk.err


def test_a_file_is_written_anew_and_the_old_one_stays(desk: CommandFolder) -> None:
    path, out = desk.file("terms.en-de.tsv", "house =Haus", "tree=Baum"), desk.path / "clean.en-de.tsv"
    before = Path(path).read_text("utf-8")

    report = desk.json("glossary", "clean", path, "-o", str(out))

    assert (report["file"], report["written"], report["glossary"]) == (path, [str(out)], None)
    assert out.read_text("utf-8") == "house\tHaus\ntree\tBaum\n"
    assert Path(path).read_text("utf-8") == before
    assert desk.run("glossary", "clean", path, "-o", str(out)) == 2
    assert "exists. Nothing was written. Add --force" in desk.err
    assert desk.run("glossary", "clean", path, "-o", path, "--force") == 0
    assert Path(path).read_text("utf-8") == "house\tHaus\ntree\tBaum\n"


def test_a_dry_run_of_a_file_writes_nothing(desk: CommandFolder) -> None:
    path = desk.file("terms.en-de.tsv", "house =Haus")

    assert desk.run("glossary", "clean", path, "--dry-run") == 1
    assert "row 1, source" in desk.out
    assert desk.run("glossary", "clean", path) == 2
    assert "-o OUT" in desk.err
    assert [each.name for each in desk.path.glob("*.tsv")] == ["terms.en-de.tsv"]


def test_rows_that_cannot_be_read_are_kept_beside_the_new_file(desk: CommandFolder) -> None:
    path, out = desk.file("terms.en-de.tsv", "house=Haus", "lone"), desk.path / "clean.tsv"

    assert desk.run("glossary", "clean", path, "-o", str(out)) == 1
    assert (desk.path / "clean.rejects.tsv").read_text("utf-8").endswith("\tlone\n")


def test_words_that_make_no_sense_are_refused(desk: CommandFolder) -> None:
    desk.draft(("house", "Haus"))

    assert desk.run("glossary", "clean", desk.name, "-o", "out.tsv") == 2
    assert desk.run("glossary", "clean", desk.name, "--no-trim", "--no-single-spaces", "--no-compose") == 2
    assert desk.run("glossary", "replace", "nothing", "a", "b") == 2
    assert "There is no glossary “nothing”." in desk.err
