"""Reading TMX into a memory: pairs as the service stores them, each text once, and rejected files with messages."""

from __future__ import annotations

import io

import pytest

from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.service.memories import memory_file
from termdesk.service.memories.memory_file import MemoryFile, read_memory_file


def read(*units: dict[str, str], source: str = "en-US") -> MemoryFile:
    body = "".join(
        "<tu>" + "".join(f'<tuv xml:lang="{code}"><seg>{text}</seg></tuv>' for code, text in unit.items()) + "</tu>"
        for unit in units
    )
    content = f'<tmx version="1.4"><header srclang="{source}"/><body>{body}</body></tmx>'
    return read_memory_file(io.BytesIO(content.encode()))


def test_texts_are_found_by_pairs_as_the_service_keeps_them() -> None:
    found = read(
        {"de-DE": "Haus", "en-US": "house", "pt-BR": "casa", "zh-CN": "房子"},
        {"de-AT": "Jänner", "en-GB": "January"},
    )

    assert found.pairs == [LanguagePair("en", "de"), LanguagePair("en", "pt-BR"), LanguagePair("en", "zh")]
    assert found.texts_of(LanguagePair("en", "de")) == [("house", "Haus"), ("January", "Jänner")]
    assert found.skipped_count == 0


def test_without_a_declared_source_the_first_text_is_it() -> None:
    assert read({"fr": "maison", "de": "Haus"}, source="*all*").pairs == [LanguagePair("fr", "de")]


def test_a_text_counts_once_and_the_later_translation_is_kept() -> None:
    found = read({"en": "The  house", "de": "alt"}, {"en": "The house", "de": "Das Haus"})

    assert found.texts_of(LanguagePair("en", "de")) == [("The house", "Das Haus")]


def test_units_without_a_translation_are_counted() -> None:
    found = read({"en": "a", "de": "b"}, {"en": "alone"}, {"en": "c", "de": " "}, {"en": "colour", "en-US": "color"})

    assert found.skipped_count == 3


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<tmx><body><tu>", "broken"),
        (b"not XML", "broken"),
        (b"<html/>", "no translations"),
        (b'<tmx><body><tu><tuv xml:lang="en"><seg>a</seg></tuv></tu></body></tmx>', "no translations"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_words(content: bytes, words: str) -> None:
    with pytest.raises(UnreadableFile, match=words):
        read_memory_file(io.BytesIO(content))


def test_more_translations_than_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_file, "MOST_TEXTS", 2)
    two = ({"en": "a", "de": "1"}, {"en": "b", "de": "2"})

    assert len(read(*two, two[0]).texts_of(LanguagePair("en", "de"))) == 2
    with pytest.raises(UnreadableFile, match="more than 2"):
        read(*two, {"en": "c", "de": "3"})
