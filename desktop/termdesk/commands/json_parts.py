"""Parts that the JSON of many commands has in common. Imports nothing heavy."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termdesk.application.glossaries.summaries import GlossarySummary
    from termdesk.domain.language.language import LanguagePair


def pair_json(pair: LanguagePair) -> dict[str, str]:
    """Return the two languages of a dictionary or a text, as every report has them."""
    return {"source_lang": pair.source, "target_lang": pair.target}


def glossary_json(summary: GlossarySummary | None) -> dict[str, str | None]:
    """Return the name and the id of a glossary as the reports have them; null for a command without a glossary."""
    return {"glossary": summary.name if summary else None, "id": summary.key if summary else None}
