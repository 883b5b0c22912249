"""Scenes of the Glossaries pane for pictures: a full library, problems, many languages, imports, publishing."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QComboBox

from termdesk import resources
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.library.stored_copies import HeldEntries
from termdesk.application.glossaries.summaries import GlossarySelection
from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import DOMAIN, NOTE, PREFERRED, STATUS
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.window_memory import WindowMemory
from termdesk.messages.service_messages import AnswerMessage
from termdesk.ui.app_controller import AppController
from termdesk.ui.glossaries.opening.copy_notice import UsedCopiesNotice
from termdesk.ui.glossaries.view.find_bar import FindBar
from termdesk.ui.pictures.dialog_scenes import (
    MOMENT,
    Opening,
    glossary_dialogs,
    profile_dialogs,
    publishing_dialogs,
    recovery_dialogs,
    release_dialogs,
    spot_check_dialogs,
    text_dialogs,
)
from termdesk.ui.preferences.settings_notice import tell_changed_settings
from termdesk.ui.recent_files_menu import RecentFilesMenu

MANY = 200
SUBJECTS = ("Contracts", "Railway", "Solar energy", "Hospital", "Water supply", "Patents", "Fisheries", "Textiles")
CLIENTS = ("Almeida", "Brandt", "Chen", "Dufour", "Eriksen", "Farouk", "García", "Hoshino", "Ivanova", "Jansen")
DELETED = "Contracts Brandt 2020"
PAIRS = (("en", "de"), ("en", "fr"), ("de", "en"), ("en", "ja"), ("en", "ar"), ("fr", "es"))
WATER = {
    "de": ("Trinkwasser", "Grundwasser", "Regenwasser", "Brunnen", "Filter", "Pumpe"),
    "fr": ("eau potable", "eau souterraine", "eau de pluie", "puits", "filtre", "pompe"),
    "es": ("agua potable", "agua subterránea", "agua de lluvia", "pozo", "filtro", "bomba"),
    "ar": ("مياه الشرب", "المياه الجوفية", "مياه الأمطار", "بئر", "مرشح", "مضخة"),
    "ja": ("飲料水", "地下水", "雨水", "井戸", "フィルター", "ポンプ"),
    "zh": ("饮用水", "地下水", "雨水", "井", "过滤器", "泵"),
    "ko": ("음용수", "지하수", "빗물", "우물", "필터", "펌프"),
    "th": ("น้ำดื่ม", "น้ำใต้ดิน", "น้ำฝน", "บ่อน้ำ", "ตัวกรอง", "ปั๊ม"),
}
TO_REVIEW = (
    *("groundwater\teau souterraine", "rainwater\teaux de pluie", "pump\tpompe", "tap\trobinet", "tap\tvanne"),
    *("\tsans source", "hydrant\tbouche d’incendie", "weir\tdéversoir", "one column"),
)
RECENT_FILES = ("Water & wastewater.en-fr.xlsx", "railway.en-ja.tsv", "customer.tbx")
WATER_SOURCES = ("drinking water", "groundwater", "rainwater", "well", "filter", "pump")


class Scenes:
    """Fills a new library with the data of the scenes, and opens it. Only for pictures: it holds no user data."""

    def __init__(self, controller: AppController, folder: Path) -> None:
        self._controller = controller
        self._folder = folder
        self._pane = controller.glossaries
        self._library: Library = controller.use_cases.library

    async def prepare(self) -> None:
        """Create the glossaries that the pictures show."""
        for number in range(MANY):
            name = f"{SUBJECTS[number % len(SUBJECTS)]} {CLIENTS[number // 8 % len(CLIENTS)]} {2020 + number % 7}"
            source, target = PAIRS[number % len(PAIRS)]
            rows = [(f"term {row}", f"{target} {row}") for row in range(3 + number * 13 % 40)]
            await self._library.close(await self._library.new(name, LanguagePair(source, target), Entries.of(rows)))
        for target, sample in (("ar", "water-supply"), ("ja", "railway")):
            await self._library.close(await self._with_violations(target, sample))
        await self._many_languages()

    async def _with_violations(self, target: str, sample: str) -> OpenDictionary:
        text = resources.path(f"samples/{sample}.en-{target}.tsv").read_text("utf-8")
        rows = [(row[0], row[1]) for row in csv.reader(text.splitlines(), delimiter="\t") if len(row) > 1]
        rows[2] = (rows[0][0], rows[2][1])
        rows[4] = (rows[4][0], "")
        rows[6] = (rows[6][0], f" {rows[6][1]}")
        rows[7] = (rows[7][0], f"{rows[7][1]}\u202e")
        rows[9] = (f"{rows[9][0]}\nsecond line", rows[9][1])
        return await self._library.new(f"Problems ({target})", LanguagePair("en", target), Entries.of(rows))

    async def _many_languages(self) -> None:
        first, *others = WATER.items()
        dictionary = await self._library.new("Water, eight languages", LanguagePair("en", first[0]), _water(first[1]))
        key = dictionary.draft.glossary_key
        await self._library.close(dictionary)
        for code, words in others:
            summary = next(each for each in await self._library.local_summaries() if each.key == key)
            # One language lacks a word, because the view exists to show gaps.
            made = await self._library.add_dictionary(
                summary, LanguagePair("en", code), _water(words[: 5 if code == "ko" else 6])
            )
            await self._library.close(made)

    # Scenes

    async def library(self) -> None:
        """Show only the library, with a glossary chosen."""
        await self._pane.close_dictionary()
        await self._pane.read_library()
        self._pane.panel.tree.setCurrentIndex(self._pane.panel.tree.model().index(3, 0))

    async def violations(self, target: str) -> None:
        """Open a dictionary with problems, into this language."""
        await self._open(f"Problems ({target})", target)
        if self._pane.page is not None:
            self._pane.page.grid.go_to(6, TARGET)

    async def table(self) -> None:
        """Show all languages of a glossary side by side."""
        await self._open("Water, eight languages", "de")
        self._controller.window.window_actions["multilingual_view"].trigger()

    async def show_filtered_table(self) -> None:
        """Show all languages with a filter row, facets and the details of an entry."""
        page = self._pane.table.page
        assert page is not None
        page.grid.go_to(1, 3)
        self.switch_filters()
        texts = {STATUS: PREFERRED, DOMAIN: "hydrology", NOTE: "ground water in old texts"}
        for column, field in page.details.fields.items():
            if isinstance(field, QComboBox):
                field.setCurrentIndex(field.findData(texts[column]))
                field.activated.emit(field.currentIndex())
            else:
                field.setText(texts[column])
                field.editingFinished.emit()
        page.view_controller.query_editor.ask(ViewQuery((Condition("water", SOURCE),)))

    def switch_filters(self) -> None:
        """Show or hide the filter row, facets and details. The choice applies to dictionaries that are opened later."""
        for action in ("filter_row", "facets", "details"):
            self._controller.window.window_actions[action].trigger()

    async def french(self) -> None:
        """Open a single dictionary of the same glossary."""
        await self._open("Water, eight languages", "fr")

    def find(self, text: str) -> FindBar:
        """Show the find bar of the front dictionary, with a text."""
        page = self._pane.page
        assert page is not None
        self._controller.window.window_actions["find"].trigger()
        bar = page.view_controller.find_bar
        bar.field.setText(text)
        bar.step(1)
        return bar

    def recent_files(self) -> RecentFilesMenu:
        """Return the menu of recent files, with some that were imported before."""
        memory = WindowMemory(recent_files=[str(self._folder / name) for name in RECENT_FILES])
        return RecentFilesMenu(memory, lambda _path: None, self._controller.window)

    async def fill_bin(self) -> None:
        """Delete a glossary, so that the list of deleted glossaries is not empty."""
        summary = next(each for each in self._pane.panel.model.summaries if each.name == DELETED)
        await self._controller.use_cases.batches.delete([GlossarySelection(summary, tuple(summary.rows))])
        await self._pane.read_library()

    def own_dialogs(self) -> Iterator[Opening]:
        """Yield (name, factory) for the dialogs that no action opens directly."""
        window, page = self._controller.window, self._pane.page
        assert page is not None
        summary = self._pane.summary(page.dictionary.draft.glossary_key)
        assert summary is not None
        yield from glossary_dialogs(window, page.dictionary, summary, self._folder)
        yield from release_dialogs(window, page.dictionary, self._folder)
        yield from spot_check_dialogs(window, summary)
        yield from text_dialogs(window, self._controller.use_cases.improver, summary)
        yield from profile_dialogs(window)
        yield from recovery_dialogs(window, self._controller.use_cases.session, self._folder)

    def tell_changes_outside(self) -> None:
        """Say that last copies were used, and that another program has changed preferences."""
        notices, summary = self._controller.window.notices, self._pane.panel.model.summaries[0]
        copy = HeldEntries(Entries(), MOMENT, AnswerMessage.UNREACHABLE())
        UsedCopiesNotice(notices).note(summary.rows[0], copy)
        before = self._controller.use_cases.session.settings
        tell_changed_settings(notices, before, replace(before, text_size=before.text_size + 1, terms_only=True))

    def publishing_dialogs(self) -> Iterator[Opening]:
        """Yield (name, factory) for the dialogs about the dictionaries of the front table."""
        page = self._pane.table.page
        assert page is not None
        yield from publishing_dialogs(self._controller.window, page.dictionaries)

    async def _open(self, name: str, target: str) -> None:
        # The pane itself does the same: dictionaries close together with their table.
        await self._pane.table.close()
        await self._pane.read_library()
        summary = next(each for each in self._pane.panel.model.summaries if each.name == name)
        pair = next(row.pair for row in summary.rows if row.pair.target == target)
        await self._pane.show_dictionary(await self._library.open(summary, pair))

    async def keep_version(self) -> None:
        """Save the present rows of the dictionary as a named version."""
        page = self._pane.page
        assert page is not None
        await self._controller.use_cases.versions.keep(page.dictionary, "before the audit")

    def edit(self) -> None:
        """Make some edits after the dictionary was published."""
        page = self._pane.page
        assert page is not None
        page.edits.set_cells([(1, TARGET, "nappe phréatique"), (3, SOURCE, "water well")], "Edit")
        page.edits.append_rows([("reservoir", "réservoir"), ("tap", "robinet")], "Append")
        page.edits.remove_rows([4])

    async def file_to_review(self) -> Path:
        """Write a file with new, changed, unchanged, conflicting and rejected rows."""
        path = self._folder / "water.en-fr.tsv"
        await asyncio.to_thread(path.write_text, "\n".join(TO_REVIEW) + "\n", "utf-8")
        return path


def _water(words: tuple[str, ...]) -> Entries:
    return Entries.of(zip(WATER_SOURCES, words, strict=False))
