"""Each version shows its origin; a first reading is distinguished from changes by others."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from termdesk.domain.entries.entry_detail import ADMITTED, NO_DETAIL, PREFERRED, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.domain.merging.row_difference import RowDifference
from termdesk.domain.progress import NoProgress
from termdesk.storage.versions.version_records import DictionaryVersion, VersionOrigin
from termdesk.ui.glossaries.versions.version_words import (
    details_words,
    limit_words,
    moment_words,
    origin_words,
    row_difference_words,
    version_title,
)

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


def version(number: int, origin: VersionOrigin, name: str = "", pair: LanguagePair = EN_DE) -> DictionaryVersion:
    return DictionaryVersion(number, pair, f"{number}", origin, name, 3, 40, datetime(2026, 3, number, 12, tzinfo=UTC))


def test_the_first_reading_and_changes_of_others_are_told_apart_for_each_pair(qapp: object) -> None:
    versions = [
        version(7, VersionOrigin.BEFORE),
        version(6, VersionOrigin.KEPT),
        version(5, VersionOrigin.KEPT, "before the audit"),
        version(4, VersionOrigin.SERVICE),
        version(3, VersionOrigin.PUBLISHED),
        version(2, VersionOrigin.SERVICE, pair=EN_FR),
        version(1, VersionOrigin.SERVICE),
    ]

    assert [origin_words(each, versions) for each in versions] == [
        "Before changes made elsewhere",
        "Kept here",
        "before the audit",
        "Changed elsewhere",
        "Published from here",
        "Read from the service",
        "Read from the service",
    ]
    assert version_title(versions[2], versions).endswith(" · before the audit")


def test_versions_that_share_a_minute_are_told_apart_by_seconds(qapp: object) -> None:
    first = version(1, VersionOrigin.KEPT)
    soon = replace(first, number=2, made_at=first.made_at + timedelta(seconds=40))
    other = replace(soon, number=3, pair=EN_FR)
    later = replace(first, number=4, made_at=first.made_at + timedelta(seconds=80))
    versions = [later, other, soon, first]

    words = [moment_words(each, versions) for each in versions]

    # The hour depends on the time zone of this computer.
    assert [each.partition(":")[2] for each in words] == ["01\u202fPM", "00\u202fPM", "00:40\u202fPM", "00:00\u202fPM"]
    assert version_title(soon, versions).startswith(words[2])


def test_what_a_version_does_not_hold_is_said_before_it_is_restored(qapp: object) -> None:
    plain = version(1, VersionOrigin.SERVICE)
    whole = replace(plain, is_whole=True)

    assert (details_words(plain), details_words(whole)) == ("No", "Yes")
    assert limit_words(whole, is_restored=True, is_whole=True) == ""
    assert limit_words(plain, is_restored=True, is_whole=False) == (
        "This version has no status, domain or notes. The entries that you have now keep theirs; entries that are "
        "added again have none."
    )
    assert limit_words(whole, is_restored=False, is_whole=False) == "Only source and target are compared."


def test_terms_that_differ_are_told_with_their_details(qapp: object) -> None:
    noted = EntryDetail(note="signed", domain="law")
    change = RowDifference(
        added={"law": (("Recht", NO_DETAIL),)},
        changed={"bolt": ((("Bolzen", noted),), (("Bolzen", EntryDetail(PREFERRED)), ("Bolz", EntryDetail(ADMITTED))))},
        removed={"nut": (("Mutter", noted),)},
    )

    assert row_difference_words(NoProgress(), change) == Difference(
        {"law": "Recht"},
        {"bolt": ("Bolzen (Domain: law · Note: signed)", "Bolzen (Preferred); Bolz (Admitted)")},
        {"nut": "Mutter (Domain: law · Note: signed)"},
    )
