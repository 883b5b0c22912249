"""Names of fields, as term bases give them."""

from __future__ import annotations

import pytest

from termdesk.formats.concepts import keeps_status
from termdesk.formats.termbases.field_kinds import (
    DEFINITION,
    FORBIDDEN_FLAG,
    STATUS,
    USAGE,
    kind_of_field,
    note_in,
    status_in,
    stricter,
)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("x-status", STATUS),
        ("xBool_Forbidden", FORBIDDEN_FLAG),
        ("Term_Usage/Verwendung", USAGE),
        ("Begriffsdefinition", DEFINITION),
        ("Definition_Source", ""),
        ("Term_Source", "source"),
        ("Gender", "grammaticalGender"),
        ("Wortart", "partOfSpeech"),
        ("x-Source", "source"),
    ],
)
def test_a_field_is_known_by_its_name(name: str, kind: str) -> None:
    assert kind_of_field(name) == kind


def test_a_mark_forbids_by_its_kind() -> None:
    assert status_in(FORBIDDEN_FLAG, "yes") == "forbidden"
    assert status_in(FORBIDDEN_FLAG, "no") == ""
    assert status_in(FORBIDDEN_FLAG, "since 2020") == "forbidden"
    assert status_in(USAGE, "do not use") == "forbidden"
    assert status_in(STATUS, "") == ""


def test_what_no_status_says_goes_to_the_note() -> None:
    assert note_in(FORBIDDEN_FLAG, "since 2020") == "since 2020"
    assert note_in(FORBIDDEN_FLAG, "yes") == ""
    assert note_in(USAGE, "in law") == "in law"
    assert keeps_status(note_in(STATUS, "proposed"))
    assert note_in(STATUS, "preferred") == ""


def test_of_several_marks_the_strictest_counts() -> None:
    assert stricter("forbidden", "preferred") == "forbidden"
    assert stricter("preferred", "forbidden") == "forbidden"
    assert stricter("preferred", "") == "preferred"
