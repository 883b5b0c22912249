"""What an import shows of a file before it comes in, whatever its kind."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.application.glossaries.importing.pairs import PairInFile
from termdesk.domain.language.language import LanguagePair

SHOWN_ROWS = 20


@dataclass(frozen=True, slots=True)
class FileView:
    """What a file holds, whatever its kind. `columns` are titles; a term base has a column for each language.

    `text_kind`, `encoding` and `separator` are empty where the kind has none to choose; `sheets` where it has none.
    `notes` say in words what becomes of what is no phrase, `kept` what comes in besides the phrases. `pairs` are all
    that can be had out of the file, where they are more than one. `is_memory`: it may hold whole sentences.
    """

    format: str
    columns: tuple[str, ...]
    phrase_columns: tuple[int, int]
    languages: tuple[str, ...]
    pair: LanguagePair | None
    first_rows: tuple[tuple[str, ...], ...]
    unused_columns: tuple[str, ...] = ()
    has_header: bool = False
    text_kind: str = ""
    encoding: str = ""
    encoding_is_certain: bool = True
    separator: str = ""
    quoting: bool = True
    sheets: tuple[str, ...] = ()
    sheet: str = ""
    notes: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    pairs: tuple[PairInFile, ...] = ()
    is_memory: bool = False
