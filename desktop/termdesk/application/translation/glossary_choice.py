"""Which glossaries can be used for a translation, and why others cannot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from termdesk.domain.glossary import Glossary, find_fitting
from termdesk.domain.language.language import Language, LanguagePair, find_language, is_variant, root
from termdesk.domain.language.language_names import english_name
from termdesk.messages.message import Message
from termdesk.messages.text_messages import GlossaryMessage

_NOT_PUBLISHED = (GlossaryMessage.NONE_YET, GlossaryMessage.NO_DICTIONARY, GlossaryMessage.ONLY_REVERSE)


@dataclass(frozen=True, slots=True)
class GlossaryChoice:
    """The usable glossaries, by name. `reason` says why there are none, or gives advice."""

    glossaries: tuple[Glossary, ...] = ()
    reason: str = ""

    @property
    def is_unlisted(self) -> bool:
        """Whether there are no glossaries because the service failed to list them."""
        return isinstance(self.reason, Message) and self.reason.kind is GlossaryMessage.NOT_LISTED

    @property
    def lacks_source(self) -> bool:
        """Whether there are no glossaries because the source language is detected. Choosing it would help."""
        return isinstance(self.reason, Message) and self.reason.kind is GlossaryMessage.NEEDS_ONE_OF_SOURCES

    @property
    def lacks_dictionary(self) -> bool:
        """Whether there are no glossaries because no suitable dictionary was published. Publishing one would help."""
        return isinstance(self.reason, Message) and self.reason.kind in _NOT_PUBLISHED


def choice(
    glossaries: Iterable[Glossary], *, source: str | None, target: str, languages: Iterable[Language] = ()
) -> GlossaryChoice:
    """Return the usable glossaries. If `source` is None, the service detects the language.

    `languages` are those of the resource to translate. If they show that one side supports no glossaries, this becomes
    the reason.
    """
    known = list(glossaries)
    pair = LanguagePair(source, target) if source else None
    if pair and (reason := _explain_unsupported(pair, list(languages))):
        return GlossaryChoice(reason=reason)
    if not known:
        return GlossaryChoice(reason=GlossaryMessage.NONE_YET())
    if pair is None:
        return GlossaryChoice(reason=_without_source(known, target))
    found = tuple(find_fitting(known, pair))
    return GlossaryChoice(found, _about_variants(pair) if found else _no_dictionary(known, pair))


def _without_source(glossaries: list[Glossary], target: str) -> str:
    pairs = {each.pair for glossary in glossaries for each in glossary.dictionaries}
    sources = sorted({pair.source for pair in pairs if pair.target == root(target)})
    if not sources:
        return GlossaryMessage.NEEDS_SOURCE()
    names = sorted(map(english_name, sources))
    return GlossaryMessage.NEEDS_ONE_OF_SOURCES(target=english_name(root(target)), sources=names)


def _explain_unsupported(pair: LanguagePair, languages: list[Language]) -> str:
    if not any("glossary" in each.features for each in languages):
        return ""
    for code in (pair.source, pair.target):
        language = find_language(languages, code)
        if language is not None and "glossary" not in language.features:
            return GlossaryMessage.LANGUAGE_WITHOUT(language=language.name)
    return ""


def _no_dictionary(glossaries: list[Glossary], pair: LanguagePair) -> str:
    reverse = find_fitting(glossaries, pair.reverse)
    if reverse:
        names = [GlossaryMessage.NAME(name=each.name) for each in reverse[:3]]
        return GlossaryMessage.ONLY_REVERSE(pair=str(pair.roots), names=names, reverse=str(pair.roots.reverse))
    return GlossaryMessage.NO_DICTIONARY(pair=str(pair.roots))


def _about_variants(pair: LanguagePair) -> str:
    variants = [code for code in (pair.source, pair.target) if is_variant(code)]
    if not variants:
        return ""
    if len(variants) == 1:
        return GlossaryMessage.FOR_VARIANT(pair=str(pair.roots), variant=variants[0])
    return GlossaryMessage.FOR_VARIANTS(pair=str(pair.roots), source=pair.source, target=pair.target)
