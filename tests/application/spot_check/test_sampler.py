"""The fewest sentences that show the terms, or only those that a draft changes."""

from __future__ import annotations

from termdesk.application.spot_check.sampler import find_changed_entries, sample
from termdesk.application.spot_check.sides import Side, SideKind
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.progress import NoProgress

SENTENCES = ["Nothing here.", "The pump.", "The pump and the valve.", "A well and a lot of other words.", "A well."]


def test_as_few_sentences_as_possible_show_the_terms() -> None:
    entries = [("pump", "bomba"), ("valve", "válvula"), ("well", "pozo"), ("tap", "grifo")]

    # Thai has no list of base forms that would have to be loaded.
    found = sample(NoProgress(), SENTENCES, entries, LanguagePair("th", "en"), budget=100, lemmatizers=Lemmatizers())

    assert found.sentences == ("The pump and the valve.", "A well.")
    assert (found.covered, found.terms, found.characters) == (3, 4, 30)
    assert (found.never_seen, found.beyond_budget) == (("tap",), ())


def test_terms_for_which_the_budget_is_too_small_are_named() -> None:
    entries = [("valve", "válvula"), ("well", "pozo"), ("tap", "grifo")]

    found = sample(NoProgress(), SENTENCES, entries, LanguagePair("th", "en"), budget=10, lemmatizers=Lemmatizers())

    assert found.sentences == ("A well.",)
    assert (found.never_seen, found.beyond_budget) == (("tap",), ("valve",))


def test_changed_entries_are_those_that_are_new_or_have_another_target() -> None:
    before = Side(SideKind.PUBLISHED, Entries.of([("pump", "bomba"), ("valve", "llave"), ("well", "pozo")]))
    after = Side(SideKind.DRAFT, Entries.of([("pump", "bomba"), ("valve", "válvula"), ("tap", "grifo")]))

    assert find_changed_entries(before, after) == [("valve", "válvula"), ("tap", "grifo")]
