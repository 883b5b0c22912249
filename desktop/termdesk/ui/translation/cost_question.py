"""The question before something is sent to a service that bills it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.ui.widgets.dialogs import confirm
from termdesk.ui.words.message_words import localize


async def confirm_cost(parent: QWidget, title: str, characters: int, usage_monitor: UsageMonitor) -> bool:
    """Whether the user agrees to send so many characters. `title` names their number."""
    warning = localize(usage_monitor.warning_for(characters))
    return await confirm(parent, title, _tr("Send"), text=warning or _tr("The service bills them."))


def _tr(text: str) -> str:
    return QCoreApplication.translate("CostQuestion", text)
