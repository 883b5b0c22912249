"""Sentences translated together: each keeps its own answer or error, and none waits for a full batch."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from termdesk.service.engines.apertium.sentence_batches import (
    BATCHES_AT_ONCE,
    MOST_BATCHES,
    MOST_IN_BATCH,
    SentenceBatches,
    Steps,
    run_together,
)
from termdesk.service.engines.translation_engine import Sentence

_SECONDS = 10.0


class Lost(Exception):
    pass


def in_parts(word: str, parts: Sequence[int]) -> Steps[str, str, str]:
    for part in parts:
        word = yield part, word
    return word


def test_sentences_at_the_same_part_are_sent_together() -> None:
    asked: list[tuple[int, list[str]]] = []

    def ask(part: int, words: list[str]) -> list[str]:
        asked.append((part, list(words)))
        return [f"{word}{part}" for word in words]

    works = [in_parts("a", [0, 1, 2]), in_parts("b", [0, 0, 1, 2]), in_parts("c", [])]

    assert run_together(works, ask) == ["a012", "b0012", "c"]
    assert asked == [(0, ["a", "b"]), (0, ["b0"]), (1, ["a0", "b00"]), (2, ["a01", "b001"])]


def test_an_error_of_one_sentence_is_its_result_and_can_be_handled_in_its_steps() -> None:
    def again(word: str) -> Steps[str, str, str]:
        try:
            return (yield 0, f"lost {word}")
        except Lost:
            return (yield 0, word)

    def fails(word: str) -> Steps[str, str, str]:
        answer = yield 0, word
        raise ValueError(answer)

    def ask(part: int, words: list[str]) -> list[str | Exception]:
        return [Lost() if word.startswith("lost") else word.upper() for word in words]

    first, second, third, fourth = run_together(
        [again("a"), in_parts("lost b", [0]), in_parts("c", [0]), fails("d")], ask
    )

    assert (first, third) == ("A", "C")
    assert isinstance(second, Lost)
    assert isinstance(fourth, ValueError)


def test_a_failed_part_fails_for_all_sentences() -> None:
    def ask(part: int, words: list[str]) -> list[str]:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        run_together([in_parts("a", [0]), in_parts("b", [0])], ask)


def with_batches(
    translate: Callable[[Sequence[str]], Sequence[Sentence | Exception]],
    work: Callable[[SentenceBatches[str]], Awaitable[None]],
) -> None:
    async def run() -> None:
        await work(SentenceBatches(translate, threads))

    with ThreadPoolExecutor(MOST_BATCHES) as threads:
        asyncio.run(run())


def test_sentences_that_are_ready_go_together_and_keep_their_answers() -> None:
    batches: list[list[str]] = []

    def translate(works: Sequence[str]) -> list[Sentence]:
        batches.append(list(works))
        return [Sentence(work.upper()) for work in works]

    async def work(sentences: SentenceBatches[str]) -> None:
        texts = [f"text {number}" for number in range(100)]
        found = await asyncio.gather(*map(sentences.run, texts))
        assert [each.text for each in found] == [text.upper() for text in texts]

    with_batches(translate, work)

    assert sum(map(len, batches)) == 100
    assert max(map(len, batches)) == MOST_IN_BATCH


def test_few_sentences_are_shared_among_batches_at_once() -> None:
    all_started = threading.Barrier(BATCHES_AT_ONCE)

    def translate(works: Sequence[str]) -> list[Sentence]:
        assert len(works) == 2
        all_started.wait(_SECONDS)
        return [Sentence(work) for work in works]

    async def work(sentences: SentenceBatches[str]) -> None:
        await asyncio.gather(*(sentences.run(str(number)) for number in range(2 * BATCHES_AT_ONCE)))

    with_batches(translate, work)


def test_a_sentence_gets_its_own_error_and_all_get_that_of_the_batch() -> None:
    def translate(works: Sequence[str]) -> list[Sentence | Exception]:
        if "all" in works:
            raise Lost
        return [Lost() if work == "one" else Sentence(work) for work in works]

    async def work(sentences: SentenceBatches[str]) -> None:
        one, other = await asyncio.gather(sentences.run("one"), sentences.run("other"), return_exceptions=True)
        assert isinstance(one, Lost)
        assert other == Sentence("other")
        with pytest.raises(Lost):
            await sentences.run("all")
        assert await sentences.run("after") == Sentence("after")

    with_batches(translate, work)


def test_a_cancelled_sentence_is_not_translated_unless_its_batch_has_started() -> None:
    may_end, translated = threading.Event(), []

    def translate(works: Sequence[str]) -> list[Sentence]:
        translated.extend(works)
        assert may_end.wait(_SECONDS)
        return [Sentence(work) for work in works]

    async def work(sentences: SentenceBatches[str]) -> None:
        running = []
        for number in range(MOST_BATCHES):
            running.append(asyncio.create_task(sentences.run(f"running {number}")))
            # Its batch is started before the next sentence comes.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        waiting = [asyncio.create_task(sentences.run(f"waiting {number}")) for number in range(2)]
        await asyncio.sleep(0)
        running[0].cancel()
        waiting[0].cancel()
        may_end.set()
        found = await asyncio.gather(*running, *waiting, return_exceptions=True)
        are_cancelled = [isinstance(each, asyncio.CancelledError) for each in found]
        assert are_cancelled == [True, *[False] * (MOST_BATCHES - 1), True, False]

    with_batches(translate, work)

    assert sorted(translated) == sorted([*(f"running {number}" for number in range(MOST_BATCHES)), "waiting 1"])


def test_a_sentence_of_another_text_does_not_wait_for_the_batches_of_a_long_one() -> None:
    is_other_done = threading.Event()

    def translate(works: Sequence[str]) -> list[Sentence]:
        if works[0] != "other":
            assert is_other_done.wait(_SECONDS)
        return [Sentence(work) for work in works]

    async def work(sentences: SentenceBatches[str]) -> None:
        text = [asyncio.create_task(sentences.run("text")) for _ in range(BATCHES_AT_ONCE * MOST_IN_BATCH)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert await sentences.run("other") == Sentence("other")
        is_other_done.set()
        await asyncio.gather(*text)

    with_batches(translate, work)
