"""Dictionaries with the same source language as concepts with many languages, one for each source phrase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import ADMITTED, PREFERRED
from termdesk.domain.entries.term_fields import DEFINITION, Fields, join_fields, source_fields
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import align
from termdesk.formats.concepts import Concept, Term, target_term
from termdesk.messages.format_messages import FormatLoss

Parts = Sequence[tuple[LanguagePair, Entries]]


def make_shared_concepts(parts: Parts, *, joins_synonyms: bool = False) -> Iterator[Concept]:
    """Return a concept for each row of the multilingual table; entries without a target are left out.

    Status and note belong to each target term. A concept has one domain: that of its first entry with a domain. With
    `joins_synonyms`, rows that contain only synonyms are added to the concept of the preferred entries with the same
    source and domain.
    """
    concepts = _concepts_of_rows(parts)
    if not joins_synonyms or not any(entries.synonym_ids() for _, entries in parts):
        return concepts
    # Concepts by number, and the number of the concept with a preferred term for each source and domain.
    found = {concept.number: concept for concept in concepts}
    mains: dict[tuple[str, str], int] = {}
    for number, concept in found.items():
        if any(term.status == PREFERRED for term in concept.terms):
            mains.setdefault((concept.terms[0].text, concept.domain), number)
    for number, concept in list(found.items()):
        source, *terms = concept.terms
        main = mains.get((source.text, concept.domain), number)
        if main != number and all(_is_synonym(term, found[main]) for term in terms):
            found[main] = found[main]._replace(terms=(*found[main].terms, *terms))
            del found[number]
    return iter(found.values())


def _is_synonym(term: Term, concept: Concept) -> bool:
    """Return whether a term is admitted and the concept has a preferred term in the same language."""
    is_admitted = term.status == ADMITTED
    return is_admitted and any(each.language == term.language and each.status == PREFERRED for each in concept.terms)


def _concepts_of_rows(parts: Parts) -> Iterator[Concept]:
    table = MultilingualEntries([entries for _, entries in parts], align([entries for _, entries in parts]))
    for row in range(len(table)):
        terms: list[Term] = []
        domain = definition = ""
        of_source: Fields = ()
        for column, (pair, entries) in enumerate(parts):
            position = table.position(row, column)
            if position is not None and entries.targets[position]:
                detail = entries.detail(position)
                own = dict(detail.fields).get(DEFINITION, "")
                definition, domain = definition or own, domain or detail.domain
                term = target_term(entries, position, pair.target)
                if own != definition:
                    term = term._replace(fields=join_fields(term.fields, ((DEFINITION, own),)))
                terms.append(term)
                of_source = join_fields(of_source, source_fields(detail.fields))
        if terms:
            source = Term(parts[0][0].source, table.source(row), fields=of_source)
            yield Concept(row + 1, row + 1, (source, *terms), definition, domain)


def find_shared_format_losses(parts: Parts) -> list[str]:
    """Return messages about what entries lose in a shared concept, in addition to the losses of the format."""
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
        positions = ((entries, table.position(row, column)) for column, (_, entries) in enumerate(parts))
        domains = [
            entries.detail(position).domain
            for entries, position in positions
            if position is not None and entries.targets[position]
        ]
        first = next(filter(None, domains), "")
        moved += sum(domain != first for domain in domains)
    return moved
