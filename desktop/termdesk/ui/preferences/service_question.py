"""A question for one of the user's services."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from termdesk.domain.provider import Provider
from termdesk.ui.widgets.dialogs import Question, show_dialog
from termdesk.ui.widgets.plain import caption
from termdesk.ui.words.service_words import provider_title


async def ask_service(parent: QWidget, providers: Sequence[Provider], *, title: str) -> Provider | None:
    """Let the user choose one of these services by name. A single service is returned without a question."""
    if len(providers) == 1:
        return providers[0]
    dialog = Question(parent, title, "", _tr("Continue"))
    box = QComboBox()
    box.setObjectName("transfer_target")
    box.setAccessibleName(_tr("Service"))
    for provider in providers:
        box.addItem(provider_title(provider))
    line = QWidget()
    form = QFormLayout(line)
    form.setContentsMargins(0, 0, 0, 0)
    form.addRow(caption(_tr("Service"), box), box)
    dialog.insert(line)
    box.setFocus()
    return providers[box.currentIndex()] if await show_dialog(dialog) else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("ServiceQuestion", text)
