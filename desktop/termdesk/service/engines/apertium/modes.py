"""The installed pairs: their `.mode` files, and the commands in these."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

from termdesk.domain.language.language import LanguagePair, canonical

# The folder of Debian's packages. The variable names another one, for example that of MacPorts.
MODES = Path(os.environ.get("TERMDESK_APERTIUM_MODES") or "/usr/share/apertium/modes")

_CODES = {
    "eng": "en", "spa": "es", "ita": "it", "fra": "fr", "por": "pt", "dan": "da", "swe": "sv", "nob": "nb", "ron": "ro",
}  # fmt: skip
_MODE = re.compile(r"([a-z]{2,3})-([a-z]{2,3}(?:_[A-Z]{2})?)")
# A probe sentence for each source language; a pair must know most of its words. A pair is not served if its tools abort
# (as for Russian and Ukrainian in Debian 12) or its languages are missing in this table.
PROBES = {
    "en": "The house is big and the book is on the table.",
    "es": "La casa es grande y el libro está sobre la mesa.",
    "fr": "La maison est grande et le livre est sur la table.",
    "pt": "A casa é grande e o livro está na mesa.",
    "it": "La casa è grande e il libro è sul tavolo.",
    "ro": "Casa este mare și cartea este pe masă.",
    "da": "Huset er stort, og bogen ligger på bordet.",
    "sv": "Huset är stort och boken ligger på bordet.",
    "nb": "Huset er stort, og boken ligger på bordet.",
}

Command = list[str]


def find_installed_modes(folder: Path = MODES) -> dict[LanguagePair, Path]:
    """Return the pairs of installed `.mode` files whose languages are supported and whose tools exist."""
    found = {}
    # Most pairs use the same tools.
    is_here = cache(shutil.which)
    for path in sorted(folder.glob("*.mode")) if folder.is_dir() else []:
        match = _MODE.fullmatch(path.stem)
        if match is None:
            continue
        source, (target, _, region) = _code(match.group(1)), match.group(2).partition("_")
        pair = LanguagePair(source, canonical(f"{_code(target)}-{region}" if region else _code(target)))
        if pair.source in PROBES and pair.roots.target in PROBES and all(is_here(words[0]) for words in stages(path)):
            found[pair] = path
    return found


def version() -> str:
    """Return the version of the installed core; empty if none is installed."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        answer = subprocess.run(["lt-proc", "--version"], capture_output=True, text=True, timeout=5, check=False)
        return (answer.stdout or answer.stderr).strip().partition("\n")[0]
    return ""


def _code(code: str) -> str:
    return _CODES.get(code, code)


def stages(mode: Path) -> list[Command]:
    """Return the commands of a pipeline, each with its null-flush flag. The generator marks unknown words."""
    return [list(command) for command in _parse(mode.read_text("utf-8"))]


@lru_cache(maxsize=128)
def _parse(text: str) -> tuple[tuple[str, ...], ...]:
    """Parse the commands of a mode file. Cached, because each is needed twice at start and splitting is slow."""
    commands = []
    for stage in text.strip().split("|"):
        words = ["-g" if word == "$1" else word for word in shlex.split(stage) if word != "$2"]
        commands.append((words[0], "-z", *words[1:]))
    return tuple(commands)


def analyzer(mode: Path) -> Command:
    """Return the command that analyzes words of the source language."""
    return stages(mode)[0]


def parts(commands: Sequence[Command]) -> list[list[Command]]:
    """Split the stages where terms are inserted: after analysis, bilingual lookup, transfer, and generation.

    Return one part if the pipeline has another structure.
    """
    commands = _with_lookup(commands)
    analysis = _last(commands, lambda command: command[0] == "apertium-pretransfer")
    lookup = _last(commands, lambda command: command[0] == "lrx-proc" or (command[0] == "lt-proc" and "-b" in command))
    generation = _last(commands, lambda command: command[0] == "lt-proc" and "-g" in command)
    if not 0 < analysis < lookup < generation - 1 or generation == len(commands):
        return [list(commands)]
    cuts = [0, analysis, lookup, generation - 1, generation, len(commands)]
    return [list(commands[start:stop]) for start, stop in pairwise(cuts)]


def _with_lookup(commands: Sequence[Command]) -> list[Command]:
    """Make the bilingual lookup a separate stage if the transfer includes it; the result is the same."""
    found: list[Command] = []
    for command in commands:
        if command[0] == "apertium-transfer" and len(command) == 5 and not command[2].startswith("-"):
            name, flush, rules, compiled, bilingual = command
            found += [["lt-proc", flush, "-b", bilingual], [name, flush, "-b", rules, compiled]]
        else:
            found.append(command)
    return found


def _last(commands: Sequence[Command], is_meant: Callable[[Command], bool]) -> int:
    """Return the number of commands up to the last one that matches; 0 if none does."""
    return max((number for number, command in enumerate(commands, 1) if is_meant(command)), default=0)
