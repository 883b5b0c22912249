"""The man page, from the descriptions of the commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from termdesk import __version__
from termdesk.commands.completions.command_description import ArgumentDescription, CommandDescription

_STATUS = (
    ("0", "Done and clean."),
    ("1", "Done, and something was found or left out."),
    ("2", "Not done. Standard error says why, and what to do."),
)
_ENVIRONMENT = (
    ("TERMDESK_KEY", "Key of the service in use, or of that of --profile, for this run only."),
    ("TERMDESK_SERVICE_KEY", "Key that requests to termdesk serve must carry."),
    ("TERMDESK_APERTIUM_MODES", "Folder of the pairs of Apertium."),
)


def man_page(commands: Sequence[CommandDescription]) -> str:
    """The page in the language of man(7)."""
    whole, *others = commands
    lines = [
        f'.TH TERMDESK 1 "" "termdesk {__version__}" "User Commands"',
        ".SH NAME",
        f"termdesk \\- {_escaped(whole.description)}",
        ".SH SYNOPSIS",
        _escaped(whole.usage),
        ".PP",
        "termdesk COMMAND [OPTIONS]",
        ".SH OPTIONS",
        *_arguments(whole.arguments),
        ".SH COMMANDS",
    ]
    for each in others:
        if each.arguments:
            lines += [f".SS termdesk {_escaped(each.words)}", _escaped(each.description), ".PP", _escaped(each.usage)]
            lines += _arguments(each.arguments)
    lines += [".SH EXIT STATUS", *_pairs(_STATUS), ".SH ENVIRONMENT", *_pairs(_ENVIRONMENT)]
    return "\n".join(line for line in lines if line) + "\n"


def _arguments(arguments: Sequence[ArgumentDescription]) -> Iterator[str]:
    for each in arguments:
        names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in each.names)
        value = f"\\fI{_escaped(each.value)}\\fR" if each.value else ""
        yield ".TP"
        yield f"{names} {value}".strip()
        yield _escaped(each.help)


def _pairs(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    for name, text in rows:
        yield from (".TP", f"\\fB{_escaped(name)}\\fR", _escaped(text))


def _escaped(text: str) -> str:
    """A text as it is read by troff: no line of it is a request, and hyphens can be copied."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain[:1] in (".", "'") else plain
