"""`termdesk glossary similar`."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder

ROWS = (("e-mail", "E-Mail"), ("tree", "Baum"), ("email", "Mail"), ("E-Mail", "Post"))


def test_clusters_are_listed(command_folder: CommandFolder) -> None:
    command_folder.draft(*ROWS)

    assert command_folder.run("glossary", "similar", command_folder.name) == 1
    assert "1 cluster in 4 phrases, en → de." in command_folder.out
    [found] = command_folder.json("glossary", "similar", command_folder.name)["dictionaries"]
    [cluster] = found["clusters"]
    assert [each["row"] for each in cluster["entries"]] == [1, 3, 4]
    assert cluster["entries"][0] == {"row": 1, "source": "e-mail", "target": "E-Mail"}
    assert command_folder.run("glossary", "similar", command_folder.name, "--likeness", "same") == 0
    path = command_folder.file("terms.en-de.tsv", "e-mail=E-Mail", "email=Mail")
    assert command_folder.run("glossary", "similar", path) == 1


@pytest.mark.slow
def test_the_others_are_deleted_or_get_the_same_target(command_folder: CommandFolder) -> None:
    command_folder.draft(*ROWS)
    settle = ("glossary", "similar", command_folder.name, "--settle")

    assert command_folder.run(*settle, "delete", "--dry-run") == 1
    assert command_folder.here() == list(ROWS)
    assert command_folder.run(*settle, "same-target", "--keep", "email") == 0
    assert command_folder.here() == [("e-mail", "Mail"), ("tree", "Baum"), ("email", "Mail"), ("E-Mail", "Mail")]
    assert command_folder.run(*settle, "delete") == 0
    assert command_folder.here() == [("e-mail", "Mail"), ("tree", "Baum")]
    assert command_folder.run("glossary", "undo", command_folder.name, "--steps", "2") == 0
    assert command_folder.here() == list(ROWS)


def test_similar_targets_get_one_spelling(command_folder: CommandFolder) -> None:
    command_folder.draft(("mail", "E-Mail"), ("letter", "Email"))

    assert (
        command_folder.run("glossary", "similar", command_folder.name, "--side", "target", "--settle", "same-phrase")
        == 0
    )
    assert command_folder.here() == [("mail", "E-Mail"), ("letter", "E-Mail")]


def test_what_does_not_fit_together_is_refused(command_folder: CommandFolder) -> None:
    command_folder.draft(*ROWS)

    for words in (("--settle", "same-phrase"), ("--side", "target", "--settle", "delete"), ("--keep", "email")):
        assert command_folder.run("glossary", "similar", command_folder.name, *words) == 2
    assert command_folder.here() == list(ROWS)
