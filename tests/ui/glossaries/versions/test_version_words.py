"""Each version says how it came about; what was read first is told from what others changed."""

from __future__ import annotations

from datetime import UTC, datetime

from termdesk.domain.language.language import LanguagePair
from termdesk.storage.versions.version_records import DictionaryVersion, VersionOrigin
from termdesk.ui.glossaries.versions.version_words import origin_words, version_title

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


def version(number: int, origin: VersionOrigin, name: str = "", pair: LanguagePair = EN_DE) -> DictionaryVersion:
    return DictionaryVersion(number, pair, f"{number}", origin, name, 3, 40, datetime(2026, 3, number, 12, tzinfo=UTC))


def test_the_first_reading_and_changes_of_others_are_told_apart_for_each_pair(qapp: object) -> None:
    versions = [
        version(6, VersionOrigin.KEPT),
        version(5, VersionOrigin.KEPT, "before the audit"),
        version(4, VersionOrigin.SERVICE),
        version(3, VersionOrigin.PUBLISHED),
        version(2, VersionOrigin.SERVICE, pair=EN_FR),
        version(1, VersionOrigin.SERVICE),
    ]

    assert [origin_words(each, versions) for each in versions] == [
        "Kept here",
        "before the audit",
        "Changed on the service by others",
        "Published from here",
        "Read from the service",
        "Read from the service",
    ]
    assert version_title(versions[1], versions).endswith(" · before the audit")
