"""What is known about the words of a language, computed once and cached, for the search in translations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from termdesk.domain.language.articles import has_contraction, reduce_articles, without_first_article
from termdesk.domain.language.language import root
from termdesk.domain.matching.compounds import compound_heads, part_stem, without_umlauts
from termdesk.domain.matching.letters import OTHER_PLURALS, fold
from termdesk.domain.matching.term_keys import Lemmatize, Memo
from termdesk.domain.matching.tokens import Tokenizer, space_hyphens
from termdesk.domain.matching.verbs import SeparableVerb, forms_in_other_spelling, irregular_forms, separable_verb
from termdesk.domain.matching.word_classes import forms_of_participle

# Forms of one word have at least this many letters in common at their start, unless a list has them.
SHORTEST_STEM = 4

# Marks of labels and menu entries, which sentences do not have.
_FINAL_MARKS = ":.… "


class TargetWord(NamedTuple):
    """A word of a target, folded, and how its other forms are recognized."""

    folded: str
    # Its base form, and the one that it has as a noun if that differs.
    bases: Sequence[str]
    beginning: str
    # The plural that the list has for another word only; empty for most words.
    other_plural: str
    other_spellings: frozenset[str]
    irregular_forms: frozenset[str]
    # Matches the forms of a participle; None for other words.
    participles: re.Pattern[str] | None
    separable: SeparableVerb | None
    # The letters that compounds contain, without umlauts: those that end with the word, and those with it as any part.
    # Empty if there are none.
    head_stem: str
    part_stem: str


class KnownWords:
    """Cached properties of the words and phrases of a language."""

    def __init__(self, language: str, lemmatize: Lemmatize | None) -> None:
        self.language = root(language)
        self.heads = compound_heads(language) if lemmatize else None
        self.tokenizer = tokenizer = Tokenizer(language)
        # Folded base forms; without a list, a word is its own base form.
        self.base = base = Memo[str](lambda word: fold(lemmatize(word)) if lemmatize else word)
        # The word list has German nouns with a capital.
        self.has_noun_capitals = root(language) == "de" and lemmatize is not None
        self.base_of_noun = noun = Memo[str](lambda word: base[word.capitalize()])
        self.noun = noun if self.has_noun_capitals else base
        self.folded = Memo[str](fold)
        self.letters = Memo[str](without_umlauts)
        has_heads, nouns = self.heads is not None, self.noun
        self.target_words = Memo[TargetWord](
            lambda word: _target_word(word, language, {base[word], nouns[word]}, base[word], has_heads=has_heads)
        )
        # The folded target, with spaces for hyphens, if it consists of words with single spaces or hyphens in between;
        # otherwise an empty text.
        self.plain_targets = Memo[str](lambda phrase: _plain(phrase, tokenizer))
        # The folded words of a phrase, in each of its spellings.
        self.spellings_of = Memo[list[list[str]]](
            lambda phrase: [[fold(word) for word in words] for words in tokenizer.spellings(phrase)]
        )
        # A phrase without its article, or without the marks at its end: “la bomba”, “Name:”, “Open…”.
        self.core = Memo[str](lambda phrase: without_first_article(phrase, language) or _without_final_marks(phrase))
        # The folded words of a phrase without articles, and without those in prepositions; empty if it has neither.
        self.reduced = Memo[Sequence[str]](partial(_reduce, language, self.spellings_of))


def _target_word(word: str, language: str, bases: set[str], base: str, *, has_heads: bool) -> TargetWord:
    head_stem = without_umlauts(word[:SHORTEST_STEM]) if has_heads else ""
    return TargetWord(
        folded=word,
        bases=tuple(bases),
        beginning=word[:SHORTEST_STEM],
        other_plural=OTHER_PLURALS.get(word, ""),
        other_spellings=forms_in_other_spelling(word, language),
        irregular_forms=irregular_forms(word, language),
        participles=forms_of_participle(word, base, language),
        separable=separable_verb(word, language),
        head_stem=head_stem if len(head_stem) >= SHORTEST_STEM else "",
        part_stem=part_stem(word),
    )


def _reduce(language: str, spellings_of: Memo[list[list[str]]], phrase: str) -> Sequence[str]:
    words = spellings_of[phrase][0]
    reduced, indexes = reduce_articles(words, language)
    # What looks like an article at the start may be part of a name.
    is_part = indexes[:1] != [0] and not without_first_article(phrase, language)
    has_others = reduced != words or any(has_contraction(word, language) for word in words)
    return () if is_part or not has_others else reduced


def _without_final_marks(phrase: str) -> str:
    """The phrase without a colon or an ellipsis at its end; empty if it has none."""
    rest = phrase.rstrip(_FINAL_MARKS)
    is_label = phrase.endswith((":", "…", "..."))
    return rest if is_label and rest[-1:].isalnum() else ""


def _plain(phrase: str, tokenizer: Tokenizer) -> str:
    spelled = tokenizer.normalize(phrase)
    spaced = space_hyphens(spelled)
    # A hyphen beside an underscore is not between two words.
    has_signs = "_" in phrase and spaced != spelled
    return fold(spaced) if tokenizer.is_plain(spaced) and not has_signs else ""
