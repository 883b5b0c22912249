"""Hostile documents (S26 to S28) are rejected with a message, in little time and memory, and the service survives."""

from __future__ import annotations

import contextlib
import io
import os
import struct
import time
import zipfile
from collections.abc import Callable, Iterator

import docx
import httpx
import openpyxl
import psutil
import pytest

from support.campaign import HANGING_SECONDS, not_hanging, size
from support.files.document_files import members, packed, with_member
from support.files.documents import failure, finished, status_of, upload
from support.files.idml import idml
from support.running_service import RunningService, running_service

LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a0 "ha">'
    + "".join("<!ENTITY a{} '{}'>".format(number, f"&a{number - 1};" * 10) for number in range(1, 9))
    + "]>"
)


def word(body: bytes = b"") -> bytes:
    file = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("Good night")
    document.save(file)
    return with_member(file.getvalue(), "word/document.xml", body) if body else file.getvalue()


def book() -> bytes:
    file = io.BytesIO()
    openpyxl.Workbook().save(file)
    return file.getvalue()


def zeros() -> bytes:
    """Less than a megabyte that unpacks to 200 MB."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in members(word()).items():
            archive.writestr(name, content)
        with archive.open("word/zeros.xml", "w") as bomb:
            for _ in range(200):
                bomb.write(bytes(1_000_000))
    return file.getvalue()


def lying() -> bytes:
    """A member that declares a small size but is large."""
    content = with_member(word(), "word/document.xml", b"<x>" + b" " * 5_000_000 + b"</x>")
    size = struct.pack("<I", 5_000_007)
    assert content.count(size) >= 1
    return content.replace(size, struct.pack("<I", 100))


def many_members() -> bytes:
    return packed({**members(word()), **{f"x/{number}": b"" for number in range(20_000)}})


def deep(name: bytes) -> bytes:
    return b"<" + name + b">" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</" + name + b">"


HOSTILE: dict[str, Callable[[], bytes]] = {
    "no zip.docx": lambda: b"PK\x03\x04 nonsense",
    "a text.xlsx": lambda: b"just words",
    "zeros.docx": zeros,
    "lying.docx": lying,
    "members.docx": many_members,
    "laughs.docx": lambda: word(LAUGHS.encode() + b"<x>&a8;</x>"),
    "outside.docx": lambda: word(b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'),
    "deep.docx": lambda: word(deep(b"w")),
    "half.docx": lambda: word()[:-300],
    "other.docx": book,
    "other.pptx": word,
    "laughs.xlf": lambda: LAUGHS.encode() + b"<xliff>&a8;</xliff>",
    "laughs.xml": lambda: LAUGHS.encode() + b"<x>&a8;</x>",
    "deep.xlf": lambda: deep(b"xliff"),
    "deep.xml": lambda: deep(b"x"),
    "deep.html": lambda: b"<div>" * 200_000,
    "deep.json": lambda: b"[" * 900_000,
    "marks.html": lambda: b"<p>" + b"<b>Good</b>" * size(8_000, 40_000),
    "long.txt": lambda: b"x" * 900_000,
    "zeros.txt": lambda: bytes(10_000),
    "latin.txt": lambda: "größer".encode("cp1252") * 1000,
    "no zip.idml": lambda: b"PK\x03\x04 nonsense",
    "other.idml": word,
    "laughs.idml": lambda: idml(LAUGHS.encode() + b"<x>&a8;</x>"),
    "deep.idml": lambda: idml(deep(b"x")),
    "outside.idml": lambda: idml(**{"../evil.xml": b"<x/>"}),
    "outside.dita": lambda: b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    "laughs.ditamap": lambda: LAUGHS.encode() + b"<map>&a8;</map>",
    "deep.dita": lambda: deep(b"topic"),
    "asides.dita": lambda: b"<topic>" + (b"<fn>" * 200 + b"x " * 2000 + b"</fn>" * 200) * size(80, 400) + b"</topic>",
    "tags.srt": lambda: b"1\n00:00:01,000 --> 00:00:02,000\n" + b"<b>" * 49_000 + b"Good",
}


@pytest.mark.parametrize("name", list(HOSTILE))
def test_hostile_documents_fail_in_words_and_the_service_lives(taught: httpx.Client, name: str) -> None:
    content = HOSTILE[name]()

    with not_hanging():
        words = failure(taught, name, content)

    assert words
    assert "passwd" not in words or "root" not in words
    assert taught.get("/v2/usage").status_code == 200


def children(service: RunningService) -> list[psutil.Process]:
    found = psutil.Process(service.process.pid).children(recursive=True)
    readers = []
    for each in found:
        # A process that has just ended has no command line any more.
        with contextlib.suppress(psutil.Error):
            readers += [each] if "document_worker" in " ".join(each.cmdline()) else []
    return readers


@pytest.fixture
def own_service() -> Iterator[RunningService]:
    """A service for one test only, which starts its readers itself."""
    with running_service(has_own_children=True) as running:
        yield running


@pytest.fixture
def waiting(own_http: httpx.Client) -> dict[str, str]:
    """A document that takes seconds to read."""
    paragraphs = "<w:p><w:r><w:t>Word</w:t></w:r></w:p>" * 30_000
    namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    body = f'<w:document xmlns:w="{namespace}"><w:body>{paragraphs}</w:body></w:document>'
    handle: dict[str, str] = upload(own_http, "slow.docx", word(body.encode())).json()
    return handle


def until_reading(service: RunningService) -> psutil.Process:
    end = time.monotonic() + HANGING_SECONDS
    while not (found := children(service)):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found[0]


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signals")
def test_a_reader_that_dies_is_an_error_of_the_document_alone(
    own_service: RunningService, own_http: httpx.Client, waiting: dict[str, str]
) -> None:
    until_reading(own_service).kill()

    assert "more time or memory" in finished(own_http, waiting)["message"]
    assert own_http.get("/v2/usage").status_code == 200


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signals")
@pytest.mark.parametrize("how", ["end", "kill"])
def test_no_reader_outlives_the_service(own_service: RunningService, waiting: dict[str, str], how: str) -> None:
    reader = until_reading(own_service)

    if how == "kill":
        own_service.process.kill()
    else:
        assert own_service.process.stdin is not None
        own_service.process.stdin.close()

    own_service.process.wait(timeout=HANGING_SECONDS)
    reader.wait(timeout=HANGING_SECONDS)
    assert not reader.is_running()


def test_while_a_large_document_is_read_others_are_answered(
    own_service: RunningService, own_http: httpx.Client, waiting: dict[str, str]
) -> None:
    until_reading(own_service)
    answered_meanwhile = 0

    while children(own_service):
        status_of(own_http, waiting)
        answered_meanwhile += bool(children(own_service))
        # Looking at all processes again and again would take as long as reading the document.
        time.sleep(0.05)

    assert answered_meanwhile
