from __future__ import annotations

from termdesk.application.glossaries.releases.releases import DictionaryChanges, IncomingChanges
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.domain.merging.merge import Conflict
from termdesk.domain.merging.term_records import NO_RECORD, RecordConflict, TermRecord, TermRecords, compare_records
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.releases.record_words import all_difference_words, conflict_words, record_words

PAIR = LanguagePair("en", "de")


def changes(before: TermRecords, after: TermRecords) -> DictionaryChanges:
    return DictionaryChanges(PAIR, before, after, compare_records(before, after))


def test_a_record_tells_the_target_its_details_and_the_terms_that_stay_here() -> None:
    detail = EntryDetail(PREFERRED, "M8", "steel", (("definition", "what holds"),))
    kept = (("Nagel", EntryDetail(FORBIDDEN)), ("Schraube", EntryDetail(ADMITTED, note="old")))

    assert record_words(TermRecord("Bolzen", detail, kept)) == (
        "Bolzen (Preferred · Domain: steel · Note: M8 · Definition: what holds); Nagel (Forbidden); "
        "Schraube (Admitted · Note: old)"
    )
    assert record_words(TermRecord("Bolzen")) == "Bolzen"
    assert record_words(TermRecord(None, kept=(("Nagel", EntryDetail(FORBIDDEN)),))) == "Nagel (Forbidden)"


def test_a_difference_of_details_alone_is_a_change() -> None:
    noted = TermRecords({"bolt": "Bolzen"}, {"bolt": TermRecord("Bolzen", EntryDetail(note="M8"))})

    found = all_difference_words(NoProgress(), [changes(TermRecords({"bolt": "Bolzen", "nut": "Mutter"}), noted)])

    assert found == [Difference({}, {"bolt": ("Bolzen", "Bolzen (Note: M8)")}, {"nut": "Mutter"})]


def test_a_side_that_has_no_entry_is_told_apart_from_an_empty_target() -> None:
    conflict = RecordConflict("bolt", NO_RECORD, TermRecord(""), TermRecord("Bolzen"))

    incoming = IncomingChanges(changes(TermRecords(), TermRecords()), (conflict,))

    assert conflict_words(incoming) == [Conflict("bolt", None, "", "Bolzen")]
