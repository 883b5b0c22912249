"""Tags as they are typed, compared and stored."""

from __future__ import annotations

import pytest

from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary_tag import GlossaryTag, TagKind, parse_stored_tag, read_tags, unique

WORD, CLIENT, DOMAIN = TagKind.WORD, TagKind.CLIENT, TagKind.DOMAIN


def test_tags_are_read_between_commas_without_what_surrounds_them() -> None:
    assert read_tags(WORD, " old ,#urgent;; two  words\t, OLD") == (
        GlossaryTag(WORD, "old"),
        GlossaryTag(WORD, "two words"),
        GlossaryTag(WORD, "urgent"),
    )
    assert read_tags(CLIENT, " , ") == ()


def test_a_tag_is_not_endless() -> None:
    with pytest.raises(InvalidInput, match="61 characters"):
        read_tags(DOMAIN, "x" * 61)


@pytest.mark.parametrize(
    "tag", [GlossaryTag(CLIENT, "ACME: Ltd"), GlossaryTag(DOMAIN, "law"), GlossaryTag(WORD, "a:b")]
)
def test_a_tag_is_stored_and_read_again(tag: GlossaryTag) -> None:
    assert parse_stored_tag(str(tag)) == tag


def test_clients_come_first_and_case_makes_no_second_tag() -> None:
    tags = [GlossaryTag(WORD, "b"), GlossaryTag(WORD, "B"), GlossaryTag(DOMAIN, "law"), GlossaryTag(CLIENT, "z")]

    assert [str(tag) for tag in unique(tags)] == ["client:z", "domain:law", "b"]
