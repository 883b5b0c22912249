"""The installed Apertium pairs as one engine: pairs through Spanish, limited processes, corrected sentences."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable, Coroutine, ItemsView, Iterator, Mapping

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.terms import TermHit
from termdesk.service.engines.apertium import apertium_engine
from termdesk.service.engines.apertium import pipeline as pipelines
from termdesk.service.engines.apertium.apertium_engine import (
    ApertiumEngine,
    _restore,
    _small_behind_name,
    _without_stray_blanks,
)
from termdesk.service.engines.apertium.pipeline import Pipeline
from termdesk.service.engines.placeholders import carry

installed = pytest.mark.skipif(not shutil.which("lt-proc"), reason="Apertium is not installed on this system")


@pytest.mark.parametrize(
    ("text", "source", "language", "expected"),
    [
        ("La casa  roja .", "The red house.", "es", "La casa roja."),
        ("La  casa", "The  house", "es", "La  casa"),
        (" Vraiment ? Oui , oui .", "Really? Yes, yes.", "fr", "Vraiment ? Oui, oui."),
        ("¿ Sí ?", "Yes ?", "es", "¿ Sí ?"),
    ],
    ids=["left behind", "the source has them too", "French signs", "as in the source"],
)
def test_blanks_that_words_left_behind_go(text: str, source: str, language: str, expected: str) -> None:
    assert _without_stray_blanks(text, source, language) == expected


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("ZqxABj Rojo", "ZqxABj red", "ZqxABj rojo"),
        ("ZqxABj Rojo", "ZqxABj Red", "ZqxABj Rojo"),
        ("ZqxABj ROJO", "ZqxABj red", "ZqxABj ROJO"),
        ("Rojo", "red", "Rojo"),
        ("* nested Elemento", "* nested item", "* nested elemento"),
        ("nestedly Elemento", "nestedly item", "nestedly Elemento"),
    ],
)
def test_a_capital_behind_a_name_goes_where_the_source_has_none(text: str, source: str, expected: str) -> None:
    assert _small_behind_name(text, source, ["nested"]) == expected


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("es ‘grande'", "is ‘big’", "es ‘grande’"),
        ("l'arrêt", "the 'stop' don’t", "l'arrêt"),
        ("La CASA ES GRANDE.", "THE HOUSE IS BIG.", "LA CASA ES GRANDE."),
        ("El ZqxABj", "THE ZqxABj BIG", "EL ZQXABJ"),
        ("USB, unidad de disco, HDMI", "USB, SSD, HDMI", "USB, unidad de disco, HDMI"),
        ("Unidad de disco / ZqxABj", "SSD / ZqxABj", "Unidad de disco / ZqxABj"),
        ("EE.UU., Reino Unido.", "USA, UK.", "EE.UU., Reino Unido."),
        ("PELIGRO: casa", "DANGER: HOUSE", "PELIGRO: CASA"),
        ("El USB", "USB", "El USB"),
        ("Un, B; C", "A, B; C", "A, B; C"),
        ("Él, HR", "IT, HR", "IT, HR"),
        ("Él, OMS, UE", "IT, WHO, EU", "IT, OMS, UE"),
        ("Un, b", "A, b", "Un, b"),
        ("Unidad de disco, Un", "SSD, A", "Unidad de disco, Un"),
        ("EL agua: EL águila", "The water: The eagle", "El agua: El águila"),
        ("EL habla", "The speech", "El habla"),
        ("EL AGUA pasa", "THE WATER passes", "EL AGUA pasa"),
        ("La casa", "The HOUSE", "La casa"),
    ],
)
def test_apostrophes_and_capitals_are_those_of_the_source(text: str, source: str, expected: str) -> None:
    assert _restore(text, source, "es") == expected


Work = Callable[[ApertiumEngine], Coroutine[None, None, None]]
WithEngine = Callable[[Work], None]


def with_engine(work: Work) -> None:
    async def run() -> None:
        engine = ApertiumEngine()
        try:
            await engine.find()
            await work(engine)
        finally:
            await engine.close()

    asyncio.run(run())


@pytest.fixture(scope="module")
def with_shared_engine() -> Iterator[WithEngine]:
    """Like `with_engine`, with one engine for all tests that only translate."""
    engine = ApertiumEngine()
    with asyncio.Runner() as runner:
        runner.run(engine.find())
        yield lambda work: runner.run(work(engine))
        runner.run(engine.close())


@pytest.mark.slow
@installed
@pytest.mark.parametrize("target", ["vivienda", "Casa Rosa"])
def test_a_term_behind_an_unknown_word_has_the_capital_of_the_glossary(
    with_shared_engine: WithEngine, target: str
) -> None:
    sentence = carry("xyzzy house", [TermHit(6, 11, "house", target)], "es")

    async def work(engine: ApertiumEngine) -> None:
        found = await engine.translate_terms(sentence.text, LanguagePair("en", "es"), sentence.terms)
        assert sentence.insert_terms(found.text, found.placed)[0] == f"xyzzy {target}"

    with_shared_engine(work)


@installed
def test_an_article_of_water_begins_with_one_capital(with_shared_engine: WithEngine) -> None:
    async def work(engine: ApertiumEngine) -> None:
        found = await engine.translate("The water is here.", LanguagePair("en", "es"))
        assert found.text.startswith("El agua ")

    with_shared_engine(work)


@installed
def test_a_sentence_in_capitals_stays_so_with_its_terms(with_shared_engine: WithEngine) -> None:
    sentence = carry("HOUSE AND WELL.", [TermHit(0, 5, "house", "vivienda"), TermHit(10, 14, "well", "pozo")], "es")

    async def work(engine: ApertiumEngine) -> None:
        found = await engine.translate_terms(sentence.text, LanguagePair("en", "es"), sentence.terms)
        assert found.text == "VIVIENDA Y POZO."

    with_shared_engine(work)


@installed
def test_pairs_are_joined_through_spanish_and_named_by_their_way(with_shared_engine: WithEngine) -> None:
    async def work(engine: ApertiumEngine) -> None:
        for pair in engine.pairs():
            name = engine.name_for(pair)
            assert name.startswith(f"Apertium {pair.source}-")
            assert name.endswith(f"-{pair.target}")
            assert pair.source != pair.target
        assert LanguagePair("en", "es") in engine.pairs()

    with_shared_engine(work)


@pytest.mark.slow
@installed
def test_no_more_pipelines_run_than_may_and_idle_ones_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apertium_engine, "MOST_RUNNING", 1)

    async def work(engine: ApertiumEngine) -> None:
        pairs = sorted(pair for pair in engine.pairs() if apertium_engine.PIVOT in (pair.source, pair.target))[:2]
        for pair in pairs:
            assert (await engine.translate("casa", pair)).text
        assert sum(each.is_running for each in engine._pipelines.values()) == 1

        monkeypatch.setattr(apertium_engine, "SECONDS_IDLE", -1.0)
        await engine.end_idle()
        assert not any(each.is_running for each in engine._pipelines.values())
        assert engine.describe()[0].resident_bytes == 0

    with_engine(work)


class _MeetingAtPipelines(dict[LanguagePair, Pipeline]):
    """Two threads must iterate over it at the same time."""

    def __init__(self, pipelines: Mapping[LanguagePair, Pipeline]) -> None:
        super().__init__(pipelines)
        self._meeting = threading.Barrier(2)

    def items(self) -> ItemsView[LanguagePair, Pipeline]:
        self._meeting.wait(10)
        return super().items()


@pytest.mark.slow
@installed
def test_sentences_in_stages_that_hang_keep_no_thread_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(engine: ApertiumEngine) -> None:
        pair = LanguagePair("en", "es")
        expected = await engine.translate("the house", pair)
        monkeypatch.setattr(pipelines, "SECONDS_A_SENTENCE", 60.0)
        stopped = engine._pipelines[pair].process_ids
        for each in stopped:
            os.kill(each, signal.SIGSTOP)
        hanging = [asyncio.create_task(engine.translate("the house", pair)) for _ in range(40)]
        await asyncio.sleep(0)
        await asyncio.to_thread(time.monotonic)
        assert not any(each.done() for each in hanging)
        for each in stopped:
            os.kill(each, signal.SIGCONT)

        assert await asyncio.gather(*hanging) == [expected] * 40

    with_engine(work)


@installed
@pytest.mark.parametrize("target", ["es", "fr"], ids=["directly", "through Spanish"])
def test_sentences_with_and_without_terms_at_once_are_translated_as_one_by_one(
    with_shared_engine: WithEngine, target: str
) -> None:
    pair = LanguagePair("en", target)
    # “Press” is a verb, or a noun that the analyzer may join with other words.
    hits = TermHit(4, 9, "house", "torre"), TermHit(0, 5, "press", "recibir"), TermHit(0, 5, "press", "cajón")
    plain = "Two houses are open.", "The house is big.", "The houses are big.", "Press the button.", "Press."
    sentences = [carry(text, (), target) for text in plain] + [
        carry(text, [hit], target) for text in plain for hit in hits if text[hit.start : hit.end].lower() == hit.source
    ]

    async def work(engine: ApertiumEngine) -> None:
        expected = [await engine.translate_terms(each.text, pair, each.terms) for each in sentences]
        at_once = [engine.translate_terms(each.text, pair, each.terms) for each in 4 * sentences]
        assert await asyncio.gather(*at_once) == 4 * expected
        assert len({each.text for each in expected}) > len(plain)

    with_shared_engine(work)


@installed
def test_two_sentences_at_once_start_one_analyzer() -> None:
    """Otherwise one of two analyzers would never be ended."""

    async def work(engine: ApertiumEngine) -> None:
        engine._pipelines = _MeetingAtPipelines(engine._pipelines)
        one, two = await asyncio.gather(*(asyncio.to_thread(engine._analyzer, "en") for _ in range(2)))
        assert one is two

    with_engine(work)


@installed
def test_analyzers_start_before_the_first_sentence_with_terms_and_only_for_grammars_that_are_known() -> None:
    async def work(engine: ApertiumEngine) -> None:
        engine.prepare_terms(LanguagePair("da", "sv"))
        engine.prepare_terms(LanguagePair("en", "es"))
        engine._threads.shutdown(wait=True)
        assert {code: each.is_running for code, each in engine._analyzers.items()} == {"en": True, "es": True}

    with_engine(work)


@pytest.mark.slow
def test_nothing_installed_is_said_and_serves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(apertium_engine.modes, "find_installed_modes", dict)

    async def work(engine: ApertiumEngine) -> None:
        [shown] = engine.describe()
        assert engine.pairs() == frozenset()
        assert shown.state != "ready"

    with_engine(work)
