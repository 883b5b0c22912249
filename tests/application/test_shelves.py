"""The library puts together what the service has and what is only here."""

from __future__ import annotations

from dataclasses import replace

from termdesk.application.shelves import Shelf, ShelfRow, arranged
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language import LanguagePair
from termdesk.storage.journal import DraftRecord

EN_DE = LanguagePair("en", "de")
DRAFT = DraftRecord(
    draft_id="d1",
    profile="local",
    shelf_key="local-1",
    glossary_id=None,
    glossary_name="drafted",
    pair=EN_DE,
    base=None,
    start="s",
    entry_count=7,
    changed_at=0.0,
)
PUBLISHED = Glossary("g1", "Published", (Dictionary(EN_DE, 10), Dictionary(EN_DE.reverse, 3)))
OPENED = replace(DRAFT, draft_id="d2", shelf_key="g1", glossary_id="g1", glossary_name="Published", base="s")


def test_glossaries_and_drafts_stand_together_by_name() -> None:
    shelves = arranged([PUBLISHED, Glossary("g2", "apples", ())], [DRAFT])

    assert [shelf.name for shelf in shelves] == ["apples", "drafted", "Published"]
    assert shelves[1] == Shelf(
        "local-1", None, "drafted", rows=(ShelfRow(EN_DE, 7, "d1", has_changes=True, is_on_service=False),)
    )
    assert shelves[2].rows == (ShelfRow(EN_DE.reverse, 3), ShelfRow(EN_DE, 10))


def test_an_edited_dictionary_shows_its_edits_and_an_unedited_one_the_count_of_the_service() -> None:
    (edited,) = arranged([PUBLISHED], [replace(OPENED, edit_count=1)])
    (unedited,) = arranged([PUBLISHED], [OPENED])

    assert edited.row(EN_DE) == ShelfRow(EN_DE, 7, "d2", has_changes=True)
    assert edited.has_changes
    assert unedited.row(EN_DE) == ShelfRow(EN_DE, 10, "d2")
    assert not unedited.has_changes


def test_a_dictionary_is_found_under_its_variants() -> None:
    (shelf,) = arranged([PUBLISHED], [])

    assert shelf.row(LanguagePair("EN-us", "de-AT")) == ShelfRow(EN_DE, 10)
    assert shelf.row(LanguagePair("fr", "de")) is None


def test_what_the_service_no_longer_lists_stays_and_is_called_missing() -> None:
    (missing,) = arranged([], [OPENED])
    (unasked,) = arranged(None, [OPENED])

    assert missing.is_missing
    assert missing.rows[0].is_on_service is False
    assert not unasked.is_missing
    assert unasked.rows[0].is_on_service


def test_a_new_dictionary_of_a_published_glossary_is_not_on_the_service() -> None:
    (shelf,) = arranged([PUBLISHED], [replace(OPENED, pair=LanguagePair("en", "fr"), base=None)])

    assert len(shelf.rows) == 3
    assert shelf.row(LanguagePair("en", "fr")) == ShelfRow(
        LanguagePair("en", "fr"), 7, "d2", has_changes=True, is_on_service=False
    )
