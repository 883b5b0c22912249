"""Detects the language of a text: by its script if that is unique, otherwise with eldc."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache

from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.domain.matching.protected_parts import find_protected_positions
from termdesk.service.engines.missing_packages import is_missing
from termdesk.service.engines.results import Detection

# Scripts that only one of the service's languages uses.
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af\u1100-\u11ff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
)
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_OTHER_CODES = {"no": "nb", "nn": "nb", "iw": "he"}
# eldc knows Malay but not Indonesian, which is almost the same, so Malay counts as Indonesian. But eldc takes many
# English words for Malay, so only a reliable result counts.
_OTHER_CODES_IF_SURE = {"ms": "id"}
# The best guess for Latin text that eldc cannot classify.
_USUAL = "en"
_MIN_SHARE = 0.3
_MOST_CANDIDATES = 20


def detect(text: str, among: Collection[str] = frozenset(GLOSSARY_LANGUAGES)) -> Detection:
    """Detect a text's language, and whether the result is reliable.

    An unreliable result is the most probable language in `among`, the languages that can be served, or else in all
    languages. The code is empty if the text has no words or no language is probable.
    """
    text = _without_protected(text)
    letters = sum(map(str.isalpha, text))
    if not letters:
        return Detection("", False)
    for code, script in _SCRIPTS:
        if len(script.findall(text)) >= _MIN_SHARE * letters:
            return Detection(code, True)
    if is_missing("eldc"):
        return Detection("", False)
    found = _eldc().detect_details(text)
    code = _code(found.language, is_sure=found.reliable)
    if found.reliable and code in GLOSSARY_LANGUAGES:
        return Detection(code, True)
    candidates = [_code(each) for each in found.scores]
    if _USUAL not in candidates and _LATIN.search(text):
        candidates.append(_USUAL)
    for served in (among, GLOSSARY_LANGUAGES):
        if probable := next((each for each in candidates if each in served), ""):
            return Detection(probable, False)
    return Detection("", False)


def language_scores(text: str) -> dict[str, float]:
    """Return the most probable languages of a text, each with its probability from 0 to 1.

    Empty if the detector is missing.
    """
    if is_missing("eldc"):
        return {}
    return {_code(code): score for code, score in _eldc().detect_details(text).scores.items()}


def detect_sources(texts: Sequence[str], *, among: Collection[str], target: str) -> list[str]:
    """Detect the language of each text in a batch to be translated into the root language `target`.

    A text whose language cannot be detected gets the language that most of the other text has. If no text has a
    language, a text without words gets the target language, and the code of a text with words is empty.
    """
    codes = [_detect_source(text, among, target) for text in texts]
    sizes: Counter[str] = Counter()
    for code, text in zip(codes, texts, strict=True):
        sizes[code] += len(text) if code else 0
    [(most, _)] = sizes.most_common(1) or [("", 0)]
    return [code or most or ("" if has_words(text) else target) for code, text in zip(codes, texts, strict=True)]


def _detect_source(text: str, among: Collection[str], target: str) -> str:
    """Return the language of a text to be translated. The target only if no other language is more probable.

    A text in the target language is returned as it is, so a short text of a pair without engines would come back
    untranslated.
    """
    found = detect(text, frozenset(among) - {target})
    if not found.is_sure and target in among and detect(text).code == target:
        return target
    return found.code


def has_words(text: str) -> bool:
    """Whether a text has letters outside placeholders and addresses."""
    return any(map(str.isalpha, _without_protected(text)))


def _without_protected(text: str) -> str:
    chunks, end = [], 0
    for start, stop in find_protected_positions(text):
        chunks.append(text[end:start])
        end = stop
    return " ".join([*chunks, text[end:]])


def _code(code: str, *, is_sure: bool = False) -> str:
    code = _OTHER_CODES.get(code, code)
    return _OTHER_CODES_IF_SURE.get(code, code) if is_sure else code


def languages() -> frozenset[str]:
    """Return the languages that can be detected: without eldc, only those with a script of their own."""
    return frozenset(code for code, _ in _SCRIPTS) if is_missing("eldc") else frozenset(GLOSSARY_LANGUAGES)


@cache
def _eldc():  # type: ignore[no-untyped-def]  # a module without types, imported when first needed
    import eldc  # type: ignore[import-untyped]  # it has no types

    eldc.init()
    eldc.set_scores(_MOST_CANDIDATES)
    return eldc
