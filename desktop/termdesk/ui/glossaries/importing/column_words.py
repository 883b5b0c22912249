"""The labels for the roles of columns in an imported file."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.importing.file_view import ColumnRole


def role_words(role: ColumnRole) -> str:
    """Return the label of a role in a combo box."""
    return {
        ColumnRole.SOURCE: _tr("Source"),
        ColumnRole.TARGET: _tr("Target"),
        ColumnRole.LANGUAGE_CODE: _tr("Language code"),
        ColumnRole.STATUS: _tr("Status"),
        ColumnRole.FORBIDDEN: _tr("Forbidden (yes or no)"),
        ColumnRole.MARKS: _tr("Term info (marks)"),
        ColumnRole.UNFINISHED: _tr("Unfinished (yes or no)"),
        ColumnRole.NOTE: _tr("Note"),
        ColumnRole.DOMAIN: _tr("Domain"),
        ColumnRole.DEFINITION: _tr("Definition"),
        ColumnRole.CONTEXT: _tr("Context"),
        ColumnRole.PART_OF_SPEECH: _tr("Part of speech"),
        ColumnRole.GENDER: _tr("Gender"),
        ColumnRole.TERM_TYPE: _tr("Term type"),
        ColumnRole.TERM_SOURCE: _tr("Term source"),
        ColumnRole.SUBSET: _tr("Subset"),
        ColumnRole.IGNORED: _tr("Not imported"),
    }[role]


def _tr(text: str) -> str:
    return QCoreApplication.translate("ColumnWords", text)
