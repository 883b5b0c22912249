"""Reader of the source texts of XLIFF, translated or not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.termbases.inline_tags import text_between_tags
from termdesk.formats.termbases.xml_records import XmlRecords, local_name

ENDINGS = (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff")
_ROOTS = ("xliff",)
_UNITS = ("trans-unit", "unit")


def read_sources(path: Path, *, progress: Progress = NoProgress()) -> list[str]:
    """Yield the source text of each unit in order, without tags. Raises UnreadableFile as `XmlRecords` does."""
    records = XmlRecords(path, kind="XLIFF", roots=_ROOTS, records=_UNITS, skipped="internal-file")
    dropped: Counter[str] = Counter()
    return [
        text_between_tags(element, dropped)
        for unit, damage in records.read(progress)
        if not damage
        for element in unit.iter()
        if local_name(element) == "source"
    ]
