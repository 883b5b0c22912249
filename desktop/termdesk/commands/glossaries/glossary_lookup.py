"""Lookup of the glossary and the dictionaries named on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair


def find_glossary(summaries: Sequence[GlossarySummary], name: str) -> GlossarySummary:
    """Return the glossary with this name or id. Raises InvalidInput if there is none, or more than one."""
    found = find_glossaries(summaries, name)
    if len(found) == 1:
        return found[0]
    _refuse_several([each.key for each in found], name)
    known = ", ".join(each.name for each in summaries)
    remedy = f"Use one of: {known}." if known else "The service has none."
    raise InvalidInput(f"There is no glossary “{name}”.", remedy=remedy)


def find_glossaries(summaries: Sequence[GlossarySummary], name: str) -> list[GlossarySummary]:
    """Return the glossaries with this name, or the one with this id."""
    return [each for each in summaries if name in (each.name, each.key, each.glossary_id)]


def find_usable(glossaries: Sequence[Glossary], name: str) -> Glossary | None:
    """Return the glossary with this name or id from those of a service. Raises InvalidInput if there are several."""
    found = [each for each in glossaries if name in (each.name, each.glossary_id)]
    _refuse_several([each.glossary_id for each in found], name)
    return found[0] if found else None


def _refuse_several(ids: Sequence[str], name: str) -> None:
    if len(ids) > 1:
        remedy = f"Give the id of one: {', '.join(ids)}."
        raise InvalidInput(f"{len(ids)} glossaries are called “{name}”.", remedy=remedy)


def to_root_pair(typed: tuple[str, str] | None) -> LanguagePair | None:
    """Return the root languages of `--pair`, because dictionaries have root languages."""
    return LanguagePair(*typed).roots if typed else None


def find_rows(summary: GlossarySummary, pair: LanguagePair | None) -> tuple[DictionarySummary, ...]:
    """Return the dictionary with this pair, or all dictionaries. Raises InvalidInput if there is none."""
    if pair is None and summary.rows:
        return summary.rows
    row = summary.row(pair) if pair else None
    if row is None:
        known = ", ".join(map(str, sorted(summary.pairs)))
        raise InvalidInput(
            f"“{summary.name}” has no dictionary {pair}." if pair else f"“{summary.name}” has no dictionary.",
            remedy=f"It has {known}." if known else "Publish one with: termdesk glossary push NAME FILE --create",
        )
    return (row,)


def find_row(summary: GlossarySummary, pair: LanguagePair | None) -> DictionarySummary:
    """Return the dictionary with this pair, or the only one. Raises InvalidInput if there is none, or more than one."""
    row, *others = rows = find_rows(summary, pair)
    if others:
        known = ", ".join(f"{each.pair.source}-{each.pair.target}" for each in rows)
        raise InvalidInput(
            f"“{summary.name}” has {len(rows)} dictionaries.", remedy=f"Choose one with --pair: {known}."
        )
    return row
