"""Glossaries on the real local service, and their lines in the library."""

from __future__ import annotations

from support.publishing_setup import EN_DE, PublishingSetup
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.entries.entries import Entries

ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus")])


async def summary_named(library: Library, name: str) -> GlossarySummary:
    (found,) = [summary for summary in await library.summaries() if summary.name == name]
    return found


async def on_service(setup: PublishingSetup, name: str) -> str:
    """Create a glossary on the service as another user, and return its id."""
    return (await setup.client.glossaries.create(name, [(EN_DE, ENTRIES)])).glossary_id
