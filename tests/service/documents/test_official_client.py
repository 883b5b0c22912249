"""The vendor's own client translates documents of every format."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import deepl
import docx
import httpx
import openpyxl
import pptx
import pytest
from deepl.api_data import MultilingualGlossaryDictionaryEntries

from support.running_service import RunningService, running_service


@pytest.fixture
def client(
    service: RunningService, taught: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> Iterator[deepl.DeepLClient]:
    # The client polls every five seconds, which would take most of the time of these tests.
    clock = SimpleNamespace(time=time.time, sleep=lambda seconds: time.sleep(seconds / 100))
    monkeypatch.setattr("deepl.translator.time", clock)
    with client_of(service) as client:
        yield client


def client_of(service: RunningService) -> contextlib.closing[deepl.DeepLClient]:
    return contextlib.closing(deepl.DeepLClient(service.key, server_url=service.url, send_platform_info=False))


def word() -> bytes:
    document, file = docx.Document(), io.BytesIO()
    document.add_paragraph("Good night")
    document.save(file)
    return file.getvalue()


def slides() -> bytes:
    presentation, file = pptx.Presentation(), io.BytesIO()
    presentation.slides.add_slide(presentation.slide_layouts[5]).shapes.title.text = "Good night"
    presentation.save(file)
    return file.getvalue()


def book() -> bytes:
    workbook, file = openpyxl.Workbook(), io.BytesIO()
    workbook.active["A1"] = "Good night"
    workbook.save(file)
    return file.getvalue()


def text_of_word(content: bytes) -> str:
    return docx.Document(io.BytesIO(content)).paragraphs[0].text


def text_of_slides(content: bytes) -> str:
    title: str = pptx.Presentation(io.BytesIO(content)).slides[0].shapes.title.text
    return title


def text_of_book(content: bytes) -> str:
    return str(openpyxl.load_workbook(io.BytesIO(content)).active["A1"].value)


XLIFF = (
    '<xliff version="{}" xmlns="urn:oasis:names:tc:xliff:document:{}" srcLang="en"><file id="f" original="o"'
    ' source-language="en" datatype="plaintext">{}</file></xliff>'
)
OLD = XLIFF.format("1.2", "1.2", '<body><trans-unit id="1"><source>Good night</source></trans-unit></body>')
NEW = XLIFF.format("2.1", "2.0", '<unit id="1"><segment><source>Good night</source></segment></unit>')

FORMATS: dict[str, tuple[bytes, Callable[[bytes], str]]] = {
    "a.docx": (word(), text_of_word),
    "a.pptx": (slides(), text_of_slides),
    "a.xlsx": (book(), text_of_book),
    "a.txt": (b"Good night", bytes.decode),
    "a.html": (b"<p>Good night</p>", bytes.decode),
    "b.htm": (b"<p>Good night</p>", bytes.decode),
    "a.xml": (b"<p>Good night</p>", bytes.decode),
    "a.json": ('{"ü": "Good night"}'.encode(), bytes.decode),
    "a.srt": (b"1\n00:00:01,000 --> 00:00:02,000\nGood night\n", bytes.decode),
    "a.xlf": (OLD.encode(), bytes.decode),
    "b.xliff": (NEW.encode(), bytes.decode),
}


@pytest.mark.parametrize("name", list(FORMATS))
def test_it_translates_a_document(client: deepl.DeepLClient, tmp_path: Path, name: str) -> None:
    content, text_of = FORMATS[name]
    (tmp_path / name).write_bytes(content)
    result = tmp_path / f"result-{name}"

    status = client.translate_document_from_filepath(tmp_path / name, result, source_lang="EN", target_lang="FI")

    assert status.done
    assert status.billed_characters == (50_000 if name[2:] in ("docx", "pptx", "xlsx") else len("Good night"))
    assert "Hyvää yötä" in text_of(result.read_bytes())


def test_it_uploads_asks_and_downloads_step_by_step(client: deepl.DeepLClient) -> None:
    handle = client.translate_document_upload("Good night", target_lang="FI", source_lang="EN", filename="a.txt")
    status = client.translate_document_wait_until_done(handle)
    file = io.BytesIO()
    client.translate_document_download(handle, file)

    assert status.done
    assert file.getvalue().decode() == "Hyvää yötä"
    with pytest.raises(deepl.DeepLException):
        client.translate_document_get_status(handle)


def test_it_translates_with_a_glossary_until_the_quota_is_used_up() -> None:
    with running_service("--terms-only", "--character-limit", "20") as service, client_of(service) as client:
        entries = MultilingualGlossaryDictionaryEntries("EN", "FI", {"house": "koti"})
        glossary = client.create_multilingual_glossary("Terms", [entries])
        handle = client.translate_document_upload(
            "The house is big.", source_lang="EN", target_lang="FI", glossary=glossary, filename="a.txt"
        )
        while not (status := client.translate_document_get_status(handle)).done:
            assert status.ok
        file = io.BytesIO()
        client.translate_document_download(handle, file)
        with pytest.raises(deepl.QuotaExceededException):
            client.translate_document_upload(word(), source_lang="EN", target_lang="FI", filename="a.docx")

    assert "koti" in file.getvalue().decode()


def test_it_understands_what_goes_wrong(client: deepl.DeepLClient) -> None:
    with pytest.raises(deepl.DocumentTranslationException, match="damaged"):
        client.translate_document(b"nonsense", io.BytesIO(), source_lang="EN", target_lang="FI", filename="a.docx")
    with pytest.raises(deepl.DeepLException, match="pdf"):
        client.translate_document_upload(b"%PDF", source_lang="EN", target_lang="FI", filename="a.pdf")
    with pytest.raises(deepl.DeepLException, match="equal"):
        client.translate_document_upload("Good", source_lang="EN", target_lang="EN-GB", filename="a.txt")
