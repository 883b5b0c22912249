"""The reports about services, versions and releases have the described keys, because scripts rely on them."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from support.services.command_folder import CommandFolder
from support.services.command_reports import assert_shape
from support.services.fault_proxy import Fault, FaultProxy, Harm


def test_a_publishing_that_failed_half_way(desk: CommandFolder) -> None:
    async def fail() -> None:
        async with FaultProxy(urlsplit(desk.service.url).port or 0) as proxy:
            desk.change_settings(custom_address=proxy.url)
            await desk.draft_two(desk.name)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("PUT"))
            push = ("glossary", "push", desk.name, "--draft", "--yes")
            assert_shape("a command that fails", await asyncio.to_thread(desk.json, *push))
            proxy.fault = Fault(Harm.NONE)
            report = await asyncio.to_thread(desk.json, "glossary", "unfinished")
            assert report["dictionaries"]
            assert_shape("glossary unfinished", report)
            dry = await asyncio.to_thread(desk.json, "glossary", "unfinished", "--resume", "--dry-run")
            assert_shape("glossary unfinished", dry)
            assert_shape("glossary push", await asyncio.to_thread(desk.json, *push))

    asyncio.run(fail())


def test_what_was_before(desk: CommandFolder) -> None:
    """Each dictionary has a version."""
    asyncio.run(desk.draft_two(desk.name))
    desk.run("glossary", "push", desk.name, "--draft", "--yes")
    listed = desk.json("glossary", "versions", desk.name)
    number = str(listed["versions"][0]["number"])

    assert_shape("glossary versions", listed)
    assert_shape("glossary versions --compare", desk.json("glossary", "versions", desk.name, "--compare", number))
    assert_shape("glossary versions --restore", desk.json("glossary", "versions", desk.name, "--restore", number))
    other = desk.file("other.tsv", "house=Heim")
    versions = ("glossary", "versions", desk.name)
    assert_shape("glossary versions --compare", desk.json(*versions, "--pair", "en-de", "--with", other))
    assert_shape("glossary versions --keep", desk.json(*versions, "--keep", "Audit"))
    assert_shape("glossary versions --delete", desk.json(*versions, "--delete", number, "--yes"))
    for words in ((), ("--differences",)):
        assert_shape("glossary changes", desk.json("glossary", "changes", *words))


def test_another_service(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    for words in (("copy", "--dry-run"), ("move", "--yes")):
        report = desk.json("glossary", words[0], desk.name, "--to", "local", words[1])
        assert_shape(f"glossary {words[0]}", report)


def test_releases(desk: CommandFolder) -> None:
    asyncio.run(desk.draft_two(desk.name))

    assert_shape("glossary lock", desk.json("glossary", "lock", desk.name))
    assert_shape("glossary release", desk.json("glossary", "release", desk.name, str(desk.path)))
    assert_shape("glossary take-over", desk.json("glossary", "take-over", str(desk.path), "Other"))
