"""Mistakes that the installed rules overlook or correct wrongly.

Each pattern is wrong in every context. So 以经 for 已经 is not listed, because it is also in 所以经常, which is
correct. Nor is アボガド for アボカド, because the correct アボガドロ starts with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from termdesk.service.engines.correction.proposals import Proposal

_MISTAKES: Mapping[str, Mapping[str, str]] = {
    # The rules do not change “must”, because it is also an English word.
    "de": {
        "du must": "du musst",
        "must du": "musst du",
    },
    # The rules suggest a form of “to saw” here (have sawed) instead of one of “to see”.
    "en": {
        "had saw": "had seen",
        "has saw": "has seen",
        "have saw": "have seen",
    },
    # “Gente” is singular, although it means several people, and the rules overlook a plural verb after it.
    "es": {
        "la gente dicen": "la gente dice",
        "la gente están": "la gente está",
        "la gente estan": "la gente está",
        "la gente hacen": "la gente hace",
        "la gente pueden": "la gente puede",
        "la gente quieren": "la gente quiere",
        "la gente saben": "la gente sabe",
        "la gente son": "la gente es",
        "la gente tienen": "la gente tiene",
        "la gente van": "la gente va",
    },
    "it": {
        "c'e'": "c'è",
        "daccordo": "d'accordo",
        "propio": "proprio",
        "pultroppo": "purtroppo",
        "pò": "po'",
        "un altra": "un'altra",
        "un amica": "un'amica",
    },
    "ja": {
        "ありがとうござます": "ありがとうございます",
        "コミニュケーション": "コミュニケーション",
        "シュミレーション": "シミュレーション",
        "そのとうり": "そのとおり",
        "どうゆう": "どういう",
        "ふいんき": "ふんいき",
    },
    # Endings may follow, so these also match inside words.
    "ko": {
        "갈께": "갈게",
        "갯수": "개수",
        "곰곰히": "곰곰이",
        "깨끗히": "깨끗이",
        "담궈": "담가",
        "담궜": "담갔",
        "더우기": "더욱이",
        "돼고": "되고",
        "돼는": "되는",
        "돼면": "되면",
        "되서": "돼서",
        "되요": "돼요",
        "됬": "됐",
        "메세지": "메시지",
        "몇일": "며칠",
        "뵈요": "봬요",
        "설레임": "설렘",
        "슴니다": "습니다",
        "아니예요": "아니에요",
        "어떻해": "어떡해",
        "어의없": "어이없",
        "없읍니다": "없습니다",
        "역활": "역할",
        "오랜동안": "오랫동안",
        "오랫만": "오랜만",
        "왠만": "웬만",
        "왠일": "웬일",
        "을께": "을게",
        "일일히": "일일이",
        "일찌기": "일찍이",
        "있읍니다": "있습니다",
        "잠궈": "잠가",
        "잠궜": "잠갔",
        "촛점": "초점",
        "치뤘": "치렀",
        "컨텐츠": "콘텐츠",
        "할께": "할게",
        "헛점": "허점",
        "희안하": "희한하",
    },
    # Brazilian spellings, which the rules take for other European words: seco, contrato.
    "pt-PT": {
        "contatar": "contactar",
        "contate": "contacte",
        "contato": "contacto",
        "contatos": "contactos",
        "seção": "secção",
        "seções": "secções",
        "subseção": "subsecção",
        "subseções": "subsecções",
    },
    "zh": {
        "名符其实": "名副其实",
        "必竟": "毕竟",
        "渡假": "度假",
    },
}
_WITHOUT_WORD_BORDERS = frozenset({"ja", "ko", "zh"})


def find_known_mistakes(text: str, language: str) -> list[Proposal]:
    """Return the mistakes in a text of this root language or variant, each with its correction."""
    border = "" if language in _WITHOUT_WORD_BORDERS else r"\b"
    return [
        Proposal(match.start(), match.end(), (_match_case(match.group(), right),))
        for wrong, right in _MISTAKES.get(language, {}).items()
        for match in re.finditer(f"{border}{re.escape(wrong)}{_after(wrong, border)}", text, re.IGNORECASE)
    ]


def _after(wrong: str, border: str) -> str:
    return r"(?!\w)" if border and not wrong[-1].isalnum() else border


def _match_case(written: str, right: str) -> str:
    return right[:1].upper() + right[1:] if written[:1].isupper() else right
