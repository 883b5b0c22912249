"""What makes a translation outdated, and what does not."""

from __future__ import annotations

from dataclasses import replace

from termdesk.application.translation.memory_lookup import MemoryUse
from termdesk.application.translation.style_lookup import StyleRules
from termdesk.application.translation.translation import TranslateRequest
from termdesk.application.translation.translation_changes import RequestPart, changes_of_translation
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair

GLOSSARY = Glossary("1", "Law", (Dictionary(LanguagePair("en", "de"), 3),))
MADE = TranslateRequest("A text.", "de", source="en", glossary=GLOSSARY, context="contracts")


def test_nothing_changed_is_no_change() -> None:
    assert changes_of_translation(MADE, replace(MADE)) == frozenset()


def test_each_part_is_told_by_itself() -> None:
    def parts(**other: object) -> set[RequestPart]:
        return set(changes_of_translation(MADE, replace(MADE, **other)))  # type: ignore[arg-type]  # fields by name

    assert parts(text="A text") == {RequestPart.TEXT}
    assert parts(target="fr") == {RequestPart.LANGUAGES}
    assert parts(source="fr") == {RequestPart.LANGUAGES}
    assert parts(glossary=None) == {RequestPart.GLOSSARY}
    assert parts(glossary=replace(GLOSSARY, glossary_id="2")) == {RequestPart.GLOSSARY}
    assert parts(context="") == {RequestPart.CONTEXT}
    assert parts(formality="more") == {RequestPart.MODE}
    assert parts(markup="html") == {RequestPart.MODE}
    assert parts(memory=MemoryUse("1", "Law")) == {RequestPart.MEMORY}
    assert parts(style_rules=StyleRules("1", "Plain", "de")) == {RequestPart.STYLE_RULES}


def test_a_glossary_that_was_read_again_is_the_same_until_its_dictionary_has_grown() -> None:
    renamed = replace(GLOSSARY, name="Law 2")
    grown = Glossary("1", "Law", (Dictionary(LanguagePair("en", "de"), 4),))

    assert changes_of_translation(MADE, replace(MADE, glossary=renamed)) == frozenset()
    assert changes_of_translation(MADE, replace(MADE, glossary=grown)) == {RequestPart.GLOSSARY_CONTENT}


def test_the_detected_language_may_be_chosen_afterwards() -> None:
    made = TranslateRequest("A text.", "de")

    assert changes_of_translation(made, replace(made, source="en-GB"), detected_source="en") == frozenset()
    assert changes_of_translation(made, replace(made, source="fr"), detected_source="en") == {RequestPart.LANGUAGES}
    assert changes_of_translation(replace(made, source="en"), made) == {RequestPart.LANGUAGES}
