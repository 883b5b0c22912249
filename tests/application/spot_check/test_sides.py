"""Both sides come from the library: what the service has, and what publishing would send."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.session.session import Session
from termdesk.application.spot_check.sides import ComparedSides, SideKind, SideReader
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "es")


@pytest.fixture
async def draft(local_session: Session, records: Records) -> tuple[Library, GlossarySummary]:
    """A glossary that was never published: an entry has no target, one is forbidden, and a row is empty."""
    library = Library(local_session, records)
    entries = Entries(["pump", "valve", "well", ""], ["bomba", "", "pozo", ""])
    entries.details[entries.ids[2]] = EntryDetail(FORBIDDEN)
    await library.close(await library.new("Water", PAIR, entries))
    [summary] = [each for each in await library.summaries() if each.name == "Water"]
    return library, summary


async def test_a_draft_is_what_publishing_would_send(
    local_session: Session, draft: tuple[Library, GlossarySummary]
) -> None:
    library, summary = draft

    before, after = await SideReader(local_session, library).read(summary, PAIR, ComparedSides.GLOSSARY)

    assert (before.kind, len(before.entries), before.glossary_hash) == (SideKind.NONE, 0, "")
    assert after.kind is SideKind.DRAFT
    assert list(after.entries) == [("pump", "bomba")]
    assert (after.left_out, after.forbidden) == (1, (("well", "pozo"),))


async def test_what_was_never_published_has_no_published_side(
    local_session: Session, draft: tuple[Library, GlossarySummary]
) -> None:
    library, summary = draft

    with pytest.raises(InvalidInput, match="not on the service"):
        await SideReader(local_session, library).read(summary, PAIR, ComparedSides.DRAFT)
