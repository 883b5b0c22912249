"""Forms of Japanese words: 選択した is a form of 選択する."""

from __future__ import annotations

import re
from functools import lru_cache

# The kana that may follow the stem of a verb, by the last kana of its dictionary form, euphonic forms included.
_ROWS = {
    "う": "わいえおっ", "く": "かきけこい", "ぐ": "がぎげごい", "す": "さしせそ", "つ": "たちてとっ",
    "ぬ": "なにねのん", "ぶ": "ばびべぼん", "む": "まみめもん", "る": "らりれろっまたてなよ",
}  # fmt: skip
_SURU = "する"
_SURU_FORMS = "し|さ|せ|す|でき|出来"
_ADJECTIVE_FORMS = "く|かっ|けれ|さ"
_KANJI = "\u3005\u3400-\u4dbf\u4e00-\u9fff"
_KATAKANA = "\u30a1-\u30fa\u30fc"
_IS_VERB = re.compile(f"\\w*[{_KANJI}]\\w*[うくぐすつぬぶむる]")
_IS_ADJECTIVE = re.compile(f"\\w*[{_KANJI}]\\w*い")
_IS_LOANWORD = re.compile(f"[{_KATAKANA}]{{3,}}ー")
# The least length of a stem that is certainly this word: 開き may belong to 開く and to 開ける.
_SHORTEST_SURE_STEM = 2


@lru_cache(maxsize=20_000)
def sure_forms(phrase: str) -> re.Pattern[str] | None:
    """A pattern for the stem of a phrase in its other forms; None if it has no others."""
    if phrase.endswith(_SURU) and len(phrase) >= len(_SURU) + _SHORTEST_SURE_STEM:
        return re.compile(f"{re.escape(phrase.removesuffix(_SURU))}(?={_SURU_FORMS})")
    if len(phrase) > _SHORTEST_SURE_STEM and _IS_VERB.fullmatch(phrase):
        return re.compile(f"{re.escape(phrase[:-1])}(?=[{_ROWS[phrase[-1]]}])")
    if len(phrase) > _SHORTEST_SURE_STEM and _IS_ADJECTIVE.fullmatch(phrase):
        return re.compile(f"{re.escape(phrase[:-1])}(?={_ADJECTIVE_FORMS})")
    if _IS_LOANWORD.fullmatch(phrase):
        # The long vowel at the end of a loanword is often left out: サーバ, サーバー.
        return re.compile(f"(?<![{_KATAKANA}]){re.escape(phrase[:-1])}(?![{_KATAKANA}])")
    return None


@lru_cache(maxsize=20_000)
def possible_forms(phrase: str) -> re.Pattern[str] | None:
    """A pattern for texts that may be forms of a phrase, but may also be other words; None if there are none."""
    if phrase.endswith(_SURU) and len(phrase) >= len(_SURU) + _SHORTEST_SURE_STEM:
        return re.compile(re.escape(phrase.removesuffix(_SURU)))
    if len(phrase) == _SHORTEST_SURE_STEM and _IS_VERB.fullmatch(phrase):
        return re.compile(f"{re.escape(phrase[:-1])}(?=[{_ROWS[phrase[-1]]}])")
    return None
