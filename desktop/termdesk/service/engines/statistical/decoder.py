"""A trained model in use: its files, its description, and its decoder."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from termdesk.service.engines.statistical.words import (
    find_placed_words,
    has_letter,
    has_letter_or_digit,
    join_words,
    lower_words,
    rewritten,
    words_of,
)

if TYPE_CHECKING:
    from thot.translation import TranslationData

Position = tuple[int, int]
DESCRIPTION = "statistical.json"
# The best weights in experiments with user interface strings. Each training starts its search for weights with them.
DEFAULT_WEIGHTS = (1.75, 0.5, 3.0, 1.0, 0.75, 2.5, 1.25, 0.0)
# The decoder's parameters: phrases for each word, how far it may reorder, and its look-ahead heuristic.
_STACK = 10
_BEST_PHRASES = 10
_REORDERING = 0
_LONGEST_GAP = 2
_HEURISTIC = 6
_LOG_LINEAR = 0.4
# For more than 201 words the engine returns an empty sentence and no error. Its time also grows faster than the length.
LONGEST_PART = 100


class Description(msgspec.Struct, frozen=True):
    """Facts about a model.

    Measured with sentences that were kept out of the training, from 0 to 1: `known_words` is the share of known words,
    `exact` that of sentences translated exactly, and `similarity` the mean similarity of the translations.
    """

    source: str
    target: str
    name: str
    segments: int
    weights: tuple[float, ...]
    usual_writing: dict[str, str]
    trained: str = ""
    known_words: float = 0.0
    exact: float = 0.0
    similarity: float = 0.0

    def with_weights(self, weights: tuple[float, ...]) -> Description:
        """Return the description with other model weights."""
        return msgspec.structs.replace(self, weights=weights)

    def with_measures(self, *, known_words: float, exact: float, similarity: float) -> Description:
        """Return the description with the results on held-out segments, each from 0 to 1."""
        return msgspec.structs.replace(self, known_words=known_words, exact=exact, similarity=similarity)


def write_description(folder: Path, description: Description) -> None:
    """Write a model's description into its folder. Raises OSError."""
    (folder / DESCRIPTION).write_bytes(msgspec.json.encode(description))


def read_description(folder: Path) -> Description:
    """Read a description. Raises OSError or msgspec.DecodeError."""
    return msgspec.json.decode((folder / DESCRIPTION).read_bytes(), type=Description)


class Decoder:
    """A model in memory, some ten megabytes for 10,000 segments. Raises OSError if a file is missing."""

    def __init__(self, folder: Path) -> None:
        from thot.alignment import AlignmentModelType, SymmetrizationHeuristic, SymmetrizedAligner
        from thot.translation import SmtModel

        self.description = read_description(folder)
        for name in ("tm.ttable", "tm.lambda", "lm", "lm.weights", "tm_swm.fa_lexnd", "tm_invswm.fa_lexnd"):
            # The engine treats missing files as empty and then crashes.
            if not (folder / name).stat().st_size:
                raise OSError(f"{name} is empty")
        self._model = SmtModel(AlignmentModelType.FAST_ALIGN)
        if not self._model.load_translation_model(str(folder / "tm")):
            raise OSError("the phrases cannot be loaded")
        if not self._model.load_language_model(str(folder / "lm")):
            raise OSError("the word sequences cannot be loaded")
        self._model.non_monotonicity = _REORDERING
        self._model.w, self._model.a, self._model.e = _LOG_LINEAR, _BEST_PHRASES, _LONGEST_GAP
        self._model.heuristic = _HEURISTIC
        models = self._model.direct_word_alignment_model, self._model.inverse_word_alignment_model
        self._aligner = SymmetrizedAligner(*models)
        self._aligner.heuristic = SymmetrizationHeuristic.GROW_DIAG
        self.use_weights(self.description.weights)

    def use_weights(self, weights: Sequence[float]) -> None:
        """Translate with these weights from now on."""
        from thot.translation import SmtDecoder

        self._model.weights = list(weights)
        self._decoder = SmtDecoder(self._model)
        self._decoder.s, self._decoder.is_breadth_first = _STACK, True

    def translate_words(self, sentences: Sequence[Sequence[str]]) -> list[tuple[list[str], list[str]]]:
        """Return for each sentence its translation in lower-case words, and the words that the model does not know."""
        parts = [(number, part) for number, sentence in enumerate(sentences) for part in _parts(sentence)]
        translated: list[tuple[list[str], list[str]]] = [([], []) for _ in sentences]
        texts = [" ".join(part) for _, part in parts]
        # A batch starts threads, which takes four times as long as translating one short sentence.
        found = self._decoder.translate_batch(texts) if len(texts) != 1 else [self._decoder.translate(texts[0])]
        for (number, _), each in zip(parts, found, strict=True):
            target, unknown = translated[number]
            target += each.target
            unknown += [word for position in each.target_unknown_words if has_letter(word := each.target[position])]
        return translated

    def translate(self, sentence: str) -> tuple[str, list[str]]:
        """Translate a sentence, restoring capitals and spaces; also return the unknown words."""
        source = words_of(sentence, self.description.source)
        if not source:
            return sentence, []
        [(target, unknown)] = self.translate_words([lower_words(source)])
        return join_words(rewritten(target, source=source, usual=self.description.usual_writing)), unknown

    def trace(self, sentence: str) -> list[tuple[str, list[Position]]]:
        """Return the words of a sentence's translation, each with the ranges of its source words.

        The model reports the phrases that it combined, and its alignment links the words within them. Returns an empty
        list for a sentence that is not in NFC, because its positions would not match.
        """
        if not unicodedata.is_normalized("NFC", sentence):
            return []
        placed = list(find_placed_words(sentence, self.description.source))
        source, positions = [word for word, _ in placed], [position for _, position in placed]
        target: list[str] = []
        origins: list[list[Position]] = []
        start = 0
        for part in _parts(lower_words(source)):
            data = self._decoder.translate(" ".join(part))
            target += data.target
            origins += [[positions[start + number] for number in each] for each in self._origins(part, data)]
            start += len(part)
        written = rewritten(target, source=source, usual=self.description.usual_writing)
        return [(join_words([word]), origin) for word, origin in zip(written, origins, strict=True)]

    def _origins(self, source: Sequence[str], data: TranslationData) -> list[list[int]]:
        """Return the indexes of the source words of each translated word. A word without a source word gets all words
        of its phrase.
        """
        _, matrix = self._aligner.get_best_alignment(source, data.target)
        origins: list[list[int]] = []
        for (first, last), cut in zip(data.source_segmentation, data.target_segment_cuts, strict=True):
            phrase = range(first - 1, last)
            for position in range(len(origins), cut):
                origins.append([number for number in phrase if matrix[number, position]] or list(phrase))
        return origins

    def close(self) -> None:
        """Release the memory of the model."""
        self._decoder.clear()
        self._model.clear()


def _parts(words: Sequence[str]) -> list[Sequence[str]]:
    """Split the words into parts that are short enough for the engine. A part ends with a punctuation mark where
    possible.
    """
    parts = []
    start = 0
    while len(words) - start > LONGEST_PART:
        marks = (
            position
            for position in range(start + LONGEST_PART, start, -1)
            if not has_letter_or_digit(words[position - 1])
        )
        end = next(marks, start + LONGEST_PART)
        parts.append(words[start:end])
        start = end
    return [*parts, words[start:]]
