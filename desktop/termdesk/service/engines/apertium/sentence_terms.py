"""Carries all terms of a sentence through Apertium's stream, in one pass at each stage."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from termdesk.domain.language.capitals import in_capitals
from termdesk.service.engines.apertium import subject_agreement
from termdesk.service.engines.apertium.analyzed_phrase import AnalyzedPhrase, Generate, WordKind
from termdesk.service.engines.apertium.stream import escape, read_tags, write_tags
from termdesk.service.engines.apertium.subject_agreement import (
    Predicate,
    agree_with_subject,
    find_predicates_of_others,
    restore_genders,
)
from termdesk.service.engines.apertium.term_unit import TermUnit

# What the stream has after the mark of a term (analyzed), or after its lemma (looked up, transferred).
_ANALYZED = re.compile(r"[^<>$/^]*((?:<[^<>]+>)*)\$")
_LOOKED_UP = re.compile(r"((?:<[^<>]+>)*)(?:/[^$]*)?\$")
_TRANSFERRED = re.compile(r"((?:<[^<>]+>)*)([^$]*)\$")

# In French, these nouns need an article after a verb; after “il y a”, every noun does. In the stream, a tilde marks a
# word that is contracted with its neighbor.
_MASS_NOUNS = re.compile(
    "eau|beurre|limonade|vin|bière|viande|pain|farine|chance|huile|essence|carburant|gaz|air|vapeur|sable|gravier|béton|"
    "ciment|acier|bois|papier|encre|colle|peinture|graisse|oxygène|hydrogène|électricité"
)
_BEHIND_VERB = re.compile(r"\^[^<>$^]*<vb(?:lex|haver)>[^$^]*\$ $")
_BEHIND_THERE_IS = re.compile(r"\^y avoir<[^$^]*\$ (\^pas<adv>\$ )?$")


class TermLost(Exception):
    """A term was lost or changed in a stage."""


class CarriedUnit:
    """A term with everything that can be prepared before the pipeline is free for its sentence."""

    def __init__(self, unit: TermUnit, language: str, hidden: Mapping[int, str]) -> None:
        """`language` is that of the sentence; `hidden` maps special characters to their stand-ins."""
        self.unit = unit
        self.key = unit.key
        self.carrier = unit.carrier(language)
        self.mark, self.unknown = f"[{self.key}]^", f"^*{unit.placeholder}$"
        self.opening, self.unknown_key = f"^{self.key}", f"^*{self.key}$"
        self._language = language
        self._hidden = hidden
        # A noun whose number is known is written the same in every sentence, so it is prepared here.
        self.source = self.looked_up = self.target = ""
        if unit.kind is WordKind.NOUN and unit.number != "sp":
            tags = unit.source_tags((), language) or ()
            source = f"{unit.lemma}{write_tags(tags)}"
            self.source, self.looked_up = f"^{source}$", f"^{source}/@{source}$"
            self.target = f"^{source}/{unit.lemma}{write_tags(unit.target_tags(tags))}$"
        self.may_have_article = unit.kind is WordKind.NOUN and unit.phrase.language == "fr"
        # Whether predicates must be told which gender they have.
        has_predicates = unit.kind is WordKind.NOUN and language in subject_agreement.LANGUAGES
        self.may_change_gender = has_predicates and {unit.source_gender, unit.gender} == {"m", "f"}
        self._form = self.write(unit.form, is_capital=unit.is_capital) if unit.form else ""

    def in_source(self, tags: str) -> str:
        """Return the term as a source unit, given the analyzed tags. Raises TermLost if the tags do not fit."""
        if self.source:
            return self.source
        source_tags = self.unit.source_tags(read_tags(tags), self._language)
        if source_tags is None:
            raise TermLost
        return f"^{self.unit.lemma}{write_tags(source_tags)}$"

    def form(self, tags: str, rest: str, generate: Generate, *, is_capital: bool) -> str:
        """Return the term's form for these tags, for the stream. Raises TermLost if the generator lacks the form."""
        if self.unit.singular and "<sg>" in tags:
            return self.write(self.unit.singular, is_capital=is_capital)
        if self._form and is_capital == self.unit.is_capital:
            return self._form
        form = self.unit.form_in(read_tags(tags), rest, generate)
        if form is None:
            raise TermLost
        return self.write(form, is_capital=is_capital)

    def write(self, form: str, *, is_capital: bool) -> str:
        """Return a form as written in the stream."""
        if self.unit.is_in_capitals:
            form = in_capitals(form, self.unit.phrase.language)
        elif is_capital and form.partition(" ")[0].islower():
            form = f"{form[:1].upper()}{form[1:]}"
        marked = f"{self.unit.placeholder}{form.lower()}" if self.unit.is_marked else form
        return _mark_contractions(escape(marked.translate(self._hidden)), self.unit.phrase)


