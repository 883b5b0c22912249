"""Cost of the multilingual table: aligning dictionaries, and edits across all of them."""

from __future__ import annotations

import random
from functools import cache
from itertools import count

from benchmarks.measuring import Result, alternating

ROWS, LANGUAGES = 50_000, 8


@cache
def dictionaries():  # type: ignore[no-untyped-def]  # what it imports is measured, too
    """Return eight dictionaries that share most of their phrases, each in its own order."""
    from termdesk.domain.entries.entries import Entries

    dice = random.Random(8)
    phrases = [f"phrase {number}" for number in range(ROWS * 6 // 5)]
    made = []
    for language in range(LANGUAGES):
        sources = dice.sample(phrases, ROWS) if language % 2 else sorted(dice.sample(phrases, ROWS))
        made.append(Entries(sources, [f"{source} in {language}" for source in sources]))
    return made


def aligning() -> Result:
    """W1: align eight dictionaries of 50,000 rows, against building the dicts that any alignment needs."""
    from termdesk.domain.multilingual.table import align

    entries = dictionaries()
    ours, yardstick = alternating(
        lambda: align(entries), lambda: [dict(zip(each.sources, each.ids, strict=True)) for each in entries]
    )
    return Result("W1", f"align {LANGUAGES} dictionaries of {ROWS:,} rows", ours, yardstick, 8, note="in a worker")


def editing() -> Result:
    """W2: rename a phrase in all dictionaries that have it, and update the number of missing entries of each column."""
    from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows
    from termdesk.domain.multilingual.entries import MultilingualEntries
    from termdesk.domain.multilingual.table import align

    entries = [each.copy() for each in dictionaries()]
    table = MultilingualEntries(entries, align(entries))
    number = count(1)

    def rename() -> None:
        row = next(number) * 1_009 % len(table)
        table.apply(edit_rows(table, {row: TableRowEdit(f"renamed {row}")}))
        excluded = table.update_excluded_rows()
        for column in range(table.width):
            table.count_missing_targets(column, excluded)

    what = f"rename a phrase in {LANGUAGES} dictionaries of {ROWS:,}"
    ours, yardstick = alternating(rename, lambda: ["no such phrase" in each.sources for each in entries], 31)
    return Result("W2", what, ours, yardstick, 4, note="against one look for a phrase")


def removing() -> Result:
    """W3: delete a row in all dictionaries, and read the next screen of rows."""
    from termdesk.domain.multilingual.edits import remove_rows
    from termdesk.domain.multilingual.entries import MultilingualEntries
    from termdesk.domain.multilingual.table import align

    entries = [each.copy() for each in dictionaries()]
    table = MultilingualEntries(entries, align(entries))
    number = count(1)

    def remove() -> None:
        table.apply(remove_rows(table, [next(number) * 1_009 % len(table)]))
        for row in range(40):
            for column in range(table.width):
                table.target(row, column)

    what = f"delete a row in {LANGUAGES} dictionaries of {ROWS:,}"
    ours, yardstick = alternating(
        remove, lambda: [dict(zip(each.ids, range(len(each)), strict=True)) for each in entries], 11
    )
    return Result("W3", what, ours, yardstick, 1, note="against numbering all rows anew")
