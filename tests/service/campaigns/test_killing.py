"""The service is killed repeatedly at random under write load: acknowledged writes are kept, and none is half done.

Each run has some kills; `dev.py test --long` has a hundred.
"""

from __future__ import annotations

import copy
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from support.campaign import size
from support.proof.scorecard_plugin import Held
from support.running_service import running_service
from support.service_calls import dictionary, glossary_of, http_client

pytestmark = pytest.mark.scorecard("R01")

KILLS = size(12, 100)
LANES = 2
ROWS = 3_000
QUERY = "source_lang=en&target_lang=es"

# Name and entries of each glossary by its id, as far as a client may rely on them.
World = dict[str, tuple[str, dict[str, str]]]
# Sends one write, and returns the expected state once it is acknowledged.
Write = Callable[[httpx.Client, World], World]


def rows(version: int) -> dict[str, str]:
    return {f"phrase {row:05}": f"version {version}" for row in range(ROWS)}


def tsv(entries: dict[str, str]) -> str:
    return "".join(f"{source}\t{target}\n" for source, target in entries.items())


class Writer:
    """Writes at random, and records the acknowledged state and the states that are possible besides."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.stored_world: World = {}
        self.open: list[World] = []
        self.acknowledged = 0
        self._version = 0

    def write(self, http: httpx.Client) -> None:
        self._write(http)
        self.acknowledged += 1

    def write_until_killed(self, http: httpx.Client) -> None:
        try:
            while True:
                self.write(http)
        except httpx.TransportError:
            return

    def _write(self, http: httpx.Client) -> None:
        self._version += 1
        version, world = self._version, copy.deepcopy(self.stored_world)
        chosen = self.random.choice(sorted(world)) if world else ""
        action = self.random.choice(["create", "put", "put", "merge", "rename", "delete"]) if chosen else "create"
        name, entries = world.get(chosen, ("", {}))
        path = f"/v3/glossaries/{chosen}"
        if action == "create":
            # The id is not known before the response, so the possible state has an empty id.
            self.open = [{**world, "": (f"made {version}", rows(version))}]
            body = glossary_of(dictionary(tsv(rows(version))), name=f"made {version}")
            made = http.post("/v3/glossaries", json=body).json()["glossary_id"]
            world[made] = (f"made {version}", rows(version))
        elif action == "delete":
            del world[chosen]
            self.open = [world]
            assert http.delete(path).status_code == 204
        else:
            if action == "rename":
                world[chosen] = (f"named {version}", entries)
                request = http.build_request("PATCH", path, json={"name": f"named {version}"})
            elif action == "put":
                world[chosen] = (name, rows(version))
                request = http.build_request("PUT", f"{path}/dictionaries", json=dictionary(tsv(rows(version))))
            else:
                more = {"phrase 00000": f"merged {version}", f"new {version}": "more"}
                world[chosen] = (name, {**entries, **more})
                request = http.build_request("PATCH", path, json={"dictionaries": [dictionary(tsv(more))]})
            self.open = [world]
            assert http.send(request).status_code == 200
        self.stored_world, self.open = world, []

    def check(self, http: httpx.Client) -> None:
        found = {
            each["glossary_id"]: (each["name"], dict(read(http, each["glossary_id"])))
            for each in http.get("/v3/glossaries").json()["glossaries"]
        }
        allowed = [self.stored_world, *(named(world, found, self.stored_world) for world in self.open)]
        assert found in allowed
        self.stored_world, self.open = found, []


def named(world: World, found: World, stored_world: World) -> World:
    """Return the state with the real id of a glossary whose creation was not acknowledged."""
    if "" not in world:
        return world
    new = [each for each in found if each not in stored_world]
    return {(new[0] if new else "none") if each == "" else each: value for each, value in world.items()}


def read(http: httpx.Client, glossary_id: str) -> Iterator[tuple[str, str]]:
    for line in http.get(f"/v3/glossaries/{glossary_id}/entries?{QUERY}").text.splitlines():
        source, _, target = line.partition("\t")
        yield source, target


def killed_again_and_again(folder: Path, seed: int, kills: int) -> int:
    writer = Writer(seed)
    for number in range(kills):
        with running_service(data=folder) as service, http_client(service) as http:
            writer.check(http)
            if number == 0:
                # On a busy machine few writes succeed before a kill. Write once, so that there is something to lose.
                writer.write(http)
            killer = threading.Timer(writer.random.uniform(0.005, 0.2), service.process.kill)
            killer.start()
            writer.write_until_killed(http)
            killer.join()
    with running_service(data=folder) as service, http_client(service) as http:
        writer.check(http)
    return writer.acknowledged


def test_no_kill_loses_what_was_acknowledged_or_leaves_anything_by_half(tmp_path: Path, held: Held) -> None:
    with ThreadPoolExecutor(LANES) as lanes:
        counts = list(
            lanes.map(
                lambda lane: killed_again_and_again(tmp_path / str(lane), 20_261_121 + lane, KILLS // LANES),
                range(LANES),
            )
        )

    assert all(count > 0 for count in counts), counts
    held(f"0 of {sum(counts):,} acknowledged writes of the service lost in {KILLS} kills", runs=KILLS)
