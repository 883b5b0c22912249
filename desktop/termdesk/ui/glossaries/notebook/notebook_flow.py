"""Opens the notebook of changes, and copies the ids that services give to glossaries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QGuiApplication

from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import show_dialog

if TYPE_CHECKING:
    from termdesk.application.glossaries.summaries import LibraryItem
    from termdesk.application.glossaries.transfer.glossary_transfer import CompletedTransfer
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.ui.glossaries.workspace import Workspace


class NotebookFlow(PanePart):
    """Provides the information that the support of a service needs."""

    def __init__(
        self,
        pane: Workspace,
        use_cases: LazyUseCases,
        *,
        ask_undo: Callable[[list[CompletedTransfer]], None],
        **shared: Any,
    ) -> None:
        """Create the flow. `ask_undo` asks whether to undo a copy or a move to another service."""
        super().__init__(pane, use_cases, **shared)
        self._ask_undo = ask_undo

    def show(self) -> None:
        """Show all changes that were requested from services."""
        self._jobs.start(JobKind.SHOW_NOTEBOOK, self.tr("Changes on services"), self._show)

    async def _show(self) -> None:
        from termdesk.ui.glossaries.notebook.notebook_dialog import NotebookDialog

        titles, transfers = self._use_cases.session.profiles.names, await self._use_cases.transfer.find_completed()
        notebook = self._use_cases.notebook
        dialog = NotebookDialog(self._pane, notebook, self._jobs, service_titles=titles, transfers=transfers)
        await show_dialog(dialog)
        if dialog.to_undo is not None:
            self._ask_undo([dialog.to_undo])

    def copy_id(self, item: LibraryItem) -> None:
        """Copy the id of a published glossary to the clipboard."""
        if item.summary.glossary_id is not None:
            QGuiApplication.clipboard().setText(item.summary.glossary_id)
            self._notices.say(self.tr("The id of “{name}” is on the clipboard").format(name=item.summary.name), "")
