"""Which glossaries are offered for documents in several languages, and for which of them each is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.application.documents.document_glossaries import find_document_glossaries
from termdesk.application.documents.document_translator import DocumentChoices
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import Entries
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

TO_SPANISH, TO_GERMAN = LanguagePair("en", "es"), LanguagePair("en", "de")


@pytest.mark.slow
async def test_a_glossary_that_fits_one_language_is_offered_behind_those_that_fit_all(local_session: Session) -> None:
    api, entries = await local_session.api(), Entries(["house"], ["casa"])
    spanish = await api.glossaries.create("Only Spanish", [(TO_SPANISH, entries)])
    both = await api.glossaries.create("Spanish and German", [(TO_SPANISH, entries), (TO_GERMAN, entries)])
    ours = [spanish.glossary_id, both.glossary_id]

    async def find(*targets: str) -> list[tuple[str, tuple[str, ...]]]:
        lists = LanguageLists(local_session)
        found = await find_document_glossaries(local_session, lists, source="en", targets=targets)
        return [
            (each.glossary_id, found.targets_without(each)) for each in found.glossaries if each.glossary_id in ours
        ]

    try:
        assert await find("es", "de") == [(both.glossary_id, ()), (spanish.glossary_id, ("de",))]
        assert await find("de") == [(both.glossary_id, ())]
        assert await find("fr") == []
        assert {each for each, _ in await find()} == set(ours)
    finally:
        # Tests of other modules use the same service.
        for glossary_id in ours:
            await api.glossaries.delete(glossary_id)


def test_each_target_takes_the_dictionary_that_fits() -> None:
    glossary = Glossary("g", "Law", (Dictionary(TO_SPANISH, 1),))

    choices = DocumentChoices(("es", "de", "es-MX"), "en", glossary, Path("folder"))

    assert [choices.glossary_for(target) for target in choices.targets] == [glossary, None, glossary]
