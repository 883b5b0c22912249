"""P8 and P9: reading many dictionaries, and one large one, through our client from the local service."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Coroutine
from typing import Any

import deepl
import httpx
import psutil

from benchmarks.data import TEN_MIB, pairs, pairs_of_size
from benchmarks.measuring import Result, alternating, costs_in_turns, growth_note
from support.running_service import RunningService, running_service
from termdesk.client.api import ApiClient
from termdesk.domain.entries.entries import Entries
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair

EN_DE = LanguagePair("en", "de")


def figures() -> list[Result]:
    """Both figures, each against its yardstick in the same run."""
    with running_service() as service:
        return [*many_dictionaries(service), large_dictionary(service)]


def many_dictionaries(service: RunningService, count: int = 100, entries: int = 1_000) -> list[Result]:
    """P8. Yardsticks: the vendor's own client, one dictionary after the other, and bare GETs without parsing."""
    rows = Entries.of(pairs(entries))
    made = [each.glossary_id for each in _run(_create(service, [rows] * count))]
    works = (
        lambda: _run(_read_many(service, made, entries)),
        lambda: _read_many_by_the_vendors_client(service, made, entries),
        lambda: _run(_get_many_bare(service, made, connections=2)),
    )
    ours, vendor, bare = costs_in_turns(works, psutil.Process(service.process.pid), rounds=9)
    what = f"read {count} dictionaries of {entries:,} entries"
    note = "processors {:.0f} ms, yardstick {:.0f} ms".format
    return [
        Result(
            "P8",
            f"{what}: the vendor's client",
            ours.wall,
            vendor.wall,
            4,
            is_speed_up=True,
            note=note(ours.processors, vendor.processors),
        ),
        Result(
            "P8",
            f"{what}: bare, 2 connections",
            ours.wall,
            bare.wall,
            2,
            note=note(ours.processors, bare.processors),
        ),
    ]


async def _read_many(service: RunningService, glossary_ids: list[str], count: int) -> None:
    async with ApiClient(service.provider, service.key) as api:
        fetched = await asyncio.gather(
            *(api.glossaries.entries(each, EN_DE, expected_count=count) for each in glossary_ids)
        )
    assert all(len(each) == count for each in fetched)


def _read_many_by_the_vendors_client(service: RunningService, glossary_ids: list[str], count: int) -> None:
    client = deepl.DeepLClient(service.key, server_url=service.url, send_platform_info=False)
    for each in glossary_ids:
        [dictionary] = client.get_multilingual_glossary_entries(each, "en", "de").dictionaries
        # The package annotates the entries as a dictionary, but they are text.
        assert len(deepl.convert_tsv_to_dict(dictionary.entries)) == count  # type: ignore[arg-type]
    client.close()


async def _get_many_bare(service: RunningService, glossary_ids: list[str], *, connections: int) -> None:
    left = iter(glossary_ids)
    headers = {"Authorization": f"Service-Auth-Key {service.key}"}
    async with httpx.AsyncClient(base_url=service.url, headers=headers, trust_env=False, verify=False) as http:

        async def worker() -> None:
            for each in left:
                path = f"/v3/glossaries/{each}/entries"
                answer = await http.get(path, params={"source_lang": "en", "target_lang": "de"})
                assert answer.status_code == 200

        await asyncio.gather(*(worker() for _ in range(connections)))


def large_dictionary(service: RunningService, size: int = TEN_MIB) -> Result:
    """P9. The yardstick is a bare GET, and `csv.reader` over the response."""
    costs = {}
    for part in (size // 10, size // 2, size - 4_096):
        rows = Entries.of(pairs_of_size(part))
        [made] = _run(_create(service, [rows]))
        measured, yardstick = alternating(
            lambda made=made, rows=rows: _run(_fetch(service, made, len(rows))),
            lambda made=made, rows=rows: _fetch_bare(service, made, len(rows)),
        )
        costs[len(rows)] = measured
    return Result("P9", "fetch a 10 MiB dictionary into entries", measured, yardstick, 0.45, note=growth_note(costs))


async def _create(service: RunningService, dictionaries: list[Entries]) -> list[Glossary]:
    async with ApiClient(service.provider, service.key) as api:
        return [
            await api.glossaries.create(f"Benchmark {number}", [(EN_DE, entries)])
            for number, entries in enumerate(dictionaries)
        ]


async def _fetch(service: RunningService, glossary: Glossary, count: int) -> None:
    async with ApiClient(service.provider, service.key) as api:
        entries = await api.glossaries.entries(glossary.glossary_id, EN_DE, expected_count=count)
    assert len(entries) == count


def _fetch_bare(service: RunningService, glossary: Glossary, count: int) -> None:
    with httpx.Client(trust_env=False) as client:
        reply = client.get(
            f"{service.url}/v3/glossaries/{glossary.glossary_id}/entries",
            params={"source_lang": "en", "target_lang": "de"},
            headers={"Authorization": f"Service-Auth-Key {service.key}"},
        )
    rows = list(csv.reader(io.StringIO(reply.text), delimiter="\t", strict=True))
    assert len(rows) == count


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)
