"""Translating by the local service: with a glossary, with its terms marked, with what it cost noted."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.texts.history import TextHistory
from termdesk.application.texts.request_parts import TextPart
from termdesk.application.translation.term_marks import TermMarks
from termdesk.application.translation.translation import (
    TextTranslator,
    TranslateRequest,
    TranslationResult,
    _describe_untranslated,
    _join_translations,
)
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.client.errors import InvalidRequest, UnclearOutcome
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.domain.texts import MAX_TRANSLATE_BODY_BYTES, EngineReport, Translation
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "es")
TEXT = "The contract is valid."


@dataclass
class TranslationSetup:
    use: TextTranslator
    texts: TextHistory
    usage_monitor: UsageMonitor


def _setup(session: Session, records: Records) -> TranslationSetup:
    texts = TextHistory(session, records.texts)
    ledger = UsageLedger(session, records.history, texts)
    use = TextTranslator(session, LanguageLists(session), TermMarks(session), ledger)
    return TranslationSetup(use, texts, UsageMonitor(session, records.history))


@pytest.fixture
async def setup(local_session: Session, records: Records) -> TranslationSetup:
    made = _setup(local_session, records)
    listed = await made.use.languages()
    if not {"en", "es"} <= {each.code for each in listed.languages}:
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")
    return made


@pytest.fixture
async def glossary(local_session: Session) -> AsyncIterator[Glossary]:
    api = await local_session.api()
    made = await api.glossaries.create("Law", [(PAIR, Entries(["contract", "valid"], ["convenio", "válido"]))])
    yield made
    await api.glossaries.delete(made.glossary_id)


async def test_a_text_comes_back_with_its_cost_and_who_made_it(setup: TranslationSetup) -> None:
    result = await setup.use.translate(TranslateRequest(TEXT, "es", source="en"))

    assert "contrato" in result.text
    assert result.estimated == result.billed == len(TEXT)
    assert any("Apertium" in engine for engine in result.report.engines)
    assert result.report.coverage == 1.0
    assert result.notes == ()


async def test_with_a_glossary_its_terms_are_used_and_marked(setup: TranslationSetup, glossary: Glossary) -> None:
    result = await setup.use.translate(TranslateRequest(TEXT, "es", source="en", glossary=glossary))

    used = [each for each in result.terms if each.found_at]
    assert "convenio" in result.text
    assert [each.hit.source for each in result.terms] == ["contract", "valid"]
    assert [result.text[slice(*each.found_at)] for each in used if each.found_at] == ["convenio", "válido"]
    assert result.missed == ()


async def test_terms_in_other_forms_are_told_as_the_service_placed_them(
    setup: TranslationSetup, glossary: Glossary
) -> None:
    result = await setup.use.translate(
        TranslateRequest("Two contracts are here.", "es", source="en", glossary=glossary)
    )

    assert "convenio" in result.text
    [use] = result.terms
    assert (use.hit.source, use.is_used) == ("contract", True)
    assert result.report.terms_placed == ("contract",)


@pytest.mark.slow
async def test_without_its_glossary_the_same_text_tells_which_terms_it_has_by_itself(
    setup: TranslationSetup, glossary: Glossary
) -> None:
    used = await setup.use.translate(TranslateRequest(TEXT, "es", source="en", glossary=glossary))

    plain = await setup.use.translate_without_glossary(used)

    assert plain.request == TranslateRequest(TEXT, "es", source="en")
    assert "contrato" in plain.text
    assert [(each.hit.source, each.is_used) for each in plain.terms] == [("contract", False), ("valid", True)]
    assert len(await setup.usage_monitor.ledger()) == 2


async def test_the_call_stands_in_the_ledger_and_its_texts_in_the_history(setup: TranslationSetup) -> None:
    result = await setup.use.translate(TranslateRequest(TEXT, "es", source="en"))

    [bill] = await setup.usage_monitor.ledger()
    [kept] = (await setup.texts.find()).texts
    assert (bill.call, bill.estimated, bill.billed) == ("POST /v2/translate", len(TEXT), len(TEXT))
    assert len(bill.trace_id) == 32
    assert (kept.source, kept.result, kept.source_language, kept.target_language) == (TEXT, result.text, "en", "es")
    assert kept.engines == result.report.engines


async def test_a_detected_language_is_told_and_offered_for_the_glossary(
    setup: TranslationSetup, glossary: Glossary
) -> None:
    text = "The house is very big and the garden is beautiful."

    result = await setup.use.translate(TranslateRequest(text, "es"))
    without = await setup.use.glossaries(source=None, target="es")
    with_detected = await setup.use.glossaries(source=result.detected_source, target="es")

    assert result.pair == PAIR
    assert "needs the source language" in without.reason
    assert glossary.glossary_id in [each.glossary_id for each in with_detected.glossaries]


async def test_what_the_user_confirms_is_what_comes_next_time(setup: TranslationSetup) -> None:
    sentence = "The lighthouse keeper counts seventeen ships."
    result = await setup.use.translate(TranslateRequest(sentence, "es", source="en"))
    assert setup.use.can_confirm

    await setup.use.confirm(result, "El farero cuenta diecisiete barcos.")
    again = await setup.use.translate(TranslateRequest(sentence, "es", source="en"))

    assert again.text == "El farero cuenta diecisiete barcos."
    assert again.report.engines != result.report.engines


async def test_a_similar_confirmed_text_is_offered_and_not_used(setup: TranslationSetup) -> None:
    confirmed = "The old lighthouse keeper counts nineteen ships in the harbour."
    first = await setup.use.translate(TranslateRequest(confirmed, "es", source="en"))
    await setup.use.confirm(first, "El viejo farero cuenta diecinueve barcos en el puerto.")

    result = await setup.use.translate(TranslateRequest(confirmed.replace("nineteen", "ninety"), "es", source="en"))
    same = await setup.use.translate(TranslateRequest(confirmed, "es", source="en"))

    assert (confirmed, "El viejo farero cuenta diecinueve barcos en el puerto.") in [
        (each.source, each.target) for each in result.similar
    ]
    assert "diecinueve" not in result.text
    assert confirmed not in [each.source for each in same.similar]


async def test_a_sentence_of_a_confirmed_text_is_offered_and_not_used(setup: TranslationSetup) -> None:
    text = "Twelve gulls follow the boat. The captain feeds them."
    first = await setup.use.translate(TranslateRequest(text, "es", source="en"))
    await setup.use.confirm(first, "El patrón les da de comer. Doce gaviotas siguen al barco.")

    result = await setup.use.translate(TranslateRequest("The captain feeds them.", "es", source="en"))

    assert "gaviotas" not in result.text
    assert ("The captain feeds them.", "Doce gaviotas siguen al barco.") in [
        (each.source, each.target) for each in result.similar
    ]


@pytest.mark.parametrize(
    ("coverage", "detected", "text", "note"),
    [
        (0.0, "en", "Zorp", "Nothing was translated: the engine knows no word of this text."),
        (0.0, "en", "Das Zorp", ""),
        (0.5, "en", "Zorp", ""),
        (None, "es", "Zorp", "Nothing was translated: this text seems to be in Spanish already."),
        (0.0, "en", "42", ""),
    ],
)
def test_a_text_that_came_back_as_it_was_is_named(coverage: float | None, detected: str, text: str, note: str) -> None:
    request = TranslateRequest(text.removeprefix("Das "), "es")
    result = TranslationResult(request, text, detected, 4, 4, EngineReport(("Apertium",), coverage))

    found = _describe_untranslated(result)

    assert result.is_untranslated == bool(note) == bool(found)
    assert all(str(each).startswith(note) for each in found)


async def test_what_cannot_be_translated_is_refused_in_words(setup: TranslationSetup) -> None:
    with pytest.raises(InvalidInput, match="no text"):
        await setup.use.translate(TranslateRequest(" \n", "es", source="en"))
    with pytest.raises(InvalidRequest) as refused:
        await setup.use.translate(TranslateRequest(TEXT, "ko", source="en"))

    assert "ko" in refused.value.detail
    assert await setup.usage_monitor.ledger() == []


# Where the service misbehaves

NewSession = Callable[[Path], Session]
TRANSLATED = b'{"translations": [{"detected_source_language": "EN", "text": "Hallo"}], "billed_characters": 5}'


async def _elsewhere(new_session: NewSession, position: Path, url: str) -> Session:
    session = new_session(position)
    await session.use(Provider("custom", url), "a-good-key-0001")
    return session


async def test_a_translation_is_shown_though_its_terms_cannot_be_read(
    tmp_path: Path, new_session: NewSession, records: Records
) -> None:
    async def service(request: RawRequest) -> bytes:
        if "/v2/translate" in request.line:
            return answer(TRANSLATED)
        status = "404 Not Found" if "/entries" in request.line else "200 OK"
        return answer(b"{}", status=status)

    async with RawServer(service) as server:
        session = await _elsewhere(new_session, tmp_path, server.url)
        use = _setup(session, records).use
        gone = Glossary("1", "Gone", (Dictionary(LanguagePair("en", "de"), 3),))

        result = await use.translate(TranslateRequest("Hello", "de", source="en", glossary=gone))
        await session.stop()

    assert result.text == "Hallo"
    assert result.billed == 5
    [note] = result.notes
    assert note.startswith("The terms are not marked: ")
    assert not result.are_terms_known
    assert not use.can_confirm


async def test_a_key_without_the_right_to_list_glossaries_translates_all_the_same(
    tmp_path: Path, new_session: NewSession, records: Records
) -> None:
    async def service(request: RawRequest) -> bytes:
        if "/v2/translate" in request.line:
            return answer(TRANSLATED)
        return answer(b'{"detail": "Missing scopes: glossaries:read"}', status="403 Forbidden")

    async with RawServer(service) as server:
        session = await _elsewhere(new_session, tmp_path, server.url)
        use = _setup(session, records).use
        found = await use.glossaries(source="en", target="de")
        result = await use.translate(TranslateRequest("Hello", "de", source="en"))
        await session.stop()

    assert found.glossaries == ()
    assert found.reason.startswith("The glossaries cannot be listed: ")
    assert result.text == "Hallo"


async def test_a_lost_answer_is_noted_as_perhaps_charged_and_never_sent_again(
    tmp_path: Path, new_session: NewSession, records: Records
) -> None:
    async def service(request: RawRequest) -> bytes:
        return b"" if "/v2/translate" in request.line else answer(b"{}")

    async with RawServer(service) as server:
        session = await _elsewhere(new_session, tmp_path, server.url)
        setup = _setup(session, records)

        with pytest.raises(UnclearOutcome):
            await setup.use.translate(TranslateRequest("Hello", "de", source="en"))
        await session.stop()
        sent = [request for request in server.requests if "/v2/translate" in request.line]

    [bill] = await records.history.read_billed_calls(session.profile)
    assert len(sent) == 1
    assert (bill.estimated, bill.billed) == (5, None)


class Echo:
    """A service that translates every text by itself, at the price of its characters; `loses` its next answers."""

    def __init__(self) -> None:
        self.loses = False
        self.texts: list[str] = []
        self.sizes: list[int] = []

    async def __call__(self, request: RawRequest) -> bytes:
        if "/v2/translate" not in request.line:
            return answer(b"{}")
        [text] = json.loads(request.body)["text"]
        self.texts.append(text)
        self.sizes.append(len(request.body))
        if self.loses:
            return b""
        translation = {"detected_source_language": "EN", "text": text.upper(), "billed_characters": len(text)}
        return answer(json.dumps({"translations": [translation]}).encode())


class Steps:
    """Notes the steps of a job; `on_step` is called with the number of each."""

    def __init__(self, on_step: Callable[[int], object] = lambda _done: None) -> None:
        self.on_step = on_step
        self.total: int | None = None

    def step(self, done: int, total: int | None = None) -> None:
        self.total = total
        self.on_step(done)


LONG = "".join(f"  paragraph {number} {'ä' * 30_000}\n\n" for number in range(5))


async def test_a_long_text_is_sent_in_parts_and_comes_back_in_order(
    tmp_path: Path, new_session: NewSession, records: Records
) -> None:
    service, steps = Echo(), Steps()
    async with RawServer(service) as server:
        session = await _elsewhere(new_session, tmp_path, server.url)
        setup = _setup(session, records)
        use = setup.use
        request = TranslateRequest(LONG, "de", source="en", context="c" * 1_000)
        cost = use.cost(request)
        # The parts count as one text for the limit.
        setup.texts.set_most(2)
        await use.translate(replace(request, text="short"))
        service.texts.clear()

        result = await use.translate(request, progress=steps)
        billed = await records.history.read_billed_calls(session.profile)
        kept, short = (await setup.texts.find()).texts
        whole = await setup.texts.read(kept)
        await session.stop()

    assert result.text == LONG.upper()
    assert [text[:11] for text in service.texts] == ["paragraph 0", "paragraph 2", "paragraph 4"]
    assert max(service.sizes) <= MAX_TRANSLATE_BODY_BYTES
    assert result.billed == cost == sum(map(len, service.texts))
    assert len(billed) - 1 == steps.total == 3
    assert short.source == "short"
    assert whole is not None
    assert (whole.source, whole.result, whole.profile) == (LONG, result.text, session.profile)


@pytest.mark.slow
async def test_parts_that_were_answered_are_not_paid_twice_when_a_later_one_fails(
    tmp_path: Path, new_session: NewSession, records: Records
) -> None:
    service = Echo()

    def lose(done: int) -> None:
        service.loses = done == 1

    async with RawServer(service) as server:
        session = await _elsewhere(new_session, tmp_path, server.url)
        setup = _setup(session, records)
        use = setup.use
        request = TranslateRequest(LONG, "de", source="en")
        whole = use.cost(request)
        assert not use.is_under_way(request)
        assert use.characters_due(request) == use.estimate(LONG)

        with pytest.raises(UnclearOutcome):
            await use.translate(request, progress=Steps(lose))
        service.loses = False
        left, is_sent = use.cost(request), use.is_under_way(request)
        due = use.characters_due(request)
        # What was paid for is kept, even if the rest never comes.
        [part] = (await setup.texts.find()).texts
        result = await use.translate(request)
        [kept] = (await setup.texts.find()).texts
        await session.stop()

    assert is_sent
    assert left == due == whole - len(service.texts[0])
    assert part.source.startswith("paragraph 0")
    assert kept.source.startswith("  paragraph 0")
    assert result.text == LONG.upper()
    assert [text[:11] for text in service.texts] == ["paragraph 0", "paragraph 2", "paragraph 2", "paragraph 4"]


async def test_the_other_parts_do_not_go_to_another_service_that_is_chosen_meanwhile(
    tmp_path: Path, new_session: NewSession, records: Records
) -> None:
    service = Echo()
    async with RawServer(service) as server:
        session = await _elsewhere(new_session, tmp_path, server.url)

        def change(done: int) -> None:
            if done:
                session.provider = Provider("custom", "http://127.0.0.1:1")

        with pytest.raises(InvalidInput, match="Another service was chosen"):
            await _setup(session, records).use.translate(
                TranslateRequest(LONG, "de", source="en"), progress=Steps(change)
            )
        await session.stop()

    assert len(service.texts) == 1


async def test_markup_is_not_divided(tmp_path: Path, new_session: NewSession, records: Records) -> None:
    service = Echo()
    async with RawServer(service) as server:
        session = await _elsewhere(new_session, tmp_path, server.url)

        with pytest.raises(InvalidInput, match="at most 131,072"):
            await _setup(session, records).use.translate(TranslateRequest(LONG, "de", source="en", markup="html"))
        await session.stop()

    assert service.texts == []


def test_what_the_service_says_of_parts_is_said_of_the_whole_text() -> None:
    parts = [TextPart("", "One.", "\n"), TextPart("", "Two.", "")]
    first = EngineReport(("A",), 0.9, ("well",), terms_placed=("house",), terms_uncertain=("house",))
    second = EngineReport(("A", "B"), 0.5, terms_placed=("house", "well"))

    whole = _join_translations(parts, [Translation("Uno.", "en", 4, first), Translation("Dos.", "en", None, second)])
    unsaid = _join_translations(parts, [Translation("Uno.", "en", 4, first), Translation("Dos.", "en", 4)])

    assert (whole.text, whole.detected_source, whole.billed_characters) == ("Uno.\nDos.", "en", None)
    assert whole.report == EngineReport(
        ("A", "B"), 0.5, ("well",), terms_placed=("house", "well"), terms_uncertain=("house",)
    )
    assert (unsaid.billed_characters, unsaid.report.coverage, unsaid.report.terms_placed) == (8, None, None)
