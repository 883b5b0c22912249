"""Rows with one term each, grouped by concept."""

from __future__ import annotations

import pytest

from termdesk.domain.entries.entry_detail import FORBIDDEN
from termdesk.formats.concepts import UNDETERMINED, Concept
from termdesk.formats.termbases.term_rows import TermCell, TermRows, is_term_list

IATE = ["E_ID", "E_DOMAINS", "L_CODE", "T_TERM", "T_TYPE", "T_RELIABILITY", "T_EVALUATION"]


def concepts(titles: list[str], *rows: list[str]) -> tuple[tuple[Concept, ...], dict[str, int]]:
    found = TermRows(titles)
    for line, row in enumerate(rows, 2):
        found.add(line, [TermCell(*cell.split("@")) for cell in row])
    base = found.termbase("x")
    return base.concepts, dict(base.dropped)


def test_rows_of_one_number_are_one_concept_wherever_they_stand() -> None:
    (tax, court), dropped = concepts(
        IATE,
        ["84", "LAW", "de", "Steuer", "Term", "Reliable", "Preferred"],
        ["85", "LAW", "en", "court", "", "", ""],
        ["84", "FINANCE", "en", "levy", "Short form", "", "Deprecated"],
        ["84", "LAW", "en", "levy", "", "", ""],
    )

    assert [(term.language, term.text, term.status) for term in tax.terms] == [
        ("de", "Steuer", "preferred"),
        ("en", "levy", FORBIDDEN),
    ]
    assert tax.terms[1].fields == (("termType", "Short form"),)
    assert (tax.domain, tax.line, court.number, court.line) == ("LAW; FINANCE", 2, 2, 3)
    assert dropped == {"T_RELIABILITY": 1}


def test_texts_that_carry_their_language_need_no_title() -> None:
    titles = ["item", "label", "other", "itemDescription"]
    (tree,), dropped = concepts(titles, ["Q1", "tree@en", "arbre@fr", "a plant"], ["Q1", "Baum@de", "", "a plant"])

    assert [(term.language, term.text) for term in tree.terms] == [("en", "tree"), ("fr", "arbre"), ("de", "Baum")]
    assert (tree.definition, dropped) == ("a plant", {})


def test_titles_of_queries_name_languages() -> None:
    (tree,), dropped = concepts(["?item", "?itemLabel_en", "labelDE", "count"], ["Q1", "tree", "Baum", "7"])

    assert [(term.language, term.text) for term in tree.terms] == [("en", "tree"), ("de", "Baum")]
    assert dropped == {"count": 1}


def test_rows_without_a_number_are_concepts_of_their_own_and_untold_languages_stay_untold() -> None:
    found, _ = concepts(["term", "concept id"], ["tree", ""], ["sea"])

    assert [[(term.language, term.text) for term in each.terms] for each in found] == [
        [(UNDETERMINED, "tree")],
        [(UNDETERMINED, "sea")],
    ]


def test_a_row_without_a_term_is_none() -> None:
    assert not TermRows(IATE).add(2, [TermCell("84"), TermCell("LAW"), TermCell("de")])


@pytest.mark.parametrize(
    ("titles", "rows", "expected"),
    [
        (["E_ID", "L_CODE", "T_TERM"], [["1", "de", "Baum"], ["1", "en", "tree"]], True),
        (["term", "lang", "item"], [["Baum", "de", "Q1"], ["tree", "en", "Q1"], ["x", "en", "Q2"]], True),
        (["id", "language", "term"], [["1", "de", "Baum"], ["2", "de", "See"]], False),
        (["id", "language", "term"], [["1", "often", "Baum"], ["1", "never", "See"]], False),
        (["en", "de", "id"], [["tree", "Baum", "1"], ["sea", "See", "1"]], False),
        (["id", "language", "term"], [], False),
    ],
    ids=["IATE", "Wikidata", "each its own number", "no languages", "columns of languages", "no rows"],
)
def test_a_list_of_terms_has_a_language_in_each_row_and_concepts_of_several(
    titles: list[str], rows: list[list[str]], expected: bool
) -> None:
    assert is_term_list(titles, rows) is expected
