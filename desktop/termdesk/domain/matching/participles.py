"""Participles that are terms: “estado” is not a form of “está”, though both are forms of “estar”."""

from __future__ import annotations

import re

from termdesk.domain.language.language import root

_INFINITIVES = {"es": r"\w+[aei]r", "fr": r"\w+(?:er|ir|re)", "it": r"\w+[aei]re", "pt": r"\w+[aeio]r"}
_PARTICIPLES = {
    "es": r"\w+(?:[aií]d|ch|t)[oa]s?",
    "fr": r"\w+(?:é|i|u|is|it|[aeo]int|[eo]rt)e?s?",
    "it": r"\w+[st][oaie]",
    "pt": r"\w+(?:[aií]d|t)[oa]s?",
}
_IS_INFINITIVE = {language: re.compile(pattern) for language, pattern in _INFINITIVES.items()}
_IS_PARTICIPLE = {language: re.compile(pattern) for language, pattern in _PARTICIPLES.items()}


def forms_of_participle(word: str, base: str, language: str) -> re.Pattern[str] | None:
    """A pattern for the other forms of a folded word, if it is a participle with this base form; else None."""
    code = root(language)
    if code not in _IS_PARTICIPLE or word == base or not _IS_INFINITIVE[code].fullmatch(base):
        return None
    return _IS_PARTICIPLE[code] if _IS_PARTICIPLE[code].fullmatch(word) else None
