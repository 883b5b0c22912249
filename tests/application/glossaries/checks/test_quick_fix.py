"""A fix for one finding or all of a kind is one change, after which these findings are gone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from support.detailed import details_of
from termdesk.application.glossaries.checks.comparison import Neighbors
from termdesk.application.glossaries.checks.dictionary_checks import DictionaryChecks
from termdesk.application.glossaries.checks.findings import Finding
from termdesk.application.glossaries.checks.quick_fix import compute_quick_fix
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.domain.entries.changes import RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.findings.fixes import FIX_WORDS
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

PAIRS = [
    (" house", "Haus\u200b"),
    ("e\u0301t\u00e9", "Sommer\u202e"),
    ("a  b", "p\u0430ypal"),
    ("", ""),
    ("cat", "Katze"),
    ("cat", "Kater"),
    ("cat", "Katze"),
    ("x\ty", "line\u2028break"),
    ("", "half"),
]


async def dictionary_of(library: Library, pairs: Sequence[tuple[str, str]]) -> OpenDictionary:
    return await library.new("Mending", LanguagePair("en", "de"), Entries.of(pairs))


async def found(checks: DictionaryChecks, kind: str) -> list[Finding]:
    listing = await checks.listing()
    return [listing.finding(each) for each in listing.open.of(kind)]


@pytest.mark.slow
async def test_all_of_a_kind_are_mended_by_one_change_which_can_be_undone(
    local_session: Session, records: Records
) -> None:
    library = Library(local_session, records)
    dictionary = await dictionary_of(library, PAIRS)
    checks = DictionaryChecks(dictionary, records.check_notes, Neighbors(library))
    before, inverses = list(dictionary.entries), []

    for kind in FIX_WORDS:
        change = await compute_quick_fix(dictionary, await found(checks, kind))
        assert change is not None, kind
        inverses.append(dictionary.apply(change))
        assert await compute_quick_fix(dictionary, await found(checks, kind)) is None

    assert list(dictionary.entries) == [
        ("house", "Haus"),
        ("été", "Sommer"),
        ("a b", "paypal"),
        ("cat", "Katze"),
        ("cat", "Kater"),
        ("x y", "line break"),
        ("", "half"),
    ]
    assert {kind: count for kind, count in (await checks.listing()).open.counts.items() if kind in FIX_WORDS} == {
        "empty": 1,
        "duplicate": 2,
    }
    for inverse in reversed(inverses):
        dictionary.apply(inverse)
    assert list(dictionary.entries) == before
    await library.close(dictionary)


async def test_one_finding_is_mended_where_its_row_stands_now(local_session: Session, records: Records) -> None:
    library = Library(local_session, records)
    dictionary = await dictionary_of(library, [("a", "x"), ("b ", "y "), ("c ", "z ")])
    checks = DictionaryChecks(dictionary, records.check_notes, Neighbors(library))
    first = (await found(checks, "outer_space"))[0]
    dictionary.apply(RemoveRows([0]))

    change = await compute_quick_fix(dictionary, [first])

    assert change == SetCells(SOURCE, [0], ["b"])
    dictionary.apply(RemoveRows([0]))
    assert await compute_quick_fix(dictionary, [first]) is None
    await library.close(dictionary)


async def test_no_row_goes_that_has_something_noted_of_its_own(local_session: Session, records: Records) -> None:
    library = Library(local_session, records)
    dictionary = await dictionary_of(library, [*[("cat", "Katze")] * 4, ("", "")])
    checks = DictionaryChecks(dictionary, records.check_notes, Neighbors(library))
    noted = [EntryDetail(note="seen"), EntryDetail(note="asked")]
    dictionary.apply(SetDetails((1, 2, 4), (*noted, EntryDetail(note="ask Ana"))))

    for kind in ("duplicate", "empty"):
        if change := await compute_quick_fix(dictionary, await found(checks, kind)):
            dictionary.apply(change)

    assert details_of(dictionary.entries) == [*noted, EntryDetail(note="ask Ana")]
    await library.close(dictionary)
