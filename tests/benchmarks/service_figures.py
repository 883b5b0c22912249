"""P10, P11, P19, and the start and memory of the local service."""

from __future__ import annotations

import asyncio
import csv
import io
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import httpx
import psutil

from benchmarks.data import TEN_MIB, pairs, pairs_of_size, tsv
from benchmarks.measuring import ROUNDS, Cost, Result, alternating, costs_in_turns, growth_note, milliseconds
from support.running_service import RunningService, running_service
from support.service_calls import dictionary, glossary_of, http_client

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
MEGABYTE = 1_000_000
REQUESTS = 20_000
# A user who chose a glossary writes or pastes the text at least for this long.
SECONDS_OF_WRITING = 2.0


# A minimal server with the same libraries, until it listens.
_SMALLEST = """
import asyncio
import msgspec, starlette.applications, starlette.responses, starlette.routing, uvicorn
async def listen():
    config = uvicorn.Config(starlette.applications.Starlette(routes=[]), port=0, log_level="error")
    config.load()
    server = uvicorn.Server(config); server.lifespan = config.lifespan_class(config)
    await server.startup()
    await server.shutdown()
asyncio.run(listen())
"""


def starting() -> Result:
    """From the start of the service process until it listens."""
    times = [(_milliseconds_to_listen(), milliseconds(_start_smallest, 1)) for _ in range(ROUNDS)]
    measured, yardstick = map(statistics.median, zip(*times, strict=True))
    return Result("service", "start of the local service until it listens", measured, yardstick, 3)


def _milliseconds_to_listen() -> float:
    begin = time.perf_counter()
    with running_service(is_fresh=True):
        return (time.perf_counter() - begin) * 1_000


def _start_smallest() -> None:
    subprocess.run([sys.executable, "-c", _SMALLEST], check=True)


