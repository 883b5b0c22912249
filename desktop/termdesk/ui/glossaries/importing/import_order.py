"""What the user ordered to import, and what is still missing for it."""

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
    """A file to import. It has either a preview, or a `failure` that says why it cannot be read."""

    path: Path
    preview: ImportPreview | None = None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class OpenGlossary:
    """The open glossary; empty if there is none. `known_names` are the case-folded names of all glossaries."""

    name: str = ""
    pair: LanguagePair | None = None
    known_names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """The user's choices for one file. `pairs` is None for a single pair, and empty if none is selected yet."""

    preview: ImportPreview
    is_new: bool
    name: str
    pair: LanguagePair
    pairs: tuple[PairInFile, ...] | None = None
    existing: InitialDecision = InitialDecision.KEEP
    handling: RejectedRowHandling = RejectedRowHandling.KEEP
    # The key of the target glossary if it is neither new nor open.
    glossary: str = ""
    # Divide a file that is too large for the service into several glossaries.
    divides: bool = False

    @property
    def missing(self) -> str:
        """What is still missing, in words; empty if nothing is missing."""
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
    """Return the order for a file that the user did not look at. `shared` has the choices for all files."""
    name = preview.suggested_name
    if shared:
        pair = preview.pair or shared.pair
        return ImportOrder(preview, shared.is_new, name, pair, None, shared.existing, shared.handling, shared.glossary)
    is_new = not belongs_to_open(name, preview.pair, opened)
    return ImportOrder(preview, is_new, name, preview.pair or NO_PAIR)


def belongs_to_open(name: str, pair: LanguagePair | None, opened: OpenGlossary) -> bool:
    """Whether a file is another dictionary of the open glossary: same name, but another pair."""
    if opened.pair is None or pair is None or pair.roots == opened.pair.roots:
        return False
    return name.casefold() == opened.name.casefold()


def missing_target(name: str | None, pair: LanguagePair) -> str:
    """Return what is missing to find the target for a pair; `name` is the name of a new glossary."""
    if not (pair.source and pair.target):
        return _tr("The file does not state its languages. Choose them.")
    if pair.source == pair.target:
        return _tr("Source and target are the same language.")
    return missing_name(name) if name is not None else ""


def missing_name(name: str) -> str:
    """Return why a new glossary cannot have this name; empty if it can."""
    return localize(name_violation(name.strip()) or "")


def _tr(text: str) -> str:
    return QCoreApplication.translate("ImportOrder", text)
