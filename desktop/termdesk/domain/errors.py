"""Everything that can go wrong in words the program knows.

* TermdeskError
  + InvalidInput            what the user gave breaks a rule (row, column and remedy where there are any)
    - MalformedText         a text that is not TSV or CSV as the interface writes it
    - UnreadableFile        a file that holds something else than its name says
  + StorageFailed           this computer could not keep or give back what was stored
  + Stopped                 long work ended because the user asked for it
  + and `termdesk.client.errors.ServiceError`, whatever the translation service answers instead of a result
"""

from __future__ import annotations


class TermdeskError(Exception):
    """A failure that can be explained: `message` is a sentence, `remedy` says what to do next."""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class InvalidInput(TermdeskError):
    """The user's input breaks a rule; nothing was changed."""


class MalformedText(InvalidInput):
    """A text is not TSV or CSV as the interface defines it.

    `row` counts records from 1 (a quoted field may contain line feeds, so a record may span lines). `column` counts
    characters of that record from 1; 0 if unknown.
    """

    def __init__(self, message: str, *, row: int, column: int = 0, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.row = row
        self.column = column


class UnreadableFile(InvalidInput):
    """A file cannot be read as what it claims to be; `path` names it."""

    def __init__(self, message: str, *, path: str, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.path = path


class StorageFailed(TermdeskError):
    """This computer could not store or read something; `path` names the file."""

    def __init__(self, message: str, *, path: str, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.path = path


class Stopped(TermdeskError):
    """The user stopped a long operation. Not reported to the user."""

    def __init__(self) -> None:
        super().__init__("Stopped.")
