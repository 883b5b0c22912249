"""Confirmed translations, in memory for the engines and permanently in the store.

Only exactly the same text gets a confirmed translation; a merely similar text may mean the opposite. The sentences of a
confirmed text were not confirmed one by one, so they are only offered as near matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rapidfuzz import process as fuzzy
from rapidfuzz.distance import Indel

from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.similarity.same_text import same_text_key
from termdesk.service.engines.sentences import segments
from termdesk.service.store import ConfirmedSentence, Store

MOST_NEAR_MATCHES = 5
LEAST_SIMILARITY = 0.7
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class NearMatch:
    """A confirmed text with its similarity to another, 0 to 1. It is offered to the user, never used automatically."""

    source: str
    target: str
    similarity: float


class _Sentence(NamedTuple):
    source: str
    target: str
    text_key: str


@dataclass(slots=True)
class _KnownTexts:
    """The confirmed texts of a pair by key, oldest first, and the sentences of those texts."""

    texts: dict[str, tuple[str, str]] = field(default_factory=dict)
    sentences: dict[str, _Sentence] = field(default_factory=dict)
    # The keys of a text's sentences, by the key of the text. Some of the sentences may belong to a later text now.
    keys_of_text: dict[str, set[str]] = field(default_factory=dict)

    def add_sentence(self, sentence: _Sentence) -> None:
        key = same_text_key(sentence.source)
        self.sentences[key] = sentence
        self.keys_of_text.setdefault(sentence.text_key, set()).add(key)

    def forget_sentences_of(self, text_key: str) -> None:
        for key in self.keys_of_text.pop(text_key, ()):
            # Keep the sentence if it belongs to a later text now.
            if key in self.sentences and self.sentences[key].text_key == text_key:
                del self.sentences[key]

    def all(self) -> dict[str, tuple[str, str]]:
        # Copy first: a search in a thread continues while something else is confirmed.
        sentences, texts = self.sentences.copy(), self.texts.copy()
        return {key: (each.source, each.target) for key, each in sentences.items()} | texts


class ConfirmedMemory:
    """The confirmed translations by pair. Variants of a source language are read as their root."""

    def __init__(
        self,
        confirmed: Mapping[LanguagePair, Mapping[str, str]],
        sentences: Mapping[LanguagePair, Iterable[ConfirmedSentence]] | None = None,
    ) -> None:
        self._known: dict[LanguagePair, _KnownTexts] = {}
        for pair, texts in confirmed.items():
            for source, target in texts.items():
                self.add(pair, source, target)
        for pair, found in (sentences or {}).items():
            self._add_sentences(pair, found)

    @classmethod
    async def read(cls, store: Store) -> ConfirmedMemory:
        """Load everything that was confirmed from the store."""
        return cls(await store.read_confirmed_translations(), await store.read_confirmed_sentences())

    def pairs(self) -> frozenset[LanguagePair]:
        """Return the pairs that have confirmed texts."""
        return frozenset(pair for pair, known in self._known.items() if known.texts)

    def add(self, pair: LanguagePair, source: str, target: str, sentences: Sequence[tuple[str, str]] = ()) -> None:
        """Add a confirmed text with its sentences, replacing what was known about the text before."""
        known = self._known.setdefault(memory_pair(pair), _KnownTexts())
        text_key = same_text_key(source)
        known.texts.pop(text_key, None)
        known.texts[text_key] = (source, target)
        known.forget_sentences_of(text_key)
        self._add_sentences(pair, [ConfirmedSentence(*each, source) for each in sentences])

    def _add_sentences(self, pair: LanguagePair, sentences: Iterable[ConfirmedSentence]) -> None:
        known = self._known.setdefault(memory_pair(pair), _KnownTexts())
        for sentence in sentences:
            text_key = same_text_key(sentence.text)
            # When a text is confirmed again with other typography, its old sentences are still in the store.
            if known.texts.get(text_key, ("",))[0] == sentence.text:
                known.add_sentence(_Sentence(sentence.source, sentence.target, text_key))

    def segments(self, pair: LanguagePair) -> dict[str, str]:
        """Return the confirmed texts of a pair, oldest first."""
        return dict(self._known.get(memory_pair(pair), _KnownTexts()).texts.values())

    def forget(self, pair: LanguagePair) -> None:
        """Forget all confirmed translations of a pair."""
        self._known.pop(memory_pair(pair), None)

    def forget_text(self, pair: LanguagePair, source: str) -> None:
        """Forget what was confirmed for a text and its sentences, or what is offered for a single sentence."""
        known = self._known.get(memory_pair(pair))
        if known is not None:
            key = same_text_key(source)
            known.texts.pop(key, None)
            known.sentences.pop(key, None)
            known.forget_sentences_of(key)

    def exact(self, pair: LanguagePair, text: str, *, is_by_line: bool = False) -> str | None:
        """Return the confirmed translation of exactly this text, ignoring differences in white space and typography.

        With `is_by_line`, line breaks end sentences, so the same words with other line breaks are a different text.
        """
        found = self._known.get(memory_pair(pair), _KnownTexts()).texts.get(same_text_key(text))
        if found is None or (is_by_line and _count_lines(found[0]) != _count_lines(text)):
            return None
        return found[1].strip()

    def near(
        self,
        pair: LanguagePair,
        text: str,
        *,
        at_least: float = LEAST_SIMILARITY,
        most: int = MOST_NEAR_MATCHES,
    ) -> list[NearMatch]:
        """Return confirmed texts and sentences similar to a text, most similar first."""
        known = self._known.get(memory_pair(pair), _KnownTexts()).all()
        found = fuzzy.extract(
            same_text_key(text),
            {key: key for key in known},
            scorer=Indel.normalized_similarity,
            score_cutoff=at_least,
            limit=most,
        )
        return [NearMatch(*known[key], similarity) for key, similarity, _ in found]


def memory_pair(pair: LanguagePair) -> LanguagePair:
    """Return the pair under which translations are stored: a text is the same in all variants of its language."""
    return LanguagePair(root(pair.source), pair.target)


def align_sentences(source: str, target: str, pair: LanguagePair) -> list[tuple[str, str]]:
    """Return the sentences of a confirmed text with their translations.

    Empty if the two sides have different numbers of sentences, if numbers in the text show that sentences changed
    places, or if there is only one sentence.
    """
    sources = _sentences(source, pair.source)
    targets = _sentences(target, pair.target)
    if len(sources) < 2 or len(sources) != len(targets):
        return []
    pairs = list(zip(sources, targets, strict=True))
    if _numbers(source) == _numbers(target) and any(_numbers(one) != _numbers(other) for one, other in pairs):
        return []
    return pairs


def _sentences(text: str, language: str) -> list[str]:
    return [sentence for _, sentence, _ in segments(text, language) if sentence]


def _count_lines(text: str) -> int:
    return sum(not line.isspace() for line in text.split("\n") if line)


def _numbers(text: str) -> list[str]:
    return sorted(_DIGITS.findall(text))
