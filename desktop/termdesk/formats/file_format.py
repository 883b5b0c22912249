"""Record that describes a file format to the rest of the program: name, extensions, reader and writer."""

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
    """A file and the start of its content; each property is read once, on first use."""

    def __init__(self, path: Path, *, read_text: Callable[[Path], str], read_xml_root: Callable[[Path], str]) -> None:
        self.path = path
        self.ending = path.suffix.lower()
        self._read_text = read_text
        self._read_xml_root = read_xml_root

    @cached_property
    def text(self) -> str:
        """The first part of the file as text; empty if it cannot be opened. Only ASCII characters are reliable."""
        return self._read_text(self.path)

    @cached_property
    def xml_root(self) -> str:
        """Local name of the root element; empty if the file is not XML."""
        return self._read_xml_root(self.path)


@dataclass(frozen=True, slots=True)
class FileForm:
    """Options for formats that can be written in several ways.

    CSV is written either exactly as the entries are, or for spreadsheet programs. These need a byte order mark to
    recognize UTF-8, and an apostrophe before text that looks like a formula. With `is_all_text`, text that they would
    convert to a number or a date is written as a formula that returns the text. With `has_details`, the file has a
    header and columns for status, domain and note, and includes forbidden entries. TBX is written according to the
    standard of 2019, or with `is_older_tbx` that of 2008, which more programs read.
    """

    separator: str = COMMA
    is_for_spreadsheets: bool = False
    has_details: bool = False
    is_all_text: bool = False
    is_older_tbx: bool = False


PLAIN_FORM = FileForm()


@dataclass(frozen=True, slots=True)
class FormatReader:
    """Functions that read files of a format.

    `view(path, choices, progress)` reads a file with the user's choices so far and describes its content.
    `read_pairs(path, choices, pairs, progress)` reads several pairs in one pass, in the order of `pairs`; without it,
    the file is read once for each pair. Both raise UnreadableFile and InvalidInput.
    """

    view: Callable[[Path, ImportChoices, Progress], tuple[FileView, ReadResult]]
    read_pairs: Callable[[Path, ImportChoices, Sequence[PairInFile], Progress], list[ReadResult]] | None = None

    def results_of(
        self, path: Path, choices: ImportChoices, pairs: Sequence[PairInFile], progress: Progress
    ) -> list[ReadResult]:
        """Return the entries of each pair. Raises UnreadableFile, InvalidInput."""
        if self.read_pairs:
            return self.read_pairs(path, choices, pairs, progress)
        return [self.view(path, replace(choices, pair=each.pair), progress)[1] for each in pairs]


@dataclass(frozen=True, slots=True)
class FileContent:
    """Content of a new file: its bytes in chunks, and the number of entries.

    `formula_count` phrases look like formulas, which a spreadsheet program would calculate.
    """

    chunks: Iterator[bytes]
    entry_count: int
    formula_count: int = 0


@dataclass(frozen=True, slots=True)
class FormatWriter:
    """Functions that write files of a format.

    `write(pair, entries, form, progress)` returns the content for one dictionary, and raises InvalidInput for a phrase
    that the format cannot contain. `format_losses` returns messages about what is lost when the file is read again.
    `write_all` and `format_losses_of_all` do the same for several pairs with the same source language in one file; None
    if the format has only one pair per file.
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

    `name` identifies it, `title` is its name in the windows. `endings` are file extensions with a dot; written files
    get the first one. `recognizes` examines the content of a file, which takes precedence over the extension.
    `text_kind` identifies the format among those that the user can choose for any text file, and `text_title` names it
    there. `needs_pair`: files name their languages, so these must be known for writing. `multilingual_title` is the
    title for a file with all languages of a table. `own_ending` is the extension of written files if it does not
    identify the format when reading. `other_forms` are further ways to write a file, each with its title.
    `has_common_ending`: other kinds of files have these extensions, too, so a file in an imported folder belongs to the
    format only if `recognizes` says so.
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
    other_forms: tuple[tuple[str, FileForm], ...] = ()
    has_common_ending: bool = False

    @property
    def written_ending(self) -> str:
        """The extension of written files."""
        return self.own_ending or self.endings[0]

    @property
    def has_several_pairs(self) -> bool:
        """Whether all languages of a table can be written to one file."""
        return self.writer is not None and self.writer.write_all is not None


def check_columns(path: Path, columns: Iterable[int], count: int) -> None:
    """Raise InvalidInput if the user chose a column, from 0, that does not exist in a file with `count` columns."""
    if (last := max(columns)) >= count:
        raise InvalidInput(
            FileMessage.NO_SUCH_COLUMN(name=path.name, column=last + 1, count=count),
            remedy=FileRemedy.CHOOSE_COLUMNS(),
        )
