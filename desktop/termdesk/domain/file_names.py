"""Names for files that every system takes, Windows among them."""

from __future__ import annotations

import unicodedata

# Names that Windows keeps for devices, with whatever ending.
_PORTS = (f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")
_DEVICES = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS))
_FORBIDDEN = frozenset('/\\:*?"<>|')
# Most file systems take 255 bytes of UTF-8, encrypted folders 143; a number has to fit as well.
MOST_BYTES = 120


def safe_name(stem: str, ending: str, *, fallback: str = "glossary") -> str:
    """A file name of this stem without what no folder takes: separators, control characters, and too much of it.

    `ending` begins with a dot and is kept whole.
    """
    plain = unicodedata.normalize("NFC", stem)
    kept = "".join("_" if each in _FORBIDDEN or not each.isprintable() else each for each in plain)
    kept = kept.encode("utf-8", "replace")[: MOST_BYTES - len(ending.encode())].decode("utf-8", "ignore").strip(" .")
    if kept.partition(".")[0].rstrip().casefold() in _DEVICES:
        kept = f"_{kept}"
    return f"{kept or fallback}{ending}"


def free_name(name: str, ending: str, taken: set[str]) -> str:
    """The name, or the first one with a number that nobody has; `taken` are names in `str.casefold`."""
    if name.casefold() not in taken:
        return name
    stem, number = name.removesuffix(ending), 2
    while (numbered := f"{stem} ({number}){ending}").casefold() in taken:
        number += 1
    return numbered
