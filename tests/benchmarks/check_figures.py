"""What checking costs while somebody edits: one edit re-checked, and the list of findings brought up to date."""

from __future__ import annotations

from itertools import count

from benchmarks.data import pairs
from benchmarks.grid_figures import shown
from benchmarks.measuring import Result, alternating, milliseconds

ROWS = 400_000
ONE_FRAME = 16.0


def rechecking() -> Result:
    """One edit of a source at 400,000 rows, until all rules and all advice about cells and spellings know of it."""
    from termdesk.application.advice_index import AdviceIndex
    from termdesk.domain.changes import SetCells
    from termdesk.domain.entries import SOURCE

    _, dictionary = shown(pairs(ROWS))
    index = AdviceIndex(dictionary.entries, dictionary.pair)
    number = count(1)

    def edit() -> None:
        row = next(number) * 1_009 % ROWS
        before = dictionary.entries.sources[row]
        change = SetCells(SOURCE, (row,), (f"{before}  again\u200b",))
        inverse = change.apply_to(dictionary.entries)
        dictionary.problems.leave([row], [before], SOURCE)
        dictionary.problems.come([row], change.texts, SOURCE)
        index.follow(change, inverse)

    return Result("C1", f"re-check one edit in {ROWS:,} rows", milliseconds(edit, 51), ONE_FRAME, 1, note="one frame")


def listing() -> Result:
    """The list of findings anew after an edit, in a worker, against folding every phrase once."""
    from termdesk.application.advice_index import AdviceIndex
    from termdesk.application.findings import Looked, listed
    from termdesk.domain.progress import NoProgress

    rows = pairs(ROWS)
    _, dictionary = shown(rows)
    index = AdviceIndex(dictionary.entries, dictionary.pair)

    def ours() -> int:
        entries = dictionary.entries
        faulty, repeated, aside = dictionary.problems.marks()
        looked = Looked(
            dictionary.pair,
            entries.sources.copy(),
            entries.targets.copy(),
            entries.ids[:],
            faulty,
            repeated,
            index.marks(),
            {},
            frozenset(),
            {},
            aside,
        )
        return len(listed(NoProgress(), looked))

    found = ours()
    mine, yardstick = alternating(ours, lambda: [(source.casefold(), target.casefold()) for source, target in rows])
    return Result("C2", f"list {found:,} findings of {ROWS:,} rows after an edit", mine, yardstick, 8)
