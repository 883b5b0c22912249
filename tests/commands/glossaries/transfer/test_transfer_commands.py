"""`termdesk glossary copy` and `move`."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder
from termdesk.application.glossaries.transfer.glossary_copy import GlossaryCopy
from termdesk.domain.errors import InvalidInput

LOCAL = ("--profile", "local")


def listed(desk: CommandFolder) -> dict[str, int]:
    """Return the glossaries of the local service, with the entries of their first dictionaries."""
    found = desk.json("glossary", "list", *LOCAL)["glossaries"]
    return {each["name"]: each["dictionaries"][0]["entries"] for each in found}


def test_a_glossary_is_copied_to_another_service_after_its_plan(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"), ("tree", "Baum"))
    copy = ("glossary", "copy", desk.name, "--to", "local")

    assert desk.run(*copy) == 2
    assert "+ en → de: 2 entries" in desk.out
    assert "Add --yes to agree." in desk.err
    assert desk.json(*copy, "--dry-run")["is_done"] is False
    assert listed(desk) == {}

    report = desk.json(*copy, "--yes")
    assert (report["name"], report["is_done"], report["calls"]) == (desk.name, True, 2)
    assert listed(desk) == {desk.name: 2}
    assert desk.held() == {"house": "Haus", "tree": "Baum"}


def test_the_copy_has_the_given_name_or_one_that_is_free(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    copy = ("glossary", "copy", desk.name, "--to", "local", "--yes")

    assert desk.run(*copy, "--as", "Other") == 0
    assert desk.run(*copy, "--as", "other") == 2
    assert "already has a glossary “other”." in desk.err
    assert desk.run(*copy) == 0
    assert desk.run(*copy) == 0
    assert listed(desk).keys() == {"Other", desk.name, f"{desk.name} (2)"}


def test_a_moved_glossary_leaves_a_copy_that_can_be_restored(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    assert desk.run("glossary", "move", desk.name, "--to", "local", "--yes") == 0
    assert "Moved, read back and compared: " in desk.out
    assert desk.held() is None
    assert listed(desk) == {desk.name: 1}
    [item] = desk.json("glossary", "deleted")["glossaries"]
    assert item["name"] == desk.name


def test_an_interrupted_copy_keeps_its_name(desk: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.publish(("house", "Haus"))
    copy = ("glossary", "copy", desk.name, "--to", "local", "--yes")

    async def fail(*_arguments: object) -> None:
        raise InvalidInput("Ended.")

    with monkeypatch.context() as patch:
        patch.setattr(GlossaryCopy, "_read_back", fail)
        assert desk.run(*copy, "--as", "First") == 2
    assert listed(desk) == {"First": 1}

    assert desk.run(*copy, "--as", "Second") == 2
    assert "goes on as “First”" in desk.err
    assert "Leave --as out" in desk.err
    assert listed(desk) == {"First": 1}

    assert desk.run(*copy, "--as", "First") == 0, desk.err
    assert listed(desk) == {"First": 1}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--to", "Own"), "already"),
        (("--to", "Nowhere"), "Nowhere"),
        (("--to", "local", "--pair", "en-fr"), "has no dictionary"),
    ],
)
def test_what_cannot_be_copied_is_refused(desk: CommandFolder, words: tuple[str, ...], told: str) -> None:
    desk.publish(("house", "Haus"))

    assert desk.run("glossary", "copy", desk.name, *words, "--yes") == 2
    assert told in desk.err
