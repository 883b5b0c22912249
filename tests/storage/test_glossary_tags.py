"""Tags are stored by profile, and follow a glossary to the service."""

from __future__ import annotations

import pytest

from support.files.stored_drafts import ENTRIES, draft_of
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

ACME, OLD = GlossaryTag(TagKind.CLIENT, "ACME"), GlossaryTag(TagKind.WORD, "old")


async def test_tags_are_replaced_and_belong_to_a_profile(records: Records) -> None:
    await records.glossary_tags.put("local", "k1", [OLD, ACME, GlossaryTag(TagKind.WORD, "OLD")])
    await records.glossary_tags.put("vendor", "k1", [OLD])
    assert await records.glossary_tags.all("local") == {"k1": (ACME, OLD)}

    await records.glossary_tags.put("local", "k1", [])

    assert await records.glossary_tags.all("local") == {}
    assert await records.glossary_tags.all("vendor") == {"k1": (OLD,)}


async def test_tags_move_with_the_drafts_to_the_id_of_the_service(records: Records) -> None:
    draft = await draft_of(records)
    await records.glossary_tags.put("local", draft.glossary_key, [ACME])
    await records.glossary_tags.put("local", "g7", [ACME, OLD])

    await records.journal.rebase(draft.draft_id, base=ENTRIES, start=ENTRIES, through=0, glossary=("g7", "Terms"))

    assert await records.glossary_tags.all("local") == {"g7": (ACME, OLD)}
