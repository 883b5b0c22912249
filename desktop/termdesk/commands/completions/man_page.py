"""The man page, made from the descriptions of the commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from termdesk import __version__
from termdesk.commands.completions.command_description import (
    ArgumentDescription,
    CommandDescription,
    reading_arguments,
)
from termdesk.commands.completions.json_reports import REPORTS
from termdesk.commands.completions.reports.report_shapes import shape_lines
from termdesk.commands.examples import EXAMPLES

_STATUS = (
    ("0", "Done and clean."),
    ("1", "Done, and something was found or left out."),
    ("2", "Not done. Standard error says why, and what to do."),
    ("130", "Canceled by Ctrl+C. Standard error says what was done and what was not."),
    ("143", "Ended by SIGTERM. Standard error says what was done and what was not."),
)
_ENVIRONMENT = (
    ("TERMDESK_KEY", "Key of the service in use, or of that of --profile, for this run only."),
    ("TERMDESK_OTHER_KEY", "Key of the other service that a command copies to or from, for this run only."),
    ("TERMDESK_PROXY_PASSWORD", "Password for the proxy of the profile, for this run only."),
    ("TERMDESK_SERVICE_KEY", "Key that requests to termdesk serve must carry."),
    ("TERMDESK_APERTIUM_MODES", "Folder of the pairs of Apertium."),
)
_JSON = (
    "With --json, standard output contains one object in UTF-8, and nothing is shortened. Remarks are on standard "
    "error. Keys may be added in later versions; none is renamed or takes another type. A command that fails prints "
    "an object with the key error, unless the words themselves were wrong."
)


def man_page(commands: Sequence[CommandDescription]) -> str:
    """Return the page in man(7) format."""
    whole, *others = commands
    lines = [
        f'.TH TERMDESK 1 "" "termdesk {__version__}" "User Commands"',
        ".SH NAME",
        f"termdesk \\- {_escape(_as_name(whole.description))}",
        ".SH SYNOPSIS",
        _escape(whole.usage),
        ".PP",
        "termdesk COMMAND [OPTIONS]",
        ".SH OPTIONS",
        *_arguments(whole.arguments),
        ".SH COMMANDS",
    ]
    for each in others:
        if each.arguments:
            lines += [f".SS termdesk {_escape(each.words)}", _escape(each.description), ".PP", _escape(each.usage)]
            reading = [option for option in each.arguments if option.names and option.names in _reading_names()]
            lines += _arguments([option for option in each.arguments if option not in reading])
            lines += [".PP", "The options for reading files are those of READING FILES."] if reading else []
    lines += [".SH READING FILES", "What a file does not say by itself is an option; the rest is detected."]
    lines += _arguments(reading_arguments())
    lines += [".SH EXIT STATUS", *_pairs(_STATUS), *_json_section()]
    lines += [".SH ENVIRONMENT", *_pairs(_ENVIRONMENT), ".SH EXAMPLES"]
    lines += [line for examples in EXAMPLES.values() for example in examples for line in _example(*example)]
    return "\n".join(line for line in lines if line) + "\n"


def _as_name(description: str) -> str:
    """Return a description for the NAME line, without capital and full stop."""
    return description[:1].lower() + description[1:].rstrip(".")


def _reading_names() -> set[tuple[str, ...]]:
    return {each.names for each in reading_arguments()}


def _example(line: str, purpose: str) -> Iterator[str]:
    yield from (".TP", f"\\fB{_escape(line)}\\fR", _escape(f"{purpose[:1].upper()}{purpose[1:]}."))


def _json_section() -> Iterator[str]:
    yield from (".SH JSON", _escape(_JSON))
    for title, shape in REPORTS.items():
        yield from (f".SS {_escape(title)}", ".nf", *map(_escape, shape_lines(shape)), ".fi")


def _arguments(arguments: Sequence[ArgumentDescription]) -> Iterator[str]:
    for each in arguments:
        names = ", ".join(f"\\fB{_escape(name)}\\fR" for name in each.names)
        value = f"\\fI{_escape(each.value)}\\fR" if each.value else ""
        yield ".TP"
        yield f"{names} {value}".strip()
        yield _escape(each.help)


def _pairs(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    for name, text in rows:
        yield from (".TP", f"\\fB{_escape(name)}\\fR", _escape(text))


def _escape(text: str) -> str:
    """Escape a text for troff, so that no line is a request and hyphens can be copied."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain[:1] in (".", "'") else plain
