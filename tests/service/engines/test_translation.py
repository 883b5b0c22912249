"""How a text with terms passes through the engines, shown with the engine that leaves words unchanged."""

from __future__ import annotations

import asyncio
import threading

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import TermHit, TermIndex
from termdesk.service.engines.errors import EngineFailed, NotServed
from termdesk.service.engines.lemmas import lemmatizer
from termdesk.service.engines.placeholders import MOST_TERMS
from termdesk.service.engines.results import EngineTranslation
from termdesk.service.engines.sentences import Splitting
from termdesk.service.engines.terms_only import NAME, TermsOnly
from termdesk.service.engines.translation import MEMORY, TranslationEngines
from termdesk.service.engines.translation_engine import Sentence
from termdesk.service.memory import ConfirmedMemory

EN_DE = LanguagePair("en", "de")
TERMS = TermIndex.of([("house", "Haus"), ("iron", "iPhone")], language="en")


def translated(
    text: str,
    *,
    pair: LanguagePair = EN_DE,
    terms: TermIndex | None = None,
    protected: tuple[tuple[int, int], ...] = (),
    splitting: Splitting = "1",
    confirmed: dict[str, str] | None = None,
    engines: tuple[TermsOnly, ...] = (TermsOnly(),),
) -> EngineTranslation:
    chain = TranslationEngines(ConfirmedMemory({EN_DE: confirmed or {}}), engines)
    return asyncio.run(chain.translate(text, pair=pair, terms=terms, protected=protected, splitting=splitting))


class RemovedWhileItAnswers(TermsOnly):
    """An engine whose pairs disappear once it is asked for a sentence."""

    def __init__(self) -> None:
        self.is_there = True

    def pairs(self) -> frozenset[LanguagePair]:
        return super().pairs() if self.is_there else frozenset()

    def name_for(self, pair: LanguagePair) -> str:
        return dict.fromkeys(self.pairs(), NAME)[pair]

    async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
        self.is_there = False
        return await super().translate(sentence, pair)


def test_an_engine_may_be_removed_while_it_answers_and_while_another_does() -> None:
    engine = RemovedWhileItAnswers()

    result = translated("A house.", engines=(engine, engine))

    assert (result.text, result.engines) == ("A house.", (NAME,))


def test_terms_are_replaced_as_whole_words_and_all_else_stays() -> None:
    result = translated("The house, the houses.\n  A House!", terms=TERMS)

    assert result.text == "The Haus, the houses.\n  A Haus!"
    assert result.terms_placed == ("house",)
    assert result.coverage == pytest.approx(2 / 6)


def test_a_term_with_the_end_of_a_sentence_inside_is_placed() -> None:
    terms = TermIndex.of([("Dept. of Energy", "Energieministerium"), ("house", "Haus")], language="en")

    result = translated("The Dept. Of Energy has a house. The Dept. Is here.", terms=terms)

    assert result.text == "The Energieministerium has a Haus. The Dept. Is here."
    assert (result.terms_placed, result.terms_missed) == (("Dept. of Energy", "house"), ())


def test_a_term_in_lower_case_by_its_maker_stays_so_at_the_start() -> None:
    assert translated("Iron", terms=TERMS).text == "iPhone"
    assert translated("IRON is here", terms=TermIndex.of([("IRON", "eSIM")], language="en")).text == "eSIM is here"


@pytest.mark.parametrize(
    ("text", "target", "uncertain"),
    [
        ("Two contracts.", "de", ("contract",)),
        ("Contracts", "de", ("contract",)),
        ("Two contracts.", "ja", ()),
        ("A contract.", "de", ()),
    ],
)
def test_a_term_that_an_engine_without_grammar_cannot_inflect_is_uncertain(
    text: str, target: str, uncertain: tuple[str, ...]
) -> None:
    terms = TermIndex.of([("contract", "Vertrag")], language="en", lemmatize=lemmatizer("en"))

    result = translated(text, pair=LanguagePair("en", target), terms=terms)

    assert "Vertrag" in result.text
    assert (result.terms_placed, result.terms_uncertain) == (("contract",), uncertain)


