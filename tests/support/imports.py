"""Files to import, and their review."""

from __future__ import annotations

from pathlib import Path

from support.publishing_setup import EN_DE
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.importing.importer import (
    Importer,
    ImportPreview,
    InitialDecision,
    PartReview,
    RejectedRowHandling,
)
from termdesk.domain.language.language import LanguagePair


async def reviewed(
    importer: Importer,
    preview: ImportPreview,
    dictionary: OpenDictionary | None = None,
    *,
    pair: LanguagePair = EN_DE,
    existing: InitialDecision = InitialDecision.KEEP,
    handling: RejectedRowHandling = RejectedRowHandling.KEEP,
) -> PartReview:
    """Review the only part of a file, compared with a dictionary or with none."""
    (part,) = await importer.parts(preview, pair)
    return await importer.review(part, dictionary, existing=existing, handling=handling)


def written(tmp_path: Path, content: str | bytes, name: str = "terms.en-de.tsv") -> Path:
    """Write a file with this content, and return its path."""
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path
