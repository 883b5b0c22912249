"""Determines the grammar of glossary terms with the analyzers of their languages."""

from __future__ import annotations

import re
import threading
import time
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path

from termdesk.domain.language.language import root
from termdesk.domain.matching.terms import Exactness
from termdesk.service.child_errors import ErrorTail
from termdesk.service.engines.apertium import endings, modes
from termdesk.service.engines.apertium.analyzed_phrase import NOUNS, NUMBERS, AnalyzedPhrase, Generate, WordKind
from termdesk.service.engines.apertium.process_chain import ProcessChain
from termdesk.service.engines.apertium.stream import AnalyzedWord, escape, read_words
from termdesk.service.engines.apertium.term_place import TermPlace
from termdesk.service.engines.apertium.term_unit import TermUnit
from termdesk.service.engines.placeholders import CarriedTerm

SECONDS_A_PHRASE = 5.0
_PHRASES_KEPT = 20_000
# Two forms written as one, with which no other word can agree: usuario/a, Pumpe(n), alumnos (m).
_VARIANTS = re.compile(r"[^\W\d_]\([^\W\d_]+\)|[^\W\d_]{3,}/-?[^\W\d_A-Z]|[(\[][^\W\d_]{1,4}\.?[)\]]$")
_BASE_FORM = "receive"
# Words with this many equal letters at the start have the same origin: artista, artiste.
_ALIKE = 4
_AS_IN_GLOSSARY = (Exactness.EXACT, Exactness.OTHER_CASE, Exactness.OTHER_HYPHEN)


