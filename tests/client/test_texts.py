from __future__ import annotations

import json
from collections.abc import AsyncIterator

import httpx
import pytest

from support.running_service import RunningService
from support.services.odd_replies import Script, api_for
from termdesk.client.api import ApiClient
from termdesk.client.errors import IncompleteAnswer, InvalidRequest
from termdesk.client.texts import improve_request_size
from termdesk.client.transport.retry_policy import RetryPolicy
from termdesk.domain.errors import InvalidInput
from termdesk.domain.texts import MAX_IMPROVE_BODY_BYTES, EngineReport

pytestmark = pytest.mark.anyio

# Loading the rules of a language may take minutes beside other work; the deadline only guards against hanging.
SLOW_MACHINE = RetryPolicy(stall=600.0, total=600.0)


def translations(*items: dict[str, object], **more: object) -> httpx.Response:
    return httpx.Response(200, json={"translations": [{"text": "x", **item} for item in items], **more})


@pytest.fixture
async def api(service: RunningService) -> AsyncIterator[ApiClient]:
    async with ApiClient(service.provider, service.key, retry_policy=SLOW_MACHINE) as api:
        yield api


async def test_the_real_service_corrects_a_text_and_says_who_did_it(api: ApiClient) -> None:
    [improvement] = await api.texts.correct(["He go to school yesterday."], target="en-GB")

    assert improvement.text
    assert improvement.report.engines


async def test_the_real_service_refuses_a_pair_in_words(api: ApiClient) -> None:
    with pytest.raises(InvalidRequest) as caught:
        await api.texts.translate(["hello"], source="en", target="xx")

    assert caught.value.message
    assert caught.value.call == "POST /v2/translate"


async def test_only_what_is_set_is_sent() -> None:
    script = Script(translations({}))

    async with api_for(script) as api:
        await api.texts.translate(["a"], target="de")
        await api.texts.translate(
            ["a"], target="de", source="en", glossary_id="g1", context="law", formality="more", tag_handling="xml"
        )

        await api.texts.translate(["a"], target="de", memory_id="m1", memory_threshold=0, style_id="s1")
        await api.texts.translate(["a"], target="de", memory_threshold=80)

    plain, full, remembering, without = (json.loads(request.content) for request in script.requests)
    assert without == plain
    assert plain == {"text": ["a"], "target_lang": "de", "show_billed_characters": True}
    assert remembering == plain | {"translation_memory_id": "m1", "translation_memory_threshold": 0, "style_id": "s1"}
    assert full == plain | {
        "source_lang": "en",
        "glossary_id": "g1",
        "context": "law",
        "formality": "more",
        "tag_handling": "xml",
    }


@pytest.mark.parametrize(
    ("items", "more", "billed"),
    [
        ([{"billed_characters": 3}, {"billed_characters": 5}], {}, [3, 5]),
        ([{"billed_characters": 3}, {"billed_characters": 5}], {"billed_characters": 99}, [3, 5]),
        ([{}, {}], {"billed_characters": 8}, [3, 5]),
        ([{}, {}], {"billed_characters": 20}, [15, 5]),
        ([{}, {}], {"billed_characters": 2}, [2, 0]),
        ([{}, {}], {}, [None, None]),
    ],
)
async def test_billed_characters_are_found_in_either_place(
    items: list[dict[str, object]], more: dict[str, object], billed: list[int | None]
) -> None:
    async with api_for(Script(translations(*items, **more))) as api:
        results = await api.texts.translate(["abc", "12345"], target="de")

    assert [result.billed_characters for result in results] == billed


async def test_fewer_texts_than_sent_are_never_taken_for_all() -> None:
    async with api_for(Script(translations({}))) as api:
        with pytest.raises(IncompleteAnswer) as caught:
            await api.texts.translate(["a", "b"], target="de")

    assert (caught.value.expected, caught.value.got) == (2, 1)


async def test_the_report_is_read_from_the_headers_and_from_each_text() -> None:
    headers = {
        "X-Termdesk-Engine": "Apertium%20eng-spa, memory",
        "X-Termdesk-Coverage": "0.875",
        "X-Termdesk-Terms-Missed": "na%C3%AFve,a%2Cb",
    }
    own = {"engines": ["memory"], "coverage": 1.0, "terms_missed": []}
    reply = translations({}, {"x_termdesk": own})
    reply.headers.update(headers)

    async with api_for(Script(reply)) as api:
        common, single = await api.texts.translate(["a", "b"], target="de")

    assert common.report == EngineReport(("Apertium eng-spa", "memory"), 0.875, ("naïve", "a,b"))
    assert single.report == EngineReport(("memory",), 1.0, ())


@pytest.mark.parametrize("coverage", ["", "much", "nan", "7", "-1"])
async def test_a_coverage_that_is_no_share_is_unknown(coverage: str) -> None:
    reply = translations({})
    reply.headers["X-Termdesk-Coverage"] = coverage

    async with api_for(Script(reply)) as api:
        [result] = await api.texts.translate(["a"], target="de")

    assert result.report == EngineReport()


async def test_requests_that_cannot_be_right_are_never_sent() -> None:
    script = Script(httpx.Response(500))

    async with api_for(script) as api:
        for refused in (
            api.texts.translate(["a"], target="de", glossary_id="g1"),
            api.texts.translate([], target="de"),
            api.texts.translate(["a"] * 51, target="de"),
            api.texts.translate(["ü" * 65_536], target="de"),
            api.texts.translate(["a\ud800"], target="de"),
            api.texts.rephrase(["a"], target="de", writing_style="business", tone="friendly"),
            api.texts.correct(["a" * 10_240], target="de"),
        ):
            with pytest.raises(InvalidInput):
                await refused
        with pytest.raises(TypeError):
            await api.texts.correct("not a list", target="de")

    assert script.requests == []


async def test_an_improvement_may_fill_its_ten_kibibytes_to_the_byte() -> None:
    room = MAX_IMPROVE_BODY_BYTES - improve_request_size([""], target="de", tone="friendly")
    text = "ü" * (room // 2) + "a" * (room % 2)
    script = Script(httpx.Response(200, json={"improvements": [{"text": "b", "target_language": "de"}]}))

    async with api_for(script) as api:
        [improvement] = await api.texts.rephrase([text], target="de", tone="friendly")
        with pytest.raises(InvalidInput, match="10,241 bytes"):
            await api.texts.rephrase([text + "a"], target="de", tone="friendly")

    assert len(script.requests[0].content) == MAX_IMPROVE_BODY_BYTES
    assert improve_request_size([text], target="de", tone="friendly") == MAX_IMPROVE_BODY_BYTES
    assert improvement.text == "b"
