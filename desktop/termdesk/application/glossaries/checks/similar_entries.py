"""Find clusters of similar entries, and merge or align them in one step."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from termdesk.application.glossaries.checks.comparison import without_forbidden
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change, RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.similarity.near_duplicates import Key, clusters, near_key, twins
from termdesk.domain.similarity.nearest_spellings import nearest_spellings


class Likeness(StrEnum):
    """What makes phrases similar."""

    SPELLING = "spelling"
    WORD_ORDER = "word_order"
    NEAREST = "nearest"
    SAME = "same"


class SimilarAction(StrEnum):
    """What to do with the entries that are similar to the one that stays."""

    DELETE = "delete"
    SAME_TARGET = "same_target"
    SAME_PHRASE = "same_phrase"


@dataclass(frozen=True, slots=True)
class SimilarScope:
    """Where to look for similar entries: the dictionaries, and the index `first` of the one that is searched first.

    `table_row(dictionary, row)` returns the row number that the user sees. `settle(dictionary, change, title)` applies
    a change as one step.
    """

    dictionaries: Sequence[OpenDictionary]
    first: int
    table_row: Callable[[int, int], int]
    settle: Callable[[int, Change, str], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Similar:
    """Clusters of similar rows, each in ascending order, with the phrases of `revision`.

    The numbers tell how the clusters were found.
    """

    column: int
    revision: int
    phrases: Sequence[str]
    others: Sequence[str]
    clusters: list[list[int]]
    # The number of compared phrases. Empty phrases and those of forbidden entries do not count.
    compared: int
    compared_pairs: int = 0
    too_short: int = 0
    crowded: int = 0


async def find_similar(
    dictionary: OpenDictionary, *, column: int, likeness: Likeness, progress: Progress = NoProgress()
) -> Similar:
    """Find similar phrases of a column in a worker. All phrases are compared; those skipped because of a limit are
    counted.

    Forbidden entries are left out: they resemble the correct entries on purpose, and must not replace them.
    """
    entries, revision = dictionary.entries.copy(), dictionary.revision
    language = dictionary.pair.target if column == TARGET else dictionary.pair.source
    return await run_in_thread(progress, _find_similar, entries, column, revision, language, likeness)


def similar_rows(
    progress: Progress, entries: Entries, pair: LanguagePair, *, column: int, likeness: Likeness
) -> Similar:
    """Find similar phrases of a column of these entries, as `find_similar` does. For a worker."""
    return _find_similar(progress, entries, column, 0, pair.target if column == TARGET else pair.source, likeness)


def _find_similar(
    progress: Progress,
    entries: Entries,
    column: int,
    revision: int,
    language: str,
    likeness: Likeness,
) -> Similar:
    phrases = without_forbidden(entries.column(column), entries.ids, entries.forbidden_ids())
    others = entries.column(1 - column)
    compared = sum(map(bool, phrases))
    key = near_key(language)
    if likeness is Likeness.NEAREST:
        keys = _keys(phrases, key, progress)
        near = nearest_spellings(phrases, keys, progress)
        return Similar(
            column,
            revision,
            phrases,
            others,
            near.clusters,
            compared,
            near.compared_pairs,
            near.too_short,
            near.crowded,
        )
    if likeness is Likeness.SAME:
        return Similar(column, revision, phrases, others, twins(phrases, progress), compared)
    if likeness is Likeness.WORD_ORDER:
        key = _in_any_order(key)
    return Similar(column, revision, phrases, others, clusters(phrases, key, progress), compared)


def _keys(phrases: Sequence[str], key: Key, progress: Progress) -> list[str]:
    made = []
    for row, phrase in enumerate(phrases):
        if row % 5_000 == 0:
            progress.step(row, len(phrases))
        made.append(key(phrase) if phrase else "")
    return made


def _in_any_order(key: Key) -> Key:
    """Return a key that ignores the order of the words and the commas between them."""

    def of_words(phrase: str) -> str:
        return " ".join(sorted(key(word) for word in phrase.replace(",", " ").split()))

    return of_words


def settle_similar(similar: Similar, kept: dict[int, list[int]], settling: SimilarAction) -> Change:
    """Return the change that deletes or aligns the similar rows.

    `kept` maps each row that stays to the chosen rows that are similar to it. Cells that are already equal are left
    out.
    """
    if settling is SimilarAction.DELETE:
        return RemoveRows(sorted(row for rows in kept.values() for row in rows))
    column = similar.column if settling is SimilarAction.SAME_PHRASE else TARGET
    texts = similar.phrases if column == similar.column else similar.others
    cells = sorted((row, texts[first]) for first, rows in kept.items() for row in rows if texts[row] != texts[first])
    return SetCells(column, [row for row, _ in cells], [text for _, text in cells])
