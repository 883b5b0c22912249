"""What makes an improvement or a spot-check outdated, and what does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.improvement.improvement import ImproveRequest
from termdesk.application.request_changes import RequestPart, changes_of_improvement, changes_of_spot_check
from termdesk.application.spot_check.sides import ComparedSides
from termdesk.application.spot_check.spot_check_result import SpotCheckRequest
from termdesk.application.translation.style_lookup import StyleRules
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.domain.texts import Improve


def test_improvements_depend_on_text_language_and_mode() -> None:
    made = ImproveRequest("A text.", "en-US", Improve.REPHRASE, tone="friendly")

    assert changes_of_improvement(made, replace(made)) == frozenset()
    assert changes_of_improvement(made, replace(made, text="")) == {RequestPart.TEXT}
    assert changes_of_improvement(made, replace(made, target="en-GB")) == {RequestPart.LANGUAGES}
    assert changes_of_improvement(made, replace(made, tone=None)) == {RequestPart.MODE}
    assert changes_of_improvement(made, replace(made, how=Improve.CORRECT)) == {RequestPart.MODE}


def test_spot_checks_depend_on_sentences_glossary_entries_and_what_is_compared() -> None:
    pair = LanguagePair("en", "es")
    summary = GlossarySummary("law", None, "Law", drafts=(DictionarySummary(pair, 3),))
    edited = DictionarySummary(pair, 3, edited_at=datetime(2026, 11, 23))
    made = SpotCheckRequest(SentenceSet("1", "Contracts", pair, ("A house.",)), summary)
    longer = replace(made.sentence_set, name="Other", sentences=("A house.", "A well."))

    assert changes_of_spot_check(made, replace(made, is_fresh=True)) == frozenset()
    assert changes_of_spot_check(made, replace(made, sentence_set=longer)) == {RequestPart.TEXT}
    other = replace(made, glossary=GlossarySummary("trade", None, "Trade"))
    assert changes_of_spot_check(made, other) == {RequestPart.GLOSSARY}
    draft = replace(made, comparison=ComparedSides.DRAFT)
    assert changes_of_spot_check(made, draft) == {RequestPart.COMPARISON}
    plain = replace(made, style_rules=StyleRules("plain", "Plain", "es", 1))
    assert changes_of_spot_check(made, plain) == {RequestPart.STYLE_RULES}
    later = replace(made, glossary=GlossarySummary("law", None, "Law", drafts=(edited,)))
    assert changes_of_spot_check(made, later) == {RequestPart.GLOSSARY_CONTENT}


def test_a_glossary_is_the_same_after_its_first_publication() -> None:
    pair = LanguagePair("en", "es")
    entries = (DictionarySummary(pair, 3, edited_at=datetime(2026, 11, 23)),)
    longer = (DictionarySummary(pair, 4, edited_at=datetime(2026, 11, 24)),)
    draft = GlossarySummary("local-1", None, "Law", drafts=entries)
    made = SpotCheckRequest(SentenceSet("1", "Contracts", pair, ("A house.",)), draft)

    published = replace(made, glossary=GlossarySummary("a1", "a1", "Law", drafts=entries))
    assert changes_of_spot_check(made, published) == frozenset()
    edited = replace(made, glossary=GlossarySummary("a1", "a1", "Law", drafts=longer))
    assert changes_of_spot_check(made, edited) == {RequestPart.GLOSSARY_CONTENT}
    namesake = replace(made, glossary=GlossarySummary("local-2", None, "Law", drafts=entries))
    assert changes_of_spot_check(made, namesake) == {RequestPart.GLOSSARY}
    assert changes_of_spot_check(published, made) == {RequestPart.GLOSSARY}
