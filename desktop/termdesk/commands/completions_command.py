"""`termdesk completions`: print shell completions or the man page."""

from __future__ import annotations

import argparse

from termdesk.commands.arguments import DONE, command_parser
from termdesk.commands.streams import print_result

_MAN = "man"


def completions_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk completions`."""
    parser = command_parser(
        "completions",
        "Print the completion of commands and options for a shell, or the man page. For bash, write it to "
        "~/.local/share/bash-completion/completions/termdesk; for fish, to ~/.config/fish/completions/termdesk.fish; "
        "for zsh, to the file _termdesk in a folder of $fpath; the man page, to ~/.local/share/man/man1/termdesk.1.",
    )
    parser.add_argument("kind", choices=("bash", "zsh", "fish", _MAN), help="the shell, or man for the man page")
    return parser


def completions(words: list[str]) -> int:
    """Print the requested text and return the exit code."""
    kind = completions_parser().parse_args(words).kind
    # Imported here, because this imports all commands to read their parsers.
    from termdesk.commands.completions.command_description import describe_all
    from termdesk.commands.completions.man_page import man_page
    from termdesk.commands.completions.shell_completion import SHELLS

    commands = describe_all()
    print_result(man_page(commands) if kind == _MAN else SHELLS[kind](commands), end="")
    return DONE
