"""What routes share: terms of glossaries, confirmed translations, and limits for every request."""

from __future__ import annotations

import asyncio
import gc
import weakref
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from support.services.own_context import own_context
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching import term_table
from termdesk.service import context as context_module
from termdesk.service import term_tables
from termdesk.service.accounts import Account
from termdesk.service.context import Context, bill_delivery, period_name
from termdesk.service.engines import lemmas
from termdesk.service.fault_injection import FaultPlan
from termdesk.service.http.answers import HttpError
from termdesk.service.store import StoredDictionary

pytestmark = pytest.mark.anyio

EN_DE = LanguagePair("en", "de")
OWNER = Account("owner")


async def glossary(context: Context, *lines: str, pair: LanguagePair = EN_DE) -> str:
    """Create a glossary with these entries, and return its id."""
    stored = StoredDictionary(pair, len(lines), "".join(f"{line}\n" for line in lines).encode())
    return (await context.store.create("Test", [stored])).glossary_id


async def prepared(context: Context) -> None:
    """Wait until nothing is being prepared."""
    while context._preparing:  # the deadline of the test guards this loop
        await asyncio.sleep(0.01)


@pytest.mark.slow
async def test_the_first_of_several_glossaries_wins(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        ids = [await glossary(context, "house\tHaus"), await glossary(context, "house\tGebäude", "tree\tBaum")]

        found = await context.terms(ids, LanguagePair("en-GB", "de-AT"))

    assert [hit.target for hit in found.find("The houses and a tree")] == ["Haus", "Baum"]


async def test_terms_are_prepared_before_the_first_text_and_an_unknown_glossary_is_passed_over(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        known = await glossary(context, "house\tHaus")

        context.warm_terms("no-such-id", EN_DE)
        context.warm_terms(known, LanguagePair("en", "fr"))
        context.warm_terms(known, LanguagePair("en-GB", "de-AT"))
        while not context.term_tables.size:  # the deadline of the test guards this loop
            await asyncio.sleep(0.01)
        prepared = context.term_tables.size

        assert [hit.target for hit in (await context.terms([known], EN_DE)).find("Houses")] == ["Haus"]
        assert prepared > 0


async def test_prepared_terms_do_not_keep_the_list_of_base_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with own_context(tmp_path) as context:
        index = await context.terms([await glossary(context, "houses\tHäuser")], EN_DE)
        kept = lemmas.lemmatizer("en")
        assert kept is not None
        known = weakref.ref(kept)
        del kept

        monkeypatch.setattr(lemmas, "SECONDS_KEPT", -1.0)
        lemmas.end_idle()
        gc.collect()

        assert known() is None
        assert [hit.target for hit in index.find("A house")] == ["Häuser"]


async def test_terms_are_prepared_once_a_dictionary_is_written_and_released_if_another_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_module, "SECONDS_TO_SETTLE", 0)
    async with own_context(tmp_path) as context:
        one, two = await glossary(context, "house\tHaus"), await glossary(context, "tree\tBaum")

        context.expect_texts(one, EN_DE)
        context.expect_texts("no-such-id", EN_DE)
        context.expect_texts(two, LanguagePair("en", "fr"))
        await prepared(context)
        assert context.term_tables.size == 0

        context.expect_texts(one, EN_DE)
        await prepared(context)
        assert context.term_tables.size > 0
        context.stop_expecting()
        assert context.term_tables.size == 0

        context.expect_texts(two, EN_DE)
        await prepared(context)
        assert [hit.target for hit in (await context.terms([two], EN_DE)).find("Trees")] == ["Baum"]
        context.stop_expecting()
        # A text has used them.
        assert context.term_tables.size > 0


@pytest.mark.slow
async def test_a_text_that_comes_while_terms_are_prepared_need_not_wait_for_the_slow_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_module, "SECONDS_TO_SETTLE", 0)
    monkeypatch.setattr(term_tables, "SECONDS_OF_REST", 0.05)
    monkeypatch.setattr(term_table, "_BYTES_AT_ONCE", 1)
    lines = [f"house {number}\tHaus {number}" for number in range(2_000)]
    async with own_context(tmp_path) as context:
        one, two = await glossary(context, *lines), await glossary(context, *lines, "tree\tBaum")
        for asked in (one, two):
            context.expect_texts(one, EN_DE)
            await asyncio.sleep(0.1)
            found = await context.terms([asked], EN_DE)
            # The slow pace would take a hundred seconds, and the deadline of the test is shorter.
            assert [hit.target for hit in found.find("House 7")] == ["Haus 7"]
            await prepared(context)


