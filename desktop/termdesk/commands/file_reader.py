"""Reading of files by the commands: options give what a file does not say, everything else is detected."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from termdesk.application.glossaries.importing.file_view import FileView, ImportChoices
from termdesk.application.glossaries.importing.import_files import look_into, readable_endings, text_kinds
from termdesk.commands.arguments import count_of
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED
from termdesk.domain.errors import InvalidInput, UnreadableFile
from termdesk.domain.language.language import LanguagePair, canonical, root
from termdesk.domain.progress import NoProgress
from termdesk.formats.column_roles import FIELD_USES, PHRASE_ROLES, ColumnRole, ColumnUse
from termdesk.formats.limits import MAX_FILE_BYTES
from termdesk.formats.read_result import ReadResult
from termdesk.messages.file_messages import FileMessage, FileRemedy

_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "bar": "|"}
# Bytes of a pipe to copy at once.
_CHUNK = 1024 * 1024
# “none” drops the word; otherwise it is kept in the note.
_STATUSES = {PREFERRED: PREFERRED, ADMITTED: ADMITTED, FORBIDDEN: FORBIDDEN, "none": ""}


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for properties that a file may not contain."""
    parser.add_argument("--source-lang", metavar="CODE", help="language of the source phrases")
    parser.add_argument("--target-lang", metavar="CODE", help="language of the target phrases")
    parser.add_argument("--encoding", help="encoding of a text file that is neither UTF-8 nor UTF-16")
    parser.add_argument("--separator", choices=_SEPARATORS, help="separator between the columns of a text file")
    parser.add_argument("--quoting", action=argparse.BooleanOptionalAction, help="whether quotes enclose phrases")
    parser.add_argument("--header", action=argparse.BooleanOptionalAction, help="whether the first row names columns")
    parser.add_argument("--read-as", choices=text_kinds(), help="kind of the text file")
    parser.add_argument("--sheet", metavar="NAME", help="sheet of a workbook")
    parser.add_argument(
        "--longest", type=count_of, default=0, metavar="N", help="leave out entries whose source has more characters"
    )
    parser.add_argument(
        "--columns", type=_column_positions, metavar="A,B", help="numbers of the columns of source and target, from 1"
    )
    repeated = (
        ("--column", _column_use, "N=ROLE[:LANG]", "what column N contains, counted from 1", "ROLE", ColumnRole),
        ("--status", _status_meaning, "WORD=STATUS", "what a word for a status means", "STATUS", _STATUSES),
        (
            "--field",
            _field_use,
            "NAME=ROLE",
            "what a field of unknown name in a term base contains",
            "ROLE",
            FIELD_USES,
        ),
    )
    for option, meaning, form, words, value, values in repeated:
        help = f"{words}; can be repeated. {value} is one of {list_names(values)}"
        parser.add_argument(option, type=meaning, action="append", default=[], metavar=form, help=help)


def kinds_help() -> str:
    """Return the list of readable files for the help."""
    return f"a file that ends in {list_names(readable_endings())}"


def _column_use(typed: str) -> tuple[int, ColumnUse]:
    position, _, use = typed.partition("=")
    role, _, language = use.partition(":")
    if not (position.strip().isdecimal() and int(position) and role in list(ColumnRole)):
        raise argparse.ArgumentTypeError(
            f"{typed} is not the number of a column with a role, such as 3=note or 4=target:fr"
        )
    if language and ColumnRole(role) not in PHRASE_ROLES:
        raise argparse.ArgumentTypeError(f"{typed} gives a language to a column that is neither source nor target")
    return int(position) - 1, ColumnUse(ColumnRole(role), canonical(language) if language else "")


def _status_meaning(typed: str) -> tuple[str, str]:
    word, _, status = typed.rpartition("=")
    if not (word.strip() and status in _STATUSES):
        raise argparse.ArgumentTypeError(f"{typed} is not a word with a status, such as expired=forbidden")
    return word.strip().casefold(), _STATUSES[status]


