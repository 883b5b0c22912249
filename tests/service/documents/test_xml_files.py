"""XML of documents: external references are not followed, and everything around the root is kept."""

from __future__ import annotations

import pytest

from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.xml_files import beside, local_name, parse, serialize


@pytest.mark.parametrize(
    "written",
    [
        "<?xml version='1.0' encoding='UTF-8'?>\n<a><b>ä &amp; 木</b><c/></a>",
        "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<a/>",
        "<?xml version='1.0' encoding='UTF-8'?>\n<?mso x?><!-- before --><a/><!-- behind -->",
    ],
)
def test_a_document_is_written_with_what_stands_around_its_root(written: str) -> None:
    again = serialize(parse(written.encode())).decode()

    assert again.replace("\n", "") == written.replace("\n", "")


def test_another_encoding_becomes_utf_8() -> None:
    assert "ä木".encode() in serialize(parse("<?xml version='1.0' encoding='UTF-16'?><a>ä木</a>".encode("utf-16")))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<a>",
        b"<a>\xff</a>",
        b"<!DOCTYPE a><a/>",
        b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
        b"<a>&b;</a>",
        b"<a>" * 300 + b"</a>" * 300,
    ],
)
def test_what_is_damaged_or_may_hide_a_bomb_is_refused_with_advice(data: bytes) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        parse(data)

    assert refused.value.remedy


def test_names_without_and_with_their_namespace() -> None:
    root = parse(b"<x:a xmlns:x='urn:x'><!-- c --><?p i?><b/></x:a>")

    assert [local_name(each) for each in root.iter()] == ["a", "", "", "b"]
    assert beside(root, "c") == "{urn:x}c"
    assert beside(root[2], "c") == "c"
