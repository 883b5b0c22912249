"""The vendor's client and ours give the same results for the same calls to the same service."""

from __future__ import annotations

import asyncio
import contextlib
import io
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import deepl
import pytest
from deepl.api_data import MultilingualGlossaryDictionaryEntries
from deepl.util import convert_tsv_to_dict

from support.running_service import RunningService, running_service
from support.services.odd_replies import HASTY
from termdesk.client.api import ApiClient
from termdesk.client.documents import RemoteState
from termdesk.client.errors import (
    InvalidRequest,
    NotFound,
    QuotaExceeded,
    ServiceError,
    WrongKey,
)
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair, Resource, canonical
from termdesk.domain.provider import Dialect

pytestmark = pytest.mark.anyio

EN_DE, EN_ES = LanguagePair("en", "de"), LanguagePair("en", "es")
# Starting the engine that corrects took 40 seconds on a busy computer, without a byte sent meanwhile.
PATIENT = replace(HASTY, stall=600.0, total=600.0)
UNKNOWN = "00000000-0000-4000-8000-000000000000"


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    """Only the engine that replaces terms is used, so that no translation depends on the installed engines."""
    with running_service("--terms-only") as running:
        yield running


@pytest.fixture
def vendor(service: RunningService, monkeypatch: pytest.MonkeyPatch) -> Iterator[deepl.DeepLClient]:
    # The vendor's client polls every five seconds; wait a hundredth of that.
    clock = SimpleNamespace(time=time.time, sleep=lambda seconds: time.sleep(seconds / 100))
    monkeypatch.setattr("deepl.translator.time", clock)
    monkeypatch.setattr("deepl.deepl_client.time", clock)
    client = deepl.DeepLClient(service.key, server_url=service.url, send_platform_info=False)
    with contextlib.closing(client):
        yield client


@pytest.fixture(params=[Dialect.SPECIFICATION, Dialect.VENDOR])
async def ours(service: RunningService, request: pytest.FixtureRequest) -> AsyncIterator[ApiClient]:
    """Our client in both dialects. In the vendor's, it sends the same authentication scheme as the vendor's client."""
    provider = service.provider
    if request.param is Dialect.VENDOR:
        provider = replace(provider, scheme="DeepL-Auth-Key", dialect=Dialect.VENDOR)
    async with ApiClient(provider, service.key, retry_policy=PATIENT) as api:
        yield api


async def test_languages(vendor: deepl.DeepLClient, ours: ApiClient) -> None:
    listed = await ours.languages.list(Resource.TRANSLATE_TEXT)
    sources, targets = vendor.get_source_languages(), vendor.get_target_languages()

    assert [each.code for each in listed if each.usable_as_source] == [canonical(each.code) for each in sources]
    assert [each.code for each in listed if each.usable_as_target] == [canonical(each.code) for each in targets]
    for kind, found in (("source", sources), ("target", targets)):
        legacy = await ours.languages.legacy(kind)
        assert [(each.code, each.name, bool(each.features)) for each in legacy] == [
            (canonical(each.code), each.name, bool(each.supports_formality)) for each in found
        ]
    assert [(pair.source, pair.target) for pair in await ours.languages.legacy_pairs()] == [
        (each.source_lang, each.target_lang) for each in vendor.get_glossary_languages()
    ]
    assert len(sources) > 1


