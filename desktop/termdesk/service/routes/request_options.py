"""Options of a translation request, for texts and for documents."""

from __future__ import annotations

from typing import Annotated

import msgspec

from termdesk.service.http.answers import bad_request
from termdesk.service.routes.unsupported_parameters import check_not_served

MAX_GLOSSARIES = 5
# A confirmed translation is used only for exactly the same text: similar texts may mean the opposite.
SAME_TEXT = 100


class RequestOptions(msgspec.Struct, kw_only=True):
    """The fields of both kinds of requests. Fields that no local engine can honor are checked, never ignored."""

    glossary_id: str | None = None
    glossary_ids: list[str] = []
    formality: str | None = None
    model_type: str | None = None
    style_id: str | None = None
    custom_instructions: list[str] = []
    translation_memory_id: str | None = None
    translation_memory_threshold: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None

    @property
    def glossaries(self) -> list[str]:
        """The ids of the glossaries to use, in order of precedence."""
        return [self.glossary_id] if self.glossary_id else self.glossary_ids

    @property
    def has_idle_threshold(self) -> bool:
        """Whether a threshold has no effect: matches below 100 percent are never used."""
        threshold = self.translation_memory_threshold
        return threshold is not None and (threshold < SAME_TEXT or not self.translation_memory_id)

    def check(self, *, source_lang: str | None) -> None:
        """Raise HttpError 400 for contradictory options, and for those that cannot be honored."""
        if self.glossary_id and self.glossary_ids:
            raise bad_request("glossary_id and glossary_ids cannot be used together.")
        if len(self.glossary_ids) > MAX_GLOSSARIES:
            raise bad_request(f"At most {MAX_GLOSSARIES} glossaries a request.")
        if self.glossaries and not source_lang:
            raise bad_request(
                "A glossary needs source_lang: it cannot be combined with automatic detection of the source language."
            )
        check_not_served(self)
