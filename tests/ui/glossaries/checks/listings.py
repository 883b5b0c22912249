"""Findings of real checks, without an open dictionary."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.glossaries.checks.check_index import CheckIndex, Columns
from termdesk.application.glossaries.checks.findings import Listing, ListingInput, list_findings
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

PAIR = LanguagePair("en", "ar")
PAIRS = [("e-mail", "بريد\u202e"), ("email", "x  y"), ("", "فارغ"), (" lead", "قيادة")]


def listing_of(pairs: Sequence[tuple[str, str]], ignored: frozenset[tuple[str, int, str]] = frozenset()) -> Listing:
    entries = Entries.of(pairs)
    faulty, repeated, excluded = ViolationIndex(entries, {}).marks()
    phrases = (entries.sources, entries.targets, entries.ids)
    columns = Columns(*phrases, frozenset())
    marks = CheckIndex(columns, PAIR).marks(columns)
    return list_findings(NoProgress(), ListingInput(PAIR, *phrases, faulty, repeated, marks, ignored, {}, excluded))
