"""Texts are divided into sentences, and nothing between them is lost."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.engines.sentences import Splitting, segments


def sentences(text: str, language: str, splitting: Splitting = "1") -> list[str]:
    return [sentence for _, sentence, _ in segments(text, language, splitting=splitting) if sentence]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "One. Two!", ["One.", "Two!"]),
        ("en", "Dr. Miller came.", ["Dr. Miller came."]),
        ("en", "one <0} two{0> three", ["one", "<0} two{0>", "three"]),
        ("en", "One (two. Three: four. Five). Six.", ["One (two. Three: four. Five).", "Six."]),
        ("en", "One (two. Three. Four", ["One (two. Three.", "Four"]),
        ("en", "A. House is the lawyer.", ["A. House is the lawyer."]),
        ("en", "He came. A. House left.", ["He came.", "A. House left."]),
        ("de", "Siehe Abb. 5 und Kap. 3.", ["Siehe Abb. 5 und Kap. 3."]),
        ("fr", "La maj. du logiciel. Débit max. 5 l.", ["La maj. du logiciel.", "Débit max. 5 l."]),
        ("fr", "Tél. 01 02 pour M. Dupont et Mme. Durand.", ["Tél. 01 02 pour M. Dupont et Mme. Durand."]),
        ("es", "Temp. máx. 5 grados.", ["Temp. máx. 5 grados."]),
        ("da", "Hr. Hansen er her.", ["Hr. Hansen er her."]),
        ("ja", "一。二。", ["一。", "二。"]),
        ("ja", "「一。」二。", ["「一。」", "二。"]),
        ("ko", "하나. 둘.", ["하나.", "둘."]),
        ("th", "หนึ่ง สอง", ["หนึ่ง สอง"]),
    ],
)
def test_each_language_has_its_ends_of_sentences(language: str, text: str, expected: list[str]) -> None:
    assert sentences(text, language) == expected


def test_line_breaks_end_a_sentence_only_where_they_are_asked_to() -> None:
    assert sentences("One\ntwo.", "en") == ["One", "two."]
    assert sentences("One\ntwo.", "en", "nonewlines") == ["One\ntwo."]
    assert sentences("One. Two.", "en", "0") == ["One. Two."]


@given(st.text(alphabet="aB .!?。\n\t」「", max_size=40), st.sampled_from(["en", "ja", "ko", "th"]))
def test_the_parts_joined_are_the_text(text: str, language: str) -> None:
    assert "".join("".join(parts) for parts in segments(text, language)) == text


def test_the_garbage_collector_does_not_visit_the_rules() -> None:
    code = """
import gc
from termdesk.service.engines.sentences import segments
list(segments("One. Two.", "en"))
print(gc.get_freeze_count() > len(gc.get_objects()))
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)

    assert found.stdout == "True\n"
