"""Find and replace, cleaning, and similar entries: ask what to change, and change it as one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from termdesk.domain.entries.entry_rules import shorten_phrase
from termdesk.domain.errors import InvalidInput
from termdesk.messages.glossary_messages import EditMessage, EditRemedy
from termdesk.ui.widgets.dialogs import answered

if TYPE_CHECKING:
    from termdesk.ui.glossaries.rewriting.rewrite_dialog import RewriteDialog
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
    from termdesk.ui.shell.jobs import Jobs


async def replace(page: SheetPage, jobs: Jobs) -> None:
    """Ask what to find and replace. Raises InvalidInput if the entries have changed since the search."""
    from termdesk.ui.glossaries.rewriting.replace_dialog import ReplaceDialog

    page.finish_editing()
    await _rewrite(page, ReplaceDialog(page, page.rewrite_scope(), jobs=jobs), _tr("Replace “{text}”"))


async def clean(page: SheetPage, jobs: Jobs) -> None:
    """Ask what to clean. Raises InvalidInput if the entries have changed since the search."""
    from termdesk.ui.glossaries.rewriting.clean_dialog import CleanDialog

    page.finish_editing()
    await _rewrite(page, CleanDialog(page, page.rewrite_scope(), jobs=jobs), _tr("Clean entries"))


async def _rewrite(page: SheetPage, dialog: RewriteDialog, title: str) -> None:
    if await answered(dialog) and (found := dialog.accepted_hits()):
        await page.take_hits(found, title.format(text=shorten_phrase(dialog.subject)))


async def settle_similar(page: SheetPage, jobs: Jobs) -> None:
    """Ask what to do with similar entries. Raises InvalidInput if the entries have changed since the search."""
    from termdesk.ui.glossaries.rewriting.similar_dialog import SimilarDialog

    page.finish_editing()
    scope = page.similar_scope()
    dialog = SimilarDialog(page, scope, jobs=jobs)
    if not await answered(dialog):
        return
    change = dialog.change()
    if change is None:
        raise InvalidInput(EditMessage.ENTRIES_CHANGED(), remedy=EditRemedy.FIND_AGAIN())
    await scope.settle(dialog.dictionary_number, change, dialog.step_name)


def _tr(text: str) -> str:
    return QCoreApplication.translate("RewriteFlow", text)
