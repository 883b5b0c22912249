"""The reports about services, versions and releases have the described keys, because scripts rely on them."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import pytest

from support.services.command_folder import CommandFolder
from support.services.command_reports import assert_shape
from support.services.fault_proxy import Fault, FaultProxy, Harm


@pytest.mark.slow
def test_a_publishing_that_failed_half_way(command_folder: CommandFolder) -> None:
    async def fail() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            await command_folder.draft_two(command_folder.name)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("PUT"))
            push = ("glossary", "push", command_folder.name, "--draft", "--yes")
            assert_shape("a command that fails", await asyncio.to_thread(command_folder.json, *push))
            proxy.fault = Fault(Harm.NONE)
            report = await asyncio.to_thread(command_folder.json, "glossary", "unfinished")
            assert report["dictionaries"]
            assert_shape("glossary unfinished", report)
            dry = await asyncio.to_thread(command_folder.json, "glossary", "unfinished", "--resume", "--dry-run")
            assert_shape("glossary unfinished", dry)
            assert_shape("glossary push", await asyncio.to_thread(command_folder.json, *push))

    asyncio.run(fail())


def test_what_was_before(command_folder: CommandFolder) -> None:
    """Each dictionary has a version."""
    asyncio.run(command_folder.draft_two(command_folder.name))
    command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes")
    listed = command_folder.json("glossary", "versions", command_folder.name)
    number = str(listed["versions"][0]["number"])

    assert_shape("glossary versions", listed)
    assert_shape(
        "glossary versions --compare",
        command_folder.json("glossary", "versions", command_folder.name, "--compare", number),
    )
    assert_shape(
        "glossary versions --restore",
        command_folder.json("glossary", "versions", command_folder.name, "--restore", number),
    )
    other = command_folder.file("other.tsv", "house=Heim")
    versions = ("glossary", "versions", command_folder.name)
    assert_shape("glossary versions --compare", command_folder.json(*versions, "--pair", "en-de", "--with", other))
    assert_shape("glossary versions --keep", command_folder.json(*versions, "--keep", "Audit"))
    assert_shape("glossary versions --delete", command_folder.json(*versions, "--delete", number, "--yes"))
    for words in ((), ("--differences",)):
        assert_shape("glossary changes", command_folder.json("glossary", "changes", *words))


@pytest.mark.slow
def test_another_service(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))

    for words in (("copy", "--dry-run"), ("move", "--yes")):
        report = command_folder.json("glossary", words[0], command_folder.name, "--to", "local", words[1])
        assert_shape(f"glossary {words[0]}", report)


def test_releases(command_folder: CommandFolder) -> None:
    asyncio.run(command_folder.draft_two(command_folder.name))

    assert_shape("glossary lock", command_folder.json("glossary", "lock", command_folder.name))
    assert_shape(
        "glossary release", command_folder.json("glossary", "release", command_folder.name, str(command_folder.path))
    )
    assert_shape("glossary take-over", command_folder.json("glossary", "take-over", str(command_folder.path), "Other"))
