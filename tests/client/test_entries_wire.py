from __future__ import annotations

import asyncio
import gzip
import json
import tracemalloc
from collections.abc import Callable, Iterator

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.campaign import size
from support.publishing.large_entries import large_entries
from support.publishing_setup import Meddling, client
from support.running_service import RunningService, running_service
from support.services.odd_replies import HASTY, KEY, Script, api_for, provider
from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.client.api import ApiClient
from termdesk.client.entries_wire import creation_overhead, dictionary_body, encode_body, read_entries
from termdesk.client.errors import BadAnswer, IncompleteAnswer, ServiceError
from termdesk.client.transport.calls import Call, CallKind, Family, Weight
from termdesk.client.transport.replies import Reply
from termdesk.client.wire_dialect import WireDialect
from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.domain.provider import Dialect

pytestmark = pytest.mark.anyio

EN_DE = LanguagePair("en", "de")
ENTRIES = Entries.of([("house", "Haus"), ("door", "Tür")])
TSV = "house\tHaus\ndoor\tTür\n"
SHAPE = {"source_lang": "EN", "target_lang": "DE", "entries": TSV, "entries_format": "tsv"}
OTHER = {"source_lang": "de", "target_lang": "en", "entries": "x\ty\n", "entries_format": "tsv"}
JSON = {"Content-Type": "application/json"}
PLAIN = {"Content-Type": "text/tab-separated-values"}


async def entries_of(
    response: httpx.Response, *, count: int | None = 2, dialect: Dialect = Dialect.SPECIFICATION
) -> Entries:
    """Return the entries of a response from a service that reports `count` entries."""
    glossary = {
        "glossary_id": "g1",
        "name": "Law",
        "dictionaries": [{"source_lang": "en", "target_lang": "de", "entry_count": count}],
    }

    def answering(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/entries"):
            return httpx.Response(response.status_code, headers=response.headers, content=b"".join(response.stream))
        return httpx.Response(200, json=glossary)

    async with api_for(answering, dialect=dialect) as api:
        return await api.glossaries.entries("g1", EN_DE)


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(200, content=TSV.encode(), headers=PLAIN),
        httpx.Response(200, content=TSV.encode()),
        httpx.Response(200, content=TSV.rstrip().replace("\n", "\r\n").encode(), headers=PLAIN),
        httpx.Response(200, json=SHAPE),
        httpx.Response(200, json={"dictionaries": [SHAPE]}),
        httpx.Response(200, json={"dictionaries": [OTHER, SHAPE]}),
        httpx.Response(200, json=SHAPE | {"entries": "house,Haus\ndoor,Tür\n", "entries_format": "csv"}),
        httpx.Response(200, json={key: value for key, value in SHAPE.items() if key != "entries_format"}),
    ],
)
async def test_entries_are_read_from_every_shape_of_answer(response: httpx.Response) -> None:
    assert await entries_of(response) == ENTRIES


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(200, content="house\tHa\0us\ndoor\tTür\n".encode(), headers=PLAIN),
        httpx.Response(200, json=SHAPE | {"entries": "house\tHa\0us\ndoor\tTür\n"}),
    ],
)
async def test_entries_with_nul_characters_are_refused_in_text_and_in_json(response: httpx.Response) -> None:
    with pytest.raises(BadAnswer, match="NUL characters"):
        await entries_of(response)


@pytest.mark.parametrize("rows", [0, 3, 10_000])
@pytest.mark.parametrize("name", ["Law", 'Law "entries":"" \\"entries\\":\\"\\"'])
async def test_a_request_holds_the_entries_of_each_dictionary_in_order(rows: int, name: str) -> None:
    long = Entries.of([(f'wörd "{number}" €😀', f"Wort\\{number}\u2028") for number in range(rows)])
    given = [(EN_DE, long), (LanguagePair("en", "fr"), ENTRIES)]
    bodies = [await dictionary_body(pair, entries, WireDialect(Dialect.SPECIFICATION)) for pair, entries in given]

    body = await encode_body({"name": name, "dictionaries": [each.record for each in bodies]}, bodies, rows=rows)

    assert json.loads(bytes(body)) == {
        "name": name,
        "dictionaries": [
            {
                "source_lang": pair.source,
                "target_lang": pair.target,
                "entries": delimited.write(entries),
                "entries_format": "tsv",
            }
            for pair, entries in given
        ],
    }
    assert max((len(block) for block in bodies[0].blocks), default=0) < 200_000, "none is encoded in one call"