@pytest.mark.slow
async def test_glossaries_that_either_made(vendor: deepl.DeepLClient, ours: ApiClient) -> None:
    entries = {"house": "Haus", 'the "quoted" tree': "Baum", "tab\u00adless": "ä 😀"}
    dictionary = MultilingualGlossaryDictionaryEntries("EN", "DE", entries)
    made = vendor.create_multilingual_glossary("Theirs", [dictionary])
    own = await ours.glossaries.create("Ours", [(EN_DE, Entries(entries, entries.values()))])
    try:
        await ours.glossaries.merge(made.glossary_id, EN_DE, Entries(["sun"], ["Sonne"]))
        vendor.update_multilingual_glossary_dictionary(
            own.glossary_id, MultilingualGlossaryDictionaryEntries("EN", "DE", {"sun": "Sonne"})
        )
        await ours.glossaries.rename(made.glossary_id, "Renamed by ours")
        vendor.update_multilingual_glossary_name(own.glossary_id, "Renamed by theirs")
        listed = {each.glossary_id: each for each in await ours.glossaries.list()}
        listed_by_vendor = {each.glossary_id: each for each in vendor.list_multilingual_glossaries()}
        for glossary_id in (made.glossary_id, own.glossary_id):
            read = await ours.glossaries.entries(glossary_id, EN_DE)
            read_by_vendor = vendor.get_multilingual_glossary_entries(glossary_id, "EN", "DE")
            assert dict(read) == convert_tsv_to_dict(read_by_vendor.dictionaries[0].entries)
            assert dict(read) == entries | {"sun": "Sonne"}
    finally:
        vendor.delete_multilingual_glossary(own.glossary_id)
        await ours.glossaries.delete(made.glossary_id)

    assert listed.keys() == listed_by_vendor.keys() == {made.glossary_id, own.glossary_id}
    assert {each.name for each in listed.values()} == {"Renamed by ours", "Renamed by theirs"}
    for glossary_id, glossary in listed.items():
        other = listed_by_vendor[glossary_id]
        assert (glossary.name, glossary.created) == (other.name, other.creation_time)
        assert [(each.pair, each.entry_count) for each in glossary.dictionaries] == [
            (LanguagePair(each.source_lang, each.target_lang), each.entry_count) for each in other.dictionaries
        ]
    assert await ours.glossaries.list() == vendor.list_multilingual_glossaries() == []


async def test_texts_and_what_they_are_billed(vendor: deepl.DeepLClient, ours: ApiClient) -> None:
    made = await ours.glossaries.create("House", [(EN_ES, Entries(["house"], ["casa"]))])
    texts = ["The house, the 😀 house.", "House", "  house\n"]
    try:
        translated = await ours.texts.translate(texts, source="en", target="es", glossary_id=made.glossary_id)
        by_vendor = vendor.translate_text(texts, source_lang="EN", target_lang="ES", glossary=made.glossary_id)
        marked = await ours.texts.translate(
            ["<p>A <b>house</b></p>"], source="en", target="es", glossary_id=made.glossary_id, tag_handling="html"
        )
        marked_by_vendor = vendor.translate_text(
            ["<p>A <b>house</b></p>"],
            source_lang="EN",
            target_lang="ES",
            glossary=made.glossary_id,
            tag_handling="html",
        )
    finally:
        await ours.glossaries.delete(made.glossary_id)

    for one, other in ((translated, by_vendor), (marked, marked_by_vendor)):
        assert [(each.text, each.detected_source.upper(), each.billed_characters) for each in one] == [
            (each.text, each.detected_source_lang, each.billed_characters) for each in other
        ]
    assert "casa" in translated[0].text


async def test_improved_texts(vendor: deepl.DeepLClient, ours: ApiClient) -> None:
    texts = ["He go to school every days.", "I has two cat."]

    corrected = await ours.texts.correct(texts, target="en-GB")
    rephrased = await ours.texts.rephrase(texts, target="en-US", writing_style="prefer_business")

    for one, other in (
        (corrected, vendor.correct_text(texts, target_lang="EN-GB")),
        (rephrased, vendor.rephrase_text(texts, target_lang="EN-US", style="prefer_business")),
    ):
        assert [(each.text, each.detected_source, each.target) for each in one] == [
            (each.text, each.detected_source_language, each.target_language) for each in other
        ]
    assert corrected[0].text != texts[0]


@pytest.mark.slow
async def test_documents(vendor: deepl.DeepLClient, ours: ApiClient) -> None:
    made = await ours.glossaries.create("House", [(EN_ES, Entries(["house"], ["casa"]))])
    content, output = b"The house is here.\n\nA house.\n", io.BytesIO()
    try:
        handle = await ours.documents.upload(content, "a.txt", target="es", source="en", glossary_id=made.glossary_id)
        while (status := await ours.documents.status(handle)).state is not RemoteState.DONE:
            await asyncio.sleep(0.02)
        translated = await ours.documents.download(handle)
        other = vendor.translate_document(
            content, output, source_lang="EN", target_lang="ES", glossary=made.glossary_id, filename="a.txt"
        )
    finally:
        await ours.glossaries.delete(made.glossary_id)

    assert translated == output.getvalue()
    assert b"casa" in translated
    assert status.billed == other.billed_characters


