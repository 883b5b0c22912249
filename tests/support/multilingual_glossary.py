"""A new glossary with dictionaries into many languages, for the multilingual table."""

from __future__ import annotations

from pathlib import Path

from termdesk.application.glossaries.checks.findings import Finding
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.findings import MultilingualListing
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.multilingual.table import align

# Each phrase with its translations. Not every language has every phrase.
OWN = {
    "de": [("bolt", "Schraube"), ("nut", "Mutter"), ("washer", "Unterlegscheibe")],
    "ar": [("bolt", "برغي"), ("nut", "صامولة"), ("spring", "نابض")],
    "he": [("bolt", "בורג"), ("washer", "דיסקית")],
    "ja": [("bolt", "ボルト"), ("nut", "ナット"), ("washer", "ワッシャー"), ("spring", "ばね")],
    "th": [("nut", "น็อต"), ("spring", "สปริง")],
}


def own_entries() -> dict[str, Entries]:
    return {code: Entries.of(pairs) for code, pairs in OWN.items()}


def entries_of_files(paths: dict[str, Path], *, limit: int | None = None) -> dict[str, Entries]:
    """Return the first entries of tab-separated files, by language."""
    result = {}
    for code, path in paths.items():
        lines = path.read_text("utf-8").splitlines()[:limit]
        result[code] = Entries.of([(source, target) for source, _, target in (line.partition("\t") for line in lines)])
    return result


async def made(library: Library, name: str, targets: dict[str, Entries], *, source: str = "en") -> GlossarySummary:
    """Create a glossary on this computer with these dictionaries, all closed."""
    (first, entries), *others = targets.items()
    await library.close(dictionary := await library.new(name, LanguagePair(source, first), entries))
    key = dictionary.draft.glossary_key
    for code, entries in others:
        summary = await summary_of(library, key)
        await library.close(await library.add_dictionary(summary, LanguagePair(source, code), entries))
    return await summary_of(library, key)


async def summary_of(library: Library, key: str) -> GlossarySummary:
    (summary,) = [each for each in await library.summaries() if each.key == key]
    return summary


async def local_table(library: Library, targets: dict[str, list[tuple[str, str]]], *, source: str = "en") -> OpenTable:
    """Return a table of open dictionaries by target language. None was published, and no service is called."""
    pairs = [LanguagePair(source, code) for code in targets]
    dictionaries = [await library.new("Parts", pair, Entries.of(targets[pair.target])) for pair in pairs]
    summary = GlossarySummary("k", None, "Parts")
    return OpenTable(library, summary, dictionaries, align([each.entries for each in dictionaries]))


def findings(listing: MultilingualListing, kind: str) -> list[Finding]:
    """Return the findings of one kind."""
    return [listing.finding(packed) for packed in listing.open.of(kind)]


def said(listing: MultilingualListing, kind: str) -> list[tuple[str, str]]:
    """Return language and phrase of each finding."""
    return [(listing.language(each), listing.phrase(each)) for each in findings(listing, kind)]
