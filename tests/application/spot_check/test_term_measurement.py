"""Terms are looked for in both translations, with the eyes of the side after."""

from __future__ import annotations

import pytest

from termdesk.application.spot_check.sides import Side, SideKind
from termdesk.application.spot_check.term_measurement import TermMeasurement, TermMeasurements
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.uses import TermState, TermUse
from termdesk.domain.progress import NoProgress
from termdesk.storage.spot_check.outputs import Output

SENTENCE = "The valve and two pumps."
BEFORE = Side(SideKind.PUBLISHED, Entries.of([("valve", "llave"), ("pump", "bomba")]))


def measured(after: Side, old: Output, new: Output) -> tuple[list[TermUse], list[TermUse]]:
    # Japanese has no list of base forms that would have to be loaded.
    measurement = TermMeasurement(after, BEFORE, LanguagePair("en", "ja"), Lemmatizers(), NoProgress())
    before, now = measurement.uses([SENTENCE], [old], [new], NoProgress())
    return before[0], now[0]


def test_a_target_that_the_draft_has_replaced_contradicts_it() -> None:
    after = Side(SideKind.DRAFT, Entries.of([("valve", "バルブ"), ("pump", "ポンプ")]))

    before, now = measured(after, Output("llave と bomba"), Output("バルブとポンプ"))

    assert [(each.state, each.instead) for each in before] == [
        (TermState.CONTRADICTED, "llave"),
        (TermState.CONTRADICTED, "bomba"),
    ]
    assert [each.state for each in now] == [TermState.USED, TermState.USED]


def test_a_forbidden_target_contradicts_the_term() -> None:
    after = Side(SideKind.DRAFT, Entries.of([("valve", "バルブ")]), forbidden=(("valve", "弁"),))

    _, [valve] = measured(after, Output(""), Output("弁"))

    assert (valve.state, valve.instead) == (TermState.CONTRADICTED, "弁")


def test_what_the_service_reports_counts_for_its_own_translation_only() -> None:
    after = Side(SideKind.DRAFT, Entries.of([("valve", "バルブ")]))
    reported = Output("何か", placed=("valve",), uncertain=("valve",))

    [before], [now] = measured(after, reported, reported)

    assert (before.state, now.state) == (TermState.MISSED, TermState.USED)
    assert (before.is_uncertain, now.is_uncertain) == (False, True)


def test_terms_in_addresses_and_paths_do_not_count() -> None:
    after = Side(SideKind.DRAFT, Entries.of([("valve", "バルブ"), ("pump", "ポンプ")]))
    measurement = TermMeasurement(after, BEFORE, LanguagePair("en", "ja"), Lemmatizers(), NoProgress())
    sentences = [r"See www.valve.com and C:\valve\pump.txt", "The valve of {pump}."]
    outputs = [Output(r"www.valve.com と C:\valve\pump.txt"), Output("{pump}のバルブ")]

    before, [none, now] = measurement.uses(sentences, outputs, outputs, NoProgress())

    assert (before[0], none) == ([], [])
    assert [(each.hit.source, each.state) for each in now] == [("valve", TermState.USED)]


def pumps(*pairs: tuple[str, str], forbidden: tuple[tuple[str, str], ...] = ()) -> Side:
    return Side(SideKind.DRAFT, Entries.of(pairs), forbidden=forbidden)


def test_what_a_run_has_read_is_known_to_the_next_of_the_same_content() -> None:
    measurements, pair = TermMeasurements(Lemmatizers()), LanguagePair("en", "ja")
    terms = ("pump", "ポンプ"), ("Pump", "パンプ")

    def borrow(after: Side, before: Side = BEFORE, pair: LanguagePair = pair) -> TermMeasurement:
        with measurements.borrow(after, before, pair, NoProgress()) as measurement:
            return measurement

    first = borrow(pumps(*terms))
    others = [
        borrow(pumps(*reversed(terms))),
        borrow(pumps(*terms, forbidden=(("pump", "弁"),))),
        borrow(pumps(*terms), Side(SideKind.NONE)),
    ]

    assert borrow(pumps(*terms)) is first
    assert first not in others
    # One more than is kept.
    borrow(pumps(*terms), pair=LanguagePair("en", "zh"))
    assert borrow(pumps(*terms)) is first
    assert borrow(pumps(*reversed(terms))) is not others[0]


def test_the_second_run_finds_what_the_first_one_found() -> None:
    measurements, sides = TermMeasurements(Lemmatizers()), (pumps(("pump", "ポンプ")), BEFORE)
    found = []
    for _ in range(2):
        with measurements.borrow(*sides, LanguagePair("en", "ja"), NoProgress()) as measurement:
            found.append(measurement.uses([SENTENCE], [Output("ポンプ")], [Output("bomba")], NoProgress()))

    assert found[0] == found[1]
    [[before]], [[after]] = found[1]
    assert (before.state, after.state) == (TermState.USED, TermState.CONTRADICTED)


def test_a_measurement_that_was_stopped_is_not_kept() -> None:
    measurements, sides = TermMeasurements(Lemmatizers()), (pumps(("pump", "ポンプ")), BEFORE)
    pair = LanguagePair("en", "ja")
    with pytest.raises(KeyError), measurements.borrow(*sides, pair, NoProgress()) as stopped:
        raise KeyError

    with measurements.borrow(*sides, pair, NoProgress()) as measurement:
        assert measurement is not stopped