def test_what_is_kept_is_no_term() -> None:
    result = translated("house and house", terms=TERMS, protected=((0, 5),))

    assert result.text == "house and Haus"
    assert result.terms_placed == ("house",)


def test_a_kept_range_is_not_cut_into_sentences() -> None:
    text = "See A. Then b. Now the house."

    result = translated(text, terms=TERMS, protected=((4, 14),))

    assert result.text == "See A. Then b. Now the Haus."


def test_terms_in_placeholders_and_addresses_are_not_replaced() -> None:
    text = "The house {house} of C:\\house\\iron.txt, %(house)s, <house id='iron'/> and https://house.example/iron"

    result = translated(text, terms=TERMS)

    assert result.text == text.replace("The house", "The Haus")
    assert (result.terms_placed, result.terms_missed) == (("house",), ())


def test_a_term_that_names_an_address_is_replaced() -> None:
    terms = TermIndex.of([("www.example.com/en", "www.example.com/de")], language="en")

    assert translated("See www.example.com/en now", terms=terms).text == "See www.example.com/de now"


def test_a_placeholder_is_not_cut_into_sentences() -> None:
    text = "Take {n, plural, one {a house. A big one} other {houses. Big ones}}. Then go."

    assert translated(text, terms=TERMS).text == text


def test_what_is_a_placeholder_alone_needs_no_engine_and_names_none() -> None:
    result = translated("{house}\n%(house)s", terms=TERMS)

    assert (result.text, result.engines) == ("{house}\n%(house)s", ())


def test_a_sentence_without_words_needs_no_engine_unless_it_has_terms() -> None:
    terms = TermIndex.of([("24/7", "rund um die Uhr")], language="en")

    assert translated("12 + 3\n3.5 × 10⁴", terms=terms, engines=()).text == "12 + 3\n3.5 × 10⁴"
    assert translated("(24/7)", terms=terms).text == "(rund um die Uhr)"


def test_a_person_may_have_translated_an_address() -> None:
    result = translated("See www.example.com/en", confirmed={"See www.example.com/en": "Siehe www.example.com/de"})

    assert result.text == "Siehe www.example.com/de"


@pytest.mark.parametrize("splitting", ["0", "1", "nonewlines"])
def test_all_ways_of_splitting_keep_every_character(splitting: Splitting) -> None:
    text = "  One. Two!\n\nThree\r\n four  "

    assert translated(text, splitting=splitting).text == text


def test_more_terms_than_placeholders_are_all_placed() -> None:
    count = MOST_TERMS + 20

    result = translated("house " * count + "ends", terms=TERMS)

    assert result.text.count("Haus") == count


@pytest.mark.slow
def test_a_confirmed_translation_without_the_term_gives_way_to_an_engine() -> None:
    used = translated("The house", terms=TERMS, confirmed={"The house": "Das Haus"})
    not_used = translated("The house", terms=TERMS, confirmed={"The house": "Das Gebäude"})

    assert (used.text, used.engines) == ("Das Haus", (MEMORY,))
    assert not_used.text == "The Haus"


def test_a_confirmed_translation_without_the_term_is_reported_where_there_is_no_engine() -> None:
    result = translated("The house", terms=TERMS, confirmed={"The house": "Das Gebäude"}, engines=())

    assert (result.text, result.terms_missed) == ("Das Gebäude", ("house",))


def test_a_text_that_means_the_opposite_is_not_answered_from_memory() -> None:
    text = "The customer may return the goods within the period of fourteen days after they were delivered."
    opposite = text.replace("may", "may not")

    result = translated(opposite, confirmed={text: "Der Kunde darf die Ware zurückgeben."})

    assert (result.text, result.engines) == (opposite, (NAME,))
    assert result.coverage == 0


def test_a_confirmed_text_is_answered_whole_and_keeps_the_white_space_around_it() -> None:
    confirmed = {"It rains today. We stay at home.": "Heute regnet es, also bleiben wir daheim."}

    result = translated("\n It rains today.  We stay at home.\n", confirmed=confirmed)

    assert result.text == "\n Heute regnet es, also bleiben wir daheim.\n"
    assert (result.engines, result.coverage) == ((MEMORY,), 1.0)


