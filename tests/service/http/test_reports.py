"""The headers that name the engines of a result."""

from __future__ import annotations

from urllib.parse import unquote

from termdesk.service.engines.results import EngineTranslation
from termdesk.service.http.reports import MAX_TERMS_IN_HEADER, item_report, report_headers


def test_engines_are_named_once_and_the_lowest_coverage_counts() -> None:
    results = [
        EngineTranslation("a", ("Apertium en-es",), 0.5),
        EngineTranslation("b", ("confirmed translation", "Apertium en-es"), 1.0),
    ]

    headers = report_headers(results, unused=["context"])

    assert headers == {
        "X-Termdesk-Engine": "Apertium en-es, confirmed translation",
        "X-Termdesk-Coverage": "0.500",
        "X-Termdesk-Unused": "context",
    }


def test_missed_terms_are_ascii_and_can_be_told_apart() -> None:
    terms = ("Straße, nass", "árbol\r\nX: y")

    header = report_headers([EngineTranslation("a", (), 1.0, (), terms)], unused=[])["X-Termdesk-Terms-Missed"]

    assert header.isascii()
    assert header.isprintable()
    assert tuple(unquote(each) for each in header.split(",")) == terms


def test_many_missed_terms_stand_in_the_item_only() -> None:
    terms = tuple(f"term {number}" for number in range(100))
    result = EngineTranslation("a", (), 1 / 3, (), terms)

    assert report_headers([result], unused=[])["X-Termdesk-Terms-Missed"].count(",") == MAX_TERMS_IN_HEADER - 1
    assert item_report(result) == {
        "engines": [],
        "coverage": 0.333,
        "terms_placed": [],
        "terms_missed": list(terms),
        "terms_uncertain": [],
    }
