"""Memories of other services: compared first, fetched whole, sent as new ones, and nothing deleted too early."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from support.running_service import RunningService, running_service
from support.services.odd_replies import HASTY, api_for, provider
from termdesk.application.session.other_service import OtherService
from termdesk.application.session.session import Session
from termdesk.application.texts.confirmed_texts import ConfirmedPair, ConfirmedTexts
from termdesk.application.texts.memory_transfer import MemoryTransfer, PlannedPair, Replacement, SendResult
from termdesk.client.api import ApiClient
from termdesk.client.errors import InvalidRequest
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.messages.row_messages import RowMessage

pytestmark = pytest.mark.anyio

EN_PT, EN_NL = LanguagePair("en", "pt"), LanguagePair("en", "nl")
FILE = (
    '<tmx version="1.4"><header srclang="en-US"/><body>'
    + "".join(
        f'<tu><tuv xml:lang="en-US"><seg>{text}</seg></tuv><tuv xml:lang="{code}"><seg>{translation}</seg></tuv></tu>'
        for text, code, translation in (
            ("house", "pt", "a casa"),
            ("tree", "pt", "árvore"),
            ("sun", "pt", "sol"),
            ("sun", "nl-NL", "zon"),
        )
    )
    + '<tu><tuv xml:lang="en-US"><seg>alone</seg></tuv></tu></body></tmx>'
).encode()


@pytest.fixture(scope="module")
def other_running() -> Iterator[RunningService]:
    with running_service() as running:
        yield running


@pytest.fixture
async def transfer(local_session: Session) -> AsyncIterator[MemoryTransfer]:
    api = await local_session.api()
    for text, translation in (("house", "casa"), ("tree", "árvore")):
        await api.local.confirm(EN_PT, text, translation)
    yield MemoryTransfer(local_session)
    for each in await api.memories.list():
        await api.memories.delete(each.memory_id)


class OtherMemories:
    """A service that makes a memory of each file, as the interface says; it may lose segments on the way."""

    def __init__(self, *names: str, lost: int = 0, refusal: str = "") -> None:
        self.memories = {f"old{number}": (name, 5) for number, name in enumerate(names)}
        self._lost, self._refusal = lost, refusal
        self._name = ""
        self.files: list[bytes] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if request.method == "DELETE":
            del self.memories[path.rpartition("/")[2]]
            return httpx.Response(204)
        if request.method == "PUT":
            self.files.append(request.content)
            self.memories["new"] = (self._name, 2 - self._lost)
            return httpx.Response(200)
        if path.endswith("/import"):
            self._name = json.loads(request.content)["parameters"]["display_name"]
            return httpx.Response(202, json={"job_id": "1", "upload_url": "https://store.example.test/1"})
        if path.endswith(("/export", "/jobs/1")):
            result = {"status": "failed" if self._refusal else "completed", "error": {"message": self._refusal}}
            result |= {"download_url": "https://store.example.test/1", "translation_memory_id": "new"}
            return httpx.Response(200, json={"job_id": "1", "results": [result]})
        if "store" in request.url.host:
            return httpx.Response(200, content=FILE)
        listed = [
            {"translation_memory_id": key, "name": name, "source_language": "en", "target_languages": ["pt"]}
            | {"segment_count": count}
            for key, (name, count) in self.memories.items()
        ]
        return httpx.Response(200, json={"translation_memories": listed, "total_count": len(listed)})

    def connected(self) -> OtherService:
        return OtherService(provider(), api_for(self))


async def pair_of(transfer: MemoryTransfer, session: Session) -> ConfirmedPair:
    return next(each for each in await ConfirmedTexts(session).read() if each.pair == EN_PT)


async def test_a_memory_is_compared_before_anything_changes(transfer: MemoryTransfer, local_session: Session) -> None:
    other = OtherMemories("Law").connected()
    [memory] = await transfer.memories(other)

    plan = await transfer.plan_fetch(other, memory)

    assert plan.pairs == (
        PlannedPair(EN_NL, 1, 0, ()),
        PlannedPair(EN_PT, 1, 1, (Replacement("house", "casa", "a casa"),)),
    )
    assert plan.change_count == 3
    assert [str(reason) for _, reason in plan.rejected] == [RowMessage.ONE_TEXT()]
    assert dict((await pair_of(transfer, local_session)).texts) == {"house": "casa", "tree": "árvore"}


@pytest.mark.slow
async def test_a_memory_is_fetched_whole_and_then_there_is_nothing_left_to_fetch(
    transfer: MemoryTransfer, local_session: Session
) -> None:
    other = OtherMemories("Law").connected()
    [memory] = await transfer.memories(other)
    plan = await transfer.plan_fetch(other, memory)

    skipped = await transfer.fetch(plan)

    found = {each.pair: dict(each.texts) for each in await ConfirmedTexts(local_session).read()}
    assert skipped == 1
    assert found == {EN_PT: {"house": "a casa", "tree": "árvore", "sun": "sol"}, EN_NL: {"sun": "zon"}}
    assert (await transfer.plan_fetch(other, memory)).change_count == 0


@pytest.mark.slow
async def test_confirmed_translations_are_sent_to_a_service_that_runs(
    transfer: MemoryTransfer, local_session: Session, other_running: RunningService
) -> None:
    async with ApiClient(other_running.provider, other_running.key, retry_policy=HASTY) as api:
        other = OtherService(Provider("custom", other_running.url), api)
        plan = await transfer.plan_send(other, await pair_of(transfer, local_session))
        result = await transfer.send(other, plan, name=plan.name, replaces=True)
        again = await transfer.send(other, plan, name=plan.name, replaces=True)
        [memory] = await transfer.memories(other)
        back = await transfer.plan_fetch(other, memory)

    assert result == again == SendResult(2, 2, 0, 0)
    assert back.change_count == 0, "what comes back is what is here"


@pytest.mark.parametrize(
    ("replaces", "lost", "left", "deleted"),
    [
        (True, 0, {"old1", "new"}, 1),
        (False, 0, {"old0", "old1", "new"}, 0),
        (True, 1, {"old0", "old1", "new"}, 0),
    ],
    ids=["replaced", "kept", "kept because segments are missing"],
)
async def test_an_earlier_memory_is_deleted_once_the_new_one_is_complete_and_only_if_asked(
    transfer: MemoryTransfer, local_session: Session, replaces: bool, lost: int, left: set[str], deleted: int
) -> None:
    service = OtherMemories("Law", "Other", lost=lost)
    plan = await transfer.plan_send(service.connected(), await pair_of(transfer, local_session))

    result = await transfer.send(service.connected(), plan, name="Law", replaces=replaces)

    assert [each.memory_id for each in plan.with_name("Law")] == ["old0"]
    assert set(service.memories) == left
    assert result == SendResult(2, 2 - lost, 0, deleted)
    assert result.is_complete == (lost == 0)
    assert b"\xc3\xa1rvore" in service.files[0]


async def test_a_file_that_is_refused_deletes_nothing(transfer: MemoryTransfer, local_session: Session) -> None:
    service = OtherMemories("Law", refusal="Too many memories")
    plan = await transfer.plan_send(service.connected(), await pair_of(transfer, local_session))

    with pytest.raises(InvalidRequest, match="Too many memories"):
        await transfer.send(service.connected(), plan, name="Law", replaces=True)

    assert "old0" in service.memories


async def test_the_service_in_use_is_not_offered(transfer: MemoryTransfer, local_session: Session) -> None:
    other = Provider("custom", "https://a.example.org")

    assert transfer.without_own([local_session.provider, other]) == [other]


async def test_a_unit_in_several_languages_gives_a_translation_for_each(
    transfer: MemoryTransfer, local_session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "memory.tmx"
    variants = "".join(
        f'<tuv xml:lang="{code}"><seg>{text}</seg></tuv>'
        for code, text in (("pt", "sol"), ("en", "sun"), ("nl", "zon"))
    )
    path.write_text(f'<tmx version="1.4"><header srclang="en"/><body><tu>{variants}</tu></body></tmx>', "utf-8")

    await transfer.fetch(await transfer.plan_file(path))

    found = {each.pair: each.texts for each in await ConfirmedTexts(local_session).read("sun")}
    assert found == {EN_PT: (("sun", "sol"),), EN_NL: (("sun", "zon"),)}


async def test_of_a_damaged_file_what_can_be_read_is_planned_and_imported(
    transfer: MemoryTransfer, local_session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "memory.tmx"
    path.write_bytes(FILE[: FILE.index(b"sun") + 3])

    plan = await transfer.plan_file(path)
    skipped = await transfer.fetch(plan)

    assert (plan.name, plan.change_count, len(plan.rejected)) == ("memory", 1, 1)
    assert skipped == 0
    assert dict((await pair_of(transfer, local_session)).texts) == {"house": "a casa", "tree": "árvore"}


async def test_a_file_with_one_text_twice_counts_it_once(transfer: MemoryTransfer, tmp_path: Path) -> None:
    path = tmp_path / "memory.tmx"
    unit = '<tu><tuv xml:lang="en"><seg>The moon</seg></tuv><tuv xml:lang="pt"><seg>A lua</seg></tuv></tu>'
    twice = unit + unit.replace("The moon", "The  moon")
    path.write_text(f'<tmx version="1.4"><header srclang="en"/><body>{twice}</body></tmx>', "utf-8")

    assert (await transfer.plan_file(path)).change_count == 1
