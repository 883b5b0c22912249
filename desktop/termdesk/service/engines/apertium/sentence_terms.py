"""The terms of one sentence on their way through Apertium's stream, all of them in one pass at each stage."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from termdesk.domain.language.capitals import in_capitals
from termdesk.service.engines.apertium.analysed_phrase import AnalysedPhrase, Generate, WordKind
from termdesk.service.engines.apertium.stream import escape, read_tags, written_tags
from termdesk.service.engines.apertium.term_unit import TermUnit

_TAGS = r"((?:<[^<>]+>)*)"
# The flag for any case would slow the search down.
_ANY_CASE = "[Zz][Qq][Xx][A-Za-z]{2}[Jj]"
# A word that was marked, and a placeholder that was left as a word that nobody knows.
_ANALYSED = re.compile(rf"\[(zqx[a-z]{{2}}j)\]\^[^<>$/^]*{_TAGS}\$|\^\*(ZQX[A-Z]{{2}}J)\$")
_LOOKED_UP = re.compile(rf"\^({_ANY_CASE}){_TAGS}(?:/[^$]*)?\$")
_TRANSFERRED = re.compile(rf"\^({_ANY_CASE}){_TAGS}([^$]*)\$")
# French has an article before these behind verbs, and before every noun in “il y a”. The marks join words.
_MASS_NOUNS = re.compile(
    "eau|beurre|limonade|vin|bière|viande|pain|farine|chance|huile|essence|carburant|gaz|air|vapeur|sable|gravier|béton|"
    "ciment|acier|bois|papier|encre|colle|peinture|graisse|oxygène|hydrogène|électricité"
)
_BEHIND_VERB = re.compile(r"\^[^<>$^]*<vb(?:lex|haver)>[^$^]*\$ $")
_BEHIND_THERE_IS = re.compile(r"\^y avoir<[^$^]*\$ (\^pas<adv>\$ )?$")


class TermLost(Exception):
    """A term did not come through a stage as it should."""


class SentenceTerms:
    """The terms whose placeholders are in a sentence, each once; `hidden` are the stand-ins for their signs."""

    def __init__(self, units: Sequence[TermUnit], language: str, hidden: Mapping[int, str]) -> None:
        self._units = {unit.key: unit for unit in units}
        self._language = language
        self._hidden = hidden
        self._forms: dict[str, str] = {}

    def carried(self, sentence: str) -> str:
        """The sentence for the analyser, with a word of its kind in the place of each term."""
        for unit in self._units.values():
            sentence = sentence.replace(unit.placeholder, unit.carrier(self._language))
        return sentence

    def in_source(self, stream: str) -> str:
        """The analysed sentence with the terms as units. Raises TermLost where the analyser lost one."""
        found = set[str]()

        def unit_of(match: re.Match[str]) -> str:
            marked, tags, unmarked = match.groups()
            unit = self._once(marked or unmarked.lower(), found)
            if unit is None:
                return match.group()
            source_tags = unit.source_tags(read_tags(tags or ""), self._language)
            if source_tags is None:
                raise TermLost
            return f"^{unit.lemma}{written_tags(source_tags)}$"

        return self._complete(_ANALYSED.sub(unit_of, stream), found)

    def in_target(self, stream: str) -> str:
        """The stream after the lookup, with the target's grammar beside the source's."""

        def both(match: re.Match[str]) -> str:
            lemma, tags = match.groups()
            unit = self._units.get(lemma.lower())
            if unit is None:
                return match.group()
            return f"^{lemma}{tags}/{lemma}{written_tags(unit.target_tags(read_tags(tags)))}$"

        return _LOOKED_UP.sub(both, stream)

    def read_results(self, stream: str, generate: Generate) -> str:
        """The stream before generation with the terms as unknown words; their forms are kept for `put_forms`.

        Raises TermLost where a term is not there once, or has no such form.
        """
        found = set[str]()

        def unknown(match: re.Match[str]) -> str:
            lemma, tags, rest = match.groups()
            unit = self._once(lemma.lower(), found)
            if unit is None:
                return match.group()
            form = unit.form_in(read_tags(tags), rest, generate)
            if form is None:
                raise TermLost
            if unit.is_in_capitals:
                form = in_capitals(form, unit.phrase.language)
            elif lemma[:1].isupper() and form.partition(" ")[0].islower():
                form = f"{form[:1].upper()}{form[1:]}"
            marked = f"{unit.placeholder}{form.lower()}" if unit.is_marked else form
            article = _article(unit, read_tags(tags), match.string[: match.start()])
            self._forms[unit.key] = article + _joining(escape(marked.translate(self._hidden)), unit.phrase)
            return f"^*{unit.key}$"

        return self._complete(_TRANSFERRED.sub(unknown, stream), found)

    def put_forms(self, text: str) -> str:
        """The generated text with the forms of the terms in their places."""
        for key, form in self._forms.items():
            text = text.replace(f"*{key}", form).replace(key, form)
        return text

    def _once(self, key: str, found: set[str]) -> TermUnit | None:
        unit = self._units.get(key)
        if unit is not None and key in found:
            raise TermLost
        found.add(key)
        return unit

    def _complete(self, stream: str, found: set[str]) -> str:
        if not self._units.keys() <= found:
            raise TermLost
        return stream


def _article(unit: TermUnit, tags: tuple[str, ...], before: str) -> str:
    """The French article of something that is not counted, as in “il y a de l'eau”; nothing where there is none."""
    if unit.kind is not WordKind.NOUN or unit.phrase.language != "fr":
        return ""
    there_is = _BEHIND_THERE_IS.search(before)
    if there_is and there_is.group(1):
        return "~de "
    if there_is or (_MASS_NOUNS.fullmatch(unit.phrase.text) and _BEHIND_VERB.search(before)):
        return f"~de ~{'les' if 'pl' in tags else 'la' if 'f' in tags else 'le'} "
    return ""


def _joining(form: str, phrase: AnalysedPhrase) -> str:
    """A form with the marks before words that the last stage joins with others: de el, del."""
    if phrase.ends_with_preposition:
        before, blank, last = form.rpartition(" ")
        form = f"{before}{blank}~{last}"
    # The generators of other languages join what has no mark.
    return f"~{form}" if phrase.opens_with_article and phrase.language in ("fr", "it") else form
