"""The parts of a log that may leave this computer: times, levels, places in the code and Termdesk's own words.

Only what is known to be harmless is kept. In a message, quoted texts are removed, and everything from the first path or
reason on.
"""

from __future__ import annotations

import builtins
import contextlib
import getpass
import platform
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from termdesk.application.redaction import BLOT, redact

# Shorter names may be parts of ordinary words.
_SHORTEST_NAME = 3
_HEAD = re.compile(r"(\d{4}-\d\d-\d\d[ T][\d:,.]+ [A-Z]+ [\w.]+) (.*)")
_REQUEST = re.compile(r"\S+ (?:GET|POST|PUT|PATCH|DELETE) /[\w./-]* \d+ \d+ ms")
_QUOTED = re.compile(r"“[^”]*”|‘[^’]*’|\"[^\"]*\"|'[^']*'|`[^`]*`")
# Cut from the first sign of a path, an address or a person: nothing shows where the private part ends.
_PRIVATE = re.compile(r"(?:[A-Za-z]:)?[/\\].*|\S+@\S+.*|\b\w+://.*")
_FRAME = re.compile(r"\s*File \"(?:.*[/\\])?([\w.-]+\.py|<[\w ]+>)\", line (\d+),? in ([\w<>.]+)")
_PLACE = re.compile(r"\s*([\w-]+\.py:\d+ [\w<>]+)")
_THREAD = re.compile(r"(?:Current thread|Thread) 0x[0-9a-f]+ (?:\[.*\] )?\(most recent call first\):")
_FATAL = re.compile(r"(Fatal Python error: [A-Z][a-z]+(?: [a-z]+){0,3})(?::.*)?")
_FAILED = re.compile(r"((?:[A-Za-z_]\w*\.)*[A-Z]\w*)(?::.*)?")
_FIXED = (
    "Traceback (most recent call last):",
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
)
_CUT = f"  {BLOT}"


def excerpt(text: str, identity: Iterable[str] | None = None) -> str:
    """Return a log or a crash report without private data. `identity` are names to remove, by default the user's."""
    names = person_and_computer() if identity is None else identity
    return without_names("\n".join(_clean_lines(text)), names)


def person_and_computer() -> list[str]:
    """Return the names that may identify this user or computer, the longest first."""
    found = {Path.home().name, platform.node(), platform.node().partition(".")[0]}
    # In some containers, users have no names.
    with contextlib.suppress(OSError, KeyError, ImportError):
        found.add(getpass.getuser())
    return sorted((each for each in found if len(each) >= _SHORTEST_NAME), key=len, reverse=True)


def without_names(text: str, names: Iterable[str]) -> str:
    """Return the text without keys and without these names."""
    text = redact(text)
    for name in names:
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", BLOT, text, flags=re.IGNORECASE)
    return text


def harmless(message: str) -> str:
    """Return a message without quoted texts, cut at the first path, address or reason."""
    if _REQUEST.fullmatch(message):
        return message
    text = redact(message)
    lead = "Qt: " if text.startswith("Qt: ") else ""
    words, colon, _ = _QUOTED.sub(BLOT, text.removeprefix(lead)).partition(": ")
    return lead + _PRIVATE.sub(BLOT, words) + (f": {BLOT}" if colon else "")


def _clean_lines(text: str) -> Iterator[str]:
    was_cut = False
    for line in text.splitlines():
        kept = _clean_line(line)
        if kept is not None:
            yield kept
        elif not was_cut:
            yield _CUT
        was_cut = kept is None


def _clean_line(line: str) -> str | None:
    if head := _HEAD.fullmatch(line):
        return f"{head[1]} {harmless(head[2])}"
    if frame := _FRAME.match(line):
        return f'  File "{frame[1]}", line {frame[2]}, in {frame[3]}'
    if position := _PLACE.fullmatch(line):
        return f"  {position[1]}"
    if fatal := _FATAL.fullmatch(line):
        return fatal[1]
    # The service's log indents the lines of a traceback.
    line = line.strip()
    if line in _FIXED or _THREAD.fullmatch(line) or not line:
        return line
    failed = _FAILED.fullmatch(line)
    return failed[1] if failed and _is_exception(failed[1]) else None


def _is_exception(name: str) -> bool:
    """Return whether this is the name of an exception, and not a single word of a text."""
    module, dot, _ = name.partition(".")
    if dot:
        return module in {"termdesk", "httpx", "sqlite3", "asyncio", "json", "msgspec", "sqlalchemy", "lxml", "zipfile"}
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)
