"""Translates messages of the lower layers into the interface language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.messages.message import Message, Value
from termdesk.ui.words.lists import list_names, list_sentences
from termdesk.ui.words.numbers import format_number

_LARGEST = 2**31 - 1
# No language looks at more than the last six digits.
_LARGE = 1_000_000


def localize(*sentences: str) -> str:
    """Return messages in the interface language, joined. Plain texts, such as a service's own words, are unchanged."""
    return list_sentences(_localize_text(each) for each in sentences if each)


def _localize_text(text: str) -> str:
    if not isinstance(text, Message):
        return text
    kind = text.kind
    stand_in = _stand_in_for(text.number)
    sentence = QCoreApplication.translate(type(kind).__name__, kind.sentence, "", stand_in)
    if stand_in != text.number:
        sentence = sentence.replace(format_number(stand_in), format_number(text.number))
    return sentence.format_map({name: _localize_value(each) for name, each in text.values.items()})


def _stand_in_for(number: int) -> int:
    """Return a number with the same plural form. Qt's plural numbers end at two billion; files may be larger."""
    return number if number <= _LARGEST else _LARGE + number % _LARGE


def _localize_value(value: Value) -> str:
    if isinstance(value, str):
        return _localize_text(value)
    return format_number(value) if isinstance(value, int) else list_names(map(_localize_value, value))
