"""The sentence of a finding."""

from __future__ import annotations

import pytest

from support.check_workplace import Workplace, words
from termdesk.application.glossaries.checks.finding_words import words_for
from termdesk.domain.findings.custom_rules import CustomRule

pytestmark = pytest.mark.anyio


async def test_every_finding_has_words(position: Workplace) -> None:
    dictionary = await position.open(
        "All", [("ab  c", "a\u200bb\u202e"), ("Ab c", "cafe\u0301"), ("ab", "Kredit"), ("x", "etc."), ("", "\t")]
    )
    checks = position.checks(dictionary)
    await checks.set_rules([CustomRule("No etc.", r"etc\.", message="Write it out.")])

    listing = await checks.listing()

    kinds = {listing.finding(each).kind for each in listing.open.all}
    assert kinds >= {"repeated_blanks", "invisible", "bidi", "shadowed", "not_composed", "nested_otherwise"}
    assert kinds >= {"own:No etc.", "empty"}
    for each in listing.open.all:
        finding = listing.finding(each)
        assert len(words_for(listing, finding)) > 8
        assert listing.kind(finding.kind).title
    assert words(listing, "own:No etc.") == ["Write it out."]
