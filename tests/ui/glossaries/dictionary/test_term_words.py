"""Terms in one line: the target, then the names of its details."""

from __future__ import annotations

from termdesk.domain.entries.entry_detail import FORBIDDEN, NO_DETAIL, EntryDetail
from termdesk.ui.glossaries.dictionary.term_words import terms_words


def test_each_term_is_told_with_its_details(qapp: object) -> None:
    detail = EntryDetail(FORBIDDEN, "signed", "law", (("definition", "a join"),))

    assert terms_words([("Bolzen", NO_DETAIL)]) == "Bolzen"
    assert terms_words([("Bolz", detail), ("Bolzen", NO_DETAIL)]) == (
        "Bolz (Forbidden · Domain: law · Note: signed · Definition: a join); Bolzen"
    )
