"""Input text of a command: as typed, from a file, or from standard input."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from termdesk.domain.document_kinds import EXTENSIONS, extension_of
from termdesk.domain.errors import InvalidInput, UnreadableFile

STDIN = "-"
# A typed line with such an extension is a file name, even if it contains spaces.
_FILE_EXTENSIONS = frozenset({*EXTENSIONS, "text", "md", "csv", "tsv", "odt", "vtt", "po", "tbx", "tmx"})
# No file system allows longer names.
_LONGEST_NAME = 255


def add_text_options(parser: argparse.ArgumentParser) -> None:
    """Add the text argument and the options for sending it."""
    parser.add_argument(
        "text", metavar="TEXT|FILE|-", help="the text, a text file in UTF-8 that exists, or “-” for standard input"
    )
    parser.add_argument("--yes", action="store_true", help="send also what the window would ask about before")
    parser.add_argument("--dry-run", action="store_true", help="only tell how many characters would be sent")


def read_text(typed: str) -> str:
    """Return the input text without the line break at its end.

    Raises UnreadableFile, and InvalidInput if it is empty.
    """
    try:
        text = _content(typed)
    except UnicodeDecodeError as error:
        name = "Standard input" if typed == STDIN else Path(typed).name
        raise UnreadableFile(
            f"{name} is not text in UTF-8.",
            path=typed,
            remedy="Save it as UTF-8. Other documents are translated in the window, under Documents.",
        ) from error
    if not text.strip():
        raise InvalidInput("There is no text.", remedy="Give a text, a text file, or “-” for standard input.")
    return text.removesuffix("\n")


def _content(typed: str) -> str:
    if typed == STDIN:
        return sys.stdin.read()
    path = Path(typed)
    if _is_file(path):
        return path.read_text("utf-8-sig")
    if _is_like_file_name(typed):
        # Otherwise a mistyped name would be translated, and billed.
        raise UnreadableFile(
            f"{typed} does not exist.", path=typed, remedy="If that is the text itself, give it on standard input."
        )
    return typed


def _is_like_file_name(typed: str) -> bool:
    """Return whether a text may be a file name: one line with a known extension that is not a URL."""
    is_short_line = len(typed.splitlines()) == 1 and len(typed) <= _LONGEST_NAME
    return is_short_line and extension_of(typed) in _FILE_EXTENSIONS and "://" not in typed


def _is_file(path: Path) -> bool:
    try:
        # Not `is_file`, because the shell passes the output of another command as the name of a pipe.
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        # A long text cannot be a file name.
        return False
