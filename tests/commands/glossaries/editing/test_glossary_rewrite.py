"""`termdesk glossary clean` and `replace`, for glossaries and files."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from support.services.command_folder import EN_FR, CommandFolder


def test_a_glossary_is_cleaned_as_one_step_that_can_be_undone(command_folder: CommandFolder) -> None:
    command_folder.draft((" house", "Haus"), ("big  tree", "“Baum”"))

    assert command_folder.run("glossary", "clean", command_folder.name, "--straight-quotes") == 0
    assert "3 cells change" in command_folder.out
    assert "~ row 1, source: “ house” → “house”" in command_folder.out
    assert "glossary push NAME --draft" in command_folder.err
    assert command_folder.here() == [("house", "Haus"), ("big tree", '"Baum"')]
    steps = command_folder.json("glossary", "undo", command_folder.name, "--list")["steps"]
    assert [each["title"] for each in steps] == ["Clean entries"]
    assert command_folder.run("glossary", "undo", command_folder.name) == 0
    assert command_folder.here() == [(" house", "Haus"), ("big  tree", "“Baum”")]


@pytest.mark.slow
def test_a_dry_run_changes_nothing_and_works_beside_a_window(command_folder: CommandFolder) -> None:
    command_folder.draft((" house", "Haus"))
    command = ("glossary", "clean", command_folder.name, "--dry-run")

    async def work() -> tuple[int, str]:
        async with command_folder.records():
            return await asyncio.to_thread(command_folder.run, *command), command_folder.out

    code, said = asyncio.run(work())

    assert (code, "1 cell changes" in said) == (1, True)
    assert command_folder.json(*command)["is_done"] is False
    assert command_folder.here() == [(" house", "Haus")]
    assert command_folder.run("glossary", "clean", command_folder.name, "--dry-run", "--no-trim") == 0
    assert "Nothing would change." in command_folder.err


def test_an_open_window_keeps_its_glossaries(command_folder: CommandFolder) -> None:
    command_folder.draft((" house", "Haus"))

    async def work() -> int:
        async with command_folder.records():
            return await asyncio.to_thread(command_folder.run, "glossary", "clean", command_folder.name)

    assert asyncio.run(work()) == 2
    assert "Close the window" in command_folder.err
    assert command_folder.here() == [(" house", "Haus")]


@pytest.mark.slow
def test_what_a_service_has_is_cleaned_here_and_published_later(command_folder: CommandFolder) -> None:
    command_folder.publish(("House", "Haus"))

    assert (
        command_folder.run("glossary", "clean", command_folder.name, "--case", "first-lower", "--side", "source") == 0
    )
    assert command_folder.held() == {"House": "Haus"}
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--allow-removals", "1", "--yes") == 0
    assert command_folder.held() == {"house": "Haus"}


@pytest.mark.slow
def test_text_is_replaced_in_one_side_of_one_dictionary(command_folder: CommandFolder) -> None:
    asyncio.run(command_folder.draft_two(command_folder.name))

    report = command_folder.json(
        "glossary", "replace", command_folder.name, "haus", "Heim", "--pair", "en-de", "--side", "target"
    )

    [found] = report["dictionaries"]
    assert found["cells"] == [{"row": 1, "side": "target", "old": "Haus", "new": "Heim"}]
    assert (found["target_lang"], found["more_problems"], report["is_done"]) == ("de", 0, True)
    assert command_folder.here() == [("house", "Heim")]
    assert command_folder.here(EN_FR) == [("house", "maison")]


@pytest.mark.slow
def test_groups_of_a_pattern_are_used_and_new_problems_are_told(command_folder: CommandFolder) -> None:
    command_folder.draft(("cup of tea", "Tasse Tee"), ("tea", "Tee"))

    assert command_folder.run("glossary", "replace", command_folder.name, r"(\w+) of (\w+)", r"\2 \1", "--pattern") == 0
    assert command_folder.here() == [("tea cup", "Tasse Tee"), ("tea", "Tee")]
    assert command_folder.run("glossary", "replace", command_folder.name, "^tea$", "", "--pattern") == 1
    assert "1 more cell has problems then." in command_folder.err
    assert command_folder.run("glossary", "replace", command_folder.name, "(", "", "--pattern") == 2
    assert "pattern" in command_folder.err


def test_a_file_is_written_anew_and_the_old_one_stays(command_folder: CommandFolder) -> None:
    path, out = (
        command_folder.file("terms.en-de.tsv", "house =Haus", "tree=Baum"),
        command_folder.path / "clean.en-de.tsv",
    )
    before = Path(path).read_text("utf-8")

    report = command_folder.json("glossary", "clean", path, "-o", str(out))

    assert (report["file"], report["written"], report["glossary"]) == (path, [str(out)], None)
    assert out.read_text("utf-8") == "house\tHaus\ntree\tBaum\n"
    assert Path(path).read_text("utf-8") == before
    assert command_folder.run("glossary", "clean", path, "-o", str(out)) == 2
    assert "exists. Nothing was written. Add --force" in command_folder.err
    assert command_folder.run("glossary", "clean", path, "-o", path, "--force") == 0
    assert Path(path).read_text("utf-8") == "house\tHaus\ntree\tBaum\n"


def test_a_dry_run_of_a_file_writes_nothing(command_folder: CommandFolder) -> None:
    path = command_folder.file("terms.en-de.tsv", "house =Haus")

    assert command_folder.run("glossary", "clean", path, "--dry-run") == 1
    assert "row 1, source" in command_folder.out
    assert command_folder.run("glossary", "clean", path) == 2
    assert "-o OUT" in command_folder.err
    assert [each.name for each in command_folder.path.glob("*.tsv")] == ["terms.en-de.tsv"]


def test_rows_that_cannot_be_read_are_kept_beside_the_new_file(command_folder: CommandFolder) -> None:
    path, out = command_folder.file("terms.en-de.tsv", "house=Haus", "lone"), command_folder.path / "clean.tsv"

    assert command_folder.run("glossary", "clean", path, "-o", str(out)) == 1
    assert (command_folder.path / "clean.rejects.tsv").read_text("utf-8").endswith("\tlone\n")


@pytest.mark.slow
def test_words_that_make_no_sense_are_refused(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))

    assert command_folder.run("glossary", "clean", command_folder.name, "-o", "out.tsv") == 2
    assert (
        command_folder.run("glossary", "clean", command_folder.name, "--no-trim", "--no-single-spaces", "--no-compose")
        == 2
    )
    assert command_folder.run("glossary", "replace", "nothing", "a", "b") == 2
    assert "There is no glossary “nothing”." in command_folder.err
