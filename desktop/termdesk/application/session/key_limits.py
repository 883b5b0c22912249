"""Describe what the key of a profile is known not to allow, before anything is sent."""

from __future__ import annotations

from termdesk.application.session import providers
from termdesk.client.errors import NotAllowed
from termdesk.domain.key_scope import Scope
from termdesk.domain.profile import Profile
from termdesk.messages.connection_messages import KeyRemedy, ScopeMessage
from termdesk.messages.message import Message

_SENTENCES = {
    Scope.TRANSLATE_TEXT: ScopeMessage.TRANSLATE_TEXT,
    Scope.TRANSLATE_DOCUMENT: ScopeMessage.TRANSLATE_DOCUMENT,
    Scope.IMPROVE: ScopeMessage.IMPROVE,
    Scope.READ_GLOSSARIES: ScopeMessage.READ_GLOSSARIES,
    Scope.WRITE_GLOSSARIES: ScopeMessage.WRITE_GLOSSARIES,
    Scope.READ_MEMORIES: ScopeMessage.READ_MEMORIES,
    Scope.READ_STYLE_RULES: ScopeMessage.READ_STYLE_RULES,
    Scope.READ_LANGUAGES: ScopeMessage.READ_LANGUAGES,
    Scope.READ_USAGE: ScopeMessage.READ_USAGE,
}


def describe_limits(profile: Profile) -> dict[Scope, Message]:
    """Return a sentence for each scope that the key of a profile is known to lack. Empty for the local service."""
    if profile.provider.is_local:
        return {}
    name = providers.name_of(profile.provider)
    return {
        scope: sentence(profile=name, scope=scope)
        for scope, sentence in _SENTENCES.items()
        if profile.reach.lacks(scope)
    }


def require_scopes(profile: Profile, *scopes: Scope) -> None:
    """Raise NotAllowed if the key of a profile is known to lack one of these scopes."""
    limits = describe_limits(profile)
    for scope in scopes:
        if scope in limits:
            remedy = KeyRemedy.ASK_FOR_SCOPE(command="termdesk profiles --test")
            raise NotAllowed(limits[scope], missing_scopes=(scope,), remedy=remedy)
