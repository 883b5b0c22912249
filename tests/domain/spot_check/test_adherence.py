"""The result of each entry: the worst of its occurrences, unless a person overrules it."""

from __future__ import annotations

from dataclasses import replace

from termdesk.domain.matching.terms import TermIndex
from termdesk.domain.matching.uses import TermUse, check_use
from termdesk.domain.spot_check.adherence import Adherence, measure
from termdesk.domain.spot_check.judgments import EntryState, Judged, Verdict, Verdicts

ENTRIES = [("pump", "bomba"), ("valve", "válvula"), ("filter", "filtro"), ("well", "pozo")]
SENTENCES = ["The pump is new.", "Two pumps and a valve.", "The filter."]
OUTPUTS = ["La bomba es nueva.", "Dos bombas y una llave.", "El filtro."]


def uses() -> list[list[TermUse]]:
    index = TermIndex.of(ENTRIES, language="en", lemmatize=lambda word: word.removesuffix("s"))
    pairs = zip(SENTENCES, OUTPUTS, strict=True)
    return [check_use(index.find(sentence), output, language="es") for sentence, output in pairs]


def measured(verdicts: Verdicts) -> Adherence:
    return measure(ENTRIES, SENTENCES, OUTPUTS, uses(), verdicts)


def test_each_entry_has_the_worst_state_of_its_occurrences_and_the_worst_come_first() -> None:
    adherence = measured({})

    assert [(each.source, each.state) for each in adherence.entries] == [
        ("valve", EntryState.MISSED),
        ("pump", EntryState.INFLECTED),
        ("filter", EntryState.USED),
        ("well", EntryState.NEVER_SEEN),
    ]
    assert (adherence.fulfilled, adherence.decided, adherence.share) == (3, 4, 0.75)
    assert adherence.count(EntryState.NEVER_SEEN) == 1
    assert adherence.states == {
        ("valve", "válvula"): EntryState.MISSED,
        ("pump", "bomba"): EntryState.INFLECTED,
        ("filter", "filtro"): EntryState.USED,
    }


def test_an_entry_leads_to_its_worst_occurrence() -> None:
    by_source = {each.source: each for each in measured({}).entries}

    pump, well = by_source["pump"], by_source["well"]
    assert pump.worst_occurrence is not None
    assert (pump.worst_occurrence.sentence, pump.fulfilled) == (1, 2)
    assert well.worst_occurrence is None


def test_an_entry_that_is_used_everywhere_leads_to_what_may_not_agree() -> None:
    found = uses()
    found[0] = [replace(use, is_uncertain=True) for use in found[0]]

    adherence = measure(ENTRIES, SENTENCES, OUTPUTS, found, {})

    [pump] = [each for each in adherence.entries if each.source == "pump"]
    assert pump.state is EntryState.INFLECTED
    assert pump.worst_occurrence is not None
    assert (pump.worst_occurrence.sentence, pump.worst_occurrence.is_uncertain) == (0, True)


def test_a_verdict_overrules_the_search_for_this_translation_only() -> None:
    right = {Judged(SENTENCES[1], OUTPUTS[1], "valve", "válvula"): Verdict.RIGHT}
    wrong = {Judged(SENTENCES[2], OUTPUTS[2], "filter", "filtro"): Verdict.WRONG}
    other = {Judged(SENTENCES[2], "Otro filtro.", "filter", "filtro"): Verdict.WRONG}

    assert measured(right).states["valve", "válvula"] is EntryState.USED
    assert measured(right).states["pump", "bomba"] is EntryState.INFLECTED
    assert measured(wrong).states["filter", "filtro"] is EntryState.MISSED
    assert measured(other).states["filter", "filtro"] is EntryState.USED


def test_where_nothing_was_seen_there_is_no_share() -> None:
    assert measure(ENTRIES, [], [], [], {}).share is None


def test_another_target_of_the_term_is_worse_than_none() -> None:
    index = TermIndex.of([("valve", "válvula"), ("valve", "llave")], language="en")
    found = check_use(index.find("The valve."), "La llave.", language="es")

    adherence = measure([("valve", "válvula")], ["The valve."], ["La llave."], [found], {})

    assert adherence.states == {("valve", "válvula"): EntryState.CONTRADICTED}
    assert adherence.share == 0.0
