"""Sentences of a text are found with their hits, and can be taken before the whole text was read."""

from __future__ import annotations

import asyncio
import threading

import pytest

from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import TermHit, TermIndex
from termdesk.service.engines.sentence_search import LONG_TEXT, HitFinder, SearchedSentence, SentenceSearch, split

TERMS = TermIndex.of([("house", "Haus")], language="en")
LONG = " ".join(f"Sentence {number} has a house." for number in range(300))
assert len(LONG) > LONG_TEXT


def search_of(text: str, terms: TermIndex | None = TERMS, at_once: int = 1) -> SentenceSearch:
    return SentenceSearch(text, "en", "1", HitFinder(terms, (), ()), at_once)


async def all_of(search: SentenceSearch) -> list[SearchedSentence]:
    found = []
    while (each := await search.take()) is not None:
        found.append(each)
    return found


@pytest.mark.parametrize("terms", [TERMS, None])
def test_all_sentences_of_a_long_text_come_in_order_with_their_hits(terms: TermIndex | None) -> None:
    async def use() -> tuple[int | None, list[SearchedSentence]]:
        search = search_of(LONG, terms)
        return await search.begin(), await all_of(search)

    count, found = asyncio.run(use())

    assert count is None
    assert [each.number for each in found] == list(range(300))
    assert "".join(f"{chunk.before}{chunk.sentence}{chunk.after}" for _, chunk, _ in found) == LONG
    assert all([hit.target for hit in each.hits.terms] == (["Haus"] if terms else []) for each in found)


def test_the_number_of_sentences_of_a_short_text_is_known_at_once() -> None:
    async def count(text: str, terms: TermIndex | None) -> int | None:
        return await search_of(text, terms).begin()

    assert asyncio.run(count("One. Two. Three.", TERMS)) == 3
    assert asyncio.run(count("One. Two. Three.", None)) == 3
    assert asyncio.run(count("", None)) == 0


def test_the_first_sentences_can_be_taken_while_later_ones_are_read() -> None:
    is_taken = threading.Event()

    class WaitsUntilOneIsTaken(TermIndex):
        def find(self, text: str) -> list[TermHit]:
            if text.startswith("Sentence 299 "):
                assert is_taken.wait(10)
            return super().find(text)

    async def use() -> int:
        search = search_of(LONG, WaitsUntilOneIsTaken([TermTable([("house", "Haus")], language="en")]), at_once=48)
        await search.begin()
        first = await search.take()
        assert first is not None
        is_taken.set()
        return first.number + 1 + len(await all_of(search))

    assert asyncio.run(use()) == 300


def test_tasks_that_wait_for_the_same_sentences_get_each_once() -> None:
    async def use() -> list[int]:
        search = search_of(LONG)
        await search.begin()
        found = await asyncio.gather(*(all_of(search) for _ in range(40)))
        return sorted(each.number for some in found for each in some)

    assert asyncio.run(use()) == list(range(300))


def test_a_search_that_fails_fails_the_taking() -> None:
    class Fails(TermIndex):
        def find(self, text: str) -> list[TermHit]:
            raise MemoryError

    async def use() -> None:
        await search_of("A house.", Fails([TermTable([("house", "Haus")], language="en")])).begin()

    with pytest.raises(MemoryError):
        asyncio.run(use())


def test_a_text_is_split_into_its_sentences() -> None:
    assert [each.sentence for each in asyncio.run(split("One. Two.\nThree.", "en"))] == ["One.", "Two.", "Three."]
    assert len(asyncio.run(split(LONG, "en"))) == 300


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Dept. Of Energy came. The dept. Was closed.", ["The Dept. Of Energy came.", "The dept.", "Was closed."]),
        ("We like Yahoo! Inc today. And Yahoo! It is big.", ["We like Yahoo! Inc today.", "And Yahoo!", "It is big."]),
        # Words of two sentences are no term, unless it has the end of a sentence.
        ("Switch it off. Button one is big.", ["Switch it off.", "Button one is big."]),
        ("The Dept.\nOf Energy came.", ["The Dept.", "Of Energy came."]),
        ("This is the Dept.", ["This is the Dept."]),
    ],
)
def test_a_sentence_does_not_end_inside_a_term(text: str, expected: list[str]) -> None:
    terms = TermIndex.of(
        [("dept. of energy", "Ministerio"), ("Yahoo! Inc", "Yahoo"), ("off button", "interruptor")], language="en"
    )

    async def use() -> list[SearchedSentence]:
        search = search_of(text, terms)
        await search.begin()
        return await all_of(search)

    found = asyncio.run(use())

    assert [chunk.sentence for _, chunk, _ in found if chunk.sentence] == expected
    assert "".join(f"{chunk.before}{chunk.sentence}{chunk.after}" for _, chunk, _ in found) == text
