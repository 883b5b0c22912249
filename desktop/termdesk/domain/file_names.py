"""File names that are valid on every system, including Windows."""

from __future__ import annotations

import unicodedata

# Device names that Windows reserves, with any extension.
_PORTS = (f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")
_DEVICES = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS))
_FORBIDDEN = frozenset('/\\:*?"<>|')
# Most file systems allow 255 bytes of UTF-8, encrypted folders 143; leave space for a number.
MOST_BYTES = 120


def safe_name(stem: str, ending: str, *, fallback: str = "glossary") -> str:
    """A valid file name with this stem, without separators and control characters, and not too long.

    `ending` starts with a dot and is kept.
    """
    plain = unicodedata.normalize("NFC", stem)
    kept = "".join("_" if each in _FORBIDDEN or not each.isprintable() else each for each in plain)
    kept = kept.encode("utf-8", "replace")[: MOST_BYTES - len(ending.encode())].decode("utf-8", "ignore").strip(" .")
    if kept.partition(".")[0].rstrip().casefold() in _DEVICES:
        kept = f"_{kept}"
    return f"{kept or fallback}{ending}"


def free_name(name: str, ending: str, taken: set[str]) -> str:
    """The name, or the name with the first unused number; `taken` are used names in `str.casefold`."""
    if name.casefold() not in taken:
        return name
    stem, number = name.removesuffix(ending), 2
    while (numbered := f"{stem} ({number}){ending}").casefold() in taken:
        number += 1
    return numbered
