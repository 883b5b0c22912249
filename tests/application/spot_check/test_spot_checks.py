"""A set is tried with and without a glossary, and with a draft before it is published, on the local service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from support.services.connected_session import ConnectedSession
from support.services.profile_costs import set_costs
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.spot_check.sides import ComparedSides, SideKind
from termdesk.application.spot_check.spot_check_report import report_html
from termdesk.application.spot_check.spot_check_result import SpotCheckRequest, SpotCheckResult
from termdesk.application.spot_check.spot_checks import SpotChecks
from termdesk.application.translation.style_lookup import StyleRules
from termdesk.application.usage.cost_gate import CostGate
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.client.api import ApiClient
from termdesk.client.errors import InvalidRequest
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.domain.spot_check.judgments import EntryState, Judged, Verdict
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "es")
LAW = SentenceSet("law", "Law", PAIR, ("The contract is valid.", "The house is big."))


@pytest.fixture
async def checks(local_session: Session, records: Records) -> SpotChecks:
    return SpotChecks(
        local_session,
        records,
        Library(local_session, records),
        UsageLedger(local_session, records.history),
        LanguageLists(local_session),
    )


@pytest.fixture
async def glossary(local_session: Session, checks: SpotChecks) -> AsyncIterator[GlossarySummary]:
    api = await local_session.api()
    rows = Entries(["contract", "house", "well"], ["convenio", "vivienda", "pozo"])
    made = await api.glossaries.create("Spot", [(PAIR, rows)])
    yield next(each for each in await checks.glossaries() if each.glossary_id == made.glossary_id)
    await api.glossaries.delete(made.glossary_id)


async def run(checks: SpotChecks, glossary: GlossarySummary, comparison: ComparedSides) -> SpotCheckResult:
    return await checks.run(await checks.plan(SpotCheckRequest(LAW, glossary, comparison)))


@pytest.mark.slow
async def test_with_the_glossary_its_terms_are_used_and_without_it_they_are_not(
    checks: SpotChecks, glossary: GlossarySummary
) -> None:
    result = await run(checks, glossary, ComparedSides.GLOSSARY)

    first = result.sentences[0]
    assert "contrato" in first.before
    assert "convenio" in first.after
    assert first.changes == 1
    assert result.changed_count == 2
    assert result.adherence.states == {
        ("contract", "convenio"): EntryState.USED,
        ("house", "vivienda"): EntryState.USED,
    }
    assert result.adherence.count(EntryState.NEVER_SEEN) == 1
    assert result.adherence.share == 1.0
    assert result.adherence_before.share == 0.0
    assert result.billed == result.estimated == 2 * LAW.characters
    # The local service only counts characters.
    assert not result.is_billed


@pytest.mark.slow
async def test_what_was_translated_once_is_not_sent_again(checks: SpotChecks, glossary: GlossarySummary) -> None:
    first = await run(checks, glossary, ComparedSides.GLOSSARY)

    again = await checks.plan(SpotCheckRequest(LAW, glossary))
    longer = await checks.plan(SpotCheckRequest(replace(LAW, sentences=(*LAW.sentences, "A well.")), glossary))
    fresh = await checks.plan(SpotCheckRequest(LAW, glossary, is_fresh=True))

    assert again.characters == 0
    assert [each.after for each in (await checks.run(again)).sentences] == [each.after for each in first.sentences]
    assert longer.to_send == (("A well.",), ("A well.",))
    assert fresh.characters == 2 * LAW.characters


@pytest.mark.slow
@pytest.mark.parametrize("switched_after", ["_translate", "_measure"])
async def test_a_run_ends_when_another_service_is_chosen(
    checks: SpotChecks,
    glossary: GlossarySummary,
    local_session: Session,
    monkeypatch: pytest.MonkeyPatch,
    switched_after: str,
) -> None:
    plan, sent = await checks.plan(SpotCheckRequest(LAW, glossary)), []
    translate, measure = checks._translate, checks._measure

    def switch(step: str) -> None:
        if step == switched_after:
            patch.setattr(local_session, "provider", Provider("custom", "https://elsewhere.example"))

    async def translate_and_switch(*arguments: Any) -> Any:
        sent.append(await translate(*arguments))
        switch("_translate")
        return sent[-1]

    def measure_and_switch(*arguments: Any) -> SpotCheckResult:
        result = measure(*arguments)
        switch("_measure")
        return result

    with monkeypatch.context() as patch:
        patch.setattr(checks, "_translate", translate_and_switch)
        patch.setattr(checks, "_measure", measure_and_switch)
        with pytest.raises(InvalidInput, match="Another service was chosen"):
            await checks.run(plan)

    assert len(sent) == (1 if switched_after == "_translate" else 2)


@pytest.mark.slow
async def test_a_plan_can_be_run_although_its_translations_were_forgotten_meanwhile(
    checks: SpotChecks, glossary: GlossarySummary, records: Records
) -> None:
    first = await run(checks, glossary, ComparedSides.GLOSSARY)
    plan = await checks.plan(SpotCheckRequest(LAW, glossary))

    await records.spot_check.outputs.forget_older_than(0)

    assert [each.after for each in (await checks.run(plan)).sentences] == [each.after for each in first.sentences]


@pytest.mark.slow
async def test_a_draft_is_tried_before_it_is_published_and_nothing_is_uploaded_to_the_library(
    checks: SpotChecks, glossary: GlossarySummary, local_session: Session
) -> None:
    library = checks._library
    dictionary = await library.open(glossary, PAIR)
    row = dictionary.entries.sources.index("contract")
    await dictionary.take(SetCells(TARGET, [row], ["acuerdo"]), "Edit")
    api = await local_session.api()
    listed = await api.glossaries.list()

    result = await run(checks, glossary, ComparedSides.DRAFT)
    await library.close(dictionary)

    assert (result.before.kind, result.after.kind) == (SideKind.PUBLISHED, SideKind.DRAFT)
    assert "convenio" in result.sentences[0].before
    assert "acuerdo" in result.sentences[0].after
    assert result.sentences[1].before == result.sentences[1].after
    # The old target stands in the old translation: with the draft's eyes, it contradicts.
    assert result.adherence_before.states["contract", "acuerdo"] is EntryState.CONTRADICTED
    assert await api.glossaries.list() == listed


async def test_a_run_is_not_compared_with_a_baseline_of_another_glossary(
    checks: SpotChecks, glossary: GlossarySummary
) -> None:
    first = await run(checks, glossary, ComparedSides.GLOSSARY)
    await checks.choose_baseline(first)

    renamed = await run(checks, msgspec.structs.replace(glossary, name="Contracts"), ComparedSides.GLOSSARY)
    changed = msgspec.structs.replace(glossary, key="other", name="Other")
    other = replace(first, request=replace(first.request, glossary=changed))
    other = await checks._compare_with_baseline(other)

    assert renamed.baseline is not None
    assert (renamed.baseline.is_compared, renamed.baseline.notes) == (True, ())
    assert other.baseline is not None
    assert (other.baseline.is_compared, other.baseline.moves) == (False, ())
    assert f"was made with the glossary “{glossary.name}”" in other.baseline.notes[0]
    assert [each.former for each in other.sentences] == [None, None]


async def test_other_style_rules_of_a_baseline_are_named(checks: SpotChecks, glossary: GlossarySummary) -> None:
    first = await run(checks, glossary, ComparedSides.GLOSSARY)
    await checks.choose_baseline(first)

    with_style = replace(first, request=replace(first.request, style_rules=StyleRules("1", "House style", 1)))
    with_style = await checks._compare_with_baseline(with_style)

    assert with_style.baseline is not None
    assert with_style.baseline.is_compared
    assert list(map(str, with_style.baseline.notes)) == ["The baseline was made without style rules."]


async def test_without_edits_there_is_no_draft_to_try(checks: SpotChecks, glossary: GlossarySummary) -> None:
    with pytest.raises(InvalidInput):
        await checks.plan(SpotCheckRequest(LAW, glossary, ComparedSides.DRAFT))
    with pytest.raises(InvalidInput):
        await checks.plan(SpotCheckRequest(replace(LAW, pair=PAIR.reverse), glossary))
    with pytest.raises(InvalidInput):
        await checks.plan(SpotCheckRequest(replace(LAW, sentences=()), glossary))


@pytest.mark.slow
async def test_a_later_run_tells_what_has_moved_since_the_baseline(
    checks: SpotChecks, glossary: GlossarySummary
) -> None:
    first = await run(checks, glossary, ComparedSides.GLOSSARY)
    assert first.baseline is None
    assert (await checks.choose_baseline(first)).baseline is not None
    judged = Judged(first.sentences[0].text, first.sentences[0].after, "contract", "convenio")
    await checks.judge(first, judged, Verdict.WRONG)

    later = await run(checks, glossary, ComparedSides.GLOSSARY)

    assert later.baseline is not None
    assert later.baseline.share == 1.0
    assert later.adherence.share == 0.5
    [move] = later.baseline.moves
    assert (move.source, move.before, move.after, move.is_worse) == (
        "contract",
        EntryState.USED,
        EntryState.MISSED,
        True,
    )


@pytest.mark.slow
async def test_verdicts_on_sentences_and_terms_are_remembered(checks: SpotChecks, glossary: GlossarySummary) -> None:
    result = await run(checks, glossary, ComparedSides.GLOSSARY)
    text, output = result.sentences[0].text, result.sentences[0].after

    result = await checks.judge(result, Judged(text, output), Verdict.WRONG)
    assert result.sentences[0].verdict is Verdict.WRONG
    assert result.adherence.share == 1.0

    again = await run(checks, glossary, ComparedSides.GLOSSARY)
    assert again.sentences[0].verdict is Verdict.WRONG
    assert (await checks.judge(again, Judged(text, output), None)).sentences[0].verdict is None


@pytest.mark.slow
async def test_a_sentence_misses_the_term_that_a_person_calls_wrong(
    checks: SpotChecks, glossary: GlossarySummary
) -> None:
    result = await run(checks, glossary, ComparedSides.GLOSSARY)
    sentence, hit = result.sentences[0], result.sentences[0].uses[0].hit
    assert sentence.missed == ()

    judged = Judged(sentence.text, sentence.after, hit.source, hit.target)
    result = await checks.judge(result, judged, Verdict.WRONG)

    assert [each.hit for each in result.sentences[0].missed] == [hit]
    assert f"{hit.source} → {hit.target}" in report_html(result)
    again = await run(checks, glossary, ComparedSides.GLOSSARY)
    assert [each.hit for each in again.sentences[0].missed] == [hit]
    assert (await checks.judge(again, judged, None)).sentences[0].missed == ()


@pytest.fixture
def keeps_no_texts(local_session: Session) -> Iterator[None]:
    usual = local_session.settings
    local_session.save_settings(replace(usual, keep_texts_in_history=False))
    yield
    local_session.save_settings(usual)


@pytest.mark.slow
@pytest.mark.usefixtures("keeps_no_texts")
async def test_verdicts_of_a_user_who_keeps_no_texts_stay_in_memory(
    checks: SpotChecks, glossary: GlossarySummary, records: Records
) -> None:
    result = await run(checks, glossary, ComparedSides.GLOSSARY)
    judged = Judged(result.sentences[0].text, result.sentences[0].after)

    result = await checks.judge(result, judged, Verdict.WRONG)
    assert result.sentences[0].verdict is Verdict.WRONG
    assert (await run(checks, glossary, ComparedSides.GLOSSARY)).sentences[0].verdict is Verdict.WRONG
    assert await records.spot_check.verdicts.all(PAIR) == {}

    assert (await checks.judge(result, judged, None)).sentences[0].verdict is None


async def test_sets_are_kept_and_deleted_with_their_translations_and_verdicts(
    checks: SpotChecks, glossary: GlossarySummary, records: Records
) -> None:
    meant = replace(LAW, glossary_key=glossary.key, glossary_name=glossary.name)
    await checks.save_set(meant)
    result = await run(checks, glossary, ComparedSides.GLOSSARY)
    await checks.judge(result, Judged(LAW.sentences[0], result.sentences[0].after), Verdict.RIGHT)
    assert await checks.sets_for(glossary.key, "Other") == [meant]
    assert await checks.sets_for("other", "Other") == []

    await checks.delete_set(meant)

    assert await checks.sets() == []
    assert await records.spot_check.verdicts.all(PAIR) == {}
    assert (await checks.plan(SpotCheckRequest(LAW, glossary))).characters == 2 * LAW.characters


@pytest.mark.slow
async def test_of_users_who_keep_no_texts_runs_keep_no_translations(
    checks: SpotChecks, glossary: GlossarySummary, local_session: Session, records: Records
) -> None:
    await checks.choose_baseline(await run(checks, glossary, ComparedSides.GLOSSARY))
    usual = local_session.settings
    local_session.settings = replace(usual, keep_texts_in_history=False)
    try:
        await checks.tidy()
    finally:
        local_session.settings = usual

    [kept] = await records.spot_check.runs.of(LAW.set_id)
    assert kept.outputs == {}
    assert (kept.is_baseline, kept.share, len(kept.states)) == (True, 1.0, 2)


@pytest.mark.slow
async def test_what_follows_other_style_rules_is_translated_again_with_them(
    checks: SpotChecks, glossary: GlossarySummary
) -> None:
    await run(checks, glossary, ComparedSides.GLOSSARY)
    styled = SpotCheckRequest(LAW, glossary, style_rules=StyleRules("plain", "Plain", "es", 1))

    plan = await checks.plan(styled)

    assert plan.characters == 2 * LAW.characters
    # The service on this computer refuses them, so they have arrived.
    with pytest.raises(InvalidRequest) as caught:
        await checks.run(plan)
    assert "style_id" in caught.value.detail


class Billed(ConnectedSession):
    """The service on this computer, as if it billed what it translates."""

    def __init__(self, session: Session, client: ApiClient) -> None:
        super().__init__(session, client)
        self.provider = replace(client.provider, is_local=False)


@pytest.mark.slow
async def test_a_run_that_exceeds_a_cap_is_not_begun(
    local_session: Session, records: Records, glossary: GlossarySummary
) -> None:
    session = Billed(local_session, await local_session.api())
    moment = datetime.now().astimezone()

    def made(moment: datetime) -> SpotChecks:
        gate = CostGate(session, records.history, now=lambda: moment)
        ledger = UsageLedger(session, records.history, gate=gate)
        return SpotChecks(session, records, Library(session, records), ledger, LanguageLists(session))

    checks = made(moment)
    await records.history.add_billed_call(session.profile, "POST /v2/translate", estimated=900, billed=None)
    request, needed = SpotCheckRequest(LAW, glossary), 2 * LAW.characters

    for settings, refused in (
        ({"job_cap": needed, "day_cap": 900 + needed}, ""),
        ({"job_cap": needed - 1, "day_cap": 0}, "limit for a job"),
        ({"job_cap": 0, "day_cap": 900 + needed - 1}, "limit for a day"),
    ):
        session.settings = replace(local_session.settings, job_cap=settings["job_cap"])
        set_costs(session, day_cap=settings["day_cap"])
        if refused:
            with pytest.raises(InvalidInput, match=refused):
                await checks.plan(request)
        else:
            assert (await checks.plan(request)).is_billed

    assert (await made(moment + timedelta(days=1)).plan(request)).characters == needed