class PhraseAnalyzer:
    """The running analyzer of one language. Thread-safe."""

    def __init__(self, language: str, mode: Path) -> None:
        self._language = language
        self._chain = ProcessChain([modes.analyzer(mode)])
        self._known: OrderedDict[str, AnalyzedPhrase] = OrderedDict()
        self._lock = threading.Lock()
        self._errors: ErrorTail | None = None

    @property
    def is_running(self) -> bool:
        """Whether the process of the analyzer is running."""
        return self._chain.is_running

    def start(self) -> None:
        """Start the analyzer; do not wait until it has read its dictionary.

        `analyze` starts it on demand. Raises OSError.
        """
        with self._lock:
            if not self._chain.is_running:
                self._start()

    def analyze(self, phrase: str) -> AnalyzedPhrase:
        """Analyze a phrase. Raises OSError or TimeoutError if the analyzer fails."""
        with self._lock:
            known = self._known.pop(phrase, None) or self._analyze(phrase)
            self._known[phrase] = known
            while len(self._known) > _PHRASES_KEPT:
                self._known.popitem(last=False)
            return known

    def _analyze(self, phrase: str) -> AnalyzedPhrase:
        try:
            if not self._chain.is_running:
                self._start()
            stream = self._chain.ask(f"{escape(phrase)}[]", time.monotonic() + SECONDS_A_PHRASE)
        except (OSError, TimeoutError):
            self._end()
            raise
        return AnalyzedPhrase(phrase, self._language, tuple(read_words(stream)))

    def _start(self) -> None:
        self._errors = ErrorTail()
        self._chain.start(self._errors.descriptor)
        self._errors.follow()

    def close(self) -> None:
        """End the analyzer; it restarts on demand."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        self._chain.end()
        if self._errors is not None:
            self._errors.finish()
            self._errors = None


class TermGrammar:
    """Determines the grammar of terms from one language to another."""

    def __init__(self, source: PhraseAnalyzer, target: PhraseAnalyzer, *, languages: tuple[str, str]) -> None:
        self._source = source
        self._target = target
        self._source_language, self._target_language = languages
        self._known: dict[tuple[str | bool, ...], TermUnit | None] = {}

    def unit(self, carried: CarriedTerm, generate: Generate) -> TermUnit | None:
        """Return a term as a unit of the stream. Raises as `analyze` does.

        None if its translation has no words; it is then carried as an unknown word.
        """
        # Cached, because the same term may occur in every sentence of a text.
        hit, is_capital, is_in_capitals = carried.hit, carried.opens_with_capital, carried.is_in_capitals
        key = hit.source, hit.target, hit.exactness, carried.written, carried.placeholder, is_capital, is_in_capitals
        try:
            return self._known[key]
        except KeyError:
            unit = self._find_unit(carried, generate)
        if len(self._known) >= _PHRASES_KEPT:
            self._known.clear()
        known = self._known[key] = unit and replace(unit, is_capital=is_capital, is_in_capitals=is_in_capitals)
        return known

    def agrees(self, unit: TermUnit, sentence: str) -> bool:
        """Whether the words around the term's placeholder surely agree with the term. Raises as `analyze` does."""
        if not unit.is_sure:
            return False
        return TermPlace.of(unit, sentence, self._source_language).agrees(unit, self._is_adjective)

    def _is_adjective(self, word: str) -> bool:
        [first, *_] = self._source.analyze(word.casefold()).words or [AnalyzedWord("", word, ())]
        return _is_adjective(first)

    def _find_unit(self, carried: CarriedTerm, generate: Generate) -> TermUnit | None:
        hit = carried.hit
        target = self._target.analyze(hit.target)
        found, entry = self._source.analyze(carried.written), self._source.analyze(hit.source)
        if not target.words:
            return None
        kind = _kind(found, entry, target)
        surface = _verb_carrier(found) if kind is WordKind.VERB else carried.written
        is_verb = kind is WordKind.VERB
        unit = TermUnit(
            carried.placeholder,
            kind,
            target,
            surface,
            form=hit.target,
            is_sure=_VARIANTS.search(hit.target) is None
            and not _has_other_parts(found, entry, kind)
            and not (kind is WordKind.NOUN and _is_no_noun(target) and not _is_feminine_noun(entry, target)),
            may_be_other_kind=_may_be_other_kind(found, entry, target, kind),
            may_be_participle=len(found.words) == 1 and _is_participle(found),
            is_base_form=is_verb and surface == _BASE_FORM,
            is_participle=is_verb and _is_participle(found),
            has_object=is_verb and _has_object(found, target),
            loses_object=is_verb and len(found.words) > 1 and len(target.words) == 1,
        )
        if kind is WordKind.NOUN:
            return self._noun(unit, found, entry, is_as_in_glossary=hit.exactness in _AS_IN_GLOSSARY, generate=generate)
        return unit if kind is WordKind.ADVERB or _is_prepositional(target) else replace(unit, form="")

    def _noun(
        self,
        unit: TermUnit,
        found: AnalyzedPhrase,
        entry: AnalyzedPhrase,
        *,
        is_as_in_glossary: bool,
        generate: Generate,
    ) -> TermUnit:
        target = unit.phrase
        was, number = _number(entry, found, ""), _number(found, entry, "sg")
        own = target.number if target.number in ("sg", "pl") else _number_by_ending(target) or was or "sg"
        form: str | None = target.text
        if target.number == "sg" and _is_of_both_numbers(found):
            number = "sp"
        elif is_as_in_glossary or was == number:
            number = number if target.number == "sp" else own
        else:
            form = target.as_noun(number, generate)
        gender = target.gender
        is_sure = unit.is_sure and form is not None and (bool(gender) or self._target_language == "en")
        if gender == "mf" and found.gender == "f" and found.text[:_ALIKE].casefold() != target.text[:_ALIKE].casefold():
            # Words that start alike usually mean a person, whose gender the text shows (artista, artiste). Other words
            # may mean a thing, whose gender is unknown.
            is_sure = False
        if target.may_be_other_gender:
            is_sure = False
        source_gender = found.gender if found.gender in ("m", "f") else "m"
        return replace(
            unit,
            form="" if number == "sp" and target.number == "sg" else form or target.text,
            singular=target.text if number == "pl" and own == "sg" else "",
            number=number,
            gender=gender or ("" if self._target_language == "en" else "m"),
            source_gender=source_gender,
            is_sure=is_sure,
            # The words around it keep the number that they have in the text.
            is_in_other_number=_is_in_other_number(_number_by_ending(found), number, found.language)
            and not _has_both_numbers(target),
        )


def grammar_of(source: str, target: str) -> bool:
    """Whether the grammar of a pair is supported: its tags, and the endings of its words."""
    return {root(source), root(target)} <= endings.LANGUAGES


def _is_adjective(word: AnalyzedWord) -> bool:
    """Whether all readings of a word are adjectives."""
    return bool(word.readings) and all(each.kind == WordKind.ADJECTIVE for each in word.readings)


