"""Detect entries that a service stored with quotes as characters."""

from __future__ import annotations

import re
from itertools import chain

from termdesk.domain.chunks import is_same_mapping
from termdesk.domain.entries.entries import Entries

_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


def has_added_quotes(held: Entries, meant: Entries) -> bool:
    """Whether a service has the intended entries, but with phrases in quotes and their own quotes doubled.

    Texts would never match such a phrase.
    """
    if len(held) < len(meant) or not any(each.startswith('"') for each in chain(held.sources, held.targets)):
        return False
    if held.holds_as(meant):
        return False
    return is_same_mapping(remove_added_quotes(held).as_dict(), meant.as_dict())


def remove_added_quotes(held: Entries) -> Entries:
    """Return the entries that a service was sent and stored as `held`, if it stored quotes as characters."""
    return Entries.of({_unquote(source): _unquote(target) for source, target in held}.items())


def _unquote(phrase: str) -> str:
    found = _QUOTED.fullmatch(phrase)
    return found.group(1).replace('""', '"') if found else phrase
