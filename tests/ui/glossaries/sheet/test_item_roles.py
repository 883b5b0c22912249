"""The roles of the sheets' models do not collide with each other or with Qt's own."""

from __future__ import annotations

from PySide6.QtCore import Qt

from termdesk.ui.glossaries.multilingual.multilingual_model import MISSING_ROLE
from termdesk.ui.glossaries.sheet import item_roles


def test_each_role_has_a_number_of_its_own() -> None:
    roles = [value for name, value in vars(item_roles).items() if name.endswith("_ROLE")] + [MISSING_ROLE]

    assert len(set(roles)) == len(roles) > 5
    assert min(roles) > int(Qt.ItemDataRole.UserRole)
