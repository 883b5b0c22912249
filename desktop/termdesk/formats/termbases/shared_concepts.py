"""Dictionaries that share a source language as concepts of many languages, one for each source phrase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import align
from termdesk.formats.concepts import Concept, Term
from termdesk.messages.format_messages import FormatLoss

Parts = Sequence[tuple[LanguagePair, Entries]]


def shared_concepts(parts: Parts) -> Iterator[Concept]:
    """A concept for each row of the table of these dictionaries; entries without a target are left out.

    Status and note go to each target term. The domain is the concept's, so it is that of the first entry with one.
    """
    table = MultilingualEntries([entries for _, entries in parts], align([entries for _, entries in parts]))
    for row in range(len(table)):
        terms = [Term(parts[0][0].source, table.source(row))]
        domain = ""
        for column, (pair, entries) in enumerate(parts):
            place = table.place(row, column)
            if place is not None and (target := entries.targets[place]):
                detail = entries.detail(place)
                terms.append(Term(pair.target, target, detail.status, detail.note))
                domain = domain or detail.domain
        if len(terms) > 1:
            yield Concept(row + 1, row + 1, tuple(terms), domain=domain)


def shared_format_losses(parts: Parts) -> list[str]:
    """Sentences about what entries lose when they share a concept; the losses of the format itself come on top."""
    lost: list[str] = []
    if unfinished := sum(entries.targets.count("") for _, entries in parts):
        lost.append(FormatLoss.WITHOUT_TRANSLATION(count=unfinished))
    if moved := _domains_that_move(parts):
        lost.append(FormatLoss.MOVED_DOMAINS(moved))
    return lost


def _domains_that_move(parts: Parts) -> int:
    if not any(entries.details for _, entries in parts):
        return 0
    table = MultilingualEntries([entries for _, entries in parts], align([entries for _, entries in parts]))
    moved = 0
    for row in range(len(table)):
        places = ((entries, table.place(row, column)) for column, (_, entries) in enumerate(parts))
        domains = [
            entries.detail(place).domain for entries, place in places if place is not None and entries.targets[place]
        ]
        first = next(filter(None, domains), "")
        moved += sum(domain != first for domain in domains)
    return moved
