"""Documents “translated” in this process to upper case, so that each word can be found again."""

from __future__ import annotations

import asyncio
import io
import zipfile
from pathlib import Path

from termdesk.service.documents.child_messages import UnmarkedText, restore_marks
from termdesk.service.documents.document import NotedDocument, due_texts
from termdesk.service.documents.readers import read
from termdesk.service.engines.marked_text import MarkedText
from termdesk.service.engines.marked_translation import translate_marked
from termdesk.service.engines.results import EngineTranslation


async def shout(text: str, kept: tuple[tuple[int, int], ...] = ()) -> EngineTranslation:
    """Translate to upper case, except for the kept parts."""
    shouted = list(text.upper())
    for start, end in kept:
        shouted[start:end] = text[start:end]
    return EngineTranslation("".join(shouted), ("shouting",), 1.0)


def shouted(folder: Path, kind: str, content: bytes, *, target_lang: str = "fi") -> bytes:
    """Return the document in upper case, read and written like the service does."""
    source, result = folder / "source", folder / "result"
    source.write_bytes(content)
    texts = due_texts(read(source, kind, name=f"test.{kind}"), target_lang)
    passed = [UnmarkedText.of(text).pack() for text in texts]
    translations = asyncio.run(_translations([UnmarkedText.unpack(each).marked for each in passed]))
    document = read(source, kind, name=f"test.{kind}")
    due = due_texts(document, target_lang)
    document.write(result, restore_marks(due, translations), target_lang=target_lang)
    return result.read_bytes()


async def _translations(texts: list[MarkedText]) -> list[list[object]]:
    return [UnmarkedText.of((await translate_marked(text, shout)).marked).pack() for text in texts]


def texts_of(folder: Path, kind: str, content: bytes, *, target_lang: str = "fi") -> list[str]:
    """Return the texts of a document that are translated."""
    source = folder / "source"
    source.write_bytes(content)
    return [text.text for text in due_texts(read(source, kind, name=f"test.{kind}"), target_lang)]


def notes_of(folder: Path, kind: str, content: bytes, *, target_lang: str = "fi") -> list[str]:
    """Return what the reader of a document says about content that it does not translate."""
    source = folder / "source"
    source.write_bytes(content)
    document = read(source, kind, name=f"test.{kind}")
    return document.notes(target_lang) if isinstance(document, NotedDocument) else []


def packed(members: dict[str, bytes]) -> bytes:
    """Return a zip file with these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def with_member(content: bytes, name: str, new: bytes) -> bytes:
    return packed({**members(content), name: new})
