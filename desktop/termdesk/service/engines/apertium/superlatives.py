"""Portuguese superlatives: the analyzer takes “a mais” in “A casa é a mais bonita” for an adverb, as in “um a mais”."""

from __future__ import annotations

import re

# After “ser” and before a feminine adjective, “a” is an article.
_SUPERLATIVE = re.compile(r"(?<=\$ )\^a (mais|menos)<adv>\$(?= \^[^<>$^]+<adj><f><sg>\$)")
_BEHIND_SER = re.compile(r"<vbser>[^$^]*\$ $")
_ARTICLE = "^o<det><def><f><sg>$"


def split_superlatives(stream: str) -> str:
    """Return the analyzed sentence with articles in its superlatives."""

    def split(match: re.Match[str]) -> str:
        if not _BEHIND_SER.search(stream[: match.start()]):
            return match.group()
        return f"{_ARTICLE} ^{match.group(1)}<adv>$"

    return _SUPERLATIVE.sub(split, stream)
