"""What a key may be limited to, and what is known of the limits of a key."""

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


# The longest path first where one begins another. A path without a scope is for keys without scopes only.
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


def needed_scope(method: str, path: str) -> Scope | None:
    """The scope that a scoped key needs for a request, or None where no scope allows it."""
    if path.startswith(_MEMORIES) and (method == "DELETE" or path == f"{_MEMORIES}import"):
        # There is no scope for changes of memories.
        return None
    for start, reading, writing in _SCOPES:
        if path == start or path.startswith(f"{start}/"):
            return reading if method in ("GET", "HEAD") else writing
    return None


def missing_scopes(scope: Scope, named: Iterable[str]) -> tuple[Scope, ...]:
    """What a refused request shows to be missing: the `scope` that it needs, unless the refusal names others only.

    For instance, a text is translated with a glossary that the key may not read. Names that are no scopes do not count.
    """
    known = tuple(each for each in Scope if each in set(named))
    return known if known and scope not in known else (scope,)


@dataclass(frozen=True, slots=True)
class KeyReach:
    """What is known of the scopes that a key lacks. What is not known to be missing is not missing.

    `missing` are names of scopes, which a newer version may know more of. `found_on` is the day on which that was
    found last, as ISO 8601 writes it; empty where nothing is known.
    """

    missing: tuple[str, ...] = ()
    found_on: str = ""

    def lacks(self, scope: Scope) -> bool:
        """Whether the key is known to lack this scope."""
        return scope in self.missing


UNKNOWN_REACH = KeyReach()
