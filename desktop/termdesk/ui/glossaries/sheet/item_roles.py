"""The item roles of the sheets' models, in addition to Qt's own roles."""

from __future__ import annotations

from PySide6.QtCore import Qt

_FIRST = int(Qt.ItemDataRole.UserRole)

# Whether a phrase violates a rule of the service.
VIOLATION_ROLE = _FIRST + 1
# Whether a row has unpublished edits.
CHANGED_ROLE = _FIRST + 2
# In the horizontal header: the language of a column.
LANGUAGE_ROLE = _FIRST + 3
# In the horizontal header: the title of a column without its language code.
COLUMN_TITLE_ROLE = _FIRST + 4
# Whether a phrase is forbidden, and therefore never published.
FORBIDDEN_ROLE = _FIRST + 8
# The allowed values of a cell with limited choices: (value, label) of each.
CHOICES_ROLE = _FIRST + 9
# Whether a check has a finding about a phrase.
FINDING_ROLE = _FIRST + 10
