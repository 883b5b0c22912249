"""`termdesk glossary rename`, `lock` and `delete`."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import pytest

from support.services.command_folder import EN_DE, EN_FR, CommandFolder
from support.services.fault_proxy import Fault, FaultProxy, Harm


@pytest.mark.slow
def test_a_glossary_is_renamed_on_the_service(command_folder: CommandFolder) -> None:
    glossary_id = command_folder.publish(("house", "Haus"))
    before, command_folder.name = command_folder.name, f"{command_folder.name} new"

    assert command_folder.run("glossary", "rename", before, command_folder.name) == 0
    assert f"Renamed “{before}” to “{command_folder.name}”" in command_folder.out
    assert command_folder.held() == {"house": "Haus"}

    report = command_folder.json("glossary", "rename", glossary_id, before)
    assert (report["glossary"], report["before"], report["id"]) == (before, command_folder.name, glossary_id)
    assert command_folder.held() is None
    assert command_folder.run("glossary", "rename", before, " ") == 2


@pytest.mark.slow
def test_a_dry_run_of_a_new_name_tells_whether_it_is_possible(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    rename = ("glossary", "rename", command_folder.name)

    assert command_folder.run(*rename, f" {command_folder.name} new ", "--dry-run") == 1
    assert f"Would rename “{command_folder.name}” to “{command_folder.name} new”" in command_folder.out
    assert command_folder.json(*rename, "Other", "--dry-run")["is_done"] is False
    assert command_folder.run(*rename, " ", "--dry-run") == 2
    assert command_folder.held() == {"house": "Haus"}, "it has its name"


@pytest.mark.slow
def test_a_draft_is_renamed_on_this_computer(command_folder: CommandFolder) -> None:
    command_folder.draft(("house", "Haus"))
    rename = ("glossary", "rename", command_folder.name, f"{command_folder.name} new")

    assert command_folder.run(*rename, "--dry-run") == 1
    assert "on this computer." in command_folder.out
    assert command_folder.run(*rename) == 0
    assert command_folder.out == f"Renamed “{command_folder.name}” to “{command_folder.name} new” on this computer.\n"


@pytest.mark.slow
def test_a_name_that_another_glossary_has_is_refused(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    taken, command_folder.name = command_folder.name, f"{command_folder.name} too"
    command_folder.publish(("house", "Heim"))

    assert command_folder.run("glossary", "rename", command_folder.name, f" {taken.upper()} ") == 2
    assert f"A glossary “{taken}” already exists. Nothing was renamed." in command_folder.err
    assert command_folder.held() == {"house": "Heim"}
    assert command_folder.run("glossary", "rename", command_folder.name, command_folder.name.upper()) == 0, (
        "its own name in other letters"
    )


def test_nothing_is_deleted_unless_that_is_agreed_to(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))

    assert command_folder.run("glossary", "delete", command_folder.name) == 2
    assert f"- {command_folder.name}, en → de: 1 entry, on " in command_folder.out
    assert "Add --yes to agree." in command_folder.err
    assert command_folder.json("glossary", "delete", command_folder.name, "--dry-run")["is_deleted"] is False
    assert command_folder.run("glossary", "delete", command_folder.name, "--dry-run") == 1
    assert command_folder.held() == {"house": "Haus"}


def test_a_deletion_without_an_answer_says_how_to_find_out(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))

    async def delete() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            delete = ("glossary", "delete", command_folder.name, "--yes")
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("DELETE"))
            assert await asyncio.to_thread(command_folder.run, *delete) == 2
            assert "Reading shows that nothing was deleted." in command_folder.err
            assert "See whether" not in command_folder.err
            # Now the reading fails, too.
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("DELETE") or proxy.fired > 2)
            assert await asyncio.to_thread(command_folder.run, *delete) == 2
            assert "See whether it is still there with: termdesk glossary list" in command_folder.err
            assert "If it is gone, its entries are kept on this computer." in command_folder.err

    asyncio.run(delete())
    assert command_folder.held() == {"house": "Haus"}


@pytest.mark.slow
def test_one_dictionary_is_deleted_and_the_others_stay(command_folder: CommandFolder) -> None:
    asyncio.run(command_folder.draft_two(command_folder.name))
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0

    report = command_folder.json("glossary", "delete", command_folder.name, "--pair", "en-fr", "--yes")

    assert [each["target_lang"] for each in report["dictionaries"]] == ["fr"]
    assert command_folder.held(EN_FR) is None
    assert command_folder.held(EN_DE) == {"house": "Haus"}


@pytest.mark.slow
def test_a_glossary_without_dictionaries_on_its_service_is_told_and_leaves_nothing_to_restore(
    command_folder: CommandFolder,
) -> None:
    command_folder.publish(("house", "Haus"))
    assert command_folder.run("glossary", "delete", command_folder.name, "--pair", "en-de", "--yes") == 0
    [item] = command_folder.json("glossary", "deleted")["glossaries"]
    assert command_folder.run("glossary", "deleted", "--restore", f"{item['number']}") == 0

    assert command_folder.run("glossary", "delete", command_folder.name, "--dry-run") == 1
    lines = command_folder.out.splitlines()
    assert lines[0] == f"- {command_folder.name}, en → de: 1 entry, on this computer"
    assert lines[1].startswith(f"- {command_folder.name}: no dictionary, on Own")

    assert command_folder.run("glossary", "delete", command_folder.name, "--pair", "en-de", "--yes") == 0
    before = command_folder.json("glossary", "deleted")
    assert command_folder.run("glossary", "delete", command_folder.name, "--yes") == 0
    assert "A copy is kept" not in command_folder.err
    assert command_folder.json("glossary", "deleted") == before


@pytest.mark.slow
def test_a_locked_glossary_is_not_published_until_that_is_allowed(command_folder: CommandFolder) -> None:
    asyncio.run(command_folder.draft_two(command_folder.name))

    assert command_folder.run("glossary", "lock", command_folder.name, "--dry-run") == 1
    assert command_folder.out == f"“{command_folder.name}” would stay on this computer.\n"
    assert command_folder.run("glossary", "lock", command_folder.name, "--off", "--dry-run") == 0, "nothing was locked"
    assert command_folder.run("glossary", "lock", command_folder.name) == 0
    assert command_folder.run("glossary", "lock", command_folder.name, "--dry-run") == 0, "it is locked already"
    assert command_folder.run("glossary", "lock", command_folder.name, "--off", "--dry-run") == 1
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 2
    assert command_folder.run("glossary", "lock", command_folder.name, "--off") == 2
    assert "Add --yes to agree." in command_folder.err
    assert command_folder.held() is None

    assert command_folder.json("glossary", "lock", command_folder.name, "--off", "--yes")["is_locked"] is False
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    assert command_folder.held() == {"house": "Haus"}


@pytest.mark.slow
def test_what_a_service_has_already_cannot_be_locked(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))

    for words in (("--dry-run",), ()):
        assert command_folder.run("glossary", "lock", command_folder.name, *words) == 2
        assert "cannot be locked to this computer" in command_folder.err
