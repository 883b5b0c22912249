"""Numbers and dates as the cells of a spreadsheet display them: `007`, `5%`, `§ 12`, `01.03.2024`.

Supports only formats that look the same on every computer. Month names, thousands separators and the system's short
date depend on the user's settings, so cells with them keep the stored value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import TypeAlias

# Built-in formats, which files name by number only. Those that depend on the system are left out.
BUILT_IN = {
    1: "0",
    2: "0.00",
    9: "0%",
    10: "0.00%",
    20: "h:mm",
    21: "h:mm:ss",
    45: "mm:ss",
    46: "[h]:mm:ss",
}
Token: TypeAlias = tuple[str, str]
Section: TypeAlias = tuple[Token, ...]

_LONGEST_FORMAT = 255
_MOST_PLACES = 30
# Quoted text, an escaped character, space of a character's width, a condition, a color or a currency.
_TOKEN = re.compile(
    r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[(h+|m+|s+)\]|\[[^\]]*\]|(AM/PM|A/P|.)', re.DOTALL | re.I
)
_PLAIN = frozenset("$-+/():!^&'~{}<>= ")
_DATE_LETTERS = frozenset("ymdhs")
_FIRST_DAY = datetime(1899, 12, 30)
_FIRST_DAY_OF_1904 = datetime(1904, 1, 1)
# Day 60 is 29 February 1900, which did not exist.
_LEAP_DAY = 60
_LAST_DAY = 2_958_465


def format_number(value: float, code: str, *, is_1904: bool = False) -> str | None:
    """Return what a cell with this number and format displays; None if that depends on the computer."""
    if len(code) > _LONGEST_FORMAT:
        return None
    if value >= 0 and value % 1 == 0 and not code.strip("0"):
        # Shortcut for the most frequent format, such as `000`.
        return str(int(value)).zfill(len(code)) if code else None
    return _format_number(value, code, is_1904)


@lru_cache(maxsize=4_096)
def _format_number(value: float, code: str, is_1904: bool) -> str | None:
    parts = _sections(code)
    if parts is None or not parts:
        return None
    if len(parts) > 2 and value == 0:
        section = parts[2]
    elif len(parts) > 1 and value < 0:
        section, value = parts[1], -value
    else:
        section = parts[0]
    if any(kind == "date" for kind, _ in section):
        return _date(value, section, is_1904=is_1904)
    return _number(value, section)


@lru_cache(maxsize=256)
def _sections(code: str) -> tuple[Section, ...] | None:
    """Split a format into sections of tokens: ("text", …), ("digit", "0"), ("date", "yyyy"), …; None if unsupported."""
    sections: list[list[Token]] = [[]]
    for match in _TOKEN.finditer(code):
        tokens = sections[-1]
        found = _token(match)
        if found is None:
            return None
        if found == ("end", ";"):
            sections.append([])
        elif found[0] == "date" and tokens and tokens[-1][0] == "date" and tokens[-1][1][0] == found[1]:
            tokens[-1] = ("date", tokens[-1][1] + found[1])
        else:
            tokens.append(found)
    for section in sections:
        if {"date", "digit"} <= {kind for kind, _ in section} or _is_fraction(section):
            return None
    return tuple(map(tuple, sections))


def _token(match: re.Match[str]) -> Token | None:
    quoted, escaped, currency, elapsed, other = match.groups()
    text = next((each for each in (quoted, escaped, currency) if each is not None), None)
    if text is not None:
        return "text", text
    if elapsed:
        return "date", f"[{elapsed.lower()}]"
    if other is None:
        # Colors can be ignored. Conditions are unsupported, because they choose the section.
        is_condition = match[0].startswith("[") and any(sign in match[0] for sign in "<>=")
        return None if is_condition else ("text", " " if match[0].startswith("_") else "")
    if other == ";":
        return "end", other
    if other in "0#?":
        return "digit", other
    if other in ".%":
        return other, other
    if other.lower() in _DATE_LETTERS:
        return "date", other.lower()
    # Thousands separators, exponents, `General` and AM/PM are unsupported.
    return ("text", other) if other in _PLAIN or not other.isascii() else None


def _is_fraction(section: Sequence[Token]) -> bool:
    positions = [position for position, (kind, _) in enumerate(section) if kind == "digit"]
    return bool(positions) and any(token == ("text", "/") for token in section[positions[0] : positions[-1]])


def _number(value: float, section: Section) -> str | None:
    kinds = [kind for kind, _ in section]
    if "digit" not in kinds:
        return "".join(text for _, text in section).strip() or None
    if kinds.count(".") > 1 or kinds.count("digit") > _MOST_PLACES:
        return None
    point = kinds.index(".") if "." in kinds else len(section)
    decimals = kinds[point:].count("digit")
    number = Decimal(repr(abs(value))) * 100 ** kinds.count("%")
    whole, _, fraction = format(number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP), "f").partition(".")
    shown: list[str] = []
    # Fill from the right: the first placeholder takes all remaining digits.
    digits = whole.lstrip("0")
    positions = [position for position, kind in enumerate(kinds[:point]) if kind == "digit"]
    if not positions and point < len(section):
        shown.append(digits)
    filled: dict[int, str] = {}
    for position in reversed(positions):
        filled[position] = (digits if position == positions[0] else digits[-1:]) or _empty_place(section[position][1])
        digits = digits[:-1]
    behind = iter(fraction)
    optional = _optional_decimals(section, point, fraction)
    for position, (kind, text) in enumerate(section):
        if kind == "digit":
            shown.append(filled[position] if position < point else next(behind, "") if position not in optional else "")
        else:
            shown.append(text)
    sign = "-" if value < 0 and any(map(str.isdigit, f"{number:f}".replace("0", ""))) else ""
    return (sign + "".join(shown)).strip()


def _empty_place(placeholder: str) -> str:
    return {"0": "0", "?": " "}.get(placeholder, "")


def _optional_decimals(section: Section, point: int, fraction: str) -> set[int]:
    """Return the indexes of decimals that are not shown, because they are trailing zeros with the placeholder `#`."""
    positions = [position for position in range(point, len(section)) if section[position][0] == "digit"]
    hidden: set[int] = set()
    for position, digit in reversed(list(zip(positions, fraction, strict=False))):
        if section[position][1] != "#" or digit != "0":
            break
        hidden.add(position)
    return hidden


def _date(value: float, section: Section, *, is_1904: bool) -> str | None:
    if not 0 <= value < _LAST_DAY:
        return None
    first = _FIRST_DAY_OF_1904 if is_1904 else _FIRST_DAY
    days = value if is_1904 or value >= _LEAP_DAY or value < 1 else value + 1
    try:
        # Round to seconds, the precision of all supported formats.
        moment = first + timedelta(seconds=round(days * 86_400))
    except OverflowError:
        return None
    shown = []
    for position, (kind, text) in enumerate(section):
        part = _date_part(text, moment, value, _is_minute(section, position)) if kind == "date" else text
        if part is None:
            return None
        shown.append(part)
    return "".join(shown).strip()


def _is_minute(section: Section, position: int) -> bool:
    """Return whether an `m` means minutes: after hours or before seconds."""
    dates = [(at, text) for at, (kind, text) in enumerate(section) if kind == "date"]
    among = next((number for number, (at, _) in enumerate(dates) if at == position), None)
    if among is None:
        return False
    before = dates[among - 1][1].strip("[]")[0] if among else ""
    behind = dates[among + 1][1].strip("[]")[0] if among + 1 < len(dates) else ""
    return before == "h" or behind == "s"


def _date_part(letters: str, moment: datetime, value: float, is_minute: bool) -> str | None:
    seconds = round(value * 86_400)
    match letters[0], len(letters):
        case "[", _:
            unit = {"h": 3600, "m": 60, "s": 1}[letters[1]]
            return str(seconds // unit).zfill(len(letters) - 2)
        case "y", length:
            return f"{moment.year:04}" if length > 2 else f"{moment.year % 100:02}"
        case "m", length if is_minute and length < 3:
            return str(moment.minute).zfill(length)
        case ("m" | "d" | "h" | "s") as unit, length if length < 3:
            number = {"m": moment.month, "d": moment.day, "h": moment.hour, "s": moment.second}[unit]
            return str(number).zfill(length)
    # Names of months and weekdays are unsupported.
    return None
