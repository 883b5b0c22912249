"""Write the history of texts to a file: TSV and XLSX for people, TMX for other tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from termdesk.domain.entries.delimited import quote_phrase
from termdesk.domain.language.language import canonical
from termdesk.domain.progress import Progress
from termdesk.formats.concepts import Concept, Term
from termdesk.formats.spreadsheets.workbooks import workbook_content
from termdesk.formats.spreadsheets.xlsx_writer import SheetTable
from termdesk.formats.termbases import tmx
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.text_store import StoredText

ENDINGS = (".xlsx", ".tsv", ".tmx")
_TITLES = ("When", "What", "From", "Into", "Text", "Result", "Glossary", "Engine", "Service", "Starred")
_TAB = "\t"


def write_texts(progress: Progress, texts: Sequence[StoredText], path: Path) -> int:
    """Write texts in the format of the file extension, replacing an existing file. Return the number of written texts.

    A TMX file contains only translations whose two languages are known. For a worker. Raises StorageFailed, and
    InvalidInput for a text that the format cannot hold.
    """
    ending = path.suffix.lower()
    if ending == ".tmx":
        pairs = [each for each in texts if _is_pair(each)]
        atomic_write(path, tmx.write(map(_concept, range(1, len(pairs) + 1), pairs)), is_private=False)
        return len(pairs)
    rows = list(map(_row, texts))
    if ending == ".xlsx":
        table = SheetTable("Texts", _TITLES, ("",) * len(_TITLES), rows)
        atomic_write(path, workbook_content([table], progress), is_private=False)
    else:
        atomic_write(path, _lines([_TITLES, *rows]), is_private=False)
    return len(rows)


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


def _is_pair(text: StoredText) -> bool:
    languages = canonical(text.source_language), canonical(text.target_language)
    return bool(text.source_language) and languages[0] != languages[1] and bool(text.result.strip())


def _concept(number: int, text: StoredText) -> Concept:
    return Concept(
        number,
        0,
        (Term(canonical(text.source_language), text.source), Term(canonical(text.target_language), text.result)),
    )
