"""Adds a pair of phrases from another pane to a dictionary, open or not, as one undo step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal

from termdesk.application.glossaries.summaries import LibraryItem
from termdesk.domain.entries.row_link import row_of_source
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.library.large_removal_dialog import ask_and_open
from termdesk.ui.glossaries.workspace import PanePart, Workspace
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import show_dialog
from termdesk.ui.words.lists import point_to

if TYPE_CHECKING:
    # Loaded with the first dictionary, not at program start.
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.lazy_use_cases import LazyUseCases


# The notice stays until something is published, because translations use the new entry only from then on.
ADDED = "entry:added"


class EntryAddition(PanePart):
    """`open_asked` is emitted when the user wants to see an entry: with its glossary's key, its pair and its source."""

    open_asked = Signal(str, object, str)

    def __init__(self, pane: Workspace, use_cases: LazyUseCases, **shared: Any) -> None:
        super().__init__(pane, use_cases, **shared)
        pane.published.connect(lambda _key: self._notices.end_topic(ADDED))

    def ask(self, source: str, target: str, pair: LanguagePair, key: str) -> None:
        """Ask for a dictionary, suggesting glossary `key` first, and add the phrases as corrected by the user."""
        work = partial(self._add, source, target, pair, key, asks=True)
        self._jobs.start(JobKind.ADD_ENTRY, self.tr("Adding to a dictionary"), work)

    def add(self, source: str, target: str, pair: LanguagePair, key: str) -> None:
        """Add the phrases without asking to glossary `key`, or to the only glossary with this pair.

        Ask like `ask` if there are several, or if a phrase is missing.
        """
        work = partial(self._add, source, target, pair, key, asks=False)
        self._jobs.start(JobKind.ADD_ENTRY, self.tr("Adding to a dictionary"), work)

    def ask_phrase(self, phrase: str, language: str, key: str) -> None:
        """Ask for a dictionary that has this language as source or target, and add the phrase on that side."""
        work = partial(self._add_phrase, phrase, language, key)
        self._jobs.start(JobKind.ADD_ENTRY, self.tr("Adding to a dictionary"), work)

    async def _add(self, source: str, target: str, pair: LanguagePair, key: str, *, asks: bool) -> None:
        summaries = await self._use_cases.library.read_known_summaries()
        items = [LibraryItem(summary, row) for summary in summaries if (row := summary.row(pair)) is not None]
        if not items:
            self._say_missing(self.tr("No glossary has a dictionary {pair}").format(pair=_name(pair)))
            return
        items.sort(key=lambda item: item.summary.key != key)
        phrases = " ".join(source.split()), " ".join(target.split())
        if not asks and all(phrases) and (len(items) == 1 or items[0].summary.key == key):
            await self._add_at(items[0], phrases)
            return
        await self._ask(source, target, items, [pair] * len(items))

    async def _add_phrase(self, phrase: str, language: str, key: str) -> None:
        code = root(language)
        summaries = await self._use_cases.library.read_known_summaries()
        found = [(LibraryItem(summary, row), row.pair.roots) for summary in summaries for row in summary.rows]
        fitting = [each for each in found if code in (each[1].source, each[1].target)]
        if not fitting:
            self._say_missing(self.tr("No glossary has a dictionary with {language}").format(language=code))
            return
        # List dictionaries from this language first: in them, the phrase is a source.
        fitting.sort(key=lambda each: (each[0].summary.key != key, each[1].source != code))
        items, pairs = zip(*fitting, strict=True)
        phrases = (phrase, "") if pairs[0].source == code else ("", phrase)
        await self._ask(*phrases, items, pairs)

    def _say_missing(self, title: str) -> None:
        self._notices.say(title, self.tr("Create one in the Glossaries pane first."), kind="warning")

    async def _ask(self, source: str, target: str, items: Sequence[LibraryItem], pairs: Sequence[LanguagePair]) -> None:
        from termdesk.ui.glossaries.pane.add_entry_dialog import AddEntryDialog

        dialog = AddEntryDialog(self._pane.window(), source, target, pairs=pairs, items=items)
        if await show_dialog(dialog):
            await self._add_at(dialog.item, dialog.phrases)

    async def _add_at(self, item: LibraryItem, phrases: tuple[str, str]) -> None:
        table = self._pane.open_table
        if table is not None and table.dictionaries[0].draft.glossary_key == item.summary.key:
            title = self.tr("“{name}” is open with all its languages").format(name=item.summary.name)
            self._notices.say(title, self.tr("Leave that view (Ctrl+Shift+W), then add the entry."), kind="warning")
            return
        assert item.row is not None, "places are dictionaries"
        dictionary = await ask_and_open(
            self._pane.window(), self._use_cases.library, item.summary, item.row.pair, NoProgress()
        )
        if dictionary is not None:
            self._jobs.detach()
            await self._add_to(dictionary, item, phrases)

    async def _add_to(self, dictionary: OpenDictionary, item: LibraryItem, phrases: tuple[str, str]) -> None:
        """Add the phrases unless their source exists. Close the dictionary afterwards if no page shows it."""
        library = self._use_cases.library
        async with library.in_use(dictionary, is_shown=lambda: self._pane.shows(dictionary)):
            row = row_of_source(dictionary.entries, phrases[0])
            found = None if row is None else dictionary.entries.targets[row]
            if found is None:
                await self._append(dictionary, phrases)
        self._tell(item, dictionary.pair, phrases, found)
        self._pane.refresh()

    async def _append(self, dictionary: OpenDictionary, phrases: tuple[str, str]) -> None:
        entries = dictionary.entries
        from termdesk.domain.entries.changes import InsertRows

        change, title = InsertRows.at(entries, len(entries), [phrases]), self.tr("Add an entry")
        page = self._pane.dictionary_page_of(dictionary)
        if page is not None:
            # The grid is updated only by changes through its own edits.
            await page.edits.apply_bulk_change(change, title)
        else:
            await dictionary.take(change, title)
        await dictionary.wait_until_saved()

    def _tell(self, item: LibraryItem, pair: LanguagePair, phrases: tuple[str, str], found: str | None) -> None:
        source, target = phrases
        values = {"source": source, "name": item.summary.name}
        if found is None:
            title, kind = self.tr("Added to “{name}”").format(**values), "good"
            text = self.tr("{entry}. Translations use it after you publish.").format(entry=point_to(source, target))
        else:
            title, kind = self.tr("“{source}” is in “{name}” already").format(**values), "warning"
            text = self.tr("Its target is “{target}”. Nothing was added.").format(target=found)
        self._notices.say(
            title,
            text,
            kind=kind,
            action=self.tr("Open"),
            on_action=lambda: self.open_asked.emit(item.summary.key, pair, source),
            topic=ADDED,
            stays=False,
        )


def _name(pair: LanguagePair) -> str:
    return point_to(pair.roots.source, pair.roots.target)
