"""Describe what a test found out about a key, and what the service does not tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from termdesk.domain.key_scope import Scope
from termdesk.domain.usage import Usage
from termdesk.messages.connection_messages import DisabledMessage, KeyFinding
from termdesk.messages.message import Message

_DISABLED = {
    Scope.TRANSLATE_TEXT: DisabledMessage.TRANSLATE_TEXT,
    Scope.TRANSLATE_DOCUMENT: DisabledMessage.TRANSLATE_DOCUMENT,
    Scope.IMPROVE: DisabledMessage.IMPROVE,
    Scope.READ_GLOSSARIES: DisabledMessage.READ_GLOSSARIES,
    Scope.WRITE_GLOSSARIES: DisabledMessage.WRITE_GLOSSARIES,
    Scope.READ_STYLE_RULES: DisabledMessage.READ_STYLE_RULES,
    Scope.READ_MEMORIES: DisabledMessage.READ_MEMORIES,
    Scope.READ_LANGUAGES: DisabledMessage.READ_LANGUAGES,
    Scope.READ_USAGE: DisabledMessage.READ_USAGE,
}
# Termdesk only lists style rules, so it needs no right to change them.
_NEVER_USED = (Scope.WRITE_STYLE_RULES,)


@dataclass(frozen=True, slots=True)
class KeyFindings:
    """The scopes that a key has and lacks, as far as the service tells.

    `not_served` are scopes whose calls the service does not know, such as style rules.
    """

    allowed: tuple[Scope, ...] = ()
    missing: tuple[Scope, ...] = ()
    not_served: tuple[Scope, ...] = ()

    @property
    def unknown(self) -> tuple[Scope, ...]:
        """The scopes of which the service does not tell whether the key has them."""
        known = {*self.allowed, *self.missing, *self.not_served, *_NEVER_USED}
        return tuple(scope for scope in Scope if scope not in known)


def describe_findings(findings: KeyFindings, usage: Usage | None, *, is_plan_known: bool) -> tuple[Message, ...]:
    """Return what the key allows, what each missing scope disables, and what could not be found out.

    `usage` is None if it could not be read.
    """
    return tuple(_sentences(findings, usage, is_plan_known=is_plan_known))


def _sentences(findings: KeyFindings, usage: Usage | None, *, is_plan_known: bool) -> Iterator[Message]:
    if findings.allowed:
        yield KeyFinding.ALLOWS(scopes=", ".join(findings.allowed))
    for scope in findings.missing:
        if scope in _DISABLED:
            yield _DISABLED[scope](scope=scope)
    if findings.not_served:
        yield KeyFinding.NOT_SERVED(scopes=", ".join(findings.not_served))
    if not is_plan_known:
        yield KeyFinding.NO_PLAN()
    if usage is not None and usage.character_count is None:
        yield KeyFinding.NO_COUNT()
    elif usage is not None and usage.deciding is None:
        yield KeyFinding.NO_LIMIT()
    if findings.unknown:
        yield KeyFinding.UNKNOWN(scopes=", ".join(findings.unknown))
