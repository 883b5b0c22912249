"""The font of a phrase by language: Chinese and Japanese write the same characters in different shapes."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QTextLayout

from termdesk.domain.language.language import canonical

_HAN = {
    "ja": (
        "Hiragino Sans",
        "Yu Gothic UI",
        "Meiryo",
        "Noto Sans CJK JP",
        "Noto Sans JP",
        "IPAexGothic",
        "TakaoPGothic",
    ),
    "zh-Hans": ("PingFang SC", "Microsoft YaHei UI", "Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Micro Hei"),
    "zh-Hant": ("PingFang TC", "Microsoft JhengHei UI", "Noto Sans CJK TC", "Noto Sans TC", "AR PL UMing TW"),
    "ko": ("Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans CJK KR", "Noto Sans KR", "NanumGothic", "UnDotum"),
}
_OTHERS = {
    "ar": ("Geeza Pro", "Segoe UI", "Noto Sans Arabic", "Noto Naskh Arabic", "DejaVu Sans"),
    "he": ("Arial Hebrew", "Segoe UI", "Noto Sans Hebrew", "DejaVu Sans"),
    "th": ("Thonburi", "Leelawadee UI", "Noto Sans Thai", "Loma", "Waree"),
}
_SAME_SCRIPT = {"fa": "ar", "ur": "ar", "ps": "ar", "ug": "ar", "ckb": "ar", "sd": "ar", "yi": "he", "lzh": "zh-Hant"}
_TRADITIONAL_REGIONS = frozenset({"TW", "HK", "MO"})
# The tallest glyphs of a script: stacked vowels and tones, marks above capitals.
_TALL = {"th": "ปี้ญู่ฎุ", "ar": "لٱللَّٰهِ إِّ", "he": "שָּׁלֹ֔ם", "ja": "鬱ぐ", "zh-Hans": "鬱國", "zh-Hant": "鬱國", "ko": "뷁"}
_TALL_LATIN = "ẪǺgỤ"


def script_of(code: str) -> str:
    """Return the script key for the fonts of a language. Empty if the window's font is suitable."""
    subtags = canonical(code).split("-")
    language = _SAME_SCRIPT.get(subtags[0], subtags[0])
    if language in ("zh", "yue"):
        is_traditional = "Hant" in subtags or ("Hans" not in subtags and bool(_TRADITIONAL_REGIONS & set(subtags)))
        return "zh-Hant" if is_traditional or language == "yue" else "zh-Hans"
    return language if language in _HAN or language in _OTHERS else ""


def families(code: str) -> tuple[str, ...]:
    """Return font families for a language, best first. They may not be installed."""
    script = script_of(code)
    return _HAN.get(script) or _OTHERS.get(script, ())


def phrase_font(code: str, base: QFont) -> QFont:
    """Return `base` for text in a language, with families first that have the right shapes of its letters."""
    # Always a copy: the font of a style option is deleted with the option.
    font = QFont(base)
    if installed := [family for family in families(code) if family in _read_installed_families()]:
        font.setFamilies([*installed, *base.families()])
    return font


def line_height(code: str, font: QFont) -> int:
    """Return the height in pixels of a line with the tallest letters of a language, in this font and its fallbacks."""
    return _line_height(_TALL.get(script_of(code), "") + _TALL_LATIN, font.toString())


@lru_cache(maxsize=64)
def _line_height(sample: str, described: str) -> int:
    font = QFont()
    font.fromString(described)
    layout = QTextLayout(sample, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return round(line.height())


@lru_cache(maxsize=1)
def _read_installed_families() -> frozenset[str]:
    return frozenset(QFontDatabase.families())
