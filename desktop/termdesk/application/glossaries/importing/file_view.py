"""What an import shows of a file, and the user's choices of how to read it."""

from termdesk.formats.column_roles import FIELD_USES, PHRASE_ROLES, ColumnRole, ColumnUse
from termdesk.formats.file_view import FileView, ImportChoices, PairInFile

__all__ = ["FIELD_USES", "PHRASE_ROLES", "ColumnRole", "ColumnUse", "FileView", "ImportChoices", "PairInFile"]
