from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from support.running_service import RunningService
from support.services.fault_proxy import Fault, FaultProxy, Harm
from support.services.odd_replies import HASTY, KEY, Script, api_for, provider
from termdesk.client.api import ApiClient
from termdesk.client.errors import (
    InvalidRequest,
    NotDeleted,
    NotFound,
    NotRenamed,
    StatusError,
    UnclearOutcome,
    Unreachable,
    WrongKey,
)
from termdesk.client.transport.writes import Write, WriteOutcome
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Dictionary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Dialect

pytestmark = pytest.mark.anyio

EN_DE = LanguagePair("en", "de")
DE_EN = LanguagePair("de", "en")
ENTRIES = Entries.of([("house", "Haus"), ('a "quoted" door', "Tür"), ("naïve 😀", "naiv, ja")])


@pytest.fixture
async def api(service: RunningService) -> AsyncIterator[ApiClient]:
    async with ApiClient(service.provider, service.key, retry_policy=HASTY) as api:
        yield api


@pytest.mark.slow
async def test_a_glossary_lives_from_its_making_to_its_end(api: ApiClient) -> None:
    made = await api.glossaries.create("Law", [(EN_DE, ENTRIES), (DE_EN, Entries.of([("Haus", "house")]))])
    listed = {each.glossary_id: each for each in await api.glossaries.list()}
    got = await api.glossaries.get(made.glossary_id)
    entries = await api.glossaries.entries(made.glossary_id, EN_DE)

    assert made.name == "Law"
    assert set(made.dictionaries) == {Dictionary(EN_DE, 3), Dictionary(DE_EN, 1)}
    assert made.created is not None
    assert listed[made.glossary_id] == got == made
    assert entries.as_dict() == ENTRIES.as_dict()

    renamed = await api.glossaries.rename(made.glossary_id, "Civil law")
    await api.glossaries.merge(made.glossary_id, EN_DE, Entries.of([("house", "Gebäude"), ("roof", "Dach")]))
    after_merge = await api.glossaries.entries(made.glossary_id, EN_DE)
    await api.glossaries.replace(made.glossary_id, EN_DE, Entries.of([("roof", "Dach")]))
    after_replace = await api.glossaries.entries(made.glossary_id, EN_DE, expected_count=1)

    assert renamed.name == "Civil law"
    assert after_merge.as_dict() == ENTRIES.as_dict() | {"house": "Gebäude", "roof": "Dach"}
    assert after_replace == Entries.of([("roof", "Dach")])

    await api.glossaries.delete_dictionary(made.glossary_id, DE_EN)
    left = await api.glossaries.get(made.glossary_id)
    await api.glossaries.delete(made.glossary_id)

    assert left.dictionaries == (Dictionary(EN_DE, 1),)
    with pytest.raises(NotFound):
        await api.glossaries.get(made.glossary_id)
    with pytest.raises(NotFound):
        await api.glossaries.delete(made.glossary_id)


async def test_the_service_names_the_broken_entry_and_its_trace(api: ApiClient) -> None:
    made = await api.glossaries.create("Broken", [(EN_DE, ENTRIES)])

    with pytest.raises(InvalidRequest) as caught:
        await api.glossaries.replace(made.glossary_id, EN_DE, Entries.of([("a", "b"), ("a", "c")]))

    assert "1" in caught.value.detail
    assert "2" in caught.value.detail
    assert caught.value.trace_id
    assert (await api.glossaries.entries(made.glossary_id, EN_DE)).as_dict() == ENTRIES.as_dict()


async def test_a_wrong_key_is_told(service: RunningService) -> None:
    async with ApiClient(service.provider, "wrong", retry_policy=HASTY) as api:
        with pytest.raises(WrongKey):
            await api.glossaries.list()


async def test_the_vendors_dialect_reads_and_writes_the_same_entries(service: RunningService) -> None:
    vendor = replace(service.provider, scheme="DeepL-Auth-Key", dialect=Dialect.VENDOR)

    async with ApiClient(vendor, service.key, retry_policy=HASTY) as api:
        made = await api.glossaries.create("Vendor", [(EN_DE, ENTRIES)])
        entries = await api.glossaries.entries(made.glossary_id, EN_DE)

    assert entries.as_dict() == ENTRIES.as_dict()


@pytest.mark.slow
async def test_a_thousand_entries_come_from_many_dictionaries_side_by_side(api: ApiClient) -> None:
    rows = Entries([f"term {number}" for number in range(500)], ["Wort"] * 500)
    made = [await api.glossaries.create(f"Many {number}", [(EN_DE, rows)]) for number in range(10)]

    fetched = await asyncio.gather(
        *(api.bulk.glossaries.entries(each.glossary_id, EN_DE, expected_count=500) for each in made)
    )

    assert all(entries.as_dict() == rows.as_dict() for entries in fetched)


