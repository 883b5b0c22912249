"""Common parts of the commands: exit codes, and shared options. Imports nothing heavy."""

from __future__ import annotations

import argparse
from pathlib import Path

from termdesk.commands.examples import examples_of

# The last one is the exit code that shells expect after Ctrl+C.
DONE, FOUND, NOT_DONE, CANCELLED, TERMINATED = 0, 1, 2, 130, 143

EXIT_CODES = (
    "Exit codes: 0 done and clean, 1 done and something was found or left out, 2 not done, 130 canceled by Ctrl+C, "
    "143 ended by SIGTERM."
)


class HelpFormatter(argparse.HelpFormatter):
    """Wraps sentences, and keeps indented lines unchanged."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = text.splitlines()
        return "\n".join(
            each if not each or each.startswith(" ") else super(HelpFormatter, self)._fill_text(each, width, indent)
            for each in lines
        )


def command_parser(command: str, description: str) -> argparse.ArgumentParser:
    """Return a parser for `termdesk COMMAND`, whose help ends with examples."""
    return argparse.ArgumentParser(
        prog=f"termdesk {command}",
        description=description,
        epilog=f"{examples_of(command)}\n\n{EXIT_CODES}",
        formatter_class=HelpFormatter,
    )


def add_service_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the service, and for the folder with the program's data."""
    parser.add_argument("--profile", metavar="NAME", help="service to use (default: the one in use in the window)")
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        help="folder in which the program keeps everything (default: your user folders)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_pair_option(parser: argparse.ArgumentParser, help: str) -> None:
    """Add `--pair`."""
    parser.add_argument("--pair", type=pair_of_codes, metavar="SOURCE-TARGET", help=help)


def pair_of_codes(typed: str) -> tuple[str, str]:
    """Split `en-de` into its two codes; `en-GB:pt-BR` if a code has a hyphen itself."""
    source, _, target = typed.partition(":") if ":" in typed else typed.partition("-")
    if not source.strip() or not target.strip() or (":" not in typed and "-" in target):
        raise argparse.ArgumentTypeError(f"{typed} is not a pair of languages such as en-de, or en-GB:pt-BR")
    return source.strip(), target.strip()


def codes(typed: str) -> list[str]:
    """Split `de,fr` into its codes, without duplicates, in order."""
    found = list(dict.fromkeys(each.strip() for each in typed.split(",") if each.strip()))
    if not found:
        raise argparse.ArgumentTypeError("no language is named; write codes such as de,fr")
    return found


def count_of(typed: str) -> int:
    """Parse an integer that is not negative."""
    if not typed.isdecimal():
        raise argparse.ArgumentTypeError(f"{typed} is not a number from 0 on")
    return int(typed)
