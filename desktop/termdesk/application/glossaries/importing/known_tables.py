"""Tables that other programs write, recognized by their column titles."""

from __future__ import annotations

import re
from collections.abc import Sequence

# The name of each program or collection, and patterns of its column titles. Each pattern must match one title of a
# file.
_TITLES = {
    "memoQ": (r"entry_id", r"entry_\w+", r"term_info"),
    "Crowdin": (r"term \[[\w-]+\]", r"(status|description|type|gender|note|part of speech) \[[\w-]+\]"),
    "Lokalise": (r"term", r"casesensitive", r"translatable", r"forbidden"),
    "Tolgee": (r"casesensitive", r"translatable", r"abbreviation", r"forbidden"),
    "Weblate": (r"location", r"source", r"target", r"fuzzy"),
    "MateCat": (r"forbidden", r"domain", r"subdomain", r"example of use"),
    "Termium": (r"subject_\w+", r"term_[a-z]+", r"term_[a-z]+_parameter"),
    "IATE": (r"(e_id|entry id|iate id)", r"(l_code|language( code)?)", r"(t_term|term)"),
    "Wikidata": (r"item", r"item(label|_?label_?[a-z]*)|label_?[a-z]+"),
    "Supervertaler": (r"source", r"target", r"priority", r"forbidden"),
}


def table_of(titles: Sequence[str]) -> str:
    """Return the name of the program that writes tables with these titles; empty if unknown."""
    folded = [title.strip().casefold() for title in titles]
    for name, patterns in _TITLES.items():
        if all(any(re.fullmatch(pattern, title) for title in folded) for pattern in patterns):
            return name
    return ""
