"""Local tags of glossaries: the client, the domain, or any word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from termdesk.domain.errors import InvalidInput
from termdesk.messages.setting_messages import TagMessage

MAX_TAG_LENGTH = 60
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class TagKind(StrEnum):
    """The subject of a tag; the values are stored, and typed before a colon."""

    CLIENT = "client"
    DOMAIN = "domain"
    WORD = ""


@dataclass(frozen=True, slots=True, order=True)
class GlossaryTag:
    """One tag. It is displayed as typed, but tags that differ only in case are equal."""

    kind: TagKind
    text: str

    @property
    def key(self) -> str:
        """The kind and the folded text, by which tags are compared."""
        return f"{self.kind}:{self.text}".casefold()

    def __str__(self) -> str:
        return f"{self.kind}:{self.text}" if self.kind else self.text


def read_tags(kind: TagKind, typed: str) -> tuple[GlossaryTag, ...]:
    """The tags in a text, separated by commas or semicolons. Raises InvalidInput for a tag that is too long."""
    texts = (" ".join(_FORBIDDEN.sub(" ", text).lstrip(" #").split()) for text in re.split("[,;]", typed))
    return unique(GlossaryTag(kind, _check_length(text)) for text in texts if text)


def parse_stored_tag(text: str) -> GlossaryTag:
    """The tag for a stored string, which `str` made of a tag."""
    kind, colon, rest = text.partition(":")
    if colon and kind in (TagKind.CLIENT, TagKind.DOMAIN):
        return GlossaryTag(TagKind(kind), rest)
    return GlossaryTag(TagKind.WORD, text)


def unique(tags: Iterable[GlossaryTag]) -> tuple[GlossaryTag, ...]:
    """The tags without duplicates: clients first, then domains, then the others."""
    by_key: dict[str, GlossaryTag] = {}
    for tag in tags:
        by_key.setdefault(tag.key, tag)
    kinds = list(TagKind)
    return tuple(sorted(by_key.values(), key=lambda tag: (kinds.index(tag.kind), tag.text.casefold())))


def _check_length(text: str) -> str:
    if len(text) > MAX_TAG_LENGTH:
        raise InvalidInput(
            TagMessage.TOO_LONG(len(text), beginning=text[:20]),
            remedy=TagMessage.USE_FEWER(limit=MAX_TAG_LENGTH),
        )
    return text
