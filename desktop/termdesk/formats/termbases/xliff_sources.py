"""Reader of the source texts of XLIFF, translated or not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from termdesk.domain.language.language import root
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.termbases.inline_tags import text_between_tags
from termdesk.formats.termbases.xml_records import Element, XmlRecords, local_name

ENDINGS = (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff")
_ROOTS = ("xliff",)
_UNITS = ("trans-unit", "unit")
_LANGUAGES = ("source-language", "srcLang")


def read_sources(path: Path, language: str, *, progress: Progress = NoProgress()) -> list[str]:
    """Return the source text of each unit in order, without tags. Raises UnreadableFile as `XmlRecords` does.

    Units with another source language than `language` are left out. Variants of one language are not told apart.
    """
    records = XmlRecords(path, kind="XLIFF", roots=_ROOTS, records=_UNITS, skipped="internal-file")
    dropped: Counter[str] = Counter()
    return [
        text_between_tags(element, dropped)
        for unit, damage in records.read(progress)
        if not damage and _source_language(unit) in ("", root(language))
        for element in unit.iter()
        if local_name(element) == "source"
    ]


def _source_language(unit: Element) -> str:
    """Return the root of the source language of a unit; empty if the file does not name it."""
    found = (each.get(name) for each in unit.iterancestors() for name in _LANGUAGES)
    return root(next(filter(None, found), ""))
