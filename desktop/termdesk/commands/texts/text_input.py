"""The text that a command is given: as it is typed, from a file, or from standard input."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from termdesk.domain.errors import InvalidInput, UnreadableFile

STDIN = "-"
# What ends so and has no blank is meant as a file.
_FILE_ENDINGS = (".txt", ".text", ".md", ".htm", ".html", ".xml", ".json", ".csv", ".tsv", ".docx", ".odt", ".pdf")


def add_text_options(parser: argparse.ArgumentParser) -> None:
    """Add the text and what sending it needs."""
    parser.add_argument(
        "text", metavar="TEXT|FILE|-", help="the text, a text file in UTF-8 that exists, or “-” for standard input"
    )
    parser.add_argument("--yes", action="store_true", help="send also what the window would ask about before")
    parser.add_argument("--dry-run", action="store_true", help="only tell how many characters would be sent")


def read_text(typed: str) -> str:
    """The text that is meant, without the line break at its end. Raises UnreadableFile, and InvalidInput if empty."""
    try:
        text = _content(typed)
    except UnicodeDecodeError as error:
        place = "Standard input" if typed == STDIN else Path(typed).name
        raise UnreadableFile(
            f"{place} is not text in UTF-8.",
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
    if len(typed.split()) == 1 and path.suffix.lower() in _FILE_ENDINGS:
        # A mistyped name would be translated, and billed.
        raise UnreadableFile(
            f"{typed} does not exist.", path=typed, remedy="If that is the text itself, give it on standard input."
        )
    return typed


def _is_file(path: Path) -> bool:
    try:
        # A shell hands over what another command prints as the name of a pipe.
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        # A long text is no name of a file.
        return False
