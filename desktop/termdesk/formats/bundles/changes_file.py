"""CHANGES.md: the change log of the releases, latest first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import RecordDifference, TermRecord, TermRecords
from termdesk.domain.pluralize import pluralize

# Further changes are only counted, because nobody reads them and the log must fit into one file.
MOST_LISTED = 500
_SPECIAL = re.compile(r"([\\`*_<>\[\]])")


@dataclass(frozen=True, slots=True)
class DictionaryChanges:
    """The changes of a release in one dictionary."""

    pair: LanguagePair
    before: TermRecords
    after: TermRecords
    difference: RecordDifference


def add_section(
    former: str, *, glossary: str, version: str, date: str, notes: str, changes: Sequence[DictionaryChanges]
) -> str:
    """Return the change log with a new section on top. `former` is the previous text, empty for the first release."""
    title = f"# Changes of {_escape(glossary)}\n"
    section = "\n".join(_section(version, date, notes, changes))
    _, mark, rest = former.partition("\n## ")
    return f"{title}\n{section}\n" + (f"\n## {rest}" if mark else "")


def _section(version: str, date: str, notes: str, changes: Sequence[DictionaryChanges]) -> Iterator[str]:
    yield f"## {_escape(version)} ({date})"
    if notes.strip():
        yield ""
        # A heading in the notes would look like a heading of a release.
        yield from (re.sub(r"^#", r"\\#", line) for line in notes.strip().splitlines())
    for each in changes:
        if each.difference.count:
            yield ""
            yield from change_lines(each)


def change_lines(changes: DictionaryChanges) -> Iterator[str]:
    """Return the changes of a dictionary as Markdown lines: their number and the first changes.

    None without changes.
    """
    found = changes.difference
    counts = [
        f"{len(sources):,} {word}"
        for sources, word in ((found.added, "added"), (found.changed, "changed"), (found.removed, "removed"))
        if sources
    ]
    if not counts:
        return
    yield f"### {changes.pair}: {', '.join(counts)}"
    yield ""
    lines = _lines(changes)
    for _ in range(MOST_LISTED):
        line = next(lines, None)
        if line is None:
            return
        yield line
    left = found.count - MOST_LISTED
    if left > 0:
        yield pluralize(left, "- and 1 more", "- and {count} more")


def _lines(changes: DictionaryChanges) -> Iterator[str]:
    for source in changes.difference.removed:
        yield f"- removed: {_escape(source)} → {_words(changes.before[source])}"
    for source in changes.difference.changed:
        was, now = _words(changes.before[source]), _words(changes.after[source])
        yield f"- changed: {_escape(source)} → {now} (was: {was})"
    for source in changes.difference.added:
        yield f"- added: {_escape(source)} → {_words(changes.after[source])}"


def _words(record: TermRecord) -> str:
    terms = [] if record.target is None else [(record.target, record.detail)]
    return "; ".join(
        f"{_escape(target)}{''.join(f' [{name}: {_escape(text)}]' for name, text in detail.as_texts())}"
        for target, detail in (*terms, *record.kept)
    )


def _escape(text: str) -> str:
    """Return a phrase on one line, with the special characters of Markdown escaped."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
