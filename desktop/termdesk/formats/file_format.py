"""What a file format is to the rest of the program: a record with a name, endings, a reader and a writer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from termdesk.domain.entries.delimited import COMMA
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.formats.file_view import FileView, ImportChoices, PairInFile
from termdesk.formats.read_result import ReadResult
from termdesk.messages.file_messages import FileMessage, FileRemedy

PairsOfEntries = Sequence[tuple[LanguagePair, Entries]]


class FileStart:
    """A file and what its first bytes tell; each is read when it is first asked for, and once."""

    def __init__(self, path: Path, *, read_text: Callable[[Path], str], read_xml_root: Callable[[Path], str]) -> None:
        self.path = path
        self.ending = path.suffix.lower()
        self._read_text = read_text
        self._read_xml_root = read_xml_root

    @cached_property
    def text(self) -> str:
        """The first part of the file as text; empty where it cannot be opened. Only plain letters are reliable."""
        return self._read_text(self.path)

    @cached_property
    def xml_root(self) -> str:
        """The local name of the outermost element; empty where the file is no XML."""
        return self._read_xml_root(self.path)


@dataclass(frozen=True, slots=True)
class FileForm:
    """How a file is written where its format has several ways.

    CSV is written byte for byte as the entries are, or as spreadsheet programs want it: they take UTF-8 for something
    else where there is no byte order mark, and compute what begins like a formula, so that gets an apostrophe in front.
    With `is_all_text` too, what they would make a number or a date of becomes a formula that gives it as a text.
    With `has_details` there is a header, and status, domain and note; forbidden entries are written, too.
    TBX is written by the standard of 2019, or `is_older_tbx` by that of 2008, which more programs read.
    """

    separator: str = COMMA
    is_for_spreadsheets: bool = False
    has_details: bool = False
    is_all_text: bool = False
    is_older_tbx: bool = False


PLAIN_FORM = FileForm()


@dataclass(frozen=True, slots=True)
class FormatReader:
    """How files of a format are read.

    `view(path, choices, progress)` reads a file as the user chose so far, and tells what it holds. `read_pairs(path,
    choices, pairs, progress)` reads several pairs in one pass, in the order of `pairs`; without it, the file is read
    once for each pair. Both raise UnreadableFile and InvalidInput.
    """

    view: Callable[[Path, ImportChoices, Progress], tuple[FileView, ReadResult]]
    read_pairs: Callable[[Path, ImportChoices, Sequence[PairInFile], Progress], list[ReadResult]] | None = None

    def results_of(
        self, path: Path, choices: ImportChoices, pairs: Sequence[PairInFile], progress: Progress
    ) -> list[ReadResult]:
        """What a file holds for each of these pairs. Raises UnreadableFile, InvalidInput."""
        if self.read_pairs:
            return self.read_pairs(path, choices, pairs, progress)
        return [self.view(path, replace(choices, pair=each.pair), progress)[1] for each in pairs]


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file to be: its bytes in chunks, and how many entries it has.

    `formula_count` phrases begin like a formula, which a spreadsheet would calculate.
    """

    chunks: Iterator[bytes]
    entry_count: int
    formula_count: int = 0


@dataclass(frozen=True, slots=True)
class FormatWriter:
    """How files of a format are written.

    `write(pair, entries, form, progress)` gives the content for one dictionary, and raises InvalidInput for a phrase
    that the format cannot hold. `format_losses` has in sentences what reading the file again would not give back.
    `write_all` and `format_losses_of_all` do the same for several pairs with one source language in one file; None
    where the format holds one pair only.
    """

    write: Callable[[LanguagePair, Entries, FileForm, Progress], FileContent]
    format_losses: Callable[[LanguagePair, Entries, FileForm], list[str]]
    write_all: Callable[[PairsOfEntries, Progress], FileContent] | None = None
    format_losses_of_all: Callable[[PairsOfEntries], list[str]] | None = None


def _never(_start: FileStart) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class FileFormat:
    """One file format. To add one, write a module with such a record, and list it in `registry.py`.

    `name` identifies it, `title` is how the windows call it. `endings` begin with a dot, the first is the one that a
    written file gets. `recognizes` looks into a file: what that says goes before the ending. `text_kind` is the name
    by which the user can choose to read any text file as this format, with `text_title` for the choice. `needs_pair`:
    a file of this format names its languages, so they must be known to write one. `multilingual_title` is the title for
    a file with all languages of a table. `own_ending`: a written file gets this one, by which no file is read.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    reader: FormatReader | None = None
    writer: FormatWriter | None = None
    recognizes: Callable[[FileStart], bool] = _never
    text_kind: str = ""
    text_title: str = ""
    needs_pair: bool = True
    multilingual_title: str = ""
    own_ending: str = ""

    @property
    def written_ending(self) -> str:
        """The ending that a written file gets."""
        return self.own_ending or self.endings[0]

    @property
    def has_several_pairs(self) -> bool:
        """Whether all languages of a table can be written into one file."""
        return self.writer is not None and self.writer.write_all is not None


def check_columns(path: Path, columns: Iterable[int], count: int) -> None:
    """Raises InvalidInput where the user chose a column, from 0, that a file of so many columns does not have."""
    if (last := max(columns)) >= count:
        raise InvalidInput(
            FileMessage.NO_SUCH_COLUMN(name=path.name, column=last + 1, count=count),
            remedy=FileRemedy.CHOOSE_COLUMNS(),
        )
