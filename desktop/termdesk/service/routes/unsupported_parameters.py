"""Parameters that no local engine can honor: refused with a reason or reported as unused, never silently ignored."""

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
# Values that are honored, that ask for nothing special, or that explicitly allow a fallback.
_ALLOWED = {
    "formality": ("default", "prefer_more", "prefer_less"),
    "model_type": ("latency_optimized", "quality_optimized", "prefer_quality_optimized"),
    "split_sentences": ("0", "1", "nonewlines"),
    "tag_handling": ("xml", "html"),
    "tag_handling_version": ("v1", "v2"),
}
# There is only one model here. A request for the other kind is served; the response names the ignored parameter.
QUALITY = "quality_optimized"
# Parameters for reading tags: without tag_handling they have no effect.
_OF_TAG_HANDLING = ("tag_handling_version", "splitting_tags", "non_splitting_tags", "ignore_tags", "outline_detection")


def check_not_served(asked: Any) -> None:
    """Raise HttpError 400 for the first parameter that cannot be honored."""
    for name, reason in _WHY.items():
        if getattr(asked, name, None) not in (None, []):
            raise bad_request(f"Value for '{name}' not supported. {reason}")
    for name, allowed in _ALLOWED.items():
        value = getattr(asked, name, None)
        if value is not None and value not in allowed:
            offered = " or ".join(repr(each) for each in allowed)
            raise bad_request(f"Value for '{name}' not supported: {value[:40]!r}. The engines here offer {offered}.")


def check_target(code: str, context: Context) -> None:
    """Raise HttpError 400 for a code that is not a target language at all, before any other check.

    A language without an engine is reported later, together with the source language.
    """
    known = {root(language) for pair in context.engines.translation_pairs() for language in (pair.source, pair.target)}
    if root(code) not in known | set(GLOSSARY_LANGUAGES):
        raise bad_request(f"Value for 'target_lang' not supported: {code!r}.")


def find_unused_parameters(asked: Any) -> list[str]:
    """Return parameters that are accepted without effect; a response names them."""
    always = ["translation_memory_threshold"] if asked.has_idle_threshold else []
    if asked.model_type == QUALITY:
        always.append("model_type")
    if asked.context:
        always.append("context")
    idle = [] if asked.tag_handling else [name for name in _OF_TAG_HANDLING if getattr(asked, name) not in (None, [])]
    return [*always, *idle]
