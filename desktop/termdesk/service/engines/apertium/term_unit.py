"""A term as a word of Apertium's stream, from its place in a sentence to its form in the translation.

    the sentence              Replace the [zqxaaj]cities.               an ordinary noun in the term's place, marked
    after the analysis        ^zqxaaj<n><pl>$                           `source_tags`
    after the lookup          ^zqxaaj<n><pl>/zqxaaj<n><f><pl>$          `target_tags`
    after the transfer        ^*zqxaaj$, its tags are read              `form_in`
    after the generation      bombas de combustible                     `form`

So articles, adjectives and verbs around the term agree with it, although no Apertium dictionary contains it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from termdesk.service.engines.apertium import endings
from termdesk.service.engines.apertium.analyzed_phrase import (
    GENDERS,
    NUMBERS,
    AnalyzedPhrase,
    Generate,
    WordKind,
    match_case,
)
from termdesk.service.engines.apertium.stream import AnalyzedWord, Reading, escape, write_tags

# Words for which the analyzers have only one reading: nouns by gender and number, and an adjective.
_NOUNS = {
    "en": {"sg": "city", "pl": "cities"},
    "es": {"m sg": "árbol", "m pl": "árboles", "f sg": "ciudad", "f pl": "ciudades"},
    "pt": {"m sg": "papel", "m pl": "papéis", "f sg": "cidade", "f pl": "cidades"},
    "fr": {"m sg": "arbre", "m pl": "arbres", "f sg": "ville", "f pl": "villes"},
    "it": {"m sg": "albero", "m pl": "alberi", "f sg": "casa", "f pl": "case"},
}
_ADJECTIVES = {"en": "beautiful"}
# Words of the pivot language for terms whose form depends on the context. Each follows the term's placeholder and is
# inflected there.
_BETWEEN = {
    WordKind.VERB: AnalyzedWord("", "recibir", (Reading("recibir", ("vblex", "inf")),)),
    WordKind.ADJECTIVE: AnalyzedWord("", "peligroso", (Reading("peligroso", ("adj", "m", "sg")),)),
}
PIVOT = "es"


@dataclass(frozen=True, slots=True)
class TermUnit:
    """A term in one sentence. `placeholder`, in capitals, represents it.

    `singular` replaces a plural `form` if the transfer makes the term singular, as Spanish does after “no”; "" if there
    is no such form.

    `number` and `gender` are the target's; `number` is `sp` if the word in the text has the same form in both numbers.
    `source_gender` is the gender of the term in the text. `form` replaces a noun or an adverb; it is "" if the form
    depends on the place. `is_sure`: no part of its grammar was guessed. `is_marked`: its placeholder is put before its
    form.

    The rest is for `TermPlace`, which examines the words around a term. `may_be_other_kind`: the words in the text may
    have another part of speech. `may_be_participle`: they may be a participle, although the term is a noun.
    `is_in_other_number`: the term's number differs from theirs. For verbs: `is_base_form` and `is_participle` describe
    the form in the text; `has_object`: it has its own object, so a following object does not fit; `loses_object`: the
    text has an object that the target lacks.
    """

    placeholder: str
    kind: WordKind
    phrase: AnalyzedPhrase
    surface: str
    form: str
    singular: str = ""
    number: str = "sg"
    gender: str = ""
    source_gender: str = "m"
    is_capital: bool = False
    is_in_capitals: bool = False
    is_sure: bool = True
    is_marked: bool = False
    may_be_other_kind: bool = False
    may_be_participle: bool = False
    is_in_other_number: bool = False
    is_base_form: bool = False
    is_participle: bool = False
    has_object: bool = False
    loses_object: bool = False

    @property
    def key(self) -> str:
        """The placeholder as a lemma."""
        return self.placeholder.lower()

    @property
    def lemma(self) -> str:
        """The lemma, capitalized if the term is capitalized in the text."""
        return self.key.capitalize() if self.is_capital else self.key

    def through_pivot(self) -> TermUnit:
        """Return this term for translation into the pivot language, where its placeholder represents it, too.

        The text after the placeholder shows the term's form: a common verb has the tense and person of a verb, a common
        adjective has the gender and number of an adjective, and “sg” or “pl” is the number of a noun with one form for
        both.
        """
        between = _BETWEEN.get(self.kind)
        if between and not self.form:
            phrase = AnalyzedPhrase(between.surface, PIVOT, (between,))
            return replace(self, phrase=phrase, is_marked=True)
        phrase, is_open = AnalyzedPhrase(self.placeholder, PIVOT, ()), self.number == "sp"
        singular = f"{self.placeholder}sg" if self.singular else ""
        form, gender = "" if is_open else self.placeholder, self.gender or "m"
        return replace(
            self, phrase=phrase, form=form, singular=singular, gender=gender, is_capital=False, is_marked=is_open
        )

    def carrier(self, language: str) -> str:
        """Return what the analyzer reads instead of the term: a word of its kind, or else the placeholder."""
        if self.kind is WordKind.NOUN and self.number == "sp":
            word = self.surface
        elif self.kind is WordKind.NOUN:
            key = self.number if language == "en" else f"{self.source_gender} {self.number}"
            word = _NOUNS[language][key]
        elif self.kind is WordKind.ADJECTIVE:
            word = _ADJECTIVES.get(language, self.surface)
        elif self.kind is WordKind.VERB:
            word = self.surface
        else:
            word = ""
        if not word or " " in word:
            return self.placeholder
        return f"[{self.key}]{escape(match_case(word, 'X') if self.is_capital else word.lower())}"

    def source_tags(self, found: tuple[str, ...], language: str) -> tuple[str, ...] | None:
        """Return the term's tags for the analyzed sentence. `found` are the tags of the word that the analyzer read
        instead; None if they do not fit.
        """
        is_of_kind = found[:1] == (self.kind.value,)
        if self.kind is WordKind.NOUN:
            # The gender in the text, with which the words around it agree. Transfer rules compare it with the target's
            # gender.
            number = self.number
            if number == "sp" and is_of_kind:
                number = Reading("", found).tag_among(*NUMBERS) or number
            return ("n", *([] if language == "en" else [self.source_gender]), number)
        if self.kind is WordKind.VERB:
            return found if is_of_kind else None
        if self.kind is WordKind.ADJECTIVE:
            return found if is_of_kind else ("adj",) if language == "en" else ("adj", "m", "sg")
        return ("adv",)

    def target_tags(self, source: tuple[str, ...]) -> tuple[str, ...]:
        """Return its tags in the target language."""
        is_english = self.phrase.language == "en"
        if self.kind is WordKind.NOUN:
            # A word of both genders takes the source's gender. English has no gender: with `GD`, the transfer rules
            # determine it.
            source_gender = Reading("", source).tag_among("m", "f")
            gender = () if is_english else (self.gender if self.gender in ("m", "f") else source_gender or "GD",)
            number = Reading("", source).tag_among("sg", "pl") or "ND" if self.number == "sp" else self.number
            return ("n", *gender, number)
        if self.kind is WordKind.ADJECTIVE:
            rest = tuple(tag for tag in source[1:] if tag in (*GENDERS, *NUMBERS))
            if is_english:
                return ("adj",)
            is_alike = self.phrase.adjective is not None and "mf" in self.phrase.adjective.tags
            if is_alike:
                return ("adj", "mf", *rest[1:])
            return ("adj", *(["GD", *rest[1:]] if rest[:1] == ("mf",) else rest))
        return source

    def form_in(self, tags: tuple[str, ...], rest: str, generate: Generate) -> str | None:
        """Return its form for these tags; None if the generator does not know it."""
        if self.form:
            return self.form
        if self.kind is WordKind.NOUN:
            number = Reading("", tags).tag_among("sg", "pl") or "sg"
            return number if self.is_marked else self.phrase.as_noun(number, generate) or self.phrase.text
        if self.kind is WordKind.VERB and self.phrase.verb:
            lemma = self.phrase.verb
            first = generate(f"{lemma.lemma}{write_tags((lemma.kind, *tags[1:]))}{lemma.rest}{rest}")
            return first and self.phrase.with_words({0: first})
        gender, number = Reading("", tags).tag_among("m", "f"), Reading("", tags).tag_among("sg", "pl")
        known = self.phrase.adjective
        if self.phrase.language == "en":
            return self.phrase.text
        if known is not None:
            agreeing = known.with_tag(known.tag_among(*NUMBERS), number or "sg")
            if "mf" not in known.tags:
                agreeing = agreeing.with_tag(known.tag_among(*GENDERS), gender or "m")
            if form := generate(str(agreeing)):
                position = self.phrase.adjective_place or 0
                return self.phrase.with_words({position: match_case(form, self.phrase.words[position].surface)})
        return endings.adjective(self.phrase.text, self.phrase.language, gender, number)


def leave_pivot(text: str, units: Sequence[TermUnit]) -> tuple[str, list[TermUnit]]:
    """Return a text in the pivot language, and its terms for translation out of it."""
    found = []
    for unit in units:
        has_word = unit.kind in _BETWEEN and not unit.form
        # Match only the marked word: another word may follow without a space.
        form = r"\w+" if has_word else "sg|pl"
        is_open = has_word or unit.number == "sp" or bool(unit.singular)
        mark = re.search(f"{unit.placeholder}({form})", text) if is_open else None
        if mark:
            text = text.replace(mark.group(), unit.placeholder)
        gender = unit.gender if unit.gender in ("m", "f") else "m"
        opens = text.lstrip(" \"'«“‘([¿¡").startswith(unit.placeholder)
        unit = replace(unit, surface="", source_gender=gender, is_capital=unit.is_capital and opens)
        if mark and unit.singular:
            unit = replace(unit, form=unit.singular, singular="", number="sg")
        elif mark:
            unit = replace(unit, surface=mark.group(1)) if has_word else replace(unit, number=mark.group(1))
        found.append(unit)
    return text, found
