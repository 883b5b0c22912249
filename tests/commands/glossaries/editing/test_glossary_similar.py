"""`termdesk glossary similar`."""

from __future__ import annotations

from support.services.command_folder import CommandFolder

ROWS = (("e-mail", "E-Mail"), ("tree", "Baum"), ("email", "Mail"), ("E-Mail", "Post"))


def test_clusters_are_listed(desk: CommandFolder) -> None:
    desk.draft(*ROWS)

    assert desk.run("glossary", "similar", desk.name) == 1
    assert "1 cluster in 4 phrases, en → de." in desk.out
    [found] = desk.json("glossary", "similar", desk.name)["dictionaries"]
    [cluster] = found["clusters"]
    assert [each["row"] for each in cluster["entries"]] == [1, 3, 4]
    assert cluster["entries"][0] == {"row": 1, "source": "e-mail", "target": "E-Mail"}
    assert desk.run("glossary", "similar", desk.name, "--likeness", "same") == 0
    path = desk.file("terms.en-de.tsv", "e-mail=E-Mail", "email=Mail")
    assert desk.run("glossary", "similar", path) == 1


def test_the_others_are_deleted_or_get_the_same_target(desk: CommandFolder) -> None:
    desk.draft(*ROWS)
    settle = ("glossary", "similar", desk.name, "--settle")

    assert desk.run(*settle, "delete", "--dry-run") == 1
    assert desk.here() == list(ROWS)
    assert desk.run(*settle, "same-target", "--keep", "email") == 0
    assert desk.here() == [("e-mail", "Mail"), ("tree", "Baum"), ("email", "Mail"), ("E-Mail", "Mail")]
    assert desk.run(*settle, "delete") == 0
    assert desk.here() == [("e-mail", "Mail"), ("tree", "Baum")]
    assert desk.run("glossary", "undo", desk.name, "--steps", "2") == 0
    assert desk.here() == list(ROWS)


def test_similar_targets_get_one_spelling(desk: CommandFolder) -> None:
    desk.draft(("mail", "E-Mail"), ("letter", "Email"))

    assert desk.run("glossary", "similar", desk.name, "--side", "target", "--settle", "same-phrase") == 0
    assert desk.here() == [("mail", "E-Mail"), ("letter", "E-Mail")]


def test_what_does_not_fit_together_is_refused(desk: CommandFolder) -> None:
    desk.draft(*ROWS)

    for words in (("--settle", "same-phrase"), ("--side", "target", "--settle", "delete"), ("--keep", "email")):
        assert desk.run("glossary", "similar", desk.name, *words) == 2
    assert desk.here() == list(ROWS)
