"""Links the words of an existing translation to the words of its source, if an engine can align them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from termdesk.domain.matching.tokens import UNSPACED_SCRIPTS
from termdesk.domain.texts import WordLink
from termdesk.service.engines.translation_engine import TracedWord

# In scripts without spaces each character is a token, because each engine splits such texts into other words.
_TOKEN = re.compile(rf"[{UNSPACED_SCRIPTS}]|[^\W{UNSPACED_SCRIPTS}]+")


def link_words(translation: str, sentences: Iterable[tuple[int, Sequence[TracedWord]]]) -> Iterator[WordLink]:
    """Yield the links of each sentence whose traced words occur in the translation in the same order.

    Each sentence comes with its position in the text. Sentences that an engine, a glossary or a person translated
    differently have no links.
    """
    tokens = [(match.group().casefold(), match.span()) for match in _TOKEN.finditer(translation)]
    words = [word for word, _ in tokens]
    position = 0
    is_in_step = True
    for start, traced in sentences:
        origins = [(word, each.sources) for each in traced for word in _TOKEN.findall(each.word)]
        expected = [word.casefold() for word, _ in origins]
        if not expected:
            is_in_step = False
            continue
        last = len(words) - len(expected)
        candidates = range(position, min(position, last) + 1) if is_in_step else range(position, last + 1)
        found = next((first for first in candidates if words[first : first + len(expected)] == expected), None)
        # After a sentence without links, the next one may be anywhere, so search for it.
        is_in_step = found is not None
        if found is None:
            continue
        position = found + len(expected)
        for (_, sources), (_, (first, end)) in zip(origins, tokens[found:position], strict=True):
            for source in sources:
                yield WordLink(start + source[0], start + source[1], first, end)
