"""The grammar of a phrase: its part of speech, its head, gender and number, and its other forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from termdesk.service.engines.apertium import endings
from termdesk.service.engines.apertium.stream import AnalyzedWord, Reading

# Returns the form of a lemma with tags, None if the generator does not know it.
Generate = Callable[[str], str | None]

GENDERS = ("m", "f", "mf")
NUMBERS = ("sg", "pl", "sp")
NOUNS = ("n", "np")
_BEFORE_NOUN = ("adj", "num", "det", "preadv")
_ENDS_NOUN_PHRASE = ("pr", "cnjcoo", "cnjsub", "rel", "cm")
# Words that precede an adjective and never change.
_NEGATIONS = {"es": ("no",), "fr": ("non",), "it": ("non",), "pt": ("não",)}
_VERBS = ("vblex", "vbser", "vbhaver", "vbmod")


class WordKind(StrEnum):
    """The parts of speech of terms, with Apertium's tags, in order of preference."""

    NOUN = "n"
    ADJECTIVE = "adj"
    VERB = "vblex"
    ADVERB = "adv"


@dataclass(frozen=True)
class AnalyzedPhrase:
    """A term with its analysis by the analyzer of its language."""

    text: str
    language: str
    words: tuple[AnalyzedWord, ...]

    @cached_property
    def kinds(self) -> tuple[WordKind, ...]:
        """The possible parts of speech, most probable first; empty if nothing is known."""
        found = [kind for kind in WordKind if self._can_be(kind)]
        # An adjective can also be used as a noun. NOUN comes last, so it is chosen only if the source can be a noun and
        # not an adjective.
        return (*found, WordKind.NOUN) if found == [WordKind.ADJECTIVE] else tuple(found)

    def _can_be(self, kind: WordKind) -> bool:
        first, is_single = self.words[:1], len(self.words) == 1
        if not first:
            return False
        if kind is WordKind.ADJECTIVE:
            return self.adjective_place == 1 or self.adjective is not None
        if kind is WordKind.NOUN:
            is_noun = self.noun is not None or (not is_single and self._head is not None)
            return is_noun and self.adjective_place != 1
        if kind is WordKind.VERB:
            return self.verb is not None
        return bool(first[0].of_kind("pr")) or (is_single and bool(first[0].of_kind("adv")))

    @property
    def head(self) -> int:
        """The index of the head word if the phrase is read as a noun. The head may be an unknown word."""
        if self._head is not None:
            return self._head
        return len(self.words) - 1 if self.language == "en" else self.adjective_place or 0

    @cached_property
    def _head(self) -> int | None:
        if self.language == "en":
            return self._last_noun()
        for index, word in enumerate(self.words):
            if not word.readings or word.of_kind(*NOUNS):
                return index
            if not word.of_kind(*_BEFORE_NOUN):
                return None
        return None

    def _last_noun(self) -> int | None:
        stop = next(
            (number for number, word in enumerate(self.words) if number and _is_only(word, _ENDS_NOUN_PHRASE)),
            len(self.words),
        )
        word = self.words[stop - 1] if self.words else None
        return stop - 1 if word and (not word.readings or word.of_kind(*NOUNS)) else None

    @property
    def noun(self) -> Reading | None:
        """The reading of the head as a noun."""
        return self.words[self.head].of_kind(*NOUNS) if self.words else None

    @property
    def _as_noun(self) -> Reading | None:
        """The reading of the head that gives its gender and number."""
        return self.noun or self.adjective

    @property
    def adjective(self) -> Reading | None:
        """The reading as an adjective or participle. The phrase is a single word, or an adverb and one word."""
        return _adjectival(self.words[self.adjective_place]) if self.adjective_place is not None else None

    @property
    def adjective_place(self) -> int | None:
        """The index of the adjective in a phrase that acts as one: 0 in “válido”, 1 in “no válido” and “muy grande”.

        It is always 0 for a single word, and None for other phrases.
        """
        if len(self.words) == 1:
            return 0
        return 1 if len(self.words) == 2 and self._is_adverb_with_adjective(*self.words) else None

    def _is_adverb_with_adjective(self, first: AnalyzedWord, second: AnalyzedWord) -> bool:
        if self.language == "en":
            # English adjectives have only one form, so there is nothing to inflect.
            return False
        if first.surface.casefold() in _NEGATIONS.get(self.language, ()):
            return _adjectival(second) is not None or self._is_adjective_by_place(second)
        if first.of_kind("adv", "preadv") is None:
            return False
        # “Bien” is also a noun: “bien común” (a common good) is not an adjective, but “bien conocido” is. So beside a
        # possible noun only a participle counts.
        is_noun = first.of_kind("n") is not None or second.of_kind("n") is not None
        return _adjectival(second) is not None and (not is_noun or _participle(second) is not None)

    def _is_adjective_by_place(self, word: AnalyzedWord) -> bool:
        """Whether a word after a negation is an adjective although no dictionary says so: “non imprimable”, “non
        valide”.
        """
        if not word.surface.islower():
            return False
        if not word.readings:
            return endings.is_adjective_by_ending(word.surface, self.language)
        # In French, “non” does not stand before a conjugated verb. So “valide”, which is only known as a form of
        # “valider”, is an adjective here.
        is_finite = all(each.kind in _VERBS and "inf" not in each.tags for each in word.readings)
        return self.language == "fr" and is_finite

    @property
    def opens_with_article(self) -> bool:
        """Whether the first word is an article, which some languages contract with a preposition before it."""
        return len(self.words) > 1 and self.words[0].of_kind("det") is not None

    @property
    def ends_with_preposition(self) -> bool:
        """Whether the last word is a preposition, which some languages contract with an article after it."""
        return len(self.words) > 1 and _is_only(self.words[-1], ("pr",))

    @property
    def verb(self) -> Reading | None:
        """The reading of the first word as an infinitive."""
        readings = self.words[0].readings if self.words else ()
        return next((each for each in readings if each.kind in _VERBS and "inf" in each.tags), None)

    @property
    def is_adjective_by_ending(self) -> bool:
        """Whether it is one unknown word that looks like an adjective."""
        return (
            len(self.words) == 1
            and not self.words[0].readings
            and self.text.islower()
            and endings.is_adjective_by_ending(self.text, self.language)
        )

    @property
    def gender(self) -> str:
        """The head's gender: `m`, `f` or `mf`. That of an unknown word is guessed from its ending; "" if the ending is
        unclear.
        """
        if self._as_noun is not None:
            return self._as_noun.tag_among(*GENDERS)
        if not self.words or not self.words[self.head].surface.islower():
            return ""
        return endings.gender_by_ending(self.words[self.head].surface, self.language)

    @property
    def may_be_other_gender(self) -> bool:
        """Whether the head is two nouns that differ in gender: el orden, la orden."""
        if not self.words or self.noun is None:
            return False
        genders = {each.tag_among(*GENDERS) for each in self.words[self.head].readings if each.kind in NOUNS}
        return {"m", "f"} <= genders

    @property
    def number(self) -> str:
        """The head's number, `sg`, `pl` or `sp` (same form in both); "" if unknown."""
        return self._as_noun.tag_among(*NUMBERS) if self._as_noun is not None else ""

    def as_noun(self, number: str, generate: Generate) -> str | None:
        """Return the phrase in this number, changing head and agreeing adjectives; None if a form is unknown."""
        if self.number in (number, "sp"):
            return self.text
        changed = {index: self._in_number(index, number, generate) for index in self._find_agreeing_words()}
        if not all(changed.values()):
            return None
        return self.with_words({index: form for index, form in changed.items() if form})

    def with_words(self, changed: Mapping[int, str]) -> str:
        """Return the phrase with other forms of some words. The text between words stays."""
        written, end = "", 0
        for index, word in enumerate(self.words):
            start = self.text.find(word.surface, end)
            if start < 0:
                return self.text
            written += self.text[end:start] + changed.get(index, word.surface)
            end = start + len(word.surface)
        return written + self.text[end:]

    def _find_agreeing_words(self) -> Sequence[int]:
        """Return the indexes of the head and of the words that agree with it in number."""
        if self.language == "en":
            return [self.head]
        found = [self.head]
        for index in range(self.head + 1, len(self.words)):
            word = self.words[index]
            if _is_only(word, _ENDS_NOUN_PHRASE) or not word.before.isspace():
                break
            if self._agrees(word):
                found.append(index)
        return [index for index in range(self.head) if self.words[index].of_kind("adj", "det")] + found

    def _agrees(self, word: AnalyzedWord) -> bool:
        reading = _adjectival(word) or _feminine(word)
        if reading is not None:
            gender = reading.tag_among(*GENDERS)
            return gender in ("", "mf", self.gender) or self.gender == "mf"
        return (
            not word.readings
            and word.surface.islower()
            and endings.gender_by_ending(word.surface, self.language) in ("", self.gender)
            and endings.is_adjective_by_ending(word.surface, self.language)
        )

    def _in_number(self, index: int, number: str, generate: Generate) -> str | None:
        word = self.words[index]
        reading = self._as_noun if index == self.head else _adjectival(word) or _feminine(word) or word.of_kind("det")
        old = reading.tag_among(*NUMBERS) if reading else ""
        if old == "sp":
            return word.surface
        if reading and old and (form := generate(str(reading.with_tag(old, number)))):
            return match_case(form, word.surface)
        return endings.plural(word.surface, self.language, self.gender) if number == "pl" else None


def match_case(form: str, surface: str) -> str:
    """Return a form with the capitalization of another form of the word."""
    if surface.isupper() and len(surface) > 1:
        return form.upper()
    return f"{form[:1].upper()}{form[1:]}" if surface[:1].isupper() else form


def _adjectival(word: AnalyzedWord) -> Reading | None:
    return word.of_kind("adj") or _participle(word)


def _participle(word: AnalyzedWord) -> Reading | None:
    return next((each for each in word.readings if each.kind in _VERBS and "pp" in each.tags), None)


def _feminine(word: AnalyzedWord) -> Reading | None:
    """Return the reading as the feminine form of a masculine noun. It agrees like an adjective: “persona usuaria”,
    “facture impayée”.
    """
    noun = word.of_kind("n")
    return noun if noun and noun.lemma.endswith(("o", "é")) and noun.tag_among("m", "f") == "f" else None


def _is_only(word: AnalyzedWord, kinds: Sequence[str]) -> bool:
    return bool(word.readings) and all(each.kind in kinds for each in word.readings)
