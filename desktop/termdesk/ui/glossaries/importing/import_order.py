"""What the user asked to be imported, and what is still missing for that."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.importing.column_choices import lacks_language
from termdesk.application.glossaries.importing.file_view import PairInFile
from termdesk.application.glossaries.importing.importer import ImportPreview, InitialDecision, RejectedRowHandling
from termdesk.domain.entries.entry_rules import name_violation
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.message_words import localize

NO_PAIR = LanguagePair("", "")


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file that was given to be imported: read, or `failure` says why it cannot be."""

    path: Path
    preview: ImportPreview | None = None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class OpenGlossary:
    """The glossary that is open; empty for none. `known_names` are those of all glossaries, folded."""

    name: str = ""
    pair: LanguagePair | None = None
    known_names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """What the user asked for. `pairs` is None if it is only one pair, and empty if none was selected yet."""

    preview: ImportPreview
    is_new: bool
    name: str
    pair: LanguagePair
    pairs: tuple[PairInFile, ...] | None = None
    existing: InitialDecision = InitialDecision.KEEP
    handling: RejectedRowHandling = RejectedRowHandling.KEEP
    # The key of the glossary that takes the rows, if that is neither new nor open.
    glossary: str = ""
    # What is larger than a service takes becomes several glossaries.
    divides: bool = False

    @property
    def missing(self) -> str:
        """What is still missing, in words; empty for nothing."""
        preview = self.preview
        if not preview.entry_count and not preview.rejected_rows:
            if language := preview.file.only_language:
                words = _tr("The file is in one language only ({language}). A glossary needs two.")
                return words.format(language=language_name(language))
            return _tr("The file contains no entries.")
        if lacks_language(preview.file, preview.choices):
            return _tr("Choose the language of each target above its column.")
        if self.pairs is None:
            return missing_target(self.name if self.is_new else None, self.pair)
        if not self.pairs:
            return _tr("Select at least one pair.")
        return missing_name(self.name) if self.is_new else ""


def default_order(preview: ImportPreview, opened: OpenGlossary, shared: ImportOrder | None) -> ImportOrder:
    """How a file is imported that the user did not look at. `shared` is what the user chose for all files."""
    name = preview.suggested_name
    if shared:
        pair = preview.pair or shared.pair
        return ImportOrder(preview, shared.is_new, name, pair, None, shared.existing, shared.handling, shared.glossary)
    is_new = not belongs_to_open(name, preview.pair, opened)
    return ImportOrder(preview, is_new, name, preview.pair or NO_PAIR)


def belongs_to_open(name: str, pair: LanguagePair | None, opened: OpenGlossary) -> bool:
    """Whether a file is another dictionary of the open glossary: it has its name and another pair."""
    if opened.pair is None or pair is None or pair.roots == opened.pair.roots:
        return False
    return name.casefold() == opened.name.casefold()


def missing_target(name: str | None, pair: LanguagePair) -> str:
    """What is missing to decide where the rows of a pair go; `name` is that of a new glossary."""
    if not (pair.source and pair.target):
        return _tr("The file does not state its languages. Choose them.")
    if pair.source == pair.target:
        return _tr("Source and target are the same language.")
    return missing_name(name) if name is not None else ""


def missing_name(name: str) -> str:
    """Why a new glossary cannot have this name; empty if it can."""
    return localize(name_violation(name.strip()) or "")


def _tr(text: str) -> str:
    return QCoreApplication.translate("ImportOrder", text)