def _field_use(typed: str) -> tuple[str, ColumnRole]:
    name, _, role = typed.rpartition("=")
    if not (name.strip() and role in FIELD_USES):
        raise argparse.ArgumentTypeError(f"{typed} is not a field with a role, such as Customer=domain")
    return name.strip(), ColumnRole(role)


def _column_positions(typed: str) -> tuple[int, int]:
    source, _, target = typed.partition(",")
    if not (source.strip().isdecimal() and target.strip().isdecimal() and int(source) and int(target)):
        raise argparse.ArgumentTypeError(f"{typed} is not the numbers of two columns, such as 1,3")
    return int(source) - 1, int(target) - 1


def reading_choices(chosen: argparse.Namespace) -> ImportChoices:
    """Convert the options to import choices. Raises InvalidInput for one language without the other."""
    return ImportChoices(
        encoding=chosen.encoding,
        separator=_SEPARATORS.get(chosen.separator),
        quoting=chosen.quoting,
        has_header=chosen.header,
        pair=pair_from_options(chosen),
        columns=chosen.columns,
        sheet=chosen.sheet,
        text_kind=chosen.read_as,
        longest=chosen.longest,
        uses=tuple(chosen.column),
        statuses=tuple(chosen.status),
        fields=tuple(chosen.field),
    )


def pair_from_options(chosen: argparse.Namespace) -> LanguagePair | None:
    """Return the pair in the options, if any. Raises InvalidInput for one language without the other."""
    if bool(chosen.source_lang) != bool(chosen.target_lang):
        raise InvalidInput("A pair needs two languages.", remedy="Add both --source-lang and --target-lang.")
    return LanguagePair(chosen.source_lang, chosen.target_lang) if chosen.source_lang else None


def is_readable(path: Path) -> bool:
    """Return whether this is a file or a pipe, such as the shell makes for the output of another command."""
    return path.is_file() or path.is_fifo()


@contextmanager
def reread(path: Path) -> Iterator[Path]:
    """Yield the path of a file that can be read several times; for a pipe, a copy that is deleted at the end.

    Raises UnreadableFile if a pipe cannot be opened or copied.
    """
    if not path.is_fifo():
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="termdesk-") as folder:
        copy = Path(folder) / path.name
        try:
            _copy(path, copy)
        except OSError as error:
            message = FileMessage.CANNOT_BE_OPENED(name=str(path), reason=str(error.strerror))
            raise UnreadableFile(message, path=str(path), remedy=FileRemedy.PERMISSIONS()) from error
        yield copy


def _copy(pipe: Path, copy: Path) -> None:
    """Copy a pipe up to its end, or until it exceeds the maximum file size."""
    with pipe.open("rb") as source, copy.open("wb") as target:
        while target.tell() <= MAX_FILE_BYTES and (chunk := source.read(_CHUNK)):
            target.write(chunk)


def read_file(path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    """Read a file with the options, and detect everything else. Raises UnreadableFile and InvalidInput."""
    if path.is_dir():
        raise UnreadableFile(f"{path} is a folder.", path=str(path), remedy="Choose a file in it.")
    view, result = look_into(NoProgress(), path, choices)
    if not view.encoding_is_certain and not choices.encoding:
        raise UnreadableFile(
            f"{path.name} is not UTF-8.",
            path=str(path),
            remedy=f"It may be {view.encoding}. If so, add --encoding {view.encoding}.",
        )
    known = {root(code) for code in view.languages}
    if (
        choices.pair
        and known
        and not choices.all_uses
        and not {choices.pair.roots.source, choices.pair.roots.target} <= known
    ):
        raise InvalidInput(
            f"{path.name} does not contain {choices.pair}; it has {list_names(view.languages)}.",
            remedy="Choose languages that the file contains.",
        )
    return view, result


def list_names(names: Iterable[str]) -> str:
    """Return names as a list separated by commas."""
    return ", ".join(names)
