"""The row of another dictionary that belongs to an entry."""

from __future__ import annotations

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.row_link import find_linked_row
from termdesk.domain.language.language import LanguagePair

EN_DE, EN_FR, DE_EN, FR_EN, DE_FR, ES_IT = (
    LanguagePair(*pair.split("-")) for pair in ("en-de", "en-fr", "de-en", "fr-en", "de-fr", "es-it")
)
OTHER = Entries.of([("Haus", "home"), ("Wohnung", "flat"), ("Haus", "house"), ("Boot", "boat")])


@pytest.mark.parametrize(
    ("entry", "pair", "other_pair", "row"),
    [
        (("Boot", "bateau"), DE_FR, DE_EN, 3),
        (("house", "Haus"), EN_DE, DE_EN, 2),
        (("building", "Haus"), EN_DE, DE_EN, 0),
        (("flat", "Apartment"), EN_DE, DE_EN, 1),
        (("boat", "bateau"), EN_FR, DE_EN, 3),
        (("bateau", "boat"), FR_EN, DE_EN, 3),
        (("ship", "Schiff"), EN_DE, DE_EN, None),
        (("", ""), EN_DE, DE_EN, None),
        (("Boot", "boat"), ES_IT, DE_EN, None),
    ],
)
def test_the_row_that_belongs_to_an_entry(
    entry: tuple[str, str], pair: LanguagePair, other_pair: LanguagePair, row: int | None
) -> None:
    assert find_linked_row(entry, pair, OTHER, other_pair) == row


def test_the_target_leads_on_where_it_is_the_other_ones_source() -> None:
    french = Entries.of([("Haus", "maison"), ("Boot", "bateau")])

    assert find_linked_row(("boat", "Boot"), EN_DE, french, DE_FR) == 1
