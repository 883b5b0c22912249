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
    """Something failed that can be told to the user; `message` is a sentence, `remedy` what to do next."""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class InvalidInput(TermdeskError):
    """What the user gave breaks a rule; nothing was changed."""


class MalformedText(InvalidInput):
    """A text is not TSV or CSV as the interface writes it.

    `row` counts records from 1 (a quoted field may hold line feeds, so a record is not always a line);
    `column` counts characters of that record from 1, or is 0 where it is unknown.
    """

    def __init__(self, message: str, *, row: int, column: int = 0, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.row = row
        self.column = column


class UnreadableFile(InvalidInput):
    """A file cannot be read as what it is meant to be; `path` names it."""

    def __init__(self, message: str, *, path: str, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.path = path


class StorageFailed(TermdeskError):
    """This computer could not keep, or give back, what was stored; `path` names the file."""

    def __init__(self, message: str, *, path: str, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.path = path


class Stopped(TermdeskError):
    """Long work ended early because the user asked for it. Says nothing to the user."""

    def __init__(self) -> None:
        super().__init__("Stopped.")