def _kind(found: AnalyzedPhrase, entry: AnalyzedPhrase, target: AnalyzedPhrase) -> WordKind:
    """Return the part of speech that both sides can have, or else the target's."""
    source = _kinds(found)
    # Prefer the parts of speech that the glossary's form can have, too. A verb in the glossary is then a verb in the
    # text, even if its participle could be an adjective.
    source = source & _kinds(entry) or source
    is_open = found.language == "en" and len(found.words) == 1 and source <= {WordKind.NOUN}
    if _is_prepositional(target) and (WordKind.ADJECTIVE in source or is_open):
        return WordKind.ADJECTIVE
    if target.kinds:
        other = WordKind.NOUN if _is_feminine_noun(entry, target) else target.kinds[0]
        return next((kind for kind in target.kinds if kind in source), other)
    is_adjective = target.is_adjective_by_ending or (found.is_adjective_by_ending and len(target.words) == 1)
    is_noun = found.noun is not None
    is_only_adjective = WordKind.ADJECTIVE in source and not is_noun and len(target.words) == 1
    if is_only_adjective or (is_adjective and not (is_noun and len(found.words) > 1) and WordKind.NOUN not in source):
        return WordKind.ADJECTIVE
    return WordKind.NOUN


def _kinds(phrase: AnalyzedPhrase) -> set[WordKind]:
    """Return the possible parts of speech of a single word, in any form."""
    kinds = set(phrase.kinds) if len(phrase.words) == 1 else set()
    if len(phrase.words) == 1 and phrase.words[0].of_kind(WordKind.VERB):
        kinds.add(WordKind.VERB)
    return kinds


def _may_be_other_kind(found: AnalyzedPhrase, entry: AnalyzedPhrase, target: AnalyzedPhrase, kind: WordKind) -> bool:
    """Whether the words in the text may have another part of speech than `kind`.

    For several words this is usually unknown.
    """
    if len(found.words) != 1:
        is_noun = kind is WordKind.NOUN and found.language == "en" and found.words
        return bool(is_noun and found.head == len(found.words) - 1 and _is_adjective(found.words[-1]))
    [word] = found.words
    if not word.readings:
        is_open = WordKind.ADJECTIVE in target.kinds or not target.kinds
        is_open = is_open and found.language == "en" and not found.is_adjective_by_ending
        is_verb = endings.is_infinitive_by_ending(found.text, found.language)
        return (kind is WordKind.NOUN and (is_open or is_verb)) or (
            _is_prepositional(target) and found.language == "en"
        )
    if kind is WordKind.ADJECTIVE:
        return _is_prepositional(target) and kind not in found.kinds
    if kind is WordKind.VERB:
        return word.of_kind(WordKind.VERB) is None
    if kind is not WordKind.NOUN:
        return False
    is_gerund = found.text.casefold().endswith("ing") and not entry.text.casefold().endswith("ing")
    is_both = {WordKind.NOUN, WordKind.ADJECTIVE} <= _readings(word) and _is_of_both_kinds(target)
    if found.language == "en":
        return is_both or is_gerund or word.of_kind(*NOUNS, WordKind.ADJECTIVE) is None
    return kind not in found.kinds


def _has_other_parts(found: AnalyzedPhrase, entry: AnalyzedPhrase, kind: WordKind) -> bool:
    """Whether the text has another form of a word that is not the head, such as “documents” in “prints documents”.

    This matters for English phrases, and for verbs in all languages.
    """
    if not 1 < len(found.words) == len(entry.words) or (found.language != "en" and kind is not WordKind.VERB):
        return False
    pairs = zip(found.words, entry.words, strict=True)
    differing = {number for number, (one, two) in enumerate(pairs) if one.surface.casefold() != two.surface.casefold()}
    return bool(differing - {0 if kind is WordKind.VERB else found.head})


def _readings(word: AnalyzedWord) -> set[str]:
    return {each.kind for each in word.readings}


def _is_of_both_kinds(target: AnalyzedPhrase) -> bool:
    """Whether the phrase is one word that can be both a noun and an adjective."""
    return len(target.words) == 1 and {WordKind.NOUN, WordKind.ADJECTIVE} <= _readings(target.words[0])


