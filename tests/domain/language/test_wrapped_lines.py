"""Lines that were broken at a width are one text; other lines are not."""

from __future__ import annotations

import pytest

from termdesk.domain.language.wrapped_lines import find_paragraphs, join_wrapped


def texts(lines: str) -> list[str]:
    return [each.text for each in find_paragraphs(lines.split("\n"))]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            "> The quoted old message was broken by the\n> mail program.",
            ["The quoted old message was broken by the mail program."],
        ),
        (
            "    The first line is indented, as it is\nin many books, and the others are not.",
            ["The first line is indented, as it is in many books, and the others are not."],
        ),
        (
            "1) The item goes on in the line below, as\n   all know who write texts.\n2) Short",
            ["The item goes on in the line below, as all know who write texts."],
        ),
        (
            "Prüfen Sie jede Woche den Zustand des Fil-\nters sowie die Ein- und Ausgänge.",
            ["Prüfen Sie jede Woche den Zustand des Filters sowie die Ein- und Ausgänge."],
        ),
        (
            "Prüfen Sie jede Woche beide Ein- \nund Ausgänge.",
            [],
        ),
        (
            "Prüfen Sie jede Woche alle Leitungen, Ein-\nund Ausgänge.",
            ["Prüfen Sie jede Woche alle Leitungen, Ein- und Ausgänge."],
        ),
        (
            "ポンプは毎週点検してください。漏れが機械を損傷す\nるおそれがあります。圧力が下がったら、すぐに弁を\n閉めてください。",
            [
                "ポンプは毎週点検してください。漏れが機械を損傷するおそれがあります。圧力が下がったら、すぐに弁を閉めてください。"
            ],
        ),
    ],
)
def test_wrapped_lines_are_one_text(lines: str, expected: list[str]) -> None:
    assert texts(lines) == expected


@pytest.mark.parametrize(
    "lines",
    [
        "Acme Ltd.\n12 Long Road\nSpringfield",
        "The first sentence is in the first line.\nThe second sentence is in the second line.",
        "- one point of a list that is rather long\n- and another one of these, which is long",
        "name of the part                      price\nwasher with a long name               12 EUR",
        "The heading of this chapter\n===========================\nText",
        "Short lines of a poem stand\nalone, whatever the song\nis, and nobody joins\nthem to one text",
        "It is the first line, and a long one, which is broken\nBy hand before a capital letter.",
    ],
)
def test_lists_tables_addresses_and_sentences_are_not_joined(lines: str) -> None:
    assert texts(lines) == []


def test_joined_lines_are_returned_with_the_others() -> None:
    lines = ["Pumps", "", "Check the pumps every week, because every", "leak would damage it.", "End"]

    assert join_wrapped(lines) == [
        "Pumps",
        "",
        "Check the pumps every week, because every leak would damage it.",
        "End",
    ]


def test_a_translation_gets_the_width_and_indentation_of_the_paragraph() -> None:
    [paragraph] = find_paragraphs(["- Check the pumps every week, because any", "  leak would damage it."])

    assert paragraph.wrap("Controllare la pompa ogni settimana, perché una perdita la danneggerebbe.", "it") == [
        "- Controllare la pompa ogni settimana,",
        "  perché una perdita la danneggerebbe.",
    ]
    assert paragraph.wrap("漏れがポンプを損傷するおそれがありますので、毎週点検して、記録してください。", "ja") == [
        "- 漏れがポンプを損傷するおそれがあります",
        "  ので、毎週点検して、記録してください。",
    ]


def test_a_huge_text_is_not_a_paragraph() -> None:
    assert texts("\n".join(["word after word in lines without end or sense"] * 501)) == []