@pytest.mark.scorecard("R26")
@pytest.mark.parametrize("charset", ["iso-8859-1", "utf-16", "ascii", "nonsense"])
async def test_entries_are_utf8_whatever_the_header_says(charset: str) -> None:
    headers = {"Content-Type": f"text/tab-separated-values; charset={charset}"}

    assert await entries_of(httpx.Response(200, content=TSV.encode(), headers=headers)) == ENTRIES


@pytest.mark.scorecard("R37")
async def test_a_body_takes_the_text_of_its_entries_away() -> None:
    """The text and its bytes together would take twice the memory while they are sent."""
    entries = Entries.of([(f"source {row}", f"target {row}") for row in range(9_000)])
    dictionary = await dictionary_body(LanguagePair("en", "de"), entries, WireDialect(Dialect.SPECIFICATION))
    assert len(dictionary.blocks) > 1

    body = await encode_body(dictionary.record, [dictionary], rows=len(entries))

    assert json.loads(bytes(body))["entries"] == delimited.write(entries)
    assert not any(dictionary.blocks)


@pytest.mark.scorecard("R37")
async def test_a_reading_shares_the_texts_of_similar_entries(service: RunningService) -> None:
    entries = Entries.of([(f"source {row}", f"target {row}") for row in range(9_000)])
    async with client(service.url, service.key) as api:
        made = await api.glossaries.create("Shared texts", [(LanguagePair("en", "de"), entries)])
        read = await api.glossaries.entries(made.glossary_id, LanguagePair("en", "de"), like=entries)
        seen = await api.glossaries.peek(made.glossary_id, LanguagePair("en", "de"), seconds=60, like=entries)
        await api.glossaries.delete(made.glossary_id)

    for each in (read, seen):
        assert each == entries
        assert all(one is other for one, other in zip(each.targets, entries.targets, strict=True))


@pytest.mark.scorecard("R37")
@pytest.mark.parametrize("dialect", Dialect)
async def test_entries_that_are_known_are_read_without_a_copy_of_their_text(dialect: Dialect) -> None:
    entries = large_entries(3_000_000)
    call = Call("GET", "/v3/glossaries/g1/entries", CallKind.READ, Family.GLOSSARIES, weight=Weight.ENTRIES)
    reply = Reply(call, 200, {"content-type": "text/tab-separated-values"}, delimited.write(entries).encode())
    tracemalloc.start()
    try:
        found = await read_entries(reply, "g1", EN_DE, WireDialect(dialect), NoProgress(), entries)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert found == entries
    assert peak < len(reply.body) / 2


@pytest.mark.scorecard("R37")
@settings(max_examples=size(10, 400), deadline=None)
@given(phrase=st.text(st.sampled_from('a\\"nü€😀/u\n\u2028'), max_size=9), is_ascii=st.booleans())
async def test_a_long_answer_is_read_as_one_that_is_short(phrase: str, is_ascii: bool) -> None:
    entries = Entries.of([(f"source{phrase}", f"{phrase}target")] * 20_000)
    shape = SHAPE | {"entries": delimited.write(entries)}
    body = json.dumps({"dictionaries": [shape]}, ensure_ascii=is_ascii).encode()

    assert await entries_of(httpx.Response(200, content=body, headers=JSON), count=len(entries)) == entries


@pytest.mark.scorecard("R26")
@pytest.mark.parametrize("entries", ["null", "7", '["house"]', '"\\ud800"', '"a' + "b" * 300_000 + '\\n\\q"'])
async def test_entries_that_are_no_text_are_refused(entries: str) -> None:
    body = json.dumps(SHAPE | {"entries": "HERE"}).replace('"HERE"', entries).encode()

    with pytest.raises(BadAnswer, match="not what the interface promises"):
        await entries_of(httpx.Response(200, content=body, headers=JSON))


@pytest.mark.scorecard("R26")
async def test_a_byte_order_mark_does_not_become_part_of_the_first_phrase() -> None:
    marked = ("\ufeff" + TSV).encode()

    assert await entries_of(httpx.Response(200, content=marked, headers=PLAIN)) == ENTRIES
    assert await entries_of(httpx.Response(200, json=SHAPE | {"entries": "\ufeff" + TSV})) == ENTRIES


