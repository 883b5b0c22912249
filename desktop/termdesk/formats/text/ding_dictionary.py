"""Reader of Ding dictionaries as they come from its server: `Aal {m} [zool.] | Aale {pl} :: eel | eels`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.concepts import PairReading
from termdesk.formats.text.plain_glossaries import GlossaryReading, GlossaryRow
from termdesk.messages.format_messages import FileNote
from termdesk.messages.row_messages import RowMessage

SYNONYMS = FileNote.TARGET_SYNONYMS()

_BETWEEN_SIDES = "::"
# Such brackets contain grammar, subjects and short forms; round brackets belong to the phrase.
_LABEL = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]|<[^<>]*>")
_BETWEEN_SYNONYMS = re.compile(r";(?![^(]*\))")


def read(path: Path, *, encoding: str | None = None, progress: Progress = NoProgress()) -> PairReading:
    """Read a whole file: each pair of forms is an entry, and so is each synonym of the source.

    Further synonyms of the target go to the note, and so do labels such as `{m}`. Lines that start with # are comments.
    Raises UnreadableFile as `read_bytes` does.
    """
    return GlossaryReading(path, encoding).read(_rows, progress, separator=_BETWEEN_SIDES)


def _rows(fields: Sequence[str]) -> list[GlossaryRow] | str:
    if len(fields) != 2:
        return RowMessage.NOT_TWO_SIDES()
    source_forms, target_forms = (side.split("|") for side in fields)
    if len(source_forms) != len(target_forms):
        return RowMessage.OTHER_FORMS(len(source_forms), target=len(target_forms))
    rows = [row for forms in zip(source_forms, target_forms, strict=True) for row in _rows_of_forms(*forms)]
    return rows or RowMessage.NEITHER()


def _rows_of_forms(source: str, target: str) -> list[GlossaryRow]:
    sources, targets = _synonyms(source), _synonyms(target)
    if not sources and not targets:
        return []
    labels = " ".join(_LABEL.findall(source) + _LABEL.findall(target))
    note = "\n".join(filter(None, [labels, *targets[1:]]))
    noted = SYNONYMS if len(targets) > 1 else ""
    # Entries without a source or target are imported, too; the grid marks them.
    return [GlossaryRow(each, (targets or [""])[0], note, noted) for each in sources or [""]]


def _synonyms(form: str) -> list[str]:
    words = (" ".join(part.split()) for part in _BETWEEN_SYNONYMS.split(_LABEL.sub(" ", form)))
    return [each for each in words if each]
