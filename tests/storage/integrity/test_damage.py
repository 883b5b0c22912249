"""Errors of a database name the file, everything that is wrong with it, and a remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.storage.integrity.damage import (
    Damage,
    DamageFinding,
    DamageKind,
    DatabaseDamaged,
    DatabaseInUse,
    NewerDatabase,
)

PATH = Path("data") / "termdesk.db"


@pytest.mark.parametrize("kind", DamageKind)
def test_every_kind_of_damage_is_named_with_its_numbers(kind: DamageKind) -> None:
    error = DatabaseDamaged(Damage(PATH, (DamageFinding(kind, 3, 40, "file is not a database"),)))
    without = str(DatabaseDamaged(Damage(PATH, ())))

    numbered = {DamageKind.CHANGED_PAGES: "3 of 40", DamageKind.LOST_END: "3 ", DamageKind.BROKEN_REFERENCES: "3 "}
    assert error.path == str(PATH) in error.message
    assert len(error.message) > len(without)
    assert numbered.get(kind, "") in error.message
    assert ("file is not a database" in error.message) == (kind is DamageKind.MALFORMED)
    assert error.remedy


def test_all_findings_are_named() -> None:
    lost, changed = DamageFinding(DamageKind.LOST_END, 0, 7), DamageFinding(DamageKind.CHANGED_PAGES, 2, 9)

    message = DatabaseDamaged(Damage(PATH, (lost, changed), last_edit=7)).message

    assert "the end of what was saved is missing, 2 of 9 pages" in message


@pytest.mark.parametrize("error", [NewerDatabase(PATH), DatabaseInUse(PATH)])
def test_a_database_that_cannot_be_opened_is_named_and_has_a_remedy(error: NewerDatabase | DatabaseInUse) -> None:
    assert error.path == str(PATH) in error.message
    assert error.remedy