@pytest.mark.scorecard("R26")
@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (TSV.encode("latin-1"), PLAIN),
        (TSV.encode("utf-16"), PLAIN),
        (TSV.encode("utf-16-le"), PLAIN),
        (TSV.encode("utf-32"), PLAIN),
        (b"house\tHaus\ndoor\tT\xff\n", PLAIN),
        (b"house\tHa\xed\xa0\x80us\ndoor\tTuer\n", PLAIN),
        (b"house\tHaus\tmore\n", PLAIN),
        (b"house\n", PLAIN),
        (b'"house\tHaus\n', PLAIN),
        (b"<!DOCTYPE html><html>Sign in</html>", {"Content-Type": "text/html"}),
        (b"<html>Sign in</html>", {}),
        (b"[]", JSON),
        (b"{}", JSON),
        (json.dumps({"dictionaries": []}).encode(), JSON),
        (json.dumps({"dictionaries": [OTHER]}).encode(), JSON),
        (json.dumps(SHAPE | {"entries": None}).encode(), JSON),
        (json.dumps(SHAPE).encode()[:-20], JSON),
        (b'{"source_lang": "en", "target_lang": "de", "entries": "a\\ud800\\tb\\n"}', JSON),
    ],
)
async def test_entries_that_are_not_plain_are_refused_and_never_garbled(body: bytes, headers: dict[str, str]) -> None:
    with pytest.raises(BadAnswer):
        await entries_of(httpx.Response(200, content=body, headers=headers))


@pytest.mark.scorecard("R25")
async def test_fewer_or_more_entries_than_counted_are_refused() -> None:
    for count in (1, 3, 0):
        with pytest.raises(IncompleteAnswer) as caught:
            await entries_of(httpx.Response(200, content=TSV.encode(), headers=PLAIN), count=count)

        assert (caught.value.expected, caught.value.got) == (count, 2)


