"""Parameters that no engine of this computer can honour: refused in words, or named as unused, never just ignored."""

from __future__ import annotations

from typing import Any

from termdesk.domain.language.language import root
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.service.context import Context
from termdesk.service.http.answers import bad_request

_WHY = {
    "style_id": "Style rules are not served on this computer.",
    "custom_instructions": "Custom instructions need a model that follows them; none is served on this computer.",
}
# Values that are honoured, that ask for nothing special, or that say themselves that another will do.
_ALLOWED = {
    "formality": ("default", "prefer_more", "prefer_less"),
    "model_type": ("latency_optimized", "quality_optimized", "prefer_quality_optimized"),
    "split_sentences": ("0", "1", "nonewlines"),
    "tag_handling": ("xml", "html"),
    "tag_handling_version": ("v1", "v2"),
}
# There is one model here; who asks for the other kind is served, and told that it made no difference.
QUALITY = "quality_optimized"
# What says how tags are to be read: without tag_handling there is nothing that it could change.
_OF_TAG_HANDLING = ("tag_handling_version", "splitting_tags", "non_splitting_tags", "ignore_tags", "outline_detection")


def check_not_served(asked: Any) -> None:
    """Refuse with 400 the first parameter that cannot be honoured."""
    for name, reason in _WHY.items():
        if getattr(asked, name, None) not in (None, []):
            raise bad_request(f"Value for '{name}' not supported. {reason}")
    for name, allowed in _ALLOWED.items():
        value = getattr(asked, name, None)
        if value is not None and value not in allowed:
            offered = " or ".join(repr(each) for each in allowed)
            raise bad_request(f"Value for '{name}' not supported: {value[:40]!r}. The engines here offer {offered}.")


def check_target(code: str, context: Context) -> None:
    """Refuse with 400 a code that is no target language at all, before anything else is looked at.

    A language without an engine is told later, together with the source language.
    """
    known = {root(language) for pair in context.engines.translation_pairs() for language in (pair.source, pair.target)}
    if root(code) not in known | set(GLOSSARY_LANGUAGES):
        raise bad_request(f"Value for 'target_lang' not supported: {code!r}.")


def unused(asked: Any) -> list[str]:
    """Parameters that are taken and change nothing here; an answer names them."""
    always = ["translation_memory_threshold"] if asked.has_idle_threshold else []
    if asked.model_type == QUALITY:
        always.append("model_type")
    if asked.context:
        always.append("context")
    idle = [] if asked.tag_handling else [name for name in _OF_TAG_HANDLING if getattr(asked, name) not in (None, [])]
    return [*always, *idle]
