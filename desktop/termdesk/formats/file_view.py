"""Preview of a file before import, and the user's choices of how to read it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice

from termdesk.domain.language.language import LanguagePair
from termdesk.formats.column_roles import PHRASE_ROLES, ColumnRole, ColumnUse

# A table widget needs seconds to show thousands of columns, and nobody reads them.
MOST_COLUMNS_SHOWN = 200
MOST_FIELDS_SHOWN = 50


@dataclass(frozen=True, slots=True)
class PairInFile:
    """One pair of a file with its approximate number of entries; in a workbook, `sheet` is the
    sheet that contains it.
    """

    pair: LanguagePair
    count: int
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """The user's choices for a file; None: to be guessed.

    `columns` are the indexes of source and target, from 0. `uses` has the use of columns by index; the use of others is
    guessed. Sources with more than `longest` characters are left out; 0: no limit. For spreadsheets: whether hidden or
    filtered rows and rows with a struck-out phrase are read, and whether numbers and dates are read `as_shown` by their
    cells or as stored. `statuses` maps unknown status words, case-folded, to the status that they mean. `fields` gives
    the roles of fields with unknown names in a term base.
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
        """The languages that the user named, source first; they help to guess the encoding."""
        if self.pair:
            return self.pair.source, self.pair.target
        return tuple(use.language for use in self.all_uses.values() if use.language)

    @property
    def all_uses(self) -> dict[int, ColumnUse]:
        """The chosen uses of columns by index; columns of phrases come first."""
        phrases = zip(self.columns or (), map(ColumnUse, PHRASE_ROLES), strict=False)
        return dict((*phrases, *self.uses))


@dataclass(frozen=True, slots=True)
class FileView:
    """Description of the content of a file of any kind.

    `columns` are titles; a term base has a column for each language. `text_kind`, `encoding` and `separator` are empty
    if the format has no such choice, `sheets` if it has no sheets. `notes` are messages about content that is not
    imported as a phrase, `kept` about details that are imported with the phrases. `pairs` has all pairs of the file if
    there are several. `is_memory`: it may contain whole sentences. `empty_columns` are the indexes of columns without
    title and text. `unused_columns` are the titles of columns that the pair does not use, `columns_of_no_pair` of those
    that no pair of the file uses. `uses` has the use of each column, and `roles` the possible uses; empty if the user
    has no choice. `has_hidden_rows`, `has_struck_rows` and `has_shown_numbers` say whether the choices about these
    matter. `unknown_statuses` has unknown status words with the number of their entries. `other_fields` has fields with
    unknown names in a term base with the number of their texts.
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
        """The language of a term base with only one, which has no pair; empty for other files."""
        return self.languages[0] if len(self.languages) == 1 and self.languages == self.columns else ""

    @property
    def shown_columns(self) -> tuple[int, ...]:
        """Indexes of the columns to show: the first that are not empty, and the columns of the phrases."""
        filled = (position for position in range(len(self.columns)) if position not in self.empty_columns)
        # A term base with one language has no second column.
        phrases = (position for position in self.phrase_columns if position < len(self.columns))
        return tuple(sorted({*islice(filled, MOST_COLUMNS_SHOWN), *phrases}))


def several_pairs(counts: Counter[LanguagePair]) -> tuple[PairInFile, ...]:
    """Return the pairs of a file; empty if there is only one. Regional variants of a language are separate pairs."""
    return tuple(PairInFile(*each) for each in counts.items()) if len(counts) > 1 else ()


def root_pairs(counts: Counter[LanguagePair]) -> tuple[PairInFile, ...]:
    """Return the pairs of a file that is read by root language, each with its first variant; empty if there is only
    one.
    """
    first: dict[LanguagePair, LanguagePair] = {}
    sums: Counter[LanguagePair] = Counter()
    for pair, count in counts.items():
        sums[first.setdefault(pair.roots, pair)] += count
    return several_pairs(sums)
