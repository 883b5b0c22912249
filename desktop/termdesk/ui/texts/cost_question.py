"""The question before many characters are sent to a service that bills them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from termdesk.application.usage.cost_gate import CostGate
from termdesk.ui.widgets.dialogs import confirm
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_about_money


async def may_send(parent: QWidget, gate: CostGate, characters: int, *, title: str = "") -> bool:
    """Return whether this many characters may be sent. Ask the user if necessary.

    `title` replaces the heading of the question. Raises InvalidInput if the characters exceed a cap, and StorageFailed.
    """
    estimate = await gate.estimate(characters)
    if not estimate.is_question_due:
        return True
    title = title or QCoreApplication.translate("CostQuestion", "Send %Ln characters?", "", characters)
    text = localize(estimate.warning) or _tr("The service bills them.")
    if gate.price is not None:
        money = format_about_money(gate.price.of(characters), gate.price.currency)
        text = list_sentences((text, _tr("They cost {money}.").format(money=money)))
    return await confirm(parent, title, _tr("Send"), text=text)


def _tr(text: str) -> str:
    return QCoreApplication.translate("CostQuestion", text)
