"""Parameters that the interface knows and no engine of this computer can honour: refused in words, never ignored."""

from __future__ import annotations

from typing import Any

from termdesk.service.answers import bad_request

_WHY = {
    "style_id": "Style rules are not served on this computer.",
    "custom_instructions": "Custom instructions need a model that follows them; none is served on this computer.",
    "translation_memory_id": "Stored translation memories are not served; confirmed translations are always used.",
    "translation_memory_threshold": "It belongs to translation_memory_id, which is not served on this computer.",
    "tag_handling": "Markup is not served on this computer yet; send the text without it.",
    "tag_handling_version": "It belongs to tag_handling, which is not served on this computer.",
    "non_splitting_tags": "It belongs to tag_handling, which is not served on this computer.",
    "splitting_tags": "It belongs to tag_handling, which is not served on this computer.",
    "ignore_tags": "It belongs to tag_handling, which is not served on this computer.",
}
# Values that ask for nothing special, and those that say themselves that another will do.
_ALLOWED = {
    "formality": ("default", "prefer_more", "prefer_less"),
    "model_type": ("latency_optimized", "prefer_quality_optimized"),
    "split_sentences": ("1",),
}


def check_not_served(asked: Any) -> None:
    """Refuse with 400 the first parameter that cannot be honoured."""
    for name, reason in _WHY.items():
        if getattr(asked, name) not in (None, []):
            raise bad_request(f"Value for '{name}' not supported. {reason}")
    for name, allowed in _ALLOWED.items():
        value = getattr(asked, name)
        if value is not None and value not in allowed:
            offered = " or ".join(repr(each) for each in allowed)
            raise bad_request(f"Value for '{name}' not supported: {value[:40]!r}. The engines here offer {offered}.")
