"""Fonts by language: the right shapes of Chinese, Japanese and Korean characters, room for tall scripts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics

from termdesk.ui.widgets.phrase_fonts import families, line_height, phrase_font, script_of


@pytest.mark.parametrize(
    ("code", "script"),
    [
        ("ja", "ja"),
        ("zh", "zh-Hans"),
        ("zh-Hant", "zh-Hant"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"),
        ("yue", "zh-Hant"),
        ("ko", "ko"),
        ("fa", "ar"),
        ("en-GB", ""),
        ("", ""),
    ],
)
def test_a_language_names_its_script(code: str, script: str) -> None:
    assert script_of(code) == script


def test_no_two_of_the_han_languages_share_a_family() -> None:
    lists = [families(code) for code in ("ja", "zh-Hans", "zh-Hant", "ko")]

    assert sum(map(len, lists)) == len(set().union(*lists))


def test_families_that_are_installed_come_first_and_the_usual_ones_stay(qapp: QObject) -> None:
    base = QFont("DejaVu Sans", 11)
    installed = set(QFontDatabase.families())
    for code in ("ja", "zh-Hant", "ko", "ar", "th"):
        expected = [family for family in families(code) if family in installed]
        font = phrase_font(code, base)

        assert font.families() == [*expected, "DejaVu Sans"] if expected else font == base
        assert font.pointSize() == 11


def test_tall_scripts_ask_for_at_least_their_own_height(qapp: QObject) -> None:
    base = QFont("DejaVu Sans", 11)
    for code in ("th", "ar", "vi", "en"):
        font = phrase_font(code, base)
        assert line_height(code, font) >= QFontMetrics(font).height()

    assert line_height("th", QFont("DejaVu Sans", 22)) > line_height("th", base)
