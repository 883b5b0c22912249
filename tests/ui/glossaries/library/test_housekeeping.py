"""A new dictionary is proposed in the glossary's next language, not in the reverse direction."""

from __future__ import annotations

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.housekeeping import next_pair


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ([], "en → es"),
        (["en-es"], "en → fr"),
        (["de-en", "de-es", "en-de"], "de → fr"),
        ([f"en-{code}" for code in ("es", "fr", "de", "it", "pt", "ja", "zh", "ko", "nl", "pl")], "en → en"),
    ],
)
def test_the_next_language_of_the_commonest_source_is_offered(known: list[str], expected: str) -> None:
    pairs = [LanguagePair(*each.split("-")) for each in known]

    assert str(next_pair(pairs)) == expected
