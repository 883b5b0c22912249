"""Texts are split into sentences, but not after abbreviations."""

from __future__ import annotations

from typing import SupportsIndex

import pytest

from termdesk.domain.spot_check.sentence_split import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("The pump is new. It runs! Does it? Yes.", ["The pump is new.", "It runs!", "Does it?", "Yes."]),
        ("He said “Stop.” Then he left.", ["He said “Stop.”", "Then he left."]),
        ("It costs 3.5 euros, i.e. nothing. A. Smith paid.", ["It costs 3.5 euros, i.e. nothing.", "A. Smith paid."]),
        (
            "これは水です。これは火です！「はい。」そうです。",
            ["これは水です。", "これは火です！", "「はい。」", "そうです。"],
        ),
        ("A title\nA sentence.", ["A title", "A sentence."]),
        ("", []),
    ],
)
def test_texts_are_split_into_sentences(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text, "en")) == sentences


@pytest.mark.parametrize(
    ("language", "text", "sentences"),
    [
        (
            "en-GB",
            "Ask Dr. Smith and Mr. Jones. See Fig. 3 and No. 5. It closes at 5 p.m. Then Acme Inc. Made it etc. Stop.",
            [
                "Ask Dr. Smith and Mr. Jones.",
                "See Fig. 3 and No. 5.",
                "It closes at 5 p.m.",
                "Then Acme Inc.",
                "Made it etc.",
                "Stop.",
            ],
        ),
        ("en", "The answer is no. Then he left.", ["The answer is no.", "Then he left."]),
        (
            "es",
            "El Sr. López y la Dra. Ruiz. Véase pág. 3, p.ej. Madrid.",
            ["El Sr. López y la Dra. Ruiz.", "Véase pág. 3, p.ej. Madrid."],
        ),
        ("ca", "La Dra. Vila arriba. Vegeu pàg. 3.", ["La Dra. Vila arriba.", "Vegeu pàg. 3."]),
        ("fr", "M. Dupont et Mme. Roux. Voir art. 5.", ["M. Dupont et Mme. Roux.", "Voir art. 5."]),
        ("pt-BR", "O Sr. Silva e a Profa. Costa. Ver cap. IV.", ["O Sr. Silva e a Profa. Costa.", "Ver cap. IV."]),
        ("it", "Il Dott. Verdi e la Dott.ssa Neri. Vedi p. 3.", ["Il Dott. Verdi e la Dott.ssa Neri.", "Vedi p. 3."]),
        ("ro", "Dl. Popescu vine. Vezi fig. 2.", ["Dl. Popescu vine.", "Vezi fig. 2."]),
        ("da", "Dr. Hansen kom den 3. maj. Se f.eks. Fig. 3.", ["Dr. Hansen kom den 3. maj.", "Se f.eks. Fig. 3."]),
        ("sv", "Dr. Berg kom. Se t.ex. Fig. 3.", ["Dr. Berg kom.", "Se t.ex. Fig. 3."]),
        ("nb", "Hr. Alm gikk. Se bl.a. Fig. 3.", ["Hr. Alm gikk.", "Se bl.a. Fig. 3."]),
        (
            "de",
            "Dr. Weiß kommt am 3. Mai. Siehe Abb. 3, z. B. hier. Der Preis ist 3. Das reicht.",
            ["Dr. Weiß kommt am 3. Mai.", "Siehe Abb. 3, z. B. hier.", "Der Preis ist 3.", "Das reicht."],
        ),
        ("nl", "Dhr. Jansen komt. Zie blz. 3.", ["Dhr. Jansen komt.", "Zie blz. 3."]),
        ("ru", "Г. Иванов пришел. Вот рис. и таблица.", ["Г. Иванов пришел.", "Вот рис. и таблица."]),
        ("x", "Ask Dr.\nThe next line", ["Ask Dr.", "The next line"]),
    ],
)
def test_no_sentence_ends_with_a_title_or_before_the_number_of_a_figure(
    language: str, text: str, sentences: list[str]
) -> None:
    assert list(split_sentences(text, language)) == sentences


def test_only_the_surroundings_of_each_sentence_end_are_copied() -> None:
    copied = 0

    class Counted(str):
        __slots__ = ()

        def __getitem__(self, key: SupportsIndex | slice) -> str:
            nonlocal copied
            part = super().__getitem__(key)
            copied += len(part)
            return part

    text = Counted("The pump is new. " * 1_000)

    assert split_sentences(text, "en") == ("The pump is new.",)
    assert copied < 5 * len(text)
