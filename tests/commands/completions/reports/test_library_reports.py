"""The reports about glossaries have the described keys, because scripts rely on them."""

from __future__ import annotations

import asyncio

from support.services.command_folder import CommandFolder
from support.services.command_reports import assert_shape


def test_glossaries(desk: CommandFolder) -> None:
    """A glossary with a conflict, and a file with a problem."""
    desk.publish(("house", "Haus"), ("tree", "Baum"))
    base = desk.file("before.en-de.tsv", "house=Hof", "cat=Katze")
    path, bad = desk.file("terms.en-de.tsv", "house=Heim", "sea=Meer"), desk.file("bad.en-de.tsv", "sea=Meer ")
    push = ("glossary", "push", desk.name, path)

    assert_shape("glossary list", desk.json("glossary", "list"))
    assert_shape("glossary pull", desk.json("glossary", "pull", desk.name, "-o", str(desk.path / "pulled.tsv")))
    assert_shape("glossary export", desk.json("glossary", "export", desk.name, str(desk.path / "out.tbx")))
    assert_shape("glossary diff", desk.json("glossary", "diff", desk.name, path, "--base", base))
    assert_shape("glossary diff", desk.json("glossary", "diff", desk.name, bad))
    assert_shape("glossary push", desk.json(*push, "--allow-removals", "2", "--yes"))
    assert_shape("glossary check NAME", desk.json("glossary", "check", desk.name))
    assert_shape("check FILE", desk.json("glossary", "check", bad))
    assert_shape("a command that fails", desk.json("glossary", "pull", "nothing"))
    assert_shape("a command that fails", desk.json("glossary", "pull", desk.name, "-o", str(desk.path / "pulled.tsv")))


def test_upkeep(desk: CommandFolder) -> None:
    before, desk.name = desk.name, f"{desk.name} new"
    asyncio.run(desk.draft_two(before))
    desk.run("glossary", "push", before, "--draft", "--yes")

    for words in ((), ("--facets",)):
        assert_shape("glossary entries", desk.json("glossary", "entries", before, *words))
    assert_shape("glossary edit", desk.json("glossary", "edit", before, "--pair", "en-de", "--set", "house", "Heim"))
    for words in (("replace", "house", "home"), ("clean",), ("fix", "--kind", "empty")):
        name, *rest = words
        assert_shape(f"glossary {name}", desk.json("glossary", name, before, *rest))
    assert_shape("glossary similar", desk.json("glossary", "similar", before))
    assert_shape("glossary similar --settle", desk.json("glossary", "similar", before, "--settle", "delete"))
    assert_shape("glossary undo", desk.json("glossary", "undo", before, "--pair", "en-de"))
    path = desk.file("more.en-de.tsv", "tree=Baum")
    assert_shape("glossary import", desk.json("glossary", "import", path, before))
    assert_shape("glossary duplicate", desk.json("glossary", "duplicate", before, f"{before} copy"))
    folder = ("glossary", "folder", before)
    link = desk.json(*folder, "--link", str(desk.path))
    assert_shape("glossary folder --link, glossary folder --unlink", link)
    assert_shape("glossary folder --push", desk.json(*folder, "--push"))
    for words in ((), ("--pull",)):
        assert_shape("glossary folder NAME, glossary folder --pull", desk.json(*folder, *words))
    assert_shape("glossary folder", desk.json("glossary", "folder"))
    assert_shape("glossary tags", desk.json("glossary", "tags", before, "--add", "urgent"))
    assert_shape("glossary check NAME", desk.json("glossary", "check", before, "--compare"))
    assert_shape("glossary reverse", desk.json("glossary", "reverse", before, "--pair", "en-de"))
    assert_shape("glossary rename", desk.json("glossary", "rename", before, desk.name))
    assert_shape("glossary delete", desk.json("glossary", "delete", desk.name, "--yes"))
    assert_shape("glossary deleted", desk.json("glossary", "deleted"))
