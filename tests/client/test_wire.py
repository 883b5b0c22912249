from __future__ import annotations

from datetime import UTC, datetime

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.services.odd_replies import Script, api_for
from termdesk.client.errors import BadAnswer
from termdesk.client.wire import encode, read_time
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

GLOSSARY = {
    "glossary_id": "g1",
    "name": "Law",
    "dictionaries": [{"source_lang": "EN", "target_lang": "DE", "entry_count": 2}],
    "creation_time": "2026-08-03T14:16:18.329Z",
    "something_new": {"a": [1]},
}


@pytest.mark.parametrize(
    "envelope",
    [
        {"glossaries": [GLOSSARY]},
        [GLOSSARY],
        {"items": [GLOSSARY], "total": 1},
        {"glossaries": [GLOSSARY], "other": []},
    ],
)
async def test_a_list_may_come_bare_or_in_an_envelope(envelope: object) -> None:
    async with api_for(Script(httpx.Response(200, json=envelope))) as api:
        [glossary] = await api.glossaries.list()

    assert glossary.name == "Law"
    assert glossary.created == datetime(2026, 8, 3, 14, 16, 18, 329_000, tzinfo=UTC)
    assert glossary.dictionaries[0].pair == LanguagePair("en", "de")


@pytest.mark.scorecard("R27")
@pytest.mark.parametrize(
    "envelope", [{}, {"glossaries": None}, {"glossaries": {}}, {"a": [], "b": []}, "text", 5, None]
)
async def test_a_missing_list_is_never_an_empty_one(envelope: object) -> None:
    async with api_for(Script(httpx.Response(200, json=envelope))) as api:
        with pytest.raises(BadAnswer):
            await api.glossaries.list()


async def test_a_malformed_time_hides_no_glossary() -> None:
    odd = [GLOSSARY | {"creation_time": time} for time in ("0001-01-01T00:00:00", "yesterday", 5, None, {})]
    async with api_for(Script(httpx.Response(200, json={"glossaries": odd}))) as api:
        glossaries = await api.glossaries.list()

    assert [glossary.created for glossary in glossaries] == [None] * 5


async def test_only_a_spoken_no_makes_a_glossary_not_ready() -> None:
    reported = [GLOSSARY, GLOSSARY | {"ready": None}, GLOSSARY | {"ready": True}, GLOSSARY | {"ready": False}]
    async with api_for(Script(httpx.Response(200, json=reported))) as api:
        glossaries = await api.glossaries.list()

    assert [glossary.is_ready for glossary in glossaries] == [True, True, True, False]


async def test_a_byte_order_mark_before_json_is_no_harm() -> None:
    async with api_for(Script(httpx.Response(200, content=b'\xef\xbb\xbf{"character_count": 7}'))) as api:
        assert (await api.usage.read()).character_count == 7


def test_times_are_read_with_and_without_fraction_and_zone() -> None:
    assert read_time("2026-08-03T14:16:18Z") == datetime(2026, 8, 3, 14, 16, 18, tzinfo=UTC)
    assert read_time("2026-08-03T14:16:18.1234567Z") == datetime(2026, 8, 3, 14, 16, 18, 123_456, tzinfo=UTC)
    assert read_time("2026-08-03T14:16:18") == datetime(2026, 8, 3, 14, 16, 18, tzinfo=UTC)


@given(st.one_of(st.text(), st.integers(), st.none(), st.lists(st.integers())))
def test_no_time_breaks_the_reading(value: object) -> None:
    moment = read_time(value)

    assert moment is None or moment.tzinfo is not None


def test_half_a_character_is_refused_before_it_is_sent() -> None:
    with pytest.raises(InvalidInput, match="a damaged character"):
        encode({"text": "a\ud800"})
