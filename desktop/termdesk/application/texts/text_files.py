"""Write the history of texts to a file: TSV and XLSX for people, TMX for other tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from termdesk.domain.entries.delimited import quote_phrase
from termdesk.domain.language.language import canonical
from termdesk.domain.progress import Progress
from termdesk.formats.concepts import Concept, Term
from termdesk.formats.spreadsheets.workbooks import workbook_content
from termdesk.formats.spreadsheets.xlsx_writer import MOST_CELL_LENGTH, SheetTable
from termdesk.formats.termbases import tmx
from termdesk.messages.message import Message
from termdesk.messages.text_messages import ExportNote
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.text_store import StoredText

ENDINGS = (".xlsx", ".tsv", ".tmx")
_TITLES = ("When", "What", "From", "Into", "Text", "Result", "Glossary", "Engine", "Service", "Starred")
_TAB = "\t"


@dataclass(frozen=True, slots=True)
class WrittenTexts:
    """How many texts were written. `notes` say how many were left out and why, or how they are written."""

    count: int
    notes: tuple[Message, ...] = ()


def write_texts(progress: Progress, texts: Sequence[StoredText], path: Path) -> WrittenTexts:
    """Write texts in the format of the file extension, replacing an existing file.

    A TMX file contains only translations whose two languages are known. For a worker. Raises StorageFailed, and
    InvalidInput for a text that the format cannot hold.
    """
    ending = path.suffix.lower()
    if ending == ".tmx":
        return _write_pairs(texts, path)
    notes: tuple[Message, ...] = ()
    rows = list(map(_row, texts))
    if ending == ".xlsx":
        divided = [_divide(row) for row in rows]
        long = sum(len(each) > 1 for each in divided)
        notes = (ExportNote.IN_SEVERAL_ROWS(long),) if long else ()
        table = SheetTable("Texts", _TITLES, ("",) * len(_TITLES), [row for each in divided for row in each])
        atomic_write(path, workbook_content([table], progress), is_private=False)
    else:
        atomic_write(path, _lines([_TITLES, *rows]), is_private=False)
    return WrittenTexts(len(rows), notes)


def _write_pairs(texts: Sequence[StoredText], path: Path) -> WrittenTexts:
    reasons = [_find_obstacle(each) for each in texts]
    pairs = [text for text, reason in zip(texts, reasons, strict=True) if reason is None]
    atomic_write(path, tmx.write(map(_concept, range(1, len(pairs) + 1), pairs)), is_private=False)
    counts = Counter(reason for reason in reasons if reason is not None)
    return WrittenTexts(len(pairs), tuple(kind(counts[kind]) for kind in ExportNote if kind in counts))


def _divide(row: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a row whose cells are short enough for a workbook, and the rows with the rest of its texts."""
    cells = [list(_cell_parts(each)) for each in row]
    return list(zip_longest(*cells, fillvalue=""))


def _cell_parts(text: str) -> Iterator[str]:
    """Yield the parts of a text that fit into a cell. A part ends after a space if there is one in its second half."""
    # A character may take two of the units that are counted.
    most = MOST_CELL_LENGTH // 2
    while len(text) > most and len(text.encode("utf-16-le", "surrogatepass")) > 2 * MOST_CELL_LENGTH:
        end = max(text.rfind(sign, most // 2, most) for sign in " \n") + 1 or most
        yield text[:end]
        text = text[end:]
    yield text


def _row(text: StoredText) -> tuple[str, ...]:
    return (
        text.made_at.isoformat(timespec="seconds") if text.made_at else "",
        text.call.rpartition("/")[2],
        text.source_language,
        text.target_language,
        text.source,
        text.result,
        text.glossary,
        ", ".join(text.engines),
        text.profile,
        "yes" if text.is_starred else "",
    )


def _lines(rows: Iterable[Sequence[str]]) -> Iterator[bytes]:
    for row in rows:
        yield (_TAB.join(quote_phrase(cell, _TAB) for cell in row) + "\n").encode()


def _find_obstacle(text: StoredText) -> ExportNote | None:
    """Return why a text is not a pair of translations; None if it is one."""
    if text.improvement:
        return ExportNote.IMPROVED
    if not text.source_language:
        return ExportNote.NO_LANGUAGE
    if canonical(text.source_language) == canonical(text.target_language):
        return ExportNote.SAME_LANGUAGE
    return None if text.result.strip() else ExportNote.NO_RESULT


def _concept(number: int, text: StoredText) -> Concept:
    return Concept(
        number,
        0,
        (Term(canonical(text.source_language), text.source), Term(canonical(text.target_language), text.result)),
    )