@pytest.mark.slow
async def test_memories(vendor: deepl.DeepLClient, ours: ApiClient, tmp_path: Path) -> None:
    file, exported = tmp_path / "in.tmx", tmp_path / "out.tmx"
    file.write_text(
        '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Good evening</seg></tuv>'
        '<tuv xml:lang="sv"><seg>God kväll</seg></tuv></tu><tu/></body></tmx>',
        "utf-8",
    )
    job = vendor.import_translation_memory_from_filepath(file)
    came = await ours.memories.import_file(file.read_bytes(), "in.tmx")
    [memory], [by_vendor] = await ours.memories.list(), vendor.list_translation_memories()
    segments = await ours.memories.segments(memory.memory_id, most=10)
    segments_by_vendor = vendor.list_translation_memory_segments(by_vendor).segments
    vendor.export_translation_memory_to_filepath(by_vendor, exported)
    content = await ours.memories.export_file(memory.memory_id)
    await ours.memories.delete(memory.memory_id)

    assert job.result is not None
    assert (job.result.translation_memory_id, job.result.skipped_segment_count) == (memory.memory_id, 1)
    assert (came.memory_ids, came.skipped_count) == ((memory.memory_id,), 1)
    assert (memory.memory_id, memory.name, memory.source, list(memory.targets), memory.segment_count) == (
        by_vendor.translation_memory_id,
        by_vendor.name,
        by_vendor.source_language,
        by_vendor.target_languages,
        by_vendor.segment_count,
    )
    assert list(segments) == [(each.source_text, each.targets[0].target_text) for each in segments_by_vendor]
    assert content == exported.read_bytes()
    assert vendor.list_translation_memories() == []


async def test_usage(vendor: deepl.DeepLClient, ours: ApiClient) -> None:
    await ours.local.confirm(EN_DE, "Good night", "Gute Nacht")
    vendor.translate_text("Good night", source_lang="EN", target_lang="DE")

    usage, by_vendor = await ours.usage.read(), vendor.get_usage()

    assert usage.character_count == by_vendor.character.count
    assert usage.character_limit == by_vendor.character.limit
    assert usage.character_count


@pytest.mark.parametrize(
    ("call", "call_by_vendor", "error", "error_of_vendor"),
    [
        (
            lambda api: api.glossaries.get(UNKNOWN),
            lambda client: client.get_multilingual_glossary(UNKNOWN),
            NotFound,
            deepl.GlossaryNotFoundException,
        ),
        (
            lambda api: api.texts.translate(["a"], source="en", target="xx"),
            lambda client: client.translate_text("a", source_lang="EN", target_lang="XX"),
            InvalidRequest,
            deepl.DeepLException,
        ),
        (
            lambda api: api.memories.export_file(UNKNOWN),
            lambda client: client.create_translation_memory_export(UNKNOWN),
            NotFound,
            deepl.DeepLException,
        ),
        (
            lambda api: api.documents.upload(b"x", "a.exe", target="es"),
            lambda client: client.translate_document_upload(b"x", target_lang="ES", filename="a.exe"),
            InvalidRequest,
            deepl.DeepLException,
        ),
    ],
    ids=["no glossary", "no such pair", "no memory", "no document"],
)
async def test_refusals(
    vendor: deepl.DeepLClient,
    ours: ApiClient,
    call: Callable[[ApiClient], Awaitable[object]],
    call_by_vendor: Callable[[deepl.DeepLClient], object],
    error: type[ServiceError],
    error_of_vendor: type[deepl.DeepLException],
) -> None:
    with pytest.raises(error) as caught:
        await call(ours)
    with pytest.raises(error_of_vendor) as caught_by_vendor:
        call_by_vendor(vendor)

    # The vendor's client puts the service's message into a sentence of its own.
    assert caught.value.message in str(caught_by_vendor.value)
    assert caught.value.status == (caught_by_vendor.value.http_status_code or 404)


async def test_a_wrong_key_and_a_full_quota() -> None:
    with running_service("--terms-only", "--character-limit", "3") as limited:
        for key, error, error_of_vendor in (
            ("wrong", WrongKey, deepl.AuthorizationException),
            (limited.key, QuotaExceeded, deepl.QuotaExceededException),
        ):
            async with ApiClient(limited.provider, key, retry_policy=HASTY) as api:
                with pytest.raises(error):
                    await api.texts.translate(["house"], source="en", target="es")
            other = deepl.DeepLClient(key, server_url=limited.url, send_platform_info=False)
            with contextlib.closing(other), pytest.raises(error_of_vendor):
                other.translate_text("house", source_lang="EN", target_lang="ES")
