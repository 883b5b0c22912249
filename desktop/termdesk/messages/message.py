"""Messages of the layers below `ui` as data: the kind of a message and its values.

The sentence of each kind is in a table beside this module. The command line, the log and the service's answers use it
in English; `ui/words/message_words.py` translates it into the interface language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Self

Value = str | int | Sequence[str] | Sequence[int]

# The singular of each sentence with a number.
SINGULARS: dict[str, str] = {}


class MessageKind(Enum):
    """The base class of the tables. Each member is a kind of message, with its English sentence.

    A sentence contains its values as "{name}", and its number as "%Ln". With a number, the singular form follows the
    sentence.
    """

    def __init__(self, sentence: str, singular: str = "") -> None:
        self.sentence = sentence
        self._without_values: Message | None = None
        if singular:
            SINGULARS[sentence] = singular

    def __call__(self, number: int = -1, /, **values: Value) -> Message:
        """Return a message of this kind. Raises KeyError if a value for the sentence is missing."""
        if values or number >= 0:
            return Message(self, number, values)
        # Share one object: a file may have a million rows with the same reason.
        self._without_values = self._without_values or Message(self, number, values)
        return self._without_values


class Message(str):
    """An English sentence that keeps its kind and values, so that it can be translated later.

    `number` selects the singular or plural; -1 if there is none. Values may be messages.
    """

    __slots__ = ("kind", "number", "values")

    kind: MessageKind
    number: int
    values: Mapping[str, Value]

    def __new__(cls, kind: MessageKind, number: int, values: Mapping[str, Value]) -> Self:
        sentence = SINGULARS[kind.sentence] if number == 1 else kind.sentence
        if number >= 0:
            sentence = sentence.replace("%Ln", f"{number:,}")
        message = super().__new__(cls, sentence.format_map({name: _english(each) for name, each in values.items()}))
        message.kind, message.number, message.values = kind, number, values
        return message

    def __getnewargs__(self) -> tuple[MessageKind, int, Mapping[str, Value]]:  # type: ignore[override]
        return self.kind, self.number, self.values


def _english(value: Value) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else ", ".join(map(_english, value))
