"""Train a phrase-based model with `thot`: align words both ways, count phrases, choose weights.

18,000 interface strings take about ten seconds. All files of a model are in one folder.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rapidfuzz.distance import Indel

from termdesk.service.engines.statistical.decoder import DEFAULT_WEIGHTS, Decoder, Description, write_description
from termdesk.service.engines.statistical.words import has_letter, lower_words, usual_writing, words_of

Report = Callable[[str, int, int], None]
Rows = list[tuple[list[str], list[str]]]

ROUNDS = 5
LONGEST_PHRASE = 7
PHRASES_A_SOURCE = 20
NGRAM = 3
# The share of the corpus that is kept for measuring. A second share of the same size is kept for choosing weights.
HELD_OUT = 0.02
MOST_HELD_OUT = 400
ATTEMPTS = 30
BATCH = 1_000
_STEPS = (-0.5, -0.25, 0.25, 0.5, 1.0)
# Indexes of the weights for the number of words and of phrases, which may be negative.
_MAY_BE_NEGATIVE = (0, 2)


@dataclass(frozen=True, slots=True)
class Sentences:
    """One pair of sentences as words, with their capitals."""

    source: list[str]
    target: list[str]


def train(
    pairs: Sequence[tuple[str, str]], folder: Path, *, source: str, target: str, name: str, report: Report
) -> Description:
    """Train on sentence pairs and write the model to `folder`; `report` gets phase, done and total."""
    report("splitting into words", 0, len(pairs))
    sentences = [Sentences(words_of(one, source), words_of(other, target)) for one, other in pairs]
    sentences = [each for each in sentences if each.source and each.target]
    random.Random(len(sentences)).shuffle(sentences)
    held = min(MOST_HELD_OUT, max(10, int(len(sentences) * HELD_OUT)))
    measured, tried, learned = sentences[:held], sentences[held : 2 * held], sentences[2 * held :]
    rows: Rows = [(lower_words(each.source), lower_words(each.target)) for each in learned]
    prefix = folder / "tm"
    _align(folder / "tm_invswm", rows, lambda done, total: report("aligning words", done, 2 * total))
    turned = [(target_words, source_words) for source_words, target_words in rows]
    _align(folder / "tm_swm", turned, lambda done, total: report("aligning words", total + done, 2 * total))
    report("counting phrases", 0, 1)
    _count_phrases(prefix)
    report("counting word sequences", 0, 1)
    _count_sequences(folder / "lm", [target_words for _, target_words in rows])
    usual = usual_writing(each.target for each in learned)
    description = Description(source, target, name, len(learned), DEFAULT_WEIGHTS, usual)
    write_description(folder, description)
    weights = _tune(folder, tried, report)
    description = description.with_weights(weights)
    write_description(folder, description)
    report("measuring", 0, 1)
    description = _measure(folder, description, measured)
    write_description(folder, description)
    for scratch in (*folder.glob("*.bestal"), *folder.glob("*.A3.final")):
        scratch.unlink()
    return description


def _align(prefix: Path, rows: Rows, report: Callable[[int, int], None]) -> None:
    """Learn which words correspond, and write the best alignment of every pair in GIZA format."""
    from thot.alignment import FastAlignModel

    model = FastAlignModel()
    for source, target in rows:
        model.add_sentence_pair(source, target, 1)
    model.start_training()
    for number in range(ROUNDS):
        report(number, ROUNDS + 1)
        model.train()
    model.end_training()
    model.print(str(prefix))
    report(ROUNDS, ROUNDS + 1)
    left = iter(rows)
    with prefix.with_name(f"{prefix.name}.bestal").open("w", encoding="utf-8", newline="\n") as file:
        while batch := list(islice(left, BATCH)):
            aligned = model.get_best_alignments([source for source, _ in batch], [target for _, target in batch])
            for (source, target), (_, matrix) in zip(batch, aligned, strict=True):
                # `to_list`, because `to_numpy` needs a package that the program does not install.
                file.write(_giza(source, target, matrix.to_list()))
    model.clear()


def _giza(source: Sequence[str], target: Sequence[str], aligned: Sequence[int]) -> str:
    """Return an alignment in GIZA format: the target's words, then each source word with the numbers of its target
    words.

    `aligned` has the number of the source word for each target word, or 0 if there is none.
    """
    positions: list[list[str]] = [[] for _ in range(len(source) + 1)]
    for number, source_word in enumerate(aligned[: len(target)], start=1):
        positions[source_word].append(f"{number} ")
    words = ["NULL", *source]
    line = " ".join(f"{word} ({{ {''.join(numbers)}}})" for word, numbers in zip(words, positions, strict=True))
    return f"# 1\n{' '.join(target)}\n{line}\n"


def _count_phrases(prefix: Path) -> None:
    from thot.translation import AlignmentExtractor, PhraseExtractParameters, PhraseModel

    extractor = AlignmentExtractor()
    extractor.open(f"{prefix}_swm.bestal")
    extractor.symmetrize1(f"{prefix}_invswm.bestal", f"{prefix}.A3.final", transpose=True)
    extractor.close()
    parameters = PhraseExtractParameters()
    parameters.max_target_phrase_length = LONGEST_PHRASE
    phrases = PhraseModel()
    phrases.build(f"{prefix}.A3.final", parameters, pseudo_ml=False)
    phrases.print_phrase_table(f"{prefix}.ttable", n=PHRASES_A_SOURCE)
    phrases.clear()
    for ending, content in (
        ("lambda", "0.7 0.7"),
        ("srcsegmlentable", "Uniform"),
        ("trgcutstable", "0.999"),
        ("trgsegmlentable", "Geometric"),
    ):
        prefix.with_name(f"{prefix.name}.{ending}").write_text(content, "utf-8")


def _count_sequences(prefix: Path, sentences: Sequence[Sequence[str]]) -> None:
    """Count the sequences of up to three words and write them. The first occurrence of each word counts as an unknown
    word.
    """
    counts: Counter[tuple[str, ...]] = Counter()
    known: set[str] = set()
    total = 0
    for sentence in sentences:
        words = ["<s>", *(word if word in known else "<unk>" for word in sentence), "</s>"]
        known.update(sentence)
        total += len(words)
        for size in range(1, NGRAM + 1):
            counts.update(tuple(words[position : position + size]) for position in range(len(words) - size + 1))
    with prefix.open("w", encoding="utf-8", newline="\n") as file:
        for words_in_a_row, count in sorted(counts.items(), key=lambda each: (len(each[0]), each[0])):
            before = total if len(words_in_a_row) == 1 else counts[words_in_a_row[:-1]]
            file.write(f"{' '.join(words_in_a_row)} {before} {count}\n")
    weights = " ".join(["0.5"] * (3 * NGRAM))
    prefix.with_name(f"{prefix.name}.weights").write_text(f"{NGRAM} 3 10 {weights}\n", "utf-8")
    with prefix.with_name(f"{prefix.name}.wp").open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{' '.join(sentence)}\n" for sentence in sentences)


def _tune(folder: Path, tried: Sequence[Sentences], report: Report) -> tuple[float, ...]:
    """Search step by step for the weights with which the translations are most similar to those in `tried`."""
    decoder = Decoder(folder)
    choose = random.Random(len(tried))
    best: tuple[float, ...] = DEFAULT_WEIGHTS
    best_score = _similarity(decoder, tried)
    for attempt in range(ATTEMPTS):
        report("choosing weights", attempt, ATTEMPTS)
        position = choose.randrange(len(best) - 1)
        lowest = -1.0 if position in _MAY_BE_NEGATIVE else 0.0
        weights = tuple(
            max(lowest, weight + choose.choice(_STEPS)) if position == number else weight
            for number, weight in enumerate(best)
        )
        decoder.use_weights(weights)
        score = _similarity(decoder, tried)
        if score > best_score:
            best, best_score = weights, score
    decoder.close()
    return best


def _similarity(decoder: Decoder, sentences: Sequence[Sentences]) -> float:
    """Return the similarity of the model's translations to those of the corpus, 0 to 1."""
    found = decoder.translate_words([lower_words(each.source) for each in sentences])
    pairs = zip(found, sentences, strict=True)
    return sum(
        Indel.normalized_similarity(" ".join(words), " ".join(lower_words(each.target))) for (words, _), each in pairs
    ) / len(sentences)


def _measure(folder: Path, description: Description, measured: Sequence[Sentences]) -> Description:
    """Return the description with the quality measured on held-out sentences."""
    decoder = Decoder(folder)
    found = decoder.translate_words([lower_words(each.source) for each in measured])
    words = [word for each in measured for word in each.source if has_letter(word)]
    unknown = sum(len(each) for _, each in found)
    exact = sum(translated == lower_words(each.target) for (translated, _), each in zip(found, measured, strict=True))
    similarity = _similarity(decoder, measured)
    decoder.close()
    return description.with_measures(
        known_words=1 - unknown / max(1, len(words)), exact=exact / len(measured), similarity=similarity
    )
