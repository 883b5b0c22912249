"""What is imported from a file that the user did not open, and what is missing for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from termdesk.application.glossaries.importing.file_view import PairInFile
from termdesk.application.glossaries.importing.importer import ImportPreview, InitialDecision, RejectedRowHandling
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.importing.import_order import (
    NO_PAIR,
    ImportOrder,
    OpenGlossary,
    belongs_to_open,
    default_order,
)

PreviewOf = Callable[..., ImportPreview]
EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
TEXT = "train\tZug\n"


@pytest.mark.parametrize(
    ("name", "pair", "opened", "expected"),
    [
        ("RAIL", EN_FR, OpenGlossary("Rail", EN_DE), True),
        ("Rail", EN_DE, OpenGlossary("Rail", EN_DE), False),
        ("Law", EN_FR, OpenGlossary("Rail", EN_DE), False),
        ("Rail", None, OpenGlossary("Rail", EN_DE), False),
        ("Rail", EN_FR, OpenGlossary(), False),
    ],
)
def test_another_pair_of_the_open_glossary_belongs_to_it(
    name: str, pair: LanguagePair | None, opened: OpenGlossary, expected: bool
) -> None:
    assert belongs_to_open(name, pair, opened) is expected


def test_a_file_becomes_a_glossary_of_its_name(preview_of: PreviewOf) -> None:
    order = default_order(preview_of("rail.en-fr.tsv", TEXT), OpenGlossary("Law", EN_DE), None)
    assert (order.is_new, order.name, order.pair, order.pairs, order.missing) == (True, "rail", EN_FR, None, "")

    order = default_order(preview_of("rail.en-fr.tsv", TEXT), OpenGlossary("Rail", EN_DE), None)
    assert not order.is_new


def test_what_was_chosen_for_all_files_holds_but_for_languages_that_the_file_tells(preview_of: PreviewOf) -> None:
    preview = preview_of("rail.en-fr.tsv", TEXT)
    shared = ImportOrder(
        preview, False, "x", EN_DE, None, InitialDecision.APPEND, RejectedRowHandling.LEAVE_OUT, "key of another"
    )

    order = default_order(preview, OpenGlossary(), shared)
    other = default_order(preview_of("law.tsv", TEXT), OpenGlossary(), shared)

    assert (order.glossary, order.existing, order.handling) == ("key of another", shared.existing, shared.handling)
    assert (order.pair, other.pair) == (EN_FR, EN_DE)


def test_what_is_missing_is_told_in_words(preview_of: PreviewOf) -> None:
    preview = preview_of("rail.en-fr.tsv", TEXT)
    pairs = (PairInFile(EN_DE, 1),)
    orders = {
        "": ImportOrder(preview, True, "Rail", EN_DE),
        "does not state its languages": ImportOrder(preview, True, "Rail", NO_PAIR),
        "the same language": ImportOrder(preview, True, "Rail", LanguagePair("de", "de")),
        "name": ImportOrder(preview, True, " ", EN_DE),
        "at least one pair": ImportOrder(preview, True, "Rail", EN_DE, ()),
        "no entries": ImportOrder(preview_of("empty.en-de.csv", "en,de\n"), True, "Rail", EN_DE),
    }

    assert [
        words for words, order in orders.items() if words not in order.missing or bool(words) != bool(order.missing)
    ] == []
    assert not ImportOrder(preview, False, "", EN_DE).missing, "what is open has its name"
    assert not ImportOrder(preview, True, "Rail", NO_PAIR, pairs).missing, "the pairs have their languages"
