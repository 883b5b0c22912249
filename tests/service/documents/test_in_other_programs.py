"""Other parsers open the documents that no office suite opens: the structure is the original's, with the new texts."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from translate.storage import xliff

from support.files.document_files import shouted
from support.files.idml import content, idml, paragraph, story, text_range

XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a.txt" source-language="en"'
    ' datatype="plaintext"><body><trans-unit id="1"><source>A big house</source></trans-unit><trans-unit id="2">'
    '<source>One. Two.</source><seg-source><mrk mtype="seg" mid="0">One.</mrk> <mrk mtype="seg" mid="1">Two.</mrk>'
    "</seg-source></trans-unit></body></file></xliff>"
)
DITA = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE topic PUBLIC "-//OASIS//DTD DITA Topic//EN" "topic.dtd">\n'
    '<topic id="t"><title>A house</title><body><p>It is <b>big</b>.</p><ul><li>one</li><li>two</li></ul></body></topic>'
)
SRT = "1\n00:00:01,000 --> 00:00:02,500\nA big\nhouse.\n\n2\n00:00:03,000 --> 00:00:04,000\n- <i>No.</i>\n"
JSON = '{"title": "A house", "rooms": [{"name": "kitchen", "size": 12.50}, null, true]}'
XML = '<book><chapter n="1"><title>A house</title><p>It is <em>big</em>.</p></chapter></book>'
# A part of a structure (a tag, a key, a time) and the texts that belong to it.
Parts = list[tuple[Any, Any]]


def of_xml(data: bytes) -> Parts:
    return [
        ((each.tag, tuple(each.attrib.items())), (each.text, each.tail)) for each in ElementTree.fromstring(data).iter()
    ]


def of_xliff(data: bytes) -> Parts:
    units = xliff.xlifffile.parsestring(data).units
    return [(each.getid(), str(each.target or each.source)) for each in units]


def of_srt(data: bytes) -> Parts:
    blocks = data.decode().strip().split("\n\n")
    return [(tuple(block.split("\n")[:2]), "\n".join(block.split("\n")[2:])) for block in blocks]


def of_json(data: bytes) -> Parts:
    def walk(value: Any, path: tuple[Any, ...]) -> Parts:
        if isinstance(value, dict):
            return [part for key, each in value.items() for part in walk(each, (*path, key))]
        if isinstance(value, list):
            return [part for number, each in enumerate(value) for part in walk(each, (*path, number))]
        return [(path, value)]

    return walk(json.loads(data), ())


def of_idml(data: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert archive.infolist()[0].filename == "mimetype"
        assert archive.infolist()[0].compress_type == zipfile.ZIP_STORED
        return [part for name in archive.namelist() if name.endswith(".xml") for part in of_xml(archive.read(name))]


@dataclass(frozen=True, slots=True)
class Sample:
    """A document, and an independent reader of its format."""

    content: bytes
    parts: Callable[[bytes], Parts]


SAMPLES = {
    "xliff": Sample(XLIFF.encode(), of_xliff),
    "dita": Sample(DITA.encode(), of_xml),
    "srt": Sample(SRT.encode(), of_srt),
    "json": Sample(JSON.encode(), of_json),
    "xml": Sample(XML.encode(), of_xml),
    "idml": Sample(idml(story(paragraph(text_range(content("A big house"))))), of_idml),
}


def upper(value: Any) -> Any:
    """Return a text in upper case, without what stands in tags."""
    if isinstance(value, tuple):
        return tuple(map(upper, value))
    return re.sub(r"[^<>]+(?![^<>]*>)", lambda match: match.group().upper(), value) if isinstance(value, str) else value


@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_every_text_is_translated_and_the_structure_is_that_of_the_original(kind: str, tmp_path: Path) -> None:
    sample = SAMPLES[kind]

    original, translation = sample.parts(sample.content), sample.parts(shouted(tmp_path, kind, sample.content))

    assert len(original) >= 2
    assert [each[0] for each in translation] == [each[0] for each in original]
    assert [each[1] for each in translation] == [upper(each[1]) for each in original]
