"""The words for what documents cost before they are sent."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from termdesk.application.documents.document_files import DocumentFile, count_kept, count_sent_again, least_billed
from termdesk.application.usage.cost_gate import CostGate
from termdesk.domain.price import Price
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.numbers import format_about_money, format_money, is_below_cent


def describe_costs(files: Sequence[DocumentFile], targets: Sequence[str], gate: CostGate) -> str:
    """Return the characters and the price of files in several languages, and what of it is not obvious.

    The price is told if the user entered one. Files that cannot be counted may cost more.
    """
    total, is_counted = least_billed(files, targets), all(each.billed is not None for each in files)
    if not gate.is_billed:
        words = _tr("%Ln characters. Nothing leaves this computer.", total)
    elif is_counted:
        words = _tr("%Ln characters will be billed.", total)
    else:
        words = _tr("%Ln characters will be billed, or more where a document cannot be counted here.", total)
    money = _describe_money(gate.price, total, is_counted=is_counted) if gate.price is not None else ""
    smallest = sum(each.costs_minimum for each in files)
    minimum = _tr("For %Ln documents the minimum of their type is counted.", smallest) if smallest else ""
    again, kept = count_sent_again(files, targets), count_kept(files, targets)
    translated = describe_sent_again(again) if again else ""
    if kept:
        translated = _tr("%Ln more characters are translated already: they stay as they are.", kept)
    return list_sentences((words, money, minimum, translated))


def _describe_money(price: Price, characters: int, *, is_counted: bool) -> str:
    money = price.of(characters)
    if is_counted:
        return _tr("They cost {money}.").format(money=format_about_money(money, price.currency))
    # A minimum that is hardly more than nothing tells nothing.
    words = _tr("They cost {money} or more.").format(money=format_money(money, price.currency))
    return "" if is_below_cent(money) else words


def describe_file_costs(file: DocumentFile, targets: Sequence[str]) -> str:
    """Return why a file costs more or less than its text; empty if the number explains itself."""
    if file.kind is not None and file.can_be_translated and file.costs_minimum:
        minimum = file.kind.minimum
        return _tr("The minimum of this type: %Ln characters, however short the document is.", minimum)
    if any(map(file.count_kept, targets)):
        return _tr("What is translated already stays as it is and is not counted.")
    again = count_sent_again([file], targets)
    return describe_sent_again(again) if again else ""


def describe_listed(files: Sequence[DocumentFile], gate: CostGate) -> str:
    """Return that documents are on the list already with the same languages and glossary."""
    if len(files) == 1:
        words = _tr("{name} is on the list already with the same language and glossary.").format(
            name=files[0].path.name
        )
    else:
        words = _tr("%Ln documents are on the list already with the same language and glossary.", len(files))
    if not gate.is_billed:
        return list_sentences((words, _tr("Translated again, the same text gives a second file.")))
    return list_sentences((words, _tr("Translated again, the same text is billed a second time.")))


def describe_sent_again(characters: int) -> str:
    """Return what happens to characters that are translated already, on a service that gets whole documents."""
    return _tr(
        "%Ln characters of these are translated already. The service gets whole documents, and may translate and"
        " bill them again.",
        characters,
    )


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("DocumentCosts", text, "", count)
