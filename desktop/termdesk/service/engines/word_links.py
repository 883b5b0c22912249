"""The words of a translation that was made before, beside the words of the text, where an engine can tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from termdesk.domain.matching.tokens import UNSPACED_SCRIPTS
from termdesk.domain.texts import WordLink
from termdesk.service.engines.translation_engine import TracedWord

# Where words are not parted by spaces, each character counts: engines cut them in other places.
_TOKEN = re.compile(rf"[{UNSPACED_SCRIPTS}]|[^\W{UNSPACED_SCRIPTS}]+")


def link_words(translation: str, sentences: Iterable[tuple[int, Sequence[TracedWord]]]) -> Iterator[WordLink]:
    """The links of each sentence, given with its place in the text, that stands in the translation word for word.

    Sentences that were translated otherwise, by another engine, a glossary or a person, have none.
    """
    tokens = [(match.group().casefold(), match.span()) for match in _TOKEN.finditer(translation)]
    words = [word for word, _ in tokens]
    place = 0
    is_in_step = True
    for start, traced in sentences:
        origins = [(word, each.sources) for each in traced for word in _TOKEN.findall(each.word)]
        expected = [word.casefold() for word, _ in origins]
        if not expected:
            is_in_step = False
            continue
        last = len(words) - len(expected)
        candidates = range(place, min(place, last) + 1) if is_in_step else range(place, last + 1)
        found = next((first for first in candidates if words[first : first + len(expected)] == expected), None)
        # Behind a sentence without links, the next one is looked for.
        is_in_step = found is not None
        if found is None:
            continue
        place = found + len(expected)
        for (_, sources), (_, (first, end)) in zip(origins, tokens[found:place], strict=True):
            for source in sources:
                yield WordLink(start + source[0], start + source[1], first, end)