@pytest.mark.scorecard("R21")
@pytest.mark.parametrize("harm", [Harm.LOSE_REQUEST, Harm.LOSE_ANSWER, Harm.CUT_ANSWER])
async def test_renaming_and_deleting_settle_a_lost_answer_by_themselves(service: RunningService, harm: Harm) -> None:
    port = int(service.url.rpartition(":")[2])
    async with FaultProxy(port) as proxy, ApiClient(provider(proxy.url), service.key, retry_policy=HASTY) as api:
        made = await api.glossaries.create("Old", [(EN_DE, ENTRIES), (DE_EN, ENTRIES)])

        proxy.fault = Fault(harm, when=lambda line: line.startswith("PATCH"), times=1, after=5)
        renamed = await api.glossaries.rename(made.glossary_id, "New")
        proxy.fault = Fault(harm, when=lambda line: line.startswith("DELETE"), times=1, after=5)
        await api.glossaries.delete_dictionary(made.glossary_id, DE_EN)
        left = await api.glossaries.get(made.glossary_id)
        proxy.fault = Fault(harm, when=lambda line: line.startswith("DELETE"), times=1, after=5)
        await api.glossaries.delete(made.glossary_id)

        assert renamed.name == "New"
        assert left.dictionaries == (Dictionary(EN_DE, 3),)
        assert proxy.fired == 3
        with pytest.raises(NotFound):
            await api.glossaries.get(made.glossary_id)


@pytest.mark.scorecard("R21")
async def test_a_deletion_all_whose_answers_are_lost_is_found_to_be_done(service: RunningService) -> None:
    port = int(service.url.rpartition(":")[2])
    async with FaultProxy(port) as proxy, ApiClient(provider(proxy.url), service.key, retry_policy=HASTY) as api:
        made = await api.glossaries.create("Old", [(EN_DE, ENTRIES), (DE_EN, ENTRIES)])
        proxy.fault = Fault(Harm.LOSE_ANSWER, when=lambda line: line.startswith("DELETE"))

        await api.glossaries.delete_dictionary(made.glossary_id, DE_EN)
        left = await api.glossaries.get(made.glossary_id)
        await api.glossaries.delete(made.glossary_id)

        assert left.dictionaries == (Dictionary(EN_DE, 3),)
        assert proxy.fired == 2, "reading shows that nothing is left to be deleted"
        with pytest.raises(NotFound):
            await api.glossaries.get(made.glossary_id)
        # What never arrived is not taken for done.
        proxy.fault = Fault(Harm.NONE)
        kept = await api.glossaries.create("Kept", [(EN_DE, ENTRIES)])
        proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("DELETE"))
        with pytest.raises(NotDeleted):
            await api.glossaries.delete(kept.glossary_id)
        proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("PATCH"))
        with pytest.raises(NotRenamed):
            await api.glossaries.rename(kept.glossary_id, "New")
        assert (await api.glossaries.get(kept.glossary_id)).name == "Kept"


@pytest.mark.scorecard("R21")
@pytest.mark.parametrize("second", [httpx.ConnectError("refused"), httpx.Response(403)], ids=["down", "refused"])
async def test_a_deletion_stays_unclear_when_only_its_second_attempt_did_nothing(
    second: httpx.Response | Exception,
) -> None:
    async with api_for(Script(httpx.ReadError("reset"), second)) as api:
        with pytest.raises(UnclearOutcome):
            await api.glossaries.delete("g1")


@pytest.mark.scorecard("R21")
@pytest.mark.parametrize("status", [400, 403, 404, 413])
async def test_a_change_answered_by_503_stays_unclear_when_it_is_refused_next(status: int) -> None:
    async with api_for(Script(httpx.Response(503), httpx.Response(status))) as api:
        writes: list[Write] = []
        api.wrote.subscribe(writes.append)
        with pytest.raises(StatusError) as caught:
            await api.glossaries.replace("g1", EN_DE, ENTRIES)
        assert caught.value.status == status
        assert caught.value.may_have_happened
        assert [write.outcome for write in writes] == [WriteOutcome.UNCLEAR]
    # Without an earlier attempt, a refusal proves that nothing happened.
    async with api_for(Script(httpx.Response(status))) as api:
        with pytest.raises(StatusError) as caught:
            await api.glossaries.replace("g1", EN_DE, ENTRIES)
        assert not caught.value.may_have_happened


@pytest.mark.scorecard("R21")
async def test_a_deletion_answered_by_503_and_then_by_not_found_was_carried_out() -> None:
    async with api_for(Script(httpx.Response(503), httpx.Response(404), httpx.Response(404))) as api:
        await api.glossaries.delete("g1")
    async with api_for(Script(httpx.Response(404))) as api:
        with pytest.raises(NotFound):
            await api.glossaries.delete("g1")


