"""What a job costs, before it is sent to a service that bills it: the line, and the question about much."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from termdesk.application.usage.cost_gate import CostGate, CostOutlook
from termdesk.ui.widgets.dialogs import confirm
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_about_money, format_money, is_below_cent


def cap_words(outlook: CostOutlook) -> str:
    """Return why a cap forbids a job, what the cap leaves, and the way out; empty if it is allowed."""
    return "" if outlook.refusal is None else localize(outlook.refusal.message, outlook.refusal.remedy)


def cost_line(words: str, outlook: CostOutlook) -> tuple[str, str]:
    """Return the line about the cost of a job, and its tone.

    It has `words` with a warning, or only the reason if the job is refused: then nothing will be billed.
    """
    if refusal := cap_words(outlook):
        return refusal, "problem"
    warning = localize(outlook.warning)
    return list_sentences((words, warning)), "warning" if warning else "muted"


def show_money(label: PlainLabel, outlook: CostOutlook) -> None:
    """Show what a job costs in money, or why it is refused; hide the label if there is nothing to say."""
    words, tone = cost_line(money_words(outlook), outlook)
    label.setText(words)
    label.set_tone(tone)
    label.setVisible(bool(words))


def money_words(outlook: CostOutlook, *, is_most: bool = False) -> str:
    """Return the cost of a job in money; empty without a price. With `is_most`, it may cost less."""
    if outlook.sum_of_money is None:
        return ""
    if is_most and not is_below_cent(outlook.sum_of_money):
        money = format_money(outlook.sum_of_money, outlook.currency)
        return _tr("They cost {money} at most.").format(money=money)
    return _tr("They cost {money}.").format(money=format_about_money(outlook.sum_of_money, outlook.currency))


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


async def is_offer_due(gate: CostGate, characters: int) -> bool:
    """Return whether the cost of a job must be offered first, because it is billed and no question would show it.

    Raises what `may_send` raises.
    """
    return gate.is_billed and bool(characters) and not (await gate.estimate(characters)).is_question_due


def _tr(text: str) -> str:
    return QCoreApplication.translate("CostQuestion", text)
