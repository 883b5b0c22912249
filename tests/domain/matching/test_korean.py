"""Korean words and their particles."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.korean import may_be_form, without_particle


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("용어집을", "용어집"),
        ("사용자들은", "사용자"),
        ("서버로", "서버"),
        ("파일로", "파일"),
        ("PC를", "PC"),
        ("회의", "회의"),
        ("전문가", "전문가"),
        ("전문가는", "전문가"),
        ("등산로", "등산로"),
        ("피부과", "피부과"),
        ("해상도", "해상도"),
        ("해상도가", "해상도"),
        ("손잡이", "손잡이"),
        ("용어집도", "용어집"),
        ("오케이라는", "오케이"),
        ("용어집이라는", "용어집"),
    ],
)
def test_a_particle_goes_where_it_can_be_one(word: str, base: str) -> None:
    assert without_particle(word) == base


@pytest.mark.parametrize(
    ("word", "stem", "expected"),
    [
        ("용어집을", "용어집", True),
        ("번역했다", "번역", True),
        ("해상도는", "해상도", True),
        ("해상도는", "해상", False),
        ("전문가", "전문", False),
        ("PC를", "PC", True),
    ],
)
def test_another_noun_is_no_form(word: str, stem: str, *, expected: bool) -> None:
    assert may_be_form(word, stem) is expected