def _is_no_noun(target: AnalyzedPhrase) -> bool:
    """Whether the phrase is one word that is surely not a noun.

    Such a word is known as an adjective only, or it is unknown and ends like an infinitive (but not like “boîtier”).
    """
    if len(target.words) != 1:
        return False
    [word] = target.words
    if not word.readings:
        is_infinitive = endings.is_infinitive_by_ending(target.text, target.language)
        return is_infinitive and not target.text.endswith(("ier", "oir"))
    return word.of_kind(*NOUNS) is None and target.adjective is not None


def _is_feminine_noun(entry: AnalyzedPhrase, target: AnalyzedPhrase) -> bool:
    """Whether the phrase is a noun although it is only known as a feminine participle: “puesta en marcha”.

    A glossary would have the masculine form of an adjective, unless its source is an adjective, too.
    """
    return target.gender == "f" and target.adjective is not None and WordKind.ADJECTIVE not in _kinds(entry)


def _is_participle(phrase: AnalyzedPhrase) -> bool:
    readings = phrase.words[0].readings if phrase.words else ()
    return any("pp" in each.tags for each in readings)


def _has_object(found: AnalyzedPhrase, target: AnalyzedPhrase) -> bool:
    """Whether the verb has its object within the term, as in “iniciar sesión” or “edit document”.

    If the source language is not English, this counts only where the source is a single word.
    """
    if found.language == "en" and len(found.words) > 1 and found.words[-1].of_kind(*NOUNS):
        return True
    has_own = len(target.words) > 1 and target.words[1].of_kind(*NOUNS) is not None
    return has_own and (found.language == "en" or len(found.words) == 1)


def _number_by_ending(phrase: AnalyzedPhrase) -> str:
    """Return the number of a phrase; for a single unknown word, a plural is recognized by its ending."""
    if phrase.number or len(phrase.words) != 1:
        return phrase.number
    return "pl" if endings.is_plural_by_ending(phrase.words[0].surface, phrase.language) else ""


def _is_in_other_number(found: str, number: str, source_language: str) -> bool:
    """Whether the words around a term have another number than the term.

    Not for an English plural with a singular translation, because the verb after it takes the term's number.
    """
    return {found, number} == {"sg", "pl"} and (source_language != "en" or number == "pl")


def _is_of_both_numbers(phrase: AnalyzedPhrase) -> bool:
    """Whether a word has the same form in singular and plural: dosis, aircraft."""
    numbers = {each.tag_among(*NUMBERS) for word in phrase.words for each in word.readings if each.kind == "n"}
    return len(phrase.words) == 1 and ("sp" in numbers or {"sg", "pl"} <= numbers)


def _has_both_numbers(phrase: AnalyzedPhrase) -> bool:
    """Whether the word is a collective noun, used with words in singular and plural: data."""
    return _is_of_both_numbers(phrase) and not phrase.text.endswith("s")


def _is_prepositional(phrase: AnalyzedPhrase) -> bool:
    """Whether the phrase is a preposition with a noun, like “sans fil”: an adjective that is not inflected."""
    return len(phrase.words) > 1 and phrase.kinds == (WordKind.ADVERB,)


def _verb_carrier(found: AnalyzedPhrase) -> str:
    """Return the verb that the analyzer reads instead of the term, in the form that the text has.

    For English it is a form of “receive”, which can only be read as a verb.
    """
    [first, *_] = found.words or [AnalyzedWord("", found.text, ())]
    if found.language != "en":
        return first.surface
    verb = first.of_kind(WordKind.VERB)
    tags = set(verb.tags) if verb else set()
    word = first.surface.casefold() if not verb else ""
    if "p3" in tags or word.endswith("s"):
        return "receives"
    if tags & {"past", "pp"} or word.endswith("ed"):
        return "received"
    return "receiving" if tags & {"ger", "pprs", "subs"} or word.endswith("ing") else _BASE_FORM


def _number(phrase: AnalyzedPhrase, other: AnalyzedPhrase, unknown: str) -> str:
    """Return the number of a phrase; `unknown` if nothing shows it.

    If the analysis lacks it, compare the phrase with `other`, its other form: an -s at the end of only one of them
    marks the plural.
    """
    if phrase.number in ("sg", "pl"):
        return phrase.number
    one, two = phrase.text.casefold(), other.text.casefold()
    if one.endswith("s") and not two.endswith("s"):
        return "pl"
    if two.endswith("s") and not one.endswith("s"):
        return "sg"
    return unknown