def test_a_confirmed_text_without_the_term_gives_way_to_its_sentences() -> None:
    confirmed = {"The house. Moon.": "Das Gebäude. Mond.", "Moon.": "Der Mond."}

    result = translated("The house. Moon.", terms=TERMS, confirmed=confirmed)

    assert result.text == "The Haus. Der Mond."
    assert result.engines == (NAME, MEMORY)


def test_a_confirmed_text_that_lost_what_must_be_kept_is_not_used() -> None:
    result = translated("The {x} house", protected=((4, 7),), confirmed={"The {x} house": "Das {X} Haus"})

    assert result.text == "The {x} house"


def test_a_sentence_is_prepared_while_the_one_before_is_translated_and_their_order_stays() -> None:
    class WaitsForTheSecond(TermsOnly):
        is_second_asked: asyncio.Event

        async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
            if sentence.startswith("First"):
                await asyncio.wait_for(self.is_second_asked.wait(), 10)
            self.is_second_asked.set()
            return await super().translate(sentence, pair)

    engine = WaitsForTheSecond()
    engine.is_second_asked = asyncio.Event()

    assert translated("First words. Then more. At last the end.", engines=(engine,)).text == (
        "First words. Then more. At last the end."
    )


@pytest.mark.slow
def test_terms_of_later_sentences_are_searched_while_an_engine_has_the_first_ones() -> None:
    is_tenth_asked = threading.Event()

    class WaitsForTheEngine(TermIndex):
        def find(self, text: str) -> list[TermHit]:
            if text == "Sentence 39.":
                assert is_tenth_asked.wait(10)
            return super().find(text)

    class Tells(TermsOnly):
        async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
            if sentence == "Sentence 10.":
                is_tenth_asked.set()
            return await super().translate(sentence, pair)

    text = " ".join(f"Sentence {number}." for number in range(40))
    terms = WaitsForTheEngine([TermTable([("house", "Haus")], language="en")])

    assert translated(text, terms=terms, engines=(Tells(),)).text == text


@pytest.mark.slow
def test_an_engine_gets_as_many_sentences_together_as_it_translates_at_once() -> None:
    asked: list[int] = []

    class TranslatesManyAtOnce(TermsOnly):
        sentences_at_once = 48
        waiting = 0

        async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
            self.waiting += 1
            await asyncio.sleep(0)
            asked.append(self.waiting)
            return await super().translate(sentence, pair)

    text = " ".join(f"Sentence {number}." for number in range(60))
    terms = TermIndex.of([("house", "Haus")], language="en")

    assert translated(text, terms=terms, engines=(TranslatesManyAtOnce(),)).text == text
    assert asked[0] == 48


@pytest.mark.slow
def test_each_sentence_of_a_long_text_has_its_own_terms() -> None:
    text = " ".join(f"Here is word{number}." for number in range(120))
    terms = TermIndex.of([(f"word{number}", f"Wort{number}") for number in range(0, 120, 3)], language="en")

    result = translated(text, terms=terms)

    assert result.text == " ".join(f"Here is {'word' if number % 3 else 'Wort'}{number}." for number in range(120))
    assert list(result.terms_placed) == [f"word{number}" for number in range(0, 120, 3)]


def test_a_sentence_that_fails_fails_the_text() -> None:
    class Fails(TermsOnly):
        async def translate(self, sentence: str, pair: LanguagePair) -> Sentence:
            if sentence.startswith("Then"):
                raise EngineFailed("no")
            return await super().translate(sentence, pair)

    with pytest.raises(EngineFailed):
        translated("First words. Then more. At last the end.", engines=(Fails(),))


def test_a_pair_that_nothing_serves_is_refused() -> None:
    with pytest.raises(NotServed, match="en to de"):
        translated("The house", engines=())


def test_the_same_language_comes_back_unchanged() -> None:
    assert translated("colour", pair=LanguagePair("en", "en-US")).text == "colour"


def test_variants_are_served_by_their_roots() -> None:
    assert translated("the house", pair=LanguagePair("en-GB", "pt-BR"), terms=TERMS).text == "the Haus"
