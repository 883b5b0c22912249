"""Units after numbers."""

from __future__ import annotations

import re

from termdesk.domain.language.units import UNITS


def test_letters_that_are_parts_of_names_are_no_units() -> None:
    units = re.compile(UNITS)

    assert all(units.fullmatch(unit) for unit in ["mm", "V", "kWh", "µg", "Nm", "GB", "psi"])
    assert not any(units.fullmatch(other) for other in ["D", "K", "MM", "x", "bars"])
