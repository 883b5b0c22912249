"""What the models of the sheets tell their views and delegates, besides Qt's own roles."""

from __future__ import annotations

from PySide6.QtCore import Qt

_FIRST = int(Qt.ItemDataRole.UserRole)

# Whether a phrase breaks a rule of the service.
VIOLATION_ROLE = _FIRST + 1
# Whether a row has edits that are not published.
CHANGED_ROLE = _FIRST + 2
# In the horizontal header: the language that a column is written in.
LANGUAGE_ROLE = _FIRST + 3
# In the horizontal header: what a column is called, without the code of its language.
COLUMN_TITLE_ROLE = _FIRST + 4
# Whether a phrase must not be used, and is never published.
FORBIDDEN_ROLE = _FIRST + 8
# The values that a cell may hold, where that is not any text: (value, words) of each choice.
CHOICES_ROLE = _FIRST + 9
# Whether a check has a finding about a phrase.
FINDING_ROLE = _FIRST + 10
