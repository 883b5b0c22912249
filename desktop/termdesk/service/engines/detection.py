"""Which language a text is in: by its script where that decides, else by eldc."""

from __future__ import annotations

import re
from functools import cache

from termdesk.domain.language_names import GLOSSARY_LANGUAGES
from termdesk.service.engines.results import Detection

# Scripts that only one of the service's languages uses.
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af\u1100-\u11ff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
)
_LETTER = re.compile(r"[^\W\d_]")
_OTHER_CODES = {"no": "nb", "nn": "nb", "iw": "he"}
_MIN_SHARE = 0.3


def detect(text: str) -> Detection:
    """The language of a text, and whether one may rely on it."""
    letters = _LETTER.findall(text)
    if not letters:
        return Detection("", False)
    for code, script in _SCRIPTS:
        if len(script.findall(text)) >= _MIN_SHARE * len(letters):
            return Detection(code, True)
    found = _eldc().detect_details(text)
    code = _OTHER_CODES.get(found.language, found.language)
    if code not in GLOSSARY_LANGUAGES:
        return Detection("", False)
    return Detection(code, bool(found.reliable))


def languages() -> frozenset[str]:
    return frozenset(GLOSSARY_LANGUAGES)


@cache
def _eldc():  # type: ignore[no-untyped-def]  # a module without types, imported when first needed
    import eldc  # type: ignore[import-untyped]  # it has no types

    eldc.init()
    return eldc