def storing(size: int = TEN_MIB) -> Result:
    """P10. Accept, check and store a dictionary.

    The yardstick reads it with `csv` and searches for control characters.
    """
    costs: dict[int, float] = {}
    with running_service() as service, http_client(service) as http:
        made = http.post("/v3/glossaries", json=glossary_of(dictionary("a\tb\n", target="de"))).json()["glossary_id"]
        for part in (size // 10, size // 2, size - 4_096):
            rows = list(pairs_of_size(part))
            text = "".join(f"{source}\t{target}\n" for source, target in rows)
            body = httpx.Request("PUT", "http://x", json=dictionary(text, target="de")).content
            measured, yardstick = alternating(
                lambda body=body: _put(http, made, body), lambda text=text: _read_and_search(text)
            )
            costs[len(rows)] = measured
    what = "accept, check and store a 10 MiB dictionary"
    return Result("P10", what, measured, yardstick, 1.3, note=growth_note(costs))


def _put(http: httpx.Client, glossary_id: str, body: bytes) -> None:
    path, kind = f"/v3/glossaries/{glossary_id}/dictionaries", {"Content-Type": "application/json"}
    answer = http.put(path, content=body, headers=kind)
    assert answer.status_code == 200, answer.text


def _read_and_search(text: str) -> None:
    rows = list(csv.reader(io.StringIO(text), delimiter="\t", strict=True))
    assert rows
    assert _CONTROL.search(text) is None


def translating(terms: int = 100_000) -> Result:
    """P11. Translate 10 KiB with a dictionary of many terms, against the same engine without a glossary.

    The note has the ratio of the processor time of the service and its engine, which varies less.
    """
    # With fewer rounds, the noise would be larger than the difference.
    times = _translating_times(terms, rounds=60)
    return Result(
        "P11",
        "translate 10 KiB with a 100,000-term dictionary",
        times.with_terms.wall,
        times.without.wall,
        1.05,
        note=f"processor time {times.with_terms.server / times.without.server:.3f}, first text {times.first:.0f} ms",
    )


def translating_first(terms: int = 100_000) -> list[Result]:
    """P11. The first text with a dictionary, for which the table of terms and the list of base forms are loaded.

    The window names the dictionary when the user chooses it, so that it is prepared while the text is written. Other
    clients do not.
    """
    return [
        _translating_first("the first 10 KiB with a chosen dictionary", terms, is_chosen=True),
        _translating_first("the first 10 KiB, nothing chosen before", terms, is_chosen=False),
    ]


def _translating_first(what: str, terms: int, *, is_chosen: bool) -> Result:
    times = [_translating_times(terms, is_chosen=is_chosen) for _ in range(3)]
    first = statistics.median(each.first for each in times)
    yardstick = statistics.median(each.without.wall for each in times)
    return Result("P11", f"translate {what}", first, yardstick, 2)


class _TranslatingTimes(NamedTuple):
    """The milliseconds of the first text with a dictionary, and the costs of a later one and of one without terms."""

    first: float
    with_terms: Cost
    without: Cost


def _translating_times(terms: int, rounds: int = ROUNDS, *, is_chosen: bool = False) -> _TranslatingTimes:
    sentence = "Number {}: the breaker panel is big, and it is on the table near the backplane. "
    text = "".join(sentence.format(number) for number in range(200))[:10_240]
    with running_service() as service, http_client(service) as http:
        # Terms of several words, as in real terminology. A general dictionary would match every word of the text.
        rows = dict(row for row in pairs(4 * terms) if " " in row[0])
        rows = {**dict(list(rows.items())[:terms]), "breaker panel": "cuadro de volumen", "backplane": "placa base"}
        entries = "".join(f"{source}\t{target}\n" for source, target in rows.items())
        made = http.post("/v3/glossaries", json=glossary_of(dictionary(entries))).json()["glossary_id"]
        translate = _translator(http, text)
        # Any text starts the engine. The table of terms is made for the first text with the glossary, and cached.
        translate(None)
        if is_chosen:
            chosen = {"source_lang": "en", "target_lang": "es", "glossary_id": made}
            assert http.post("/local/v1/terms", json=chosen).status_code == 204
            time.sleep(SECONDS_OF_WRITING)
        first = milliseconds(lambda: translate(made), 1)
        works = [lambda: translate(made), lambda: translate(None)]
        return _TranslatingTimes(first, *costs_in_turns(works, psutil.Process(service.process.pid), rounds))


def _translator(http: httpx.Client, text: str) -> Callable[[str | None], None]:
    def translate(glossary_id: str | None) -> None:
        body = {"text": [text], "source_lang": "en", "target_lang": "es"}
        answer = http.post("/v2/translate", json={**body, "glossary_id": glossary_id} if glossary_id else body)
        assert answer.status_code == 200, answer.text
        if glossary_id:
            assert "volumen" in answer.json()["translations"][0]["text"]

    return translate


def term_memory(glossaries: int = 10, size: int = TEN_MIB) -> Result:
    """P19. Memory for the terms of many large glossaries, each used once, against the size of their entries."""
    content = tsv(pairs_of_size(size - 4_096)).decode()
    with running_service("--terms-only") as service, http_client(service) as http:
        text = {"text": ["Some words and a house."], "source_lang": "en", "target_lang": "de"}
        made = [_glossary(http, f"word {number}\tWort\n{content}") for number in range(glossaries)]
        http.post("/v2/translate", json=text)
        before = _resident(service)
        for glossary_id in made:
            answer = http.post("/v2/translate", json={**text, "glossary_id": glossary_id})
            assert answer.status_code == 200, answer.text
        held = _resident(service) - before
        for glossary_id in made:
            http.delete(f"/v3/glossaries/{glossary_id}")
        left = _resident(service) - before
    note = f"{left:.0f} MB left after all were deleted"
    written = glossaries * len(content.encode()) / MEGABYTE
    return Result("P19", f"terms of {glossaries} glossaries of 10 MiB in use", held, written, 3, unit="MB", note=note)


def _glossary(http: httpx.Client, entries: str) -> str:
    answer = http.post("/v3/glossaries", json=glossary_of(dictionary(entries, target="de")))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["glossary_id"])


def idle_memory() -> Result:
    """The memory of the idle service, in megabytes: at most 120."""
    with running_service() as service, http_client(service) as http:
        http.get("/v3/languages", params={"resource": "translate_text"})
        resident = _resident(service)
    return Result("idle", "memory of the idle service", resident, 1, 120, unit="MB")


def growing_memory(requests: int = REQUESTS) -> Result:
    """The growth of the service's memory over many requests, in megabytes: less than 2."""
    with running_service() as service:
        asyncio.run(_ask(service, requests // 10))
        before = _resident(service)
        asyncio.run(_ask(service, requests))
        grown = max(0.0, _resident(service) - before)
    return Result("grow", f"growth over {requests:,} requests", grown, 1, 2, unit="MB")


async def _ask(service: RunningService, requests: int) -> None:
    """Send the mixture of requests that the window sends, over eight connections."""
    left = iter(range(requests))
    headers = {"Authorization": f"Service-Auth-Key {service.key}"}
    async with httpx.AsyncClient(base_url=service.url, headers=headers, trust_env=False, verify=False) as http:

        async def worker() -> None:
            for number in left:
                match number % 4:
                    case 0:
                        answer = await http.get("/v3/languages", params={"resource": "glossary"})
                    case 1:
                        answer = await http.get("/v2/usage")
                    case 2:
                        answer = await http.get("/v3/glossaries")
                    case _:
                        answer = await http.post("/v2/translate", json={"text": [""], "target_lang": "x", "n": number})
                assert answer.status_code < 500

        await asyncio.gather(*(worker() for _ in range(8)))


def _resident(service: RunningService) -> float:
    return float(psutil.Process(service.process.pid).memory_info().rss) / MEGABYTE
