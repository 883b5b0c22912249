"""Names and codes of languages and territories from the Common Locale Data Repository (CLDR).

The locale data of one language takes a megabyte of memory, so only the names are kept, and each file is dropped after
reading.
"""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from termdesk import resources
from termdesk.domain.language.language import canonical
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES, LANGUAGE_NAMES

# Shorter names in other languages are also common words: “art”, “men”, “java”.
_FEWEST_LETTERS = 4
# Codes that are also everyday words or abbreviations; these languages are recognized by their names only.
_NO_CODES = frozenset(["an", "as", "ch", "co", "na", "nr", "om", "to"])
# Languages whose own name is in the data of another language.
_OWN_NAME_IN = {"nb": "no", "tl": "fil"}
_ASCII = re.compile("[ -~]+")
# Further scripts in which a glossary language has other names: English is 英语 in simplified Chinese and 英文 in
# traditional Chinese. Both words are common in column titles of either script.
_SCRIPTS = ("zh_Hant",)
# The result of `read_own_names`.
_OWN_NAMES = "own_language_names.json"
# Common names of territories that differ from those of CLDR.
_TERRITORIES = {"prc": "CN", "usa": "US", "uk": "GB", "great britain": "GB", "hong kong sar": "HK", "macao sar": "MO"}


def code_named(name: str) -> str | None:
    """Return the code of a language by its name in English, in the language itself, or in a glossary language; else
    None.
    """
    return _languages().get(name.casefold())


@lru_cache(maxsize=1024)
def root_code(code: str) -> str | None:
    """Return CLDR's two- or three-letter code of a root language: `mt` for `mt` and `mlt`; None if unknown."""
    code = code.lower()
    known = _aliases().get(code, code)
    if len(known) == 2:
        return known if known in _english_codes() and known not in _NO_CODES else None
    return known if known in LANGUAGE_NAMES or _has_data(known) else None


@cache
def _aliases() -> dict[str, str]:
    aliases: dict[str, str] = _read("global.dat").get("language_aliases", {})
    return aliases


@cache
def _english_codes() -> frozenset[str]:
    return frozenset(_data("en").get("languages", {}))


def own_name(code: str) -> str:
    """Return the name of a language in that language: `Deutsch`, `português (Brasil)`; empty if unknown."""
    language, *subtags = canonical(code).split("-")
    for locale in ("_".join([language, *subtags]), language, _aliases().get(language, ""), _OWN_NAME_IN.get(language)):
        names: dict[str, Any] = _data(locale) if locale else {}
        if name := names.get("languages", {}).get("_".join([language, *subtags])):
            return str(name)
        known = names.get("languages", {}).get(language) or names.get("languages", {}).get(locale)
        parts = names.get("scripts", {}) | names.get("territories", {})
        if known and all(each in parts for each in subtags):
            in_parentheses = ", ".join(str(parts[each]) for each in subtags)
            return f"{known} ({in_parentheses})" if in_parentheses else str(known)
    return ""


def names_in_all_languages() -> dict[str, set[str]]:
    """Return the names of each language in all known languages, by code: those of German include `saksa`.

    Reads some 300 files, which takes a third of a second.
    """
    found: dict[str, set[str]] = {}
    for locale in (*_locales(), *_SCRIPTS):
        for code, name in _names(locale):
            found.setdefault(canonical(code), set()).add(name)
    return found


def other_codes() -> dict[str, str]:
    """Return older and three-letter codes with the code that they stand for: `deu` and `ger` for `de`."""
    return {other: code for other, code in _aliases().items() if code.isalpha()}


def _locales() -> list[str]:
    """Return the languages, without regions, for which CLDR has names of other languages."""
    try:
        files_ = files("babel").joinpath("locale-data").iterdir()
        return sorted(each.name[:-4] for each in files_ if each.name.endswith(".dat") and "_" not in each.name)
    except (ModuleNotFoundError, FileNotFoundError):
        return []


def territory_named(name: str) -> str | None:
    """Return the code of a territory by its English name; None if unknown."""
    return _territories().get(name.casefold())


def is_script(code: str) -> bool:
    """Return whether four letters are the code of a script: `Hant`, `latn`, but not `note`."""
    return code.title() in _scripts()


@cache
def _scripts() -> frozenset[str]:
    # Without the package, return the scripts of the glossary languages.
    return frozenset(_data("en").get("scripts", ())) or frozenset(("Arab", "Cyrl", "Hans", "Hant", "Latn"))


@cache
def _territories() -> dict[str, str]:
    names = {name.casefold(): code for code, name in _data("en").get("territories", {}).items() if len(code) == 2}
    return names | _TERRITORIES


@cache
def _languages() -> dict[str, str]:
    """Return every name, case-folded, with its code. If a name means two languages, the first one counts."""
    found: dict[str, str] = {}
    for code, name in _names("en"):
        if len(name) >= _FEWEST_LETTERS:
            found.setdefault(name.casefold(), code)
    others: dict[str, str] = {}
    for locale in (*GLOSSARY_LANGUAGES, *_SCRIPTS):
        for code, name in _names(locale):
            if code == locale:
                found.setdefault(name.casefold(), code)
            elif code in LANGUAGE_NAMES and _is_long_enough(name):
                others.setdefault(name.casefold(), code)
    own_names: dict[str, str] = json.loads(resources.read_text(_OWN_NAMES))
    return others | own_names | found


def read_own_names() -> dict[str, str]:
    """Return the own names, case-folded, of the languages that are not glossary languages, with their codes.

    Reads some 300 files, which takes a quarter of a second. So the program has the result as a resource, which a test
    compares with this.
    """
    found: dict[str, str] = {}
    for locale in dict.fromkeys((*LANGUAGE_NAMES, *sorted(_english_codes()))):
        if locale not in GLOSSARY_LANGUAGES and locale not in _SCRIPTS:
            for code, name in _names(locale):
                if code == locale:
                    found.setdefault(name.casefold(), code)
    return found


def _is_long_enough(name: str) -> bool:
    return len(name) >= _FEWEST_LETTERS or not _ASCII.fullmatch(name)


def _names(locale: str) -> Iterator[tuple[str, str]]:
    """Yield codes and names of languages in the language of `locale`. A variant is listed if it has its own name."""
    for code, name in _data(locale).get("languages", {}).items():
        yield code.replace("_", "-"), name


def _has_data(locale: str) -> bool:
    return bool(_data(locale))


def _data(locale: str) -> Any:
    return _read(f"locale-data/{locale}.dat")


def _read(name: str) -> Any:
    """Return a data file of the package; empty if it does not exist, or if the package is not installed."""
    # `babel.localedata` would keep everything in memory: 100 MB for all languages.
    try:
        return pickle.loads(files("babel").joinpath(name).read_bytes())
    except (ModuleNotFoundError, FileNotFoundError):
        return {}
