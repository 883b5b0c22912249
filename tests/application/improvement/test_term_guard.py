"""Changes that affect a glossary term are found, in either of its languages."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from termdesk.application.improvement.term_guard import TermGuard
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import Entries
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.similarity.text_diff import compare

pytestmark = pytest.mark.anyio


@pytest.fixture
async def glossary(local_session: Session) -> AsyncIterator[Glossary]:
    api = await local_session.api()
    pairs = [
        (LanguagePair("en", "es"), Entries(["circuit breaker"], ["disyuntor"])),
        (LanguagePair("de", "en"), Entries(["Sicherung"], ["fuse box"])),
    ]
    made = await api.glossaries.create("Guarded", pairs)
    yield made
    await api.glossaries.delete(made.glossary_id)


@pytest.mark.slow
async def test_terms_are_protected_as_source_and_as_target(local_session: Session, glossary: Glossary) -> None:
    guard = TermGuard(local_session)
    before, after = "A circuit breaker and a fuse box.", "A switch and a box."

    found = await guard.find_endangered(before, after, compare(before, after), glossary, "en-GB")

    assert [each.term for each in found] == ["circuit breaker", "fuse box"]


async def test_only_glossaries_with_the_language_are_offered(local_session: Session, glossary: Glossary) -> None:
    guard = TermGuard(local_session)

    def names(found: list[Glossary]) -> list[str]:
        return [each.name for each in found if each.glossary_id == glossary.glossary_id]

    assert names(await guard.glossaries("en-US")) == ["Guarded"]
    assert names(await guard.glossaries("es")) == ["Guarded"]
    assert names(await guard.glossaries("ja")) == []


async def test_published_terms_are_protected_at_once(local_session: Session, glossary: Glossary) -> None:
    guard, api = TermGuard(local_session), await local_session.api()
    before, after = "A fuse and a circuit breaker.", "A plug and a circuit breaker."
    assert await guard.find_endangered(before, after, compare(before, after), glossary, "en") == ()

    await api.glossaries.replace(glossary.glossary_id, LanguagePair("en", "es"), Entries(["fuse"], ["fusible"]))
    guard.forget()
    found = await guard.find_endangered(before, after, compare(before, after), glossary, "en")

    assert [each.term for each in found] == ["fuse"]


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("language", "before", "after", "terms"),
    [
        ("en", "Two circuit breakers trip.", "Two switches trip.", ["circuit breakers"]),
        ("en", "Two circuit breakers trips.", "Two circuit breakers trip.", []),
        ("en", "A circuit breakers trips.", "A circuit breaker trips.", []),
        ("de", "Wir wechseln die Sicherungen.", "Wir wechseln die Schalter.", ["Sicherungen"]),
        ("de", "Wir wechseln die Glassicherung.", "Wir wechseln das Glasrohr.", ["Glassicherung"]),
        ("de", "Wir wechseln die Glassicherung.", "Wir wechseln die Glassicherungen.", []),
        ("es", "Los disyuntores saltan.", "Los interruptores saltan.", ["disyuntores"]),
        ("en", "Circuit breaker trips.", "The circuit breaker trips.", []),
        ("en", "Now circuit breaker trips. It", "It stopped. “Circuit breaker trips”. It", []),
        ("en", "Circuit breakers trips.", "The circuit breakers trip.", []),
        ("en", "The circuit breaker trips.", "The Circuit breaker trips.", ["circuit breaker"]),
        ("en", "Circuit breaker trips.", "CIRCUIT breaker trips.", ["Circuit breaker"]),
        ("de", "Sicherung prüfen.", "Die sicherung prüfen.", ["Sicherung"]),
    ],
)
async def test_terms_in_other_forms_may_change_their_form_but_not_become_other_words(
    local_session: Session, glossary: Glossary, language: str, before: str, after: str, terms: list[str]
) -> None:
    guard = TermGuard(local_session)

    found = await guard.find_endangered(before, after, compare(before, after), glossary, language)

    assert [each.term for each in found] == terms
