"""State of the window that is kept between starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from termdesk.domain.language.language import LanguagePair

MOST_RECENT_FILES = 9
# The order and position of this many tables are kept; the least recently used are dropped first.
MOST_TABLES = 500
# More than any screen or column has. Larger numbers come from damaged files, and Qt cannot store them.
SmallNumber = Annotated[int, Meta(ge=-100_000, le=100_000)]
Row = Annotated[int, Meta(ge=0, le=100_000_000)]
Position = Annotated[int, Meta(ge=0, le=100_000)]
Share = Annotated[float, Meta(ge=0, le=100_000)]
# Bytes from Qt as base64, for example the geometry of a window.
QtState = Annotated[str, Meta(pattern="^[A-Za-z0-9+/=]*$")]
# Source and target language at the first start.
_FIRST_PAIR = LanguagePair("en", "es")


@dataclass(slots=True)
class LibraryMemory:
    """The library as it was left: `open` has the keys of the expanded glossaries, `opened` the open pages.

    `chosen` is the current row and `top` the first visible one: the key of a glossary, and the pair of a dictionary or
    an empty text.
    """

    open: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    top: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ColumnMemory:
    """The columns of the grid: their shares of the width, the hidden ones, and their order."""

    shares: dict[str, Share] = field(default_factory=dict)
    hidden: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)


@dataclass(slots=True)
class DocumentsMemory:
    """The last choices for documents. An empty `folder` means the folder of each document."""

    source: str = "en"
    targets: list[str] = field(default_factory=list)
    glossary_id: str = ""
    folder: str = ""
    pattern: str = ""
    # The folder of the last added files.
    last_folder: str = ""


@dataclass(slots=True)
class TextDrafts:
    """The unfinished texts of one window."""

    translate_text: str = ""
    translate_context: str = ""
    improve_text: str = ""


@dataclass(slots=True)
class WindowMemory:
    """Everything that is kept. Fields have defaults until they are set. Widgets set the fields at any time."""

    geometry: QtState = ""
    pane: Annotated[int, Meta(ge=0, le=100)] = 0
    # By the object name of the splitter.
    splitters: dict[str, QtState] = field(default_factory=dict)
    # The user's shortcuts for actions, by the name of the action.
    own_keys: dict[str, list[str]] = field(default_factory=dict)
    # The folders of the last imported and the last exported file.
    folder: str = ""
    export_folder: str = ""
    # The folder of the last release that was written or imported.
    release_folder: str = ""
    # Imported files, latest first.
    recent_files: list[str] = field(default_factory=list)
    library: LibraryMemory = field(default_factory=LibraryMemory)
    new_source: str = "en"
    new_target: str = "es"
    export_many_format: str = ".tsv"
    # By the key of a glossary and its languages: the sort column, and whether it is sorted in descending order.
    orders: dict[str, tuple[SmallNumber, bool]] = field(default_factory=dict)
    # By the same key: row and column of the current cell, and the number of visible rows above it.
    cells: dict[str, tuple[Row, Position, Position]] = field(default_factory=dict)
    # By a hash of the titles of a table: columns, from 0, with the role and the language that were chosen for them.
    import_uses: dict[str, list[tuple[Position, str, str]]] = field(default_factory=dict)
    # By the user's name for it: the role and the language for each title.
    import_presets: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
    # By a status word, case-folded: the status that it means; empty for none.
    import_statuses: dict[str, str] = field(default_factory=dict)
    # By the name of a field of term bases: the role that was chosen for it.
    import_fields: dict[str, str] = field(default_factory=dict)
    filter_row: bool = False
    facets: bool = False
    entry_panel: bool = False
    grid_wraps: bool = False
    # None: the user has not changed the columns.
    grid_columns: ColumnMemory | None = None
    grid_zoom: SmallNumber = 0
    grid_shows_hidden: bool = False
    multilingual_details: bool = False
    # By language code, or "source" if the user set that width.
    multilingual_widths: dict[str, SmallNumber] = field(default_factory=dict)
    multilingual_hidden: list[str] = field(default_factory=list)
    multilingual_order: list[str] = field(default_factory=list)
    translate_text: str = ""
    translate_context: str = ""
    # Whether texts copied in other programs are offered for translation, and whether they are sent at once.
    clipboard_watch: bool = False
    clipboard_sends: bool = False
    translate_source_language: str = _FIRST_PAIR.source
    translate_target_language: str = _FIRST_PAIR.target
    # The codes of the languages that were last selected for several translations at once.
    translate_targets: list[str] = field(default_factory=list)
    # By service and direction: the id of the last chosen glossary.
    translate_glossaries: dict[str, dict[str, str]] = field(default_factory=dict)
    documents: DocumentsMemory = field(default_factory=DocumentsMemory)
    # The id of the last chosen sentence set.
    spot_check_set: str = ""
    improve_text: str = ""
    improve_language: str = "en-US"
    # The id of the glossary whose terms are protected.
    improve_glossary: str = ""
    # Whether the user chose deliberately to protect no terms.
    improve_without_glossary: bool = False
    # By the id of the profile of a further window. The fields above belong to the first window.
    further_drafts: dict[str, TextDrafts] = field(default_factory=dict)

    @property
    def chosen_pair(self) -> LanguagePair | None:
        """The source and target language of translations; None while they are those of the first start.

        An empty source means detection.
        """
        pair = LanguagePair(self.translate_source_language, self.translate_target_language)
        return pair if pair != _FIRST_PAIR else None

    def note_file(self, path: str) -> None:
        """Put an imported file first among the recent ones."""
        others = [each for each in self.recent_files if each != path]
        self.recent_files[:] = [path, *others][:MOST_RECENT_FILES]

    def forget_drafts(self) -> None:
        """Clear the unfinished texts, including those of further windows."""
        self.drafts = TextDrafts()
        self.further_drafts.clear()

    def change_drafts(self, was: str, now: str) -> None:
        """Store the unfinished texts of a window for the profile `was`, and load those of the profile `now`."""
        if was != now:
            if self.drafts != TextDrafts():
                self.further_drafts[was] = self.drafts
            self.drafts = self.further_drafts.pop(now, TextDrafts())

    @property
    def drafts(self) -> TextDrafts:
        """The unfinished texts of this window."""
        return TextDrafts(self.translate_text, self.translate_context, self.improve_text)

    @drafts.setter
    def drafts(self, drafts: TextDrafts) -> None:
        self.translate_text, self.translate_context = drafts.translate_text, drafts.translate_context
        self.improve_text = drafts.improve_text
