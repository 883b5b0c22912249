"""The import of files as ordered by the user: into new glossaries, the open one, or another one."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.jobs import JobProgress
from termdesk.ui.widgets.dialogs import show_dialog
from termdesk.ui.words.lists import list_names, list_sentences
from termdesk.ui.words.numbers import format_number

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.draft_preparation import DraftPreparation
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.importing.importer import ImportPart, ImportPreview, PartReview, RejectedRow
    from termdesk.application.glossaries.summaries import GlossarySummary
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.glossaries.importing.import_order import ImportOrder

    Ask = Callable[[Sequence[PartReview], str], Coroutine[Any, Any, bool]]
    SaveRejectedRows = Callable[[ImportPreview, Sequence[RejectedRow]], None]

Failures = list[tuple[Path, TermdeskError]]


@dataclass(slots=True)
class _Imported:
    """What was imported.

    `dictionary` is the open one to show, which has no page yet. Only counts are kept, not rows.
    """

    row_count: int = 0
    same_count: int = 0
    repeated_count: int = 0
    part_count: int = 0
    names: list[str] = field(default_factory=list)
    # By glossary and pair.
    violations: dict[tuple[str, LanguagePair], int] = field(default_factory=dict)
    dictionary: OpenDictionary | None = None
    is_into_existing: bool = False

    def note(self, orders: Sequence[ImportOrder], reviews: Sequence[PartReview], dictionary: OpenDictionary) -> None:
        """Add the results of these orders; `dictionary` is the one to show."""
        self.row_count += sum(each.review.touched_count for each in reviews)
        self.repeated_count += sum(each.review.repeated_count for each in reviews)
        self.same_count += sum(each.review.known_count for each in reviews)
        self.is_into_existing |= any(each.dictionary is not None for each in reviews)
        self.part_count += len(reviews)
        self.names += [order.preview.path.name for order in orders]
        self.violations[dictionary.draft.glossary_key, dictionary.pair] = dictionary.violation_count

    @property
    def is_one_step(self) -> bool:
        """Whether a single undo step in the shown dictionary reverts the whole import and nothing else."""
        return self.part_count == 1 and self.is_into_existing and self.row_count > 0


class EntriesImport(PanePart):
    """Carries out orders one after the other; a failed order does not stop the others."""

    async def import_orders(
        self,
        orders: Sequence[ImportOrder],
        failed: Failures,
        progress: JobProgress,
        *,
        reviews: bool,
        save_rejected_rows: SaveRejectedRows,
    ) -> None:
        """Import, and show the result. Without `reviews`, the decisions of the orders apply."""
        outcome = _Imported()
        try:
            for group in order_groups(orders):
                ask = self._review_question(group, save_rejected_rows) if reviews else None
                try:
                    await self._import_group(group, ask, outcome, progress)
                except Stopped:
                    raise
                except TermdeskError as error:
                    failed += [(order.preview.path, error) for order in group]
            if outcome.dictionary:
                await self._pane.show_dictionary(outcome.dictionary)
        finally:
            if outcome.dictionary:
                await self._close_unshown(outcome.dictionary)
        if outcome.names:
            self._say_imported(outcome)

    async def _import_group(
        self, group: Sequence[ImportOrder], ask: Ask | None, outcome: _Imported, progress: JobProgress
    ) -> None:
        first = group[0]
        if first.is_new:
            await self._import_new(group, ask, outcome, progress)
            return
        parts = await self._parts(first, progress)
        if first.glossary:
            await self._open_other(first.glossary, parts[0].pair, progress)
        elif (table := self._pane.open_table) is not None:
            # The table keeps the dictionaries that it was opened with. Reopen it, because the import may add a
            # language.
            await self._pane.leave_table()
            if summary := await self._import_into_open(first, parts, ask, outcome, progress):
                self._pane.show_table(summary, table.source)
            return
        await self._import_into_open(first, parts, ask, outcome, progress)

    async def _parts(self, order: ImportOrder, progress: JobProgress) -> list[ImportPart]:
        return await self._use_cases.importer.parts(order.preview, order.pair, order.pairs or (), progress)

    async def _open_other(self, key: str, pair: LanguagePair, progress: JobProgress) -> None:
        """Open the glossary that receives the rows, at the dictionary of their pair if it exists.

        Raises InvalidInput if the glossary was deleted meanwhile.
        """
        summary = self._pane.summary(key)
        if summary is None:
            raise InvalidInput(
                self.tr("The glossary was deleted in the meantime."), remedy=self.tr("Import the file again.")
            )
        if self._pane.open_table is not None:
            await self._pane.leave_table()
        row = summary.row(pair) or summary.rows[0]
        await self._pane.show_dictionary(
            await self._use_cases.library.open(summary, row.pair, progress, takes_copy=True)
        )

    # New glossaries

    async def _import_new(
        self, orders: Sequence[ImportOrder], ask: Ask | None, outcome: _Imported, progress: JobProgress
    ) -> None:
        """Import files into new glossaries of one name. Files with different pairs share one glossary."""
        from termdesk.application.glossaries.importing.division import make_numbered_name

        importer, name = self._use_cases.importer, orders[0].name
        # Each part of a divided file becomes a glossary of its own, shared with files of other pairs.
        volumes: list[list[PartReview]] = []
        for order in orders:
            for part in await self._parts(order, progress):
                divided = await importer.divide(part, progress) if order.divides else [part]
                for number, volume in enumerate(divided):
                    volumes += [[]] if number == len(volumes) else []
                    volumes[number].append(await importer.review(volume, handling=order.handling, progress=progress))
        reviews = [review for group in volumes for review in group]
        if ask and not await ask(reviews, name):
            return
        preview = orders[0].preview
        preparation = preview.preparation if reviews[0].part.result is preview.result else None
        opened: list[OpenDictionary] = []
        for number, group in enumerate(volumes, start=1):
            title = make_numbered_name(name, number) if len(volumes) > 1 else name
            opened += await self._import_glossaries(title, group, progress, preparation=preparation)
            preparation = None
        dictionary, *beside = opened
        last, outcome.dictionary = outcome.dictionary, dictionary
        for each in (*beside, *([last] if last else [])):
            await self._use_cases.library.close(each)
        outcome.note(orders, reviews, dictionary)

    async def _import_glossaries(
        self,
        name: str,
        reviews: Sequence[PartReview],
        progress: JobProgress,
        *,
        preparation: DraftPreparation | None = None,
        beside: Sequence[ImportPart] = (),
    ) -> list[OpenDictionary]:
        """Create as many glossaries as the language variants need, and open the first dictionary of each.

        `beside` are parts for which a glossary of this name exists already.
        """
        from termdesk.application.glossaries.importing.review import by_glossary, name_beside

        importer = self._use_cases.importer
        review_of = {id(each.part): each for each in reviews}
        groups = by_glossary([each.part for each in reviews])
        opened = []
        for group in groups:
            is_beside = bool(beside) or group is not groups[0]
            title = name_beside(name, group, beside or groups[0]) if is_beside else name
            first, *others = (review_of[id(part)] for part in group)
            dictionary = await importer.import_new(first, name=title, preparation=preparation, progress=progress)
            preparation = None
            opened.append(dictionary)
            for each in others:
                await importer.import_unshown(each, await self._summary_of(dictionary), title="", progress=progress)
        return opened

    async def _summary_of(self, dictionary: OpenDictionary) -> GlossarySummary:
        """Return the summary of an open dictionary's glossary."""
        key = dictionary.draft.glossary_key
        known = self._pane.summary(key)
        return known or next(each for each in await self._use_cases.library.local_summaries() if each.key == key)

    # The open glossary

    async def _import_into_open(
        self,
        order: ImportOrder,
        parts: Sequence[ImportPart],
        ask: Ask | None,
        outcome: _Imported,
        progress: JobProgress,
    ) -> GlossarySummary | None:
        """Import into the open glossary. Raises InvalidInput if the dictionary was closed meanwhile."""
        page = self._pane.page
        if page is None:
            raise InvalidInput(
                self.tr("The glossary was closed in the meantime."),
                remedy=self.tr("Open it and import the file again."),
            )
        reviews = await self._reviews_into(order, page, parts, ask, progress)
        if reviews:
            await self._pane.read_library()
            outcome.note([order], reviews, await self._show_imported(page.dictionary, reviews))
        return self._pane.summary(page.dictionary.draft.glossary_key)

    async def _reviews_into(
        self,
        order: ImportOrder,
        page: DictionaryPage,
        parts: Sequence[ImportPart],
        ask: Ask | None,
        progress: JobProgress,
    ) -> list[PartReview]:
        """Import into the glossary of a page. Return the imported parts; empty if the user cancels."""
        from termdesk.application.glossaries.importing.review import by_glossary

        importer = self._use_cases.importer
        summary = await self._summary_of(page.dictionary)
        opened: list[OpenDictionary] = []
        reviews: list[PartReview] = []
        try:
            shared = by_glossary(parts)[0]
            with_room = set(map(id, shared))
            for part in parts:
                has_room = id(part) in with_room
                dictionary = await self._dictionary_for(part, page, summary, progress) if has_room else None
                if dictionary is not None and self._pane.dictionary_page_of(dictionary) is None:
                    opened.append(dictionary)
                reviews.append(
                    await importer.review(
                        part,
                        dictionary,
                        existing=order.existing,
                        handling=order.handling,
                        progress=progress,
                    )
                )
            if ask and not await ask(reviews, page.dictionary.name):
                return []
            title = self.tr("Import “{name}”").format(name=order.preview.path.name)
            for review in reviews:
                if id(review.part) in with_room:
                    await self._apply_bulk_change(review, summary, title, progress)
            others = [review for review in reviews if id(review.part) not in with_room]
            opened += await self._import_glossaries(page.dictionary.name, others, progress, beside=shared)
        finally:
            for dictionary in opened:
                await self._close_unshown(dictionary)
        return reviews

    async def _show_imported(self, dictionary: OpenDictionary, reviews: Sequence[PartReview]) -> OpenDictionary:
        """Show a dictionary after an import, and return it: the only changed one, otherwise the one shown before."""
        pairs = [each.part.pair for each in reviews]
        if len(pairs) > 1 or pairs[0].roots == dictionary.pair.roots:
            return dictionary
        summary = await self._summary_of(dictionary)
        row = summary.row(pairs[0])
        assert row is not None, "it was just imported"
        other = await self._use_cases.library.open(summary, row.pair, takes_copy=True)
        await self._pane.show_dictionary(other)
        return other

    async def _apply_bulk_change(
        self, review: PartReview, summary: GlossarySummary, title: str, progress: JobProgress
    ) -> None:
        """Apply a bulk change as one undo step.

        Raises InvalidInput if the dictionary was edited or closed since the comparison.
        """
        importer = self._use_cases.importer
        if self._pane.dictionary_page_of(review.dictionary) is not None:
            change = await importer.import_into(review, progress)
            if page := self._pane.dictionary_page_of(review.dictionary):
                await page.edits.apply_bulk_change(change, title, progress)
                return
        await importer.import_unshown(review, summary, title=title, progress=progress)

    async def _dictionary_for(
        self, part: ImportPart, page: DictionaryPage, summary: GlossarySummary, progress: JobProgress
    ) -> OpenDictionary | None:
        if part.pair.roots == page.dictionary.pair.roots:
            return page.dictionary
        row = summary.row(part.pair)
        return await self._use_cases.library.open(summary, row.pair, progress, takes_copy=True) if row else None

    async def _close_unshown(self, dictionary: OpenDictionary) -> None:
        """Close a dictionary after the import, unless a page shows it or it is still in use."""
        library = self._use_cases.library
        is_shown = partial(self._pane.shows, dictionary)
        await library.close_unshown(dictionary, times_opened=library.times_opened(dictionary), is_shown=is_shown)

    # Words

    def _review_question(self, orders: Sequence[ImportOrder], save_rejected_rows: SaveRejectedRows) -> Ask:
        """Return a function that shows the review if a decision is needed, and returns whether to import."""

        async def ask(reviews: Sequence[PartReview], name: str) -> bool:
            if not any(each.needs_decision for each in reviews):
                return True
            from termdesk.ui.glossaries.importing.review_dialog import ReviewDialog

            # With several dictionaries, the dialog has a selector for them.
            one, several = self.tr("“{file}” into “{name}”, {pair}"), self.tr("“{file}” into “{name}”")
            title = several if len(reviews) > 1 else one
            files = list_names(order.preview.path.name for order in orders)
            dialog = ReviewDialog(
                self._pane,
                reviews,
                title=title.format(file=files, name=name, pair=reviews[0].part.pair),
                jobs=self._jobs,
                save_rejected_rows=lambda part: save_rejected_rows(orders[0].preview, part.rejected_rows_left_out),
            )
            return await show_dialog(dialog)

        return ask

    def _say_imported(self, outcome: _Imported) -> None:
        count = outcome.row_count
        violations = sum(outcome.violations.values())
        if len(outcome.names) > 1:
            words = self.tr("Imported %Ln rows from {number} files.", "", count).format(
                number=format_number(len(outcome.names))
            )
        elif outcome.part_count > 1:
            words = self.tr("Imported %Ln rows of {name} into {number} dictionaries.", "", count).format(
                name=outcome.names[0], number=format_number(outcome.part_count)
            )
        else:
            words = self.tr("Imported %Ln rows from {name}.", "", count).format(name=outcome.names[0])
        sentences = [words]
        if outcome.same_count:
            sentences.append(self.tr("%Ln rows were there already.", "", outcome.same_count))
        if outcome.repeated_count:
            sentences.append(self.tr("%Ln rows repeat earlier rows of the file.", "", outcome.repeated_count))
        if outcome.is_one_step:
            sentences.append(self.tr("Undo takes the import back."))
        if violations:
            sentences.append(self.tr("%Ln cells have problems. F8 goes from one to the next.", "", violations))
        words = list_sentences(sentences)
        self._notices.say(self.tr("Imported"), words, kind="warning" if violations else "good")


def order_groups(orders: Sequence[ImportOrder]) -> list[list[ImportOrder]]:
    """Group the orders in import order: first the open glossary, then other existing ones, then new ones by name."""
    existing = sorted((order for order in orders if not order.is_new), key=lambda order: bool(order.glossary))
    groups = [[order] for order in existing]
    new: dict[str, list[ImportOrder]] = {}
    for order in orders:
        if order.is_new:
            new.setdefault(order.name.casefold(), []).append(order)
    return [*groups, *new.values()]
