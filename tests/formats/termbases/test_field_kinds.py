"""Field names that termbases use."""

from __future__ import annotations

import pytest

from termdesk.formats.column_roles import FIELD_USES, ColumnRole
from termdesk.formats.concepts import keeps_status
from termdesk.formats.termbases.field_kinds import (
    DEFINITION,
    FORBIDDEN_FLAG,
    KIND_OF_ROLE,
    STATUS,
    USAGE,
    OtherFields,
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


def test_other_fields_are_counted_and_have_the_kind_that_the_user_gives_them() -> None:
    fields = OtherFields({"Customer": ColumnRole.NOTE, "Line": ColumnRole.IGNORED})

    assert [fields.take(name) for name in ("Customer", "Customer", "Line", "Plant")] == ["note", "note", "", ""]
    assert fields.found == {"Customer": 2, "Line": 1, "Plant": 1}
    assert fields.take("x" * 500) == ""
    assert fields.found["x" * 100] == 1


def test_each_role_that_the_user_can_choose_has_a_kind() -> None:
    assert set(FIELD_USES) == set(KIND_OF_ROLE)
