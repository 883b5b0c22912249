"""What an import shows of a file, and how the user wants the file to be read."""

from termdesk.formats.file_view import FileView, ImportChoices, PairInFile

__all__ = ["FileView", "ImportChoices", "PairInFile"]
