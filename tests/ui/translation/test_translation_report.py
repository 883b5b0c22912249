"""The report shows what was billed, and what the service reported about its engines."""

from __future__ import annotations

from dataclasses import replace

from termdesk.application.translation.translation import TranslateRequest, TranslationResult
from termdesk.domain.glossary import Glossary
from termdesk.domain.texts import EngineReport
from termdesk.ui.translation.translation_report import report_of


def result(source: str | None, billed: int | None, report: EngineReport) -> TranslationResult:
    return TranslationResult(TranslateRequest("A house", "de", source=source), "Ein Haus", "en", 7, billed, report)


def test_a_detected_language_and_what_was_billed_are_named() -> None:
    assert report_of(result(None, 7, EngineReport())) == "Detected: English · 7 characters billed"


def test_what_costs_nothing_is_counted_and_not_billed() -> None:
    assert report_of(result("en", 7, EngineReport()), is_billed=False) == "7 characters counted"


def test_a_service_that_does_not_say_what_it_billed_is_quoted_with_an_estimate() -> None:
    assert "7 characters, the service did not say" in report_of(result("en", None, EngineReport()))


def test_engines_their_coverage_and_an_unused_context_are_named() -> None:
    report = EngineReport(("Apertium",), 0.5, unused=("context",))

    words = "1 character billed · Apertium · 50% of the words known · the engine does not use the context"
    assert report_of(result("en", 1, report)) == words


def test_known_words_are_not_praised_in_a_text_that_came_back_untranslated() -> None:
    report = EngineReport(coverage=1.0)
    untranslated = TranslationResult(TranslateRequest("A house", "en"), "A house", "en", 7, 7, report)

    assert report_of(untranslated) == "Detected: English · 7 characters billed"


def test_two_versions_are_named_by_the_glossary_and_the_same_text_is_told() -> None:
    plain = result("en", 7, EngineReport())
    with_glossary = replace(plain, request=replace(plain.request, glossary=Glossary("1", "Homes", ())))

    assert report_of(plain, other="Ein Heim") == "Without the glossary · 7 characters billed"
    assert report_of(with_glossary, other="Ein Heim") == "With the glossary · 7 characters billed"
    assert "the glossary changes nothing" in report_of(plain, other=plain.text)
