"""`termdesk glossary rename`, `lock` and `delete`."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from support.services.command_folder import EN_DE, EN_FR, CommandFolder
from support.services.fault_proxy import Fault, FaultProxy, Harm


def test_a_glossary_is_renamed_on_the_service(desk: CommandFolder) -> None:
    glossary_id = desk.publish(("house", "Haus"))
    before, desk.name = desk.name, f"{desk.name} new"

    assert desk.run("glossary", "rename", before, desk.name) == 0
    assert f"Renamed “{before}” to “{desk.name}”" in desk.out
    assert desk.held() == {"house": "Haus"}

    report = desk.json("glossary", "rename", glossary_id, before)
    assert (report["glossary"], report["before"], report["id"]) == (before, desk.name, glossary_id)
    assert desk.held() is None
    assert desk.run("glossary", "rename", before, " ") == 2


def test_a_dry_run_of_a_new_name_tells_whether_it_is_possible(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    rename = ("glossary", "rename", desk.name)

    assert desk.run(*rename, f" {desk.name} new ", "--dry-run") == 1
    assert f"Would rename “{desk.name}” to “{desk.name} new”" in desk.out
    assert desk.json(*rename, "Other", "--dry-run")["is_done"] is False
    assert desk.run(*rename, " ", "--dry-run") == 2
    assert desk.held() == {"house": "Haus"}, "it has its name"


def test_a_name_that_another_glossary_has_is_refused(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    taken, desk.name = desk.name, f"{desk.name} too"
    desk.publish(("house", "Heim"))

    assert desk.run("glossary", "rename", desk.name, f" {taken.upper()} ") == 2
    assert f"There is already a glossary “{taken}”. Nothing was renamed." in desk.err
    assert desk.held() == {"house": "Heim"}
    assert desk.run("glossary", "rename", desk.name, desk.name.upper()) == 0, "its own name in other letters"


def test_nothing_is_deleted_unless_that_is_agreed_to(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    assert desk.run("glossary", "delete", desk.name) == 2
    assert f"- {desk.name}, en → de: 1 entry, on " in desk.out
    assert "Add --yes to agree." in desk.err
    assert desk.json("glossary", "delete", desk.name, "--dry-run")["is_deleted"] is False
    assert desk.run("glossary", "delete", desk.name, "--dry-run") == 1
    assert desk.held() == {"house": "Haus"}


def test_a_deletion_without_an_answer_says_how_to_find_out(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    async def delete() -> None:
        async with FaultProxy(urlsplit(desk.service.url).port or 0) as proxy:
            desk.change_settings(custom_address=proxy.url)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("DELETE"))
            assert await asyncio.to_thread(desk.run, "glossary", "delete", desk.name, "--yes") == 2
            assert "See whether it is still there with: termdesk glossary list" in desk.err
            assert "Its entries are kept on this computer in any case." in desk.err

    asyncio.run(delete())
    assert desk.held() == {"house": "Haus"}


def test_one_dictionary_is_deleted_and_the_others_stay(desk: CommandFolder) -> None:
    asyncio.run(desk.draft_two(desk.name))
    assert desk.run("glossary", "push", desk.name, "--draft", "--yes") == 0

    report = desk.json("glossary", "delete", desk.name, "--pair", "en-fr", "--yes")

    assert [each["target_lang"] for each in report["dictionaries"]] == ["fr"]
    assert desk.held(EN_FR) is None
    assert desk.held(EN_DE) == {"house": "Haus"}


def test_a_glossary_without_dictionaries_on_its_service_is_told_and_leaves_nothing_to_restore(
    desk: CommandFolder,
) -> None:
    desk.publish(("house", "Haus"))
    assert desk.run("glossary", "delete", desk.name, "--pair", "en-de", "--yes") == 0
    [item] = desk.json("glossary", "deleted")["glossaries"]
    assert desk.run("glossary", "deleted", "--restore", f"{item['number']}") == 0

    assert desk.run("glossary", "delete", desk.name, "--dry-run") == 1
    lines = desk.out.splitlines()
    assert lines[0] == f"- {desk.name}, en → de: 1 entry, on this computer"
    assert lines[1].startswith(f"- {desk.name}: no dictionary, on Own")

    assert desk.run("glossary", "delete", desk.name, "--pair", "en-de", "--yes") == 0
    before = desk.json("glossary", "deleted")
    assert desk.run("glossary", "delete", desk.name, "--yes") == 0
    assert "A copy is kept" not in desk.err
    assert desk.json("glossary", "deleted") == before


def test_a_locked_glossary_is_not_published_until_that_is_allowed(desk: CommandFolder) -> None:
    asyncio.run(desk.draft_two(desk.name))

    assert desk.run("glossary", "lock", desk.name, "--dry-run") == 1
    assert desk.out == f"“{desk.name}” would stay on this computer.\n"
    assert desk.run("glossary", "lock", desk.name, "--off", "--dry-run") == 0, "nothing was locked"
    assert desk.run("glossary", "lock", desk.name) == 0
    assert desk.run("glossary", "lock", desk.name, "--dry-run") == 0, "it is locked already"
    assert desk.run("glossary", "lock", desk.name, "--off", "--dry-run") == 1
    assert desk.run("glossary", "push", desk.name, "--draft", "--yes") == 2
    assert desk.run("glossary", "lock", desk.name, "--off") == 2
    assert "Add --yes to agree." in desk.err
    assert desk.held() is None

    assert desk.json("glossary", "lock", desk.name, "--off", "--yes")["is_locked"] is False
    assert desk.run("glossary", "push", desk.name, "--draft", "--yes") == 0
    assert desk.held() == {"house": "Haus"}


def test_what_a_service_has_already_cannot_be_locked(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    for words in (("--dry-run",), ()):
        assert desk.run("glossary", "lock", desk.name, *words) == 2
        assert "cannot be locked to this computer" in desk.err
