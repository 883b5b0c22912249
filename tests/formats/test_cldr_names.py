"""Names and codes of languages in many languages."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from termdesk import resources
from termdesk.formats.cldr_names import (
    code_named,
    is_script,
    names_in_all_languages,
    other_codes,
    own_name,
    read_own_names,
    root_code,
    territory_named,
)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Maltese", "mt"),
        ("MALTI", "mt"),
        ("maltais", "mt"),
        ("Maltesisch", "mt"),
        ("マルタ語", "mt"),
        ("Tibetan", "bo"),
        ("ქართული", "ka"),
        ("英文", "en"),
        ("英语", "en"),
        ("日文", "ja"),
        ("Schweizer Hochdeutsch", None),
        ("art", None),
        ("note", None),
    ],
)
def test_a_language_is_known_by_its_name_in_many_languages(name: str, code: str | None) -> None:
    assert code_named(name) == code


@pytest.mark.parametrize(
    ("code", "root"), [("mt", "mt"), ("MLT", "mt"), ("ger", "de"), ("hsb", "hsb"), ("xx", None), ("bin", None)]
)
def test_a_code_is_known_in_any_of_its_forms(code: str, root: str | None) -> None:
    assert root_code(code) == root


def test_a_territory_is_known_by_its_name() -> None:
    assert territory_named("United States") == "US"
    assert territory_named("PRC") == "CN"
    assert territory_named("Nowhere") is None


def test_four_letters_are_a_script_or_a_word() -> None:
    assert is_script("Hant")
    assert is_script("cyrl")
    assert not is_script("note")


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("de", "Deutsch"),
        ("en-GB", "British English"),
        ("pt-BR", "português (Brasil)"),
        ("nb", "norsk bokmål"),
        ("zh-Hant", "繁體中文"),
        ("zh-Hans", "简体中文"),
        ("sr-Latn", "srpski (latinica)"),
        ("tl", "Tagalog"),
        ("xx", ""),
        ("de-XX", ""),
    ],
)
def test_a_language_has_the_name_that_its_speakers_give_it(code: str, name: str) -> None:
    assert own_name(code) == name


def test_a_language_has_names_in_all_languages_and_older_codes() -> None:
    named = names_in_all_languages()

    assert {"saksa", "德语", "德文", "немецкий", "Deutsch"} <= named["de"]
    assert other_codes()["ger"] == other_codes()["deu"] == "de"


def test_the_own_names_of_other_languages_are_still_those_of_cldr() -> None:
    stored = json.loads(resources.read_text("own_language_names.json"))

    assert stored == read_own_names()
    assert stored["malti"] == "mt"


# Counts the data files that are opened, in a process that has read none yet.
_COUNTS = """
import sys
opened = []
sys.addaudithook(lambda event, arguments: event == "open" and opened.append(str(arguments[0])))
from termdesk.formats.cldr_names import code_named
assert code_named("tree") is None and code_named("Malti") == "mt"
print(sum(each.endswith(".dat") for each in opened))
"""


def test_a_word_that_is_no_language_is_looked_up_in_few_files() -> None:
    reported = subprocess.run([sys.executable, "-c", _COUNTS], capture_output=True, text=True, check=True).stdout

    # All languages have more than 300.
    assert 0 < int(reported) < 60
