"""Options of `termdesk` itself, which opens the window. Imports nothing heavy."""

from __future__ import annotations

import argparse
from pathlib import Path

from termdesk.commands.command_table import COMMANDS, overview
from termdesk.commands.examples import examples_of


def window_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk` without a command."""
    from termdesk import __version__

    parser = argparse.ArgumentParser(
        prog="termdesk",
        description="The desktop for people who live by terminology.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a glossary file to import")
    parser.add_argument("--version", action="version", version=f"termdesk {__version__}")
    parser.add_argument(
        "--pictures", type=Path, metavar="DIR", help="draw every window with a sample into DIR, then exit"
    )
    parser.add_argument("--only-panes", action="store_true", help="with --pictures: draw the panes and no dialogs")
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="store everything in DIR (default: your user folders)"
    )
    parser.add_argument(
        "--profile",
        metavar="NAME",
        default="",
        help="profile to use (default: the one used last); if Termdesk is open, it opens a window with it",
    )
    parser.add_argument(
        "--language",
        choices=("en", "qps"),
        default="en",
        help="language of the windows; qps is a pseudo-language for testing (default: %(default)s)",
    )
    parser.add_argument(
        "--diagnose",
        type=Path,
        metavar="FILE",
        help="write what helps to find a fault into a ZIP file, without keys, texts, names and paths, then exit",
    )
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="check everything that Termdesk needs on this computer, print the results, then exit",
    )
    return parser


_EPILOG = f"""{examples_of("")}

commands:
{overview(COMMANDS)}
  Run termdesk COMMAND --help for details. To open a file that has the name of a command, write ./serve.
"""