async def test_a_count_that_was_old_is_asked_for_again() -> None:
    def answering(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/entries"):
            return httpx.Response(200, content=TSV.encode(), headers=PLAIN)
        counted = [{"source_lang": "en", "target_lang": "de", "entry_count": 2}]
        return httpx.Response(200, json={"glossary_id": "g1", "dictionaries": counted})

    async with api_for(answering) as api:
        assert await api.glossaries.entries("g1", EN_DE, expected_count=7) == ENTRIES


async def test_a_count_that_fits_costs_no_second_call() -> None:
    script = Script(httpx.Response(200, content=TSV.encode(), headers=PLAIN))

    async with api_for(script) as api:
        await api.glossaries.entries("g1", EN_DE, expected_count=2)

    assert [request.url.path for request in script.requests] == ["/v3/glossaries/g1/entries"]
    assert script.requests[0].headers["Accept-Encoding"] == "identity"


def cut_without_length(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/tab-separated-values\r\n\r\n" + body


def cut_chunk(body: bytes) -> bytes:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/tab-separated-values\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"%x\r\n" % len(body) + body + b"\r\n"


def cut_length(body: bytes) -> bytes:
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n"
    return head.encode() + b"Content-Length: %d\r\n\r\n" % (len(body) + 30) + body


def cut_gzip(body: bytes) -> bytes:
    packed = gzip.compress(body * 50)
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\n"
    return head.encode() + packed[:-8]


@pytest.mark.scorecard("R24")
@pytest.mark.parametrize("cut", [cut_without_length, cut_chunk, cut_length, cut_gzip])
async def test_entries_that_are_cut_on_the_way_never_become_a_dictionary(cut: Callable[[bytes], bytes]) -> None:
    counted = [{"source_lang": "en", "target_lang": "de", "entry_count": 2}]
    glossary = answer(json.dumps({"glossary_id": "g1", "dictionaries": counted}).encode())

    async def answering(request: RawRequest) -> bytes:
        if "/entries" not in request.line:
            return glossary
        return cut(b"house\tHaus\n")

    async with RawServer(answering) as server, ApiClient(provider(server.url), KEY, retry_policy=HASTY) as api:
        with pytest.raises(ServiceError):
            await api.glossaries.entries("g1", EN_DE, expected_count=2)


async def test_the_vendor_writes_quotes_as_they_are() -> None:
    body = b'"house"\tHaus\n5" disk\tDiskette\n'

    vendor = await entries_of(httpx.Response(200, content=body, headers=PLAIN), dialect=Dialect.VENDOR)
    with pytest.raises(BadAnswer, match="Row 2") as caught:
        await entries_of(httpx.Response(200, content=b'a\tb\n"5" disk\tDiskette\n', headers=PLAIN))

    assert vendor.sources == ['"house"', '5" disk']
    assert "dialect" in caught.value.remedy


phrases = st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\u2028\u2029"), min_size=1)


@pytest.mark.slow
@settings(max_examples=size(15, 400))
@given(st.lists(st.tuples(phrases, phrases), max_size=8), st.sampled_from([Dialect.SPECIFICATION, Dialect.VENDOR]))
def test_what_is_sent_is_read_back_equal_in_both_dialects(rows: list[tuple[str, str]], dialect: Dialect) -> None:
    entries = Entries.of(rows)
    held: list[str] = []

    def answering(request: httpx.Request) -> httpx.Response:
        if request.method == "PUT":
            held.append(json.loads(request.content)["entries"])
            return httpx.Response(204)
        return httpx.Response(200, content=held[-1].encode(), headers=PLAIN)

    async def there_and_back() -> Entries:
        async with api_for(answering, dialect=dialect) as api:
            await api.glossaries.replace("g1", EN_DE, entries)
            return await api.glossaries.entries("g1", EN_DE, expected_count=len(entries))

    assert asyncio.run(there_and_back()) == entries


async def test_a_dictionary_that_no_service_takes_is_refused_before_it_is_sent() -> None:
    script = Script(httpx.Response(500))
    entries = Entries([f"{number:06}" for number in range(11_000)], ["x" * 1_000] * 11_000)

    async with api_for(script) as api:
        with pytest.raises(InvalidInput, match="at most 10,485,760"):
            await api.glossaries.replace("g1", EN_DE, entries)

    assert script.requests == []


async def test_dictionaries_are_sent_under_root_languages_with_their_format() -> None:
    script = Script(httpx.Response(204))

    async with api_for(script) as api:
        await api.glossaries.replace("g1", LanguagePair("en-US", "pt-BR"), ENTRIES)

    sent = json.loads(script.requests[0].content)
    assert sent == {"source_lang": "en", "target_lang": "pt", "entries": TSV, "entries_format": "tsv"}


async def test_a_long_transfer_says_how_far_it_is() -> None:
    steps: list[tuple[int, int | None]] = []

    class Watching:
        def step(self, done: int, total: int | None = None) -> None:
            steps.append((done, total))

    many = Entries([f"source {number}" for number in range(20_000)], ["Ziel"] * 20_000)
    body = "".join(f"{source}\t{target}\n" for source, target in many).encode()

    async def answering(request: RawRequest) -> bytes:
        if request.line.startswith("PUT"):
            return answer(b"", status="204 Done")
        return answer(body).replace(b"application/json", b"text/plain")

    async with RawServer(answering) as server, ApiClient(provider(server.url), KEY, retry_policy=HASTY) as api:
        await api.glossaries.entries("g1", EN_DE, expected_count=20_000, progress=Watching())
        down = len(steps)
        await api.glossaries.replace("g1", EN_DE, many, progress=Watching())

    assert (len(body), len(body)) in steps
    assert down > 3
    assert len(steps) > down + 3
    assert server.requests[1].headers["content-length"] == str(len(server.requests[1].body))


# Sizes

SIZED = [
    Entries.of([("a", "b")]),
    Entries.of([("ü \U0001f600", "日本\u200b"), ("back\\slash", "\u00e9\u0301")]),
    Entries.of([('a "quoted" term', 'one "'), ("plain", "text")]),
    Entries.of((f"word {number}", f"Wort “{number}”") for number in range(3_000)),
]


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with running_service() as running:
        yield running


@pytest.mark.parametrize("entries", SIZED)
@pytest.mark.parametrize("name", ["Terms", 'Ä "name"', "n" * 1_020])
async def test_the_bytes_are_those_that_are_sent(service: RunningService, entries: Entries, name: str) -> None:
    way = Meddling()
    async with client(service.url, service.key, transport=way) as api:
        glossaries = api.glossaries
        planned = glossaries.body_sizes.replacement(EN_DE, entries) + creation_overhead(name)
        glossary = await glossaries.create(name, [(EN_DE, entries)])
        assert way.sent_bytes == planned

        for send, measure in (
            (glossaries.replace, glossaries.body_sizes.replacement),
            (glossaries.merge, glossaries.body_sizes.merge),
        ):
            way.sent_bytes = 0
            planned = measure(EN_DE, entries)
            await send(glossary.glossary_id, EN_DE, entries)
            assert way.sent_bytes == planned
        await glossaries.delete(glossary.glossary_id)
