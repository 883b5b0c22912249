"""What an import shows of a file before it is imported, and how the user wants the file to be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice

from termdesk.domain.language.language import LanguagePair
from termdesk.formats.column_roles import PHRASE_ROLES, ColumnRole, ColumnUse

# A table widget takes seconds for thousands of columns, and nobody reads them.
MOST_COLUMNS_SHOWN = 200
MOST_FIELDS_SHOWN = 50


@dataclass(frozen=True, slots=True)
class PairInFile:
    """One pair of a file, with about its number of entries; in a workbook, `sheet` is the sheet that has it."""

    pair: LanguagePair
    count: int
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """What the user settled about a file; None: found out. `columns` are the places of source and target, from 0.

    `uses` says of columns, by their places, what they hold; the others are found out. Sources of more than `longest`
    characters are left out; 0: none are. Of spreadsheets, rows that are hidden or filtered out and rows with a phrase
    that is struck out are read or not, and numbers and dates `as_shown` by their cells or as the file keeps them.
    `statuses` are words for a status that are none of ours, folded, with the status that they mean. `fields` says of
    fields of a term base, by names that say nothing here, what they hold.
    """

    encoding: str | None = None
    separator: str | None = None
    quoting: bool | None = None
    has_header: bool | None = None
    pair: LanguagePair | None = None
    columns: tuple[int, int] | None = None
    sheet: str | None = None
    text_kind: str | None = None
    longest: int = 0
    uses: tuple[tuple[int, ColumnUse], ...] = ()
    hidden_rows: bool = True
    struck_out: bool = True
    as_shown: bool = True
    statuses: tuple[tuple[str, str], ...] = ()
    fields: tuple[tuple[str, ColumnRole], ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the user named, source first; empty for none. They help to guess the encoding."""
        if self.pair:
            return self.pair.source, self.pair.target
        return tuple(use.language for use in self.all_uses.values() if use.language)

    @property
    def all_uses(self) -> dict[int, ColumnUse]:
        """What was settled of columns, by place; those of the phrases first."""
        phrases = zip(self.columns or (), map(ColumnUse, PHRASE_ROLES), strict=False)
        return dict((*phrases, *self.uses))


@dataclass(frozen=True, slots=True)
class FileView:
    """What a file holds, whatever its kind. `columns` are titles; a term base has a column for each language.

    `text_kind`, `encoding` and `separator` are empty where the kind has none to choose; `sheets` where it has none.
    `notes` are sentences about content that is not imported as a phrase, `kept` about details that are imported with
    the phrases. `pairs` are all pairs of the file, if there are several. `is_memory`: it may hold whole sentences.
    `empty_columns` are the places of columns without title and text. `unused_columns` are the titles of columns that
    the pair does not use, `columns_of_no_pair` of those that no pair of the file uses. `uses` says what each column is
    used for, and `roles` what it can be used for; empty where the user has no choice. `has_hidden_rows`,
    `has_struck_rows` and `has_shown_numbers`: there is something that the choices of these names are about.
    `unknown_statuses` has the words for a status that are none of ours, and how many entries have them. `other_fields`
    has the fields of a term base whose names say nothing here, and how often they hold a text.
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
    empty_columns: frozenset[int] = frozenset()
    columns_of_no_pair: tuple[str, ...] = ()
    uses: tuple[ColumnUse, ...] = ()
    roles: tuple[ColumnRole, ...] = ()
    has_hidden_rows: bool = False
    has_struck_rows: bool = False
    has_shown_numbers: bool = False
    unknown_statuses: tuple[tuple[str, int], ...] = ()
    other_fields: tuple[tuple[str, int], ...] = ()

    @property
    def only_language(self) -> str:
        """The language of a term base that has one alone, and so no pair; empty for other files."""
        return self.languages[0] if len(self.languages) == 1 and self.languages == self.columns else ""

    @property
    def shown_columns(self) -> tuple[int, ...]:
        """The places of the columns to show: the first that are not empty, and those that hold the phrases."""
        filled = (place for place in range(len(self.columns)) if place not in self.empty_columns)
        # A term base of one language has no second column.
        phrases = (place for place in self.phrase_columns if place < len(self.columns))
        return tuple(sorted({*islice(filled, MOST_COLUMNS_SHOWN), *phrases}))


def several_pairs(counts: Counter[LanguagePair]) -> tuple[PairInFile, ...]:
    """All pairs of a file; none where there is only one. Variants of a language are pairs of their own."""
    return tuple(PairInFile(*each) for each in counts.items()) if len(counts) > 1 else ()


def root_pairs(counts: Counter[LanguagePair]) -> tuple[PairInFile, ...]:
    """The pairs of a file whose rows are read by root languages, each under its first variant; none where it is one."""
    first: dict[LanguagePair, LanguagePair] = {}
    sums: Counter[LanguagePair] = Counter()
    for pair, count in counts.items():
        sums[first.setdefault(pair.roots, pair)] += count
    return several_pairs(sums)