class SentenceTerms:
    """The terms whose placeholders occur in a sentence, each once."""

    def __init__(self, terms: Sequence[CarriedUnit]) -> None:
        self._terms = terms
        self._forms: list[tuple[str, str]] = []
        self._predicates: list[Predicate] = []

    def insert_carriers(self, sentence: str) -> str:
        """Return the sentence for the analyzer: each placeholder is replaced by a word of the term's part of speech."""
        for term in self._terms:
            sentence = sentence.replace(term.unit.placeholder, term.carrier)
        return sentence

    def in_source(self, stream: str) -> str:
        """Return the analyzed sentence with the terms as units. Raises TermLost if the analyzer lost one."""
        for term in self._terms:
            before, found, rest = stream.partition(term.mark)
            match = _ANALYZED.match(rest) if found else None
            if not found:
                before, found, rest = stream.partition(term.unknown)
            if not found or term.mark in rest or term.unknown in rest:
                raise TermLost
            tags, end = (match[1], match.end()) if match else ("", 0)
            stream = f"{before}{term.in_source(tags)}{rest[end:]}"
        return stream

    def in_target(self, stream: str) -> str:
        """Return the stream after the lookup, with the target tags of each term added to the source tags."""
        self._predicates = []
        for term in self._terms:
            if term.looked_up and term.looked_up in stream:
                stream = stream.replace(term.looked_up, term.target)
                continue
            before, lemma, rest = _cut_at(stream, term.key)
            if match := _LOOKED_UP.match(rest) if lemma else None:
                tags = match[1]
                target = write_tags(term.unit.target_tags(read_tags(tags)))
                stream = f"{before}{lemma}{tags}/{lemma[1:]}{target}${rest[match.end() :]}"
        # One term may be an attribute of another, so all must have their genders.
        for term in filter(lambda each: each.may_change_gender, self._terms):
            stream = self._agree(term, stream)
        return stream

    def _agree(self, term: CarriedUnit, stream: str) -> str:
        """Return the stream after the lookup with the predicates of a term in its gender.

        The predicates of other nouns, to which the transfer would give it, are kept for `read_results`.
        """
        unit = term.unit
        self._predicates += find_predicates_of_others(stream, unit.key, target_gender=unit.gender)
        return agree_with_subject(stream, unit.key, source_gender=unit.source_gender, target_gender=unit.gender)

    def read_results(self, stream: str, generate: Generate) -> str:
        """Return the stream before generation, with terms as unknown words; their forms are kept for `put_forms`.

        Raises TermLost if a term does not occur exactly once, or has no such form.
        """
        stream = restore_genders(stream, self._predicates)
        self._forms, transferred = [], stream
        for term in self._terms:
            before, lemma, rest = _cut_at(stream, term.key)
            match = _TRANSFERRED.match(rest) if lemma else None
            if match is None or term.opening in rest.lower():
                raise TermLost
            tags, behind = match.groups()
            form = term.form(tags, behind, generate, is_capital=lemma[1].isupper())
            if term.may_have_article:
                form = f"{_article(tags, _cut_at(transferred, term.key)[0], term.unit.phrase.text)}{form}"
            self._forms.append((term.key, form))
            stream = f"{before}{term.unknown_key}{rest[match.end() :]}"
        return stream

    def put_forms(self, text: str) -> str:
        """Return the generated text with the terms' forms in place."""
        for key, form in self._forms:
            text = text.replace(f"*{key}", form).replace(key, form)
        return text


def _cut_at(stream: str, key: str) -> tuple[str, str, str]:
    """Split at a lemma in any case: the text before, the caret and lemma, the text after; no lemma if it is lost."""
    for write in (str, str.capitalize, str.upper):
        parts = stream.partition(f"^{write(key)}")
        if parts[1]:
            return parts
    start = stream.lower().find(f"^{key}")
    end = start + 1 + len(key)
    # Some letters become two characters in lower case, which shifts positions.
    is_found = start >= 0 and stream[start + 1 : end].lower() == key
    return (stream[:start], stream[start:end], stream[end:]) if is_found else (stream, "", "")


def _article(tags: str, before: str, noun: str) -> str:
    """Return the French partitive article of mass nouns, as in “il y a de l'eau”; empty where there is none."""
    there_is = _BEHIND_THERE_IS.search(before)
    if there_is and there_is.group(1):
        return "~de "
    if there_is or (_MASS_NOUNS.fullmatch(noun) and _BEHIND_VERB.search(before)):
        return f"~de ~{'les' if '<pl>' in tags else 'la' if '<f>' in tags else 'le'} "
    return ""


def _mark_contractions(form: str, phrase: AnalyzedPhrase) -> str:
    """Put a tilde before each word that the last stage contracts with its neighbor: “de el” becomes “del”."""
    if phrase.ends_with_preposition:
        before, blank, last = form.rpartition(" ")
        form = f"{before}{blank}~{last}"
    # The generators of other languages contract words without a mark.
    return f"~{form}" if phrase.opens_with_article and phrase.language in ("fr", "it") else form
