"""Translates messages of the lower layers into the interface language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.messages.message import Message, Value
from termdesk.ui.words.lists import list_names, list_sentences
from termdesk.ui.words.numbers import format_number


def localize(*sentences: str) -> str:
    """Return messages in the interface language, joined. Plain texts, such as a service's own words, are unchanged."""
    return list_sentences(_localize_text(each) for each in sentences if each)


def _localize_text(text: str) -> str:
    if not isinstance(text, Message):
        return text
    kind = text.kind
    sentence = QCoreApplication.translate(type(kind).__name__, kind.sentence, "", text.number)
    return sentence.format_map({name: _localize_value(each) for name, each in text.values.items()})


def _localize_value(value: Value) -> str:
    if isinstance(value, str):
        return _localize_text(value)
    return format_number(value) if isinstance(value, int) else list_names(map(_localize_value, value))
