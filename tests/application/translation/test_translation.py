"""Translating by the local service: with a glossary, with its terms marked, with what it cost noted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.texts.history import TextHistory
from termdesk.application.translation.term_marks import TermMarks
from termdesk.application.translation.translation import TextTranslator, TranslateRequest
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.client.errors import InvalidRequest, UnclearOutcome
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
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
    books = UsageLedger(session, records.history, texts)
    use = TextTranslator(session, LanguageLists(session), TermMarks(session), books)
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


async def _elsewhere(new_session: NewSession, place: Path, url: str) -> Session:
    session = new_session(place)
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

    [bill] = await records.history.billed_calls(session.profile)
    assert len(sent) == 1
    assert (bill.estimated, bill.billed) == (5, None)
