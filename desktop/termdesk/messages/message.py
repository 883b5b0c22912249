"""What the layers below `ui` say, as data: the kind of a message and the values that it names.

The sentence of each kind stands in a table beside this module. In English it is what the command line, the log and the
service's answers say; `ui/words/message_words.py` says it in the language of the windows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Self

Value = str | int | Sequence[str] | Sequence[int]

# The singular of each sentence that has a number.
SINGULARS: dict[str, str] = {}


class MessageKind(Enum):
    """The base class of the tables: each member is a kind of message, with its sentence in English.

    A sentence names its values like "{name}", and its number "%Ln"; then the form for one follows it.
    """

    def __init__(self, sentence: str, singular: str = "") -> None:
        self.sentence = sentence
        self._without_values: Message | None = None
        if singular:
            SINGULARS[sentence] = singular

    def __call__(self, number: int = -1, /, **values: Value) -> Message:
        """A message of this kind. Raises KeyError if a value is missing that the sentence names."""
        if values or number >= 0:
            return Message(self, number, values)
        # A file may have a million rows with the same reason.
        self._without_values = self._without_values or Message(self, number, values)
        return self._without_values


class Message(str):
    """A sentence in English that keeps its kind and its values, so that it can be said in another language.

    `number` is the one that decides between singular and plural; -1 if there is none. Values may be messages.
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
