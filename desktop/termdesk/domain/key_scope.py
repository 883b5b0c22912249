"""Scopes to which a key may be limited, and what is known about the missing scopes of a key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """What a key may be limited to."""

    TRANSLATE_TEXT = "translate:text"
    TRANSLATE_DOCUMENT = "translate:document"
    IMPROVE = "write:improve"
    READ_GLOSSARIES = "glossaries:read"
    WRITE_GLOSSARIES = "glossaries:write"
    READ_STYLE_RULES = "style_rules:read"
    WRITE_STYLE_RULES = "style_rules:write"
    READ_MEMORIES = "translation_memories:read"
    READ_LANGUAGES = "languages:read"
    READ_USAGE = "usage:read"


# Longer paths come before their prefixes. Paths without a scope work only with keys that have no scopes.
_SCOPES: tuple[tuple[str, Scope, Scope], ...] = (
    ("/v2/glossary-language-pairs", Scope.READ_LANGUAGES, Scope.READ_LANGUAGES),
    ("/v2/glossaries", Scope.READ_GLOSSARIES, Scope.WRITE_GLOSSARIES),
    ("/v3/glossaries", Scope.READ_GLOSSARIES, Scope.WRITE_GLOSSARIES),
    ("/v2/translate", Scope.TRANSLATE_TEXT, Scope.TRANSLATE_TEXT),
    ("/v2/document", Scope.TRANSLATE_DOCUMENT, Scope.TRANSLATE_DOCUMENT),
    ("/v2/write", Scope.IMPROVE, Scope.IMPROVE),
    ("/v2/languages", Scope.READ_LANGUAGES, Scope.READ_LANGUAGES),
    ("/v3/languages", Scope.READ_LANGUAGES, Scope.READ_LANGUAGES),
    ("/v2/usage", Scope.READ_USAGE, Scope.READ_USAGE),
    ("/v3/style_rules", Scope.READ_STYLE_RULES, Scope.WRITE_STYLE_RULES),
    ("/v3/translation_memories", Scope.READ_MEMORIES, Scope.READ_MEMORIES),
)
_MEMORIES = "/v3/translation_memories/"


def find_needed_scope(method: str, path: str) -> Scope | None:
    """The scope that a scoped key needs for a request, or None where no scope allows it."""
    if path.startswith(_MEMORIES) and (method == "DELETE" or path == f"{_MEMORIES}import"):
        # There is no scope for changes of translation memories.
        return None
    for start, reading, writing in _SCOPES:
        if path == start or path.startswith(f"{start}/"):
            return reading if method in ("GET", "HEAD") else writing
    return None


def missing_scopes(scope: Scope, named: Iterable[str]) -> tuple[Scope, ...]:
    """The missing scopes of a refused request: the `scope` that it needs, unless the refusal names only others.

    For instance, translating a text fails if the key may not read the glossary. Names that are not scopes are ignored.
    """
    known = tuple(each for each in Scope if each in set(named))
    return known if known and scope not in known else (scope,)


@dataclass(frozen=True, slots=True)
class KeyReach:
    """The scopes that a key is known to lack.

    `missing` are names of scopes, which may include scopes of newer versions. `found_on` is the ISO 8601 date of the
    last refusal; empty if nothing is known.
    """

    missing: tuple[str, ...] = ()
    found_on: str = ""

    def lacks(self, scope: Scope) -> bool:
        """Whether the key is known to lack this scope."""
        return scope in self.missing


UNKNOWN_REACH = KeyReach()
