"""Which glossaries can be used for a translation, and why others cannot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from termdesk.domain.glossary import Glossary, find_fitting
from termdesk.domain.language.language import Language, LanguagePair, find_language, is_variant, root


@dataclass(frozen=True, slots=True)
class GlossaryChoice:
    """The usable glossaries, by name. `reason` says why there are none, or gives a hint."""

    glossaries: tuple[Glossary, ...] = ()
    reason: str = ""


def choice(
    glossaries: Iterable[Glossary], *, source: str | None, target: str, languages: Iterable[Language] = ()
) -> GlossaryChoice:
    """The usable glossaries; a `source` of None means that the service detects the language.

    `languages` are those of text translation. If they tell that one side has no glossaries, that is a reason.
    """
    known = list(glossaries)
    if not known:
        return GlossaryChoice(reason="There is no glossary on this service yet.")
    if not source:
        return GlossaryChoice(reason=_without_source(known, target))
    pair = LanguagePair(source, target)
    if reason := _unsupported(pair, list(languages)):
        return GlossaryChoice(reason=reason)
    found = tuple(find_fitting(known, pair))
    return GlossaryChoice(found, _about_variants(pair) if found else _no_dictionary(known, pair))


def _without_source(glossaries: list[Glossary], target: str) -> str:
    pairs = {each.pair for glossary in glossaries for each in glossary.dictionaries}
    sources = sorted({pair.source for pair in pairs if pair.target == root(target)})
    known = f" There are dictionaries into {root(target)} from {', '.join(sources)}." if sources else ""
    return f"A glossary needs the source language: it cannot be used while the language is detected.{known}"


def _unsupported(pair: LanguagePair, languages: list[Language]) -> str:
    if not any("glossary" in each.features for each in languages):
        return ""
    for code in (pair.source, pair.target):
        language = find_language(languages, code)
        if language is not None and "glossary" not in language.features:
            return f"The service uses no glossaries with {language.name}."
    return ""


def _no_dictionary(glossaries: list[Glossary], pair: LanguagePair) -> str:
    reverse = find_fitting(glossaries, pair.reverse)
    if reverse:
        names = "”, “".join(each.name for each in reverse[:3])
        return (
            f"No glossary has a dictionary {pair.roots}. “{names}” has {pair.roots.reverse}: "
            "the other direction needs a dictionary of its own."
        )
    return f"No glossary has a dictionary {pair.roots}."


def _about_variants(pair: LanguagePair) -> str:
    variants = [code for code in (pair.source, pair.target) if is_variant(code)]
    if not variants:
        return ""
    return f"Dictionaries are made for whole languages: {pair.roots} is used for {' and '.join(variants)} too."