@pytest.mark.slow
async def test_a_glossary_that_is_not_there_is_told_from_one_that_lacks_the_pair(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        known = await glossary(context, "house\tHaus")

        with pytest.raises(HttpError) as unknown:
            await context.terms([known, "no-such-id"], EN_DE)
        with pytest.raises(HttpError) as lacking:
            await context.terms([known], LanguagePair("en", "fr"))

    assert (unknown.value.status, lacking.value.status) == (404, 400)


async def test_what_was_confirmed_is_known_at_once_and_after_a_restart_until_it_is_forgotten(tmp_path: Path) -> None:
    text, target = "It rains. We stay.", "Es regnet. Wir bleiben."
    async with own_context(tmp_path) as context:
        await context.remember(LanguagePair("en-US", "de"), text, target)
        at_once = [context.memory.near(EN_DE, each, at_least=1)[0].target for each in (text, "We stay.")]
    async with own_context(tmp_path) as context:
        again = [context.memory.near(EN_DE, each, at_least=1)[0].target for each in (text, "We stay.")]
        used = [context.memory.exact(EN_DE, each) for each in (text, "We stay.")]
        await context.forget(EN_DE)
        gone = context.memory.exact(EN_DE, text)
    async with own_context(tmp_path) as context:
        assert context.memory.exact(EN_DE, "We stay.") is None
        assert context.memory.near(EN_DE, "We stay.") == []

    assert at_once == again == [target, "Wir bleiben."]
    assert used == [target, None]
    assert gone is None


async def test_terms_of_every_glossary_are_known_on_both_sides_until_one_is_deleted(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        await glossary(context, "data base\tDatenbank")
        second = await glossary(context, "tree\tarbre mort", pair=LanguagePair("en", "fr"))
        before = await context.terms_version()
        known = (await context.account_terms()).of("data base and arbre mort").phrases
        await context.store.delete(second)
        left = (await context.account_terms()).of("data base and arbre mort").phrases

        assert await context.terms_version() != before

    assert set(known) == {"data base", "arbre mort"}
    assert set(left) == {"data base"}


@pytest.mark.slow
async def test_the_limit_of_the_service_holds_to_the_character(tmp_path: Path) -> None:
    async with own_context(tmp_path, character_limit=10) as context:
        await context.bill("translate", 6, OWNER)
        await context.check_quota(4, OWNER)
        with pytest.raises(HttpError) as refused:
            await context.check_quota(5, OWNER)
        with pytest.raises(HttpError):
            await context.bill("write", 5, OWNER)
        await context.bill("write", 4, OWNER)

        assert await context.store.read_used_characters(period_name(context.now())) == {"translate": 6, "write": 4}
    assert refused.value.status == 456


async def test_the_limit_of_a_key_is_its_own(tmp_path: Path) -> None:
    limited = Account("translators", character_limit=5)
    async with own_context(tmp_path) as context:
        await context.bill("translate", 100, OWNER)
        await context.bill("translate", 4, limited)

        with pytest.raises(HttpError):
            await context.check_quota(2, limited)
        with pytest.raises(HttpError):
            await context.bill("translate", 2, limited)
        await context.check_quota(1_000, OWNER)


async def test_an_injected_limit_takes_the_place_of_the_real_one(tmp_path: Path) -> None:
    async with own_context(tmp_path, character_limit=10) as context:
        assert context.limit_in_force == 10
        context.fault_injection.plan = FaultPlan(character_limit=3)
        assert context.limit_in_force == 3
        context.fault_injection.plan = FaultPlan(character_limit=0)
        assert context.limit_in_force == 0


@pytest.mark.parametrize("is_there", [True, False])
async def test_only_a_client_that_waits_for_its_answer_pays(tmp_path: Path, is_there: bool) -> None:
    async def receive() -> Message:
        return {"type": "http.request" if is_there else "http.disconnect"}

    async with own_context(tmp_path) as context:
        app = Starlette()
        app.state.context = context
        request = Request({"type": "http", "app": app, "state": {"account": OWNER}, "headers": []}, receive)
        if is_there:
            await bill_delivery(request, "translate", 3)
        else:
            with pytest.raises(ClientDisconnect):
                await bill_delivery(request, "translate", 3)

        assert await context.store.read_used_characters(period_name(context.now())) == (
            {"translate": 3} if is_there else {}
        )


def test_a_billing_period_is_a_month() -> None:
    assert period_name(datetime(2026, 3, 31, 23, 59, tzinfo=UTC)) == "2026-03"
