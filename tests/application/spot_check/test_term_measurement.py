"""Terms are looked for in both translations, with the eyes of the side after."""

from __future__ import annotations

from termdesk.application.spot_check.sides import Side, SideKind
from termdesk.application.spot_check.term_measurement import TermMeasurement
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatisers
from termdesk.domain.matching.uses import TermState, TermUse
from termdesk.domain.progress import NoProgress
from termdesk.storage.spot_check.outputs import Output

SENTENCE = "The valve and two pumps."
BEFORE = Side(SideKind.PUBLISHED, Entries.of([("valve", "llave"), ("pump", "bomba")]))


def measured(after: Side, old: Output, new: Output) -> tuple[list[TermUse], list[TermUse]]:
    # Japanese has no list of base forms that would have to be loaded.
    measurement = TermMeasurement(after, BEFORE, LanguagePair("en", "ja"), Lemmatisers(), NoProgress())
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
    reported = Output("何か", placed=("valve",))

    [before], [now] = measured(after, reported, reported)

    assert (before.state, now.state) == (TermState.MISSED, TermState.USED)
