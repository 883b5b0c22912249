"""Divide a text that is too long for one request into parts, and send these one after another."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

from termdesk.application.failures import check_service
from termdesk.domain.progress import Progress

Answer = TypeVar("Answer")
# The maximum number of responses kept for texts of which a part failed.
_MOST_KEPT = 200

# A paragraph with the empty lines after it, a sentence with the spaces after it, a word with the spaces after it.
_PARAGRAPHS = re.compile(r".*?\n(?:[^\S\n]*\n)*|.+\Z", re.DOTALL)
_SENTENCES = re.compile(r".*?[.!?。！？…][\"'”’»)]*\s+|.*?[。！？]|.+\Z", re.DOTALL)
_WORDS = re.compile(r"\S*\s+|\S+\Z")


class TextPart(NamedTuple):
    """A part of a text: leading white space, the text to send, and trailing white space.

    Joined, all parts give the text.
    """

    before: str
    text: str
    after: str


class AnsweredParts(Generic[Answer]):
    """Sends parts one after another, and keeps their responses until all have arrived, so that none is billed twice.

    `service` returns the name of the service in use.
    """

    def __init__(self, service: Callable[[], str]) -> None:
        self._service = service
        self._kept: OrderedDict[tuple[str, Hashable], Answer] = OrderedDict()

    def __contains__(self, part: Hashable) -> bool:
        return (self._service(), part) in self._kept

    def __len__(self) -> int:
        return len(self._kept)

    async def collect(
        self, parts: Sequence[Hashable], send: Callable[[int], Awaitable[Answer]], progress: Progress
    ) -> list[Answer]:
        """Return the responses in order. `send` gets the index of a part. If it raises, earlier responses are kept.

        Raises InvalidInput if the user switches to another service meanwhile.
        """
        service = self._service()
        answers: list[Answer] = []
        for number, part in enumerate(parts):
            progress.step(number, len(parts))
            check_service(service, self._service())
            key = service, part
            if key not in self._kept:
                self._kept[key] = await send(number)
            answers.append(self._kept[key])
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        for part in parts:
            self._kept.pop((service, part), None)
        return answers


def split_text(text: str, size: Callable[[str], int], most: int) -> list[TextPart]:
    """Divide a text into as few parts as possible, each with a size of at most `most`.

    `size` must be additive: the size of two joined texts is the sum of both. The text is divided between paragraphs if
    possible, else between sentences, else between words. A word that is too long is a part of its own.
    """
    return [_part(each) for each in _split(text, size, most, (_PARAGRAPHS, _SENTENCES, _WORDS)) if each]


def _split(text: str, size: Callable[[str], int], most: int, dividers: tuple[re.Pattern[str], ...]) -> list[str]:
    if not dividers or size(text.strip()) <= most:
        return [text]
    parts: list[str] = []
    together: list[str] = []
    # The size of `together` without leading white space.
    used = 0
    for section in dividers[0].findall(text):
        if together and used + size(section.rstrip()) <= most:
            together.append(section)
            used += size(section)
            continue
        parts.append("".join(together))
        if size(section.strip()) <= most:
            together = [section]
        else:
            *divided, last = _split(section, size, most, dividers[1:])
            parts += divided
            together = [last]
        used = size(together[0].lstrip())
    return [*parts, "".join(together)]


def _part(text: str) -> TextPart:
    words = text.strip()
    start = len(text) - len(text.lstrip())
    return TextPart(text[:start], words, text[start + len(words) :])
