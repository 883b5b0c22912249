"""Entries that were written with quotes to a service that keeps quotes as characters."""

from __future__ import annotations

import re

from termdesk.domain.chunks import is_same_mapping
from termdesk.domain.entries.entries import Entries

_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


def is_misquoted(held: Entries, meant: Entries) -> bool:
    """Whether what a service holds is what was meant, but with quotes around phrases and their own quotes doubled.

    A text with such a phrase would never be found in it.
    """
    if len(held) < len(meant) or not any(each.startswith('"') for each in (*held.sources, *held.targets)):
        return False
    if held.holds_as(meant):
        return False
    return is_same_mapping({_unquoted(source): _unquoted(target) for source, target in held}, meant.as_dict())


def _unquoted(phrase: str) -> str:
    found = _QUOTED.fullmatch(phrase)
    return found.group(1).replace('""', '"') if found else phrase
