"""The reports about glossaries have the described keys, because scripts rely on them."""

from __future__ import annotations

import asyncio

import pytest

from support.services.command_folder import CommandFolder
from support.services.command_reports import assert_shape


def test_glossaries(command_folder: CommandFolder) -> None:
    """A glossary with a conflict, and a file with a problem."""
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    base = command_folder.file("before.en-de.tsv", "house=Hof", "cat=Katze")
    path, bad = (
        command_folder.file("terms.en-de.tsv", "house=Heim", "sea=Meer"),
        command_folder.file("bad.en-de.tsv", "sea=Meer "),
    )
    push = ("glossary", "push", command_folder.name, path)

    assert_shape("glossary list", command_folder.json("glossary", "list"))
    assert_shape(
        "glossary pull",
        command_folder.json("glossary", "pull", command_folder.name, "-o", str(command_folder.path / "pulled.tsv")),
    )
    assert_shape(
        "glossary export",
        command_folder.json("glossary", "export", command_folder.name, str(command_folder.path / "out.tbx")),
    )
    assert_shape("glossary diff", command_folder.json("glossary", "diff", command_folder.name, path, "--base", base))
    assert_shape("glossary diff", command_folder.json("glossary", "diff", command_folder.name, bad))
    assert_shape("glossary push", command_folder.json(*push, "--allow-removals", "2", "--yes"))
    assert_shape("glossary check NAME", command_folder.json("glossary", "check", command_folder.name))
    assert_shape("check FILE", command_folder.json("glossary", "check", bad))
    assert_shape("a command that fails", command_folder.json("glossary", "pull", "nothing"))
    assert_shape(
        "a command that fails",
        command_folder.json("glossary", "pull", command_folder.name, "-o", str(command_folder.path / "pulled.tsv")),
    )


@pytest.mark.slow
def test_upkeep(command_folder: CommandFolder) -> None:
    before, command_folder.name = command_folder.name, f"{command_folder.name} new"
    asyncio.run(command_folder.draft_two(before))
    command_folder.run("glossary", "push", before, "--draft", "--yes")

    for words in ((), ("--facets",)):
        assert_shape("glossary entries", command_folder.json("glossary", "entries", before, *words))
    assert_shape(
        "glossary edit", command_folder.json("glossary", "edit", before, "--pair", "en-de", "--set", "house", "Heim")
    )
    for words in (("replace", "house", "home"), ("clean",), ("fix", "--kind", "empty")):
        name, *rest = words
        assert_shape(f"glossary {name}", command_folder.json("glossary", name, before, *rest))
    assert_shape("glossary similar", command_folder.json("glossary", "similar", before))
    assert_shape("glossary similar --settle", command_folder.json("glossary", "similar", before, "--settle", "delete"))
    assert_shape("glossary undo", command_folder.json("glossary", "undo", before, "--pair", "en-de"))
    path = command_folder.file("more.en-de.tsv", "tree=Baum")
    assert_shape("glossary import", command_folder.json("glossary", "import", path, before))
    assert_shape("glossary duplicate", command_folder.json("glossary", "duplicate", before, f"{before} copy"))
    folder = ("glossary", "folder", before)
    link = command_folder.json(*folder, "--link", str(command_folder.path))
    assert_shape("glossary folder --link, glossary folder --unlink", link)
    assert_shape("glossary folder --push", command_folder.json(*folder, "--push"))
    for words in ((), ("--pull",)):
        assert_shape("glossary folder NAME, glossary folder --pull", command_folder.json(*folder, *words))
    assert_shape("glossary folder", command_folder.json("glossary", "folder"))
    assert_shape("glossary tags", command_folder.json("glossary", "tags", before, "--add", "urgent"))
    assert_shape("glossary check NAME", command_folder.json("glossary", "check", before, "--compare"))
    assert_shape("glossary reverse", command_folder.json("glossary", "reverse", before, "--pair", "en-de"))
    assert_shape("glossary rename", command_folder.json("glossary", "rename", before, command_folder.name))
    assert_shape("glossary delete", command_folder.json("glossary", "delete", command_folder.name, "--yes"))
    assert_shape("glossary deleted", command_folder.json("glossary", "deleted"))
