from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.added_quotes import has_added_quotes
from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries

MEANT = Entries.of([("house", "Haus"), ('a "quoted" term', "Begriff"), ('"all"', '"alles"')])
phrases = st.text('ab "', min_size=1, max_size=6).filter(lambda phrase: phrase.strip() == phrase)


def misread(entries: Entries) -> Entries:
    """Return entries as stored by a service that treats quotes as characters."""
    return delimited.parse(delimited.write(entries), quoting=False)


def test_quotes_that_were_kept_are_told_from_what_was_meant() -> None:
    assert has_added_quotes(misread(MEANT), MEANT)
    assert not has_added_quotes(MEANT, MEANT)
    assert not has_added_quotes(MEANT, misread(MEANT))
    assert not has_added_quotes(Entries.of([("house", "Haus")]), MEANT)
    assert not has_added_quotes(Entries(), Entries())


def test_what_somebody_else_wrote_is_not_taken_for_it() -> None:
    assert not has_added_quotes(Entries.of([*misread(MEANT), ("sea", "Meer")]), MEANT)


@given(st.dictionaries(phrases, phrases, max_size=6))
def test_every_misreading_is_recognized(rows: dict[str, str]) -> None:
    meant = Entries(rows.keys(), rows.values())
    held = misread(meant)

    assert has_added_quotes(held, meant) is not held.holds_as(meant)
