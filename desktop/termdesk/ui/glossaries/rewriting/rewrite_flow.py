"""Find and replace, cleaning, and similar entries: ask what to change, and apply it as one undo step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from termdesk.domain.entries.entry_rules import shorten_phrase
from termdesk.domain.errors import InvalidInput
from termdesk.messages.glossary_messages import EditMessage, EditRemedy
from termdesk.ui.widgets.dialogs import show_dialog
from termdesk.ui.words.lists import list_sentences

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
    if not await show_dialog(dialog) or not (found := dialog.find_accepted_hits()):
        return
    revision, violations = page.revision, _violation_count(page)
    await page.take_hits(found, title.format(text=shorten_phrase(dialog.subject)))
    # Wait for pending bulk edits: they run in a job of their own.
    await page.sheet_edits.wait_until_settled()
    if page.is_open and page.revision != revision:
        changed = sum(map(len, found))
        _tell(page, changed, dialog.model.total - changed, _violation_count(page) - violations)


def _tell(page: SheetPage, changed: int, left_out: int, more_violations: int) -> None:
    """Say how many cells were changed, how many were left out, and how many became unpublishable."""
    sentences = [_tr("%Ln cells were changed.", changed)]
    if left_out:
        sentences.append(_tr("%Ln stay as they are, because you left them out.", left_out))
    if more_violations > 0:
        sentences.append(_tr("%Ln more cells have problems now. F8 goes from one to the next.", more_violations))
    page.tell(list_sentences(sentences), tone="problem" if more_violations > 0 else "good")


def _violation_count(page: SheetPage) -> int:
    return sum(each.violation_count for each in page.dictionaries)


async def settle_similar(page: SheetPage, jobs: Jobs) -> None:
    """Ask how to settle similar entries. Raises InvalidInput if the entries have changed since the search."""
    from termdesk.ui.glossaries.rewriting.similar_dialog import SimilarDialog

    page.finish_editing()
    scope = page.similar_scope()
    dialog = SimilarDialog(page, scope, jobs=jobs)
    if not await show_dialog(dialog):
        return
    change = dialog.change()
    if change is None:
        raise InvalidInput(EditMessage.ENTRIES_CHANGED(), remedy=EditRemedy.FIND_AGAIN())
    await scope.settle(dialog.dictionary_number, change, dialog.step_name)


def _tr(text: str, n: int = -1) -> str:
    return QCoreApplication.translate("RewriteFlow", text, "", n)
