"""Reader of the source texts of XLIFF, translated or not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from termdesk.domain.language.language import root
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.termbases.inline_tags import text_between_tags
from termdesk.formats.termbases.xml_records import Element, XmlRecords, local_name

ENDINGS = (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff")
_ROOTS = ("xliff",)
_UNITS = ("trans-unit", "unit")
_LANGUAGES = ("source-language", "srcLang")


class XliffSources(NamedTuple):
    """The source texts of the units in order, without tags. `left_out` counts those that were not taken."""

    texts: tuple[str, ...]
    left_out: int = 0


def read_sources(path: Path, language: str, *, progress: Progress = NoProgress()) -> XliffSources:
    """Return the source texts of a file. Raises UnreadableFile as `XmlRecords` does.

    Damaged units, and units with another source language than `language`, are left out. Variants of one language are
    not told apart.
    """
    records = XmlRecords(path, kind="XLIFF", roots=_ROOTS, records=_UNITS, skipped="internal-file")
    dropped: Counter[str] = Counter()
    texts, left_out = list[str](), 0
    for unit, damage in records.read(progress):
        sources = [each for each in unit.iter() if local_name(each) == "source"]
        if damage or _source_language(unit) not in ("", root(language)):
            left_out += max(1, len(sources))
        else:
            texts += (text_between_tags(each, dropped) for each in sources)
    return XliffSources(tuple(texts), left_out)


def _source_language(unit: Element) -> str:
    """Return the root of the source language of a unit; empty if the file does not name it."""
    found = (each.get(name) for each in unit.iterancestors() for name in _LANGUAGES)
    return root(next(filter(None, found), ""))
