"""Translation memories of the real service, and of fake ones with several pages or with separate file storage."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from support.running_service import RunningService, running_service
from support.services.odd_replies import HASTY, KEY, Script, api_for
from support.skipping_clock import SkippingClock
from termdesk.client.api import ApiClient
from termdesk.client.errors import BadAnswer, InvalidRequest, NotFound, ServiceError, TimedOut, UnclearOutcome
from termdesk.client.memories import MemoryImport
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

EN_DE, EN_FI = LanguagePair("en", "de"), LanguagePair("en", "fi")


@pytest.fixture(scope="module")
def own_service() -> Iterator[RunningService]:
    with running_service() as running:
        yield running


async def test_what_was_confirmed_is_listed_read_and_deleted_by_pair(own_service: RunningService) -> None:
    async with ApiClient(own_service.provider, own_service.key, retry_policy=HASTY) as api:
        for pair, target in ((EN_DE, "Gute Nacht"), (EN_FI, "Hyvää yötä")):
            await api.local.confirm(pair, "Good night", target)
        await api.local.confirm(EN_DE, "The sun", "Die Sonne")

        listed = await api.memories.list()
        german = next(each for each in listed if each.pair == EN_DE)
        segments = await api.memories.segments(german.memory_id, most=10)
        first = await api.memories.segments(german.memory_id, most=1)
        await api.memories.delete(german.memory_id)
        left = await api.memories.list()
        with pytest.raises(NotFound):
            await api.memories.delete(german.memory_id)

    assert {each.pair: each.segment_count for each in listed} == {EN_DE: 2, EN_FI: 1}
    assert segments == (("Good night", "Gute Nacht"), ("The sun", "Die Sonne"))
    assert first == segments[:1]
    assert [each.pair for each in left] == [EN_FI]


def memories(first: int, stop: int, total: int) -> httpx.Response:
    listed = [
        {"translation_memory_id": str(number), "source_language": "en", "target_languages": ["de"]}
        for number in range(first, stop)
    ]
    return httpx.Response(200, json={"translation_memories": listed, "total_count": total})


async def test_all_pages_of_memories_are_read() -> None:
    script = Script(memories(0, 25, 30), memories(25, 30, 30))

    async with api_for(script, is_local=True) as api:
        listed = await api.memories.list()

    assert [each.memory_id for each in listed] == [str(number) for number in range(30)]
    assert [request.url.params["page"] for request in script.requests] == ["0", "1"]


async def test_a_service_that_counts_more_than_it_gives_is_not_asked_for_ever() -> None:
    script = Script(memories(0, 5, 99), memories(5, 5, 99))

    async with api_for(script, is_local=True) as api:
        assert len(await api.memories.list()) == 5

    assert len(script.requests) == 2


def segments(*sources: str, cursor: str = "") -> httpx.Response:
    listed = [{"source_text": each, "targets": [{"target_text": each.upper()}]} for each in sources]
    return httpx.Response(200, json={"segments": listed, **({"next_page_cursor": cursor} if cursor else {})})


async def test_segments_are_read_page_by_page_up_to_the_number_asked_for() -> None:
    untranslated = httpx.Response(
        200, json={"segments": [{"source_text": "c", "targets": []}], "next_page_cursor": "3"}
    )
    script = Script(segments("a", "b", cursor="2 &"), untranslated, segments("d", "e", cursor="4"))

    async with api_for(script, is_local=True) as api:
        found = await api.memories.segments("an id/with more", most=3)

    assert found == (("a", "A"), ("b", "B"), ("d", "D"))
    assert [request.url.params.get("page_cursor") for request in script.requests] == [None, "2 &", "3"]
    assert script.requests[0].url.raw_path.startswith(b"/v3/translation_memories/an%20id%2Fwith%20more/segments")


# Upload and download of files

FILE = (
    '<tmx version="1.4"><header srclang="en"/><body>'
    '<tu><tuv xml:lang="en"><seg>Good evening</seg></tuv><tuv xml:lang="sv"><seg>God kväll</seg></tuv></tu>'
    '<tu><tuv xml:lang="en"><seg>alone</seg></tuv></tu></body></tmx>'
).encode()
STORE = "https://store.example.test/file?signature=s"


async def test_a_file_goes_in_and_comes_out(own_service: RunningService) -> None:
    async with ApiClient(own_service.provider, own_service.key, retry_policy=HASTY) as api:
        came = await api.memories.import_file(FILE, "evening.tmx", name="Evening")
        listed = {each.memory_id: each for each in await api.memories.list()}
        file = await api.memories.export_file(came.memory_ids[0])
        again = await api.memories.import_file(file, "again.tmx")
        with pytest.raises(InvalidRequest, match="broken"):
            await api.memories.import_file(b"<tmx>", "broken.tmx")

    assert came.skipped_count == 1
    assert (listed[came.memory_ids[0]].source, listed[came.memory_ids[0]].targets) == ("en", ("sv",))
    assert "God kväll" in file.decode()
    assert again == MemoryImport(came.memory_ids, 0)


class FileService:
    """A service with separate file storage. `states` are the states that its job reports, in order."""

    def __init__(self, *states: str, file: httpx.Response | Exception | None = None, address: str = STORE) -> None:
        self._states = list(states)
        self._file = file or httpx.Response(200, content=b"<tmx/>")
        self._address = address
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if request.url.host == "store.example.test":
            if isinstance(self._file, Exception):
                raise self._file
            return httpx.Response(self._file.status_code, content=b"".join(self._file.stream))  # type: ignore[arg-type]
        if request.method == "POST":
            return httpx.Response(202, json={"job_id": "7", "upload_url": self._address})
        state = self._states.pop(0) if len(self._states) > 1 else self._states[0]
        result = {"status": state, "download_url": self._address, "error": {"message": "No\x00 segments"}}
        return httpx.Response(200, json={"results": [result]})

    @property
    def to_store(self) -> list[httpx.Request]:
        return [each for each in self.requests if each.url.host == "store.example.test"]


async def test_files_travel_without_the_key_and_jobs_are_asked_after_until_they_end() -> None:
    service, clock = FileService("awaiting_input", "processing", "completed"), SkippingClock()

    async with api_for(service, clock=clock) as api:
        assert await api.memories.import_file(FILE, "a.tmx") == MemoryImport((), 0)
        assert await api.memories.export_file("m") == b"<tmx/>"

    sent, fetched = service.to_store
    assert (sent.method, str(sent.url), sent.content, fetched.method) == ("PUT", STORE, FILE, "GET")
    assert sent.headers["content-type"] == "application/xml"
    for each in service.to_store:
        assert KEY not in str(each.headers)
        assert "authorization" not in each.headers
    assert [each.method for each in service.requests if each not in service.to_store] == [
        *["POST", *["GET"] * 3],
        "POST",
        "GET",
    ]


@pytest.mark.parametrize(
    "address", ["", "http://store.example.test/a", "ftp://store.example.test/a", "https://name@store.example.test/a"]
)
async def test_a_file_goes_to_no_address_that_is_not_protected(address: str) -> None:
    service = FileService("completed", address=address)

    async with api_for(service) as api:
        with pytest.raises(BadAnswer):
            await api.memories.import_file(FILE, "a.tmx")
        with pytest.raises(BadAnswer):
            await api.memories.export_file("m")

    assert service.to_store == []


async def test_a_refusal_by_the_store_says_nothing_of_the_key() -> None:
    service = FileService("completed", file=httpx.Response(403, content=b"<Error/>"))

    async with api_for(service) as api:
        with pytest.raises(InvalidRequest):
            await api.memories.import_file(FILE, "a.tmx")


@pytest.mark.slow
async def test_of_an_upload_without_an_answer_the_job_tells_what_became() -> None:
    lost = httpx.ReadError("lost")

    async with api_for(FileService("processing", "completed", file=lost), clock=SkippingClock()) as api:
        assert await api.memories.import_file(FILE, "a.tmx") == MemoryImport((), 0)
    async with api_for(FileService("awaiting_input", file=lost), clock=SkippingClock()) as api:
        with pytest.raises(UnclearOutcome):
            await api.memories.import_file(FILE, "a.tmx")


@pytest.mark.slow
async def test_a_file_that_the_service_never_notices_is_given_up() -> None:
    async with api_for(FileService("awaiting_input"), clock=SkippingClock()) as api:
        with pytest.raises(TimedOut):
            await api.memories.import_file(FILE, "a.tmx")


@pytest.mark.parametrize(
    ("state", "error"), [("failed", InvalidRequest), ("expired", InvalidRequest), ("x", BadAnswer)]
)
async def test_a_job_that_ends_badly_says_why(state: str, error: type[ServiceError]) -> None:
    async with api_for(FileService(state)) as api:
        with pytest.raises(error) as caught:
            await api.memories.export_file("m")

    assert state != "failed" or caught.value.message == "No  segments"