@pytest.mark.scorecard("R21")
@pytest.mark.parametrize("interactive", [True, False])
async def test_a_change_answered_by_503_stays_unclear_when_it_cannot_be_sent_again(*, interactive: bool) -> None:
    # A gateway may have answered while the service went on.
    replies = Script(httpx.Response(503), httpx.ConnectError("refused"))
    async with api_for(replies, retry_policy=replace(HASTY, offline_bulk=0.1), interactive=interactive) as api:
        with pytest.raises(Unreachable) as caught:
            await api.glossaries.delete("g1")
        assert caught.value.may_have_happened
    # A change that never arrived is known to have done nothing.
    async with api_for(Script(httpx.ConnectError("refused")), interactive=interactive) as api:
        with pytest.raises(Unreachable) as caught:
            await api.glossaries.delete("g1")
        assert not caught.value.may_have_happened


@pytest.mark.scorecard("R21")
@pytest.mark.parametrize("harm", [Harm.LOSE_REQUEST, Harm.LOSE_ANSWER])
async def test_a_lost_answer_to_entries_is_left_to_who_can_read_them_back(service: RunningService, harm: Harm) -> None:
    port = int(service.url.rpartition(":")[2])
    async with FaultProxy(port) as proxy, ApiClient(provider(proxy.url), service.key, retry_policy=HASTY) as api:
        made = await api.glossaries.create("Entries", [(EN_DE, ENTRIES)])
        sent = len(proxy.requests)

        for method in ("PUT", "PATCH"):
            proxy.fault = Fault(harm, when=lambda line, method=method: line.startswith(method))
            call = api.glossaries.replace if method == "PUT" else api.glossaries.merge
            with pytest.raises(UnclearOutcome):
                await call(made.glossary_id, EN_DE, ENTRIES)

    assert len(proxy.requests) == sent + 2


@pytest.mark.scorecard("R21")
async def test_a_name_that_others_gave_meanwhile_is_not_replaced_after_an_unclear_answer() -> None:
    script = Script(httpx.Response(500), httpx.Response(200, json={"glossary_id": "g1", "name": "Theirs"}))

    async with api_for(script) as api:
        with pytest.raises(UnclearOutcome, match="it was called “Theirs” elsewhere"):
            await api.glossaries.rename("g1", "New", old_name="Old")

    assert [request.method for request in script.requests].count("PATCH") == 1


async def test_empty_answers_of_changes_are_filled_in_by_reading() -> None:
    script = Script(httpx.Response(200), httpx.Response(200, json={"glossary_id": "g1", "name": "New"}))

    async with api_for(script) as api:
        renamed = await api.glossaries.rename("g1", "New")

    assert renamed.name == "New"
    assert [request.method for request in script.requests] == ["PATCH", "GET"]


@pytest.mark.parametrize("glossary_id", ["../../v2/usage", "a/b", "a?b=c", "a#b", "ä b"])
async def test_an_id_of_the_service_cannot_lead_to_another_path(glossary_id: str) -> None:
    script = Script(httpx.Response(200, json={"glossary_id": "x"}))

    async with api_for(script) as api:
        await api.glossaries.get(glossary_id)

    raw = script.requests[0].url.raw_path.decode()
    assert raw.startswith("/v3/glossaries/")
    assert raw.count("/") == 3
    assert "?" not in raw


@pytest.mark.parametrize("glossary_id", ["", ".", ".."])
async def test_an_id_that_is_none_is_refused(glossary_id: str) -> None:
    async with api_for(Script(httpx.Response(204))) as api:
        with pytest.raises(InvalidInput):
            await api.glossaries.delete(glossary_id)


@pytest.mark.parametrize("name", ["", "  ", "x" * 1025, "a\nb"])
async def test_a_name_that_breaks_the_rules_is_never_sent(name: str) -> None:
    script = Script(httpx.Response(500))

    async with api_for(script) as api:
        with pytest.raises(InvalidInput):
            await api.glossaries.create(name, [(EN_DE, ENTRIES)])
        with pytest.raises(InvalidInput):
            await api.glossaries.rename("g1", name)

    assert script.requests == []


@pytest.mark.scorecard("S01")
async def test_the_key_stands_in_no_failure_of_a_real_call(service: RunningService) -> None:
    async with ApiClient(service.provider, KEY, retry_policy=HASTY) as api:
        with pytest.raises(WrongKey) as caught:
            await api.glossaries.list()

    chain: list[BaseException] = []
    error: BaseException | None = caught.value
    while error is not None:
        chain.append(error)
        error = error.__cause__ or error.__context__
    assert KEY not in "".join(f"{each!r}{vars(each)}" for each in chain)
