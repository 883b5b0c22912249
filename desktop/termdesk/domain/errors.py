"""Every error that the program knows.

* TermdeskError
  + InvalidInput            the user's input breaks a rule (with row, column and remedy if known)
    - MalformedText         a text that is not TSV or CSV as the interface defines it
    - UnreadableFile        a file whose content does not match its name
  + StorageFailed           this computer could not store or read something
  + Stopped                 the user stopped a long operation
  + `termdesk.client.errors.ServiceError`: the translation service returned an error
"""

from __future__ import annotations


class TermdeskError(Exception):
    """An error that can be explained: `message` says what happened, `remedy` says what to do next."""

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
