"""The installed English-Spanish pipeline, run for real."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.service.engines.apertium import pipeline as pipelines
from termdesk.service.engines.apertium.modes import MODES
from termdesk.service.engines.apertium.pipeline import Pipeline
from termdesk.service.engines.errors import EngineFailed

MODE = MODES / "eng-spa.mode"
pytestmark = pytest.mark.skipif(not MODE.exists(), reason=f"{MODE} is not installed")


@pytest.fixture(scope="module")
def pipeline() -> Iterator[Pipeline]:
    running = Pipeline(LanguagePair("en", "es"), MODE)
    yield running
    running.close()


@pytest.mark.parametrize("character", [*"^$@\\/[]{}<>*#+~"])
def test_a_special_character_comes_back_as_itself(pipeline: Pipeline, character: str) -> None:
    answer = pipeline.translate(f"qwrtz {character} 12 {character}")

    assert answer.text == f"qwrtz {character} 12 {character}"


@pytest.mark.parametrize("character", [*"^$@\\/[]{}<>*#+~"])
def test_a_special_character_before_an_unknown_word_gets_no_mark(pipeline: Pipeline, character: str) -> None:
    assert pipeline.translate(f"{character}qwrtz").text == f"{character}qwrtz"


@pytest.mark.parametrize("character", [*"^$@\\/[]{}<>*#+~"])
def test_a_special_character_before_a_known_word_or_a_number_stays(pipeline: Pipeline, character: str) -> None:
    answer = pipeline.translate(f"the red {character}house and 2{character}3")

    assert character + "3" in answer.text
    assert answer.text.count(character) == 2
    assert answer.unknown == ()


@pytest.mark.parametrize("signs", ["*∗", "#♯", "~∼", "*∗＊", "#♯＃", "~∼～"])
def test_a_sign_beside_its_look_alikes_comes_back_as_itself(pipeline: Pipeline, signs: str) -> None:
    text = pipeline.translate("see " + " and ".join(f"{sign} 12" for sign in signs)).text

    assert [character for character in text if character in signs] == list(signs)


@pytest.mark.parametrize("character", ["\0", "\uffff"])
def test_what_ends_the_input_of_a_stage_is_no_part_of_the_answer(pipeline: Pipeline, character: str) -> None:
    text = pipeline.translate(f"the {character} house is big").text

    assert text.isprintable()
    assert text.lower().endswith("casa es grande")


def test_sentences_do_not_run_into_each_other(pipeline: Pipeline) -> None:
    assert [pipeline.translate(text).text for text in ("the house", "the book", "the house")] == [
        "La casa",
        "El libro",
        "La casa",
    ] or [pipeline.translate(text).text.lower() for text in ("the house", "the book")] == ["la casa", "el libro"]


@pytest.mark.slow
def test_sentences_at_once_are_answered_as_one_by_one_and_through_killed_stages(pipeline: Pipeline) -> None:
    sentences = [f"The house {number} is big." for number in range(60)]
    expected = [pipeline.translate(each).text for each in sentences]

    def translated(number: int) -> str:
        if number % 20 == 10:
            with contextlib.suppress(ProcessLookupError, IndexError):
                os.kill(pipeline.process_ids[number // 20], signal.SIGKILL)
        return pipeline.translate(sentences[number]).text

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(translated, range(60))) == expected


@pytest.mark.slow
def test_sentences_sent_together_are_answered_as_one_by_one_and_through_a_killed_stage(pipeline: Pipeline) -> None:
    texts = [f"The house {number} is big." for number in range(20)]
    expected = [pipeline.translate(each) for each in texts]

    assert pipeline.translate_all([(text, ()) for text in texts]) == expected
    os.kill(pipeline.process_ids[2], signal.SIGKILL)
    assert pipeline.translate_all([(text, ()) for text in texts]) == expected


@pytest.mark.slow
def test_of_sentences_sent_together_only_the_one_that_fails_fails(
    monkeypatch: pytest.MonkeyPatch, pipeline: Pipeline
) -> None:
    expected = pipeline.translate("the house")
    # Leave no time for a long sentence, nor for several sentences with a long one.
    monkeypatch.setattr(pipelines, "SECONDS_A_CHARACTER", -pipelines.SECONDS_TO_START / 1_000)
    long, short = pipeline.translate_all([("the house " * 200, ()), ("the house", ())])

    assert isinstance(long, EngineFailed)
    assert short == expected


def test_a_killed_stage_is_started_anew(pipeline: Pipeline) -> None:
    before = pipeline.translate("the house").text
    os.kill(pipeline.process_ids[1], signal.SIGKILL)

    assert pipeline.translate("the house").text == before


@pytest.mark.slow
def test_a_form_that_comes_too_late_is_not_taken_for_that_of_another_word(monkeypatch: pytest.MonkeyPatch) -> None:
    running = Pipeline(LanguagePair("en", "es"), MODE)
    running.translate("the house")
    stages = running.process_ids
    for each in stages:
        os.kill(each, signal.SIGSTOP)
    with monkeypatch.context() as patched:
        patched.setattr(pipelines, "SECONDS_TO_START", 0.05)
        with pytest.raises(TimeoutError):
            running.generate("casa<n><f><pl>")
    with contextlib.suppress(ProcessLookupError):
        for each in stages:
            os.kill(each, signal.SIGCONT)

    form = running.generate("perro<n><m><pl>")
    running.close()

    assert form == "perros"


@pytest.mark.slow
def test_a_very_long_sentence_is_answered_and_has_more_time_than_a_short_one(
    monkeypatch: pytest.MonkeyPatch, pipeline: Pipeline
) -> None:
    # Leave no time for a short sentence.
    monkeypatch.setattr(pipelines, "SECONDS_A_SENTENCE", -1.0)
    monkeypatch.setattr(pipelines, "SECONDS_TO_START", -1.0)
    with pytest.raises(EngineFailed):
        pipeline.translate("the house")

    assert "casa" in pipeline.translate("the house " * 6_000).text
