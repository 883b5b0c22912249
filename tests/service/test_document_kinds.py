"""Kinds of documents: recognized by extension, rejected by name, limited and billed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.service.accounts import Tier
from termdesk.service.document_kinds import (
    KINDS,
    MOST_BYTES,
    UnreadableDocument,
    is_same_format,
    kind_of,
    most_bytes,
    most_characters,
    plain_name,
)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.docx", "docx"),
        ("A.B.HTM", "html"),
        ("terms.xlf", "xliff"),
        ("x.Srt", "srt"),
        ("x.idml", "idml"),
        ("x.ditamap", "dita"),
    ],
)
def test_the_extension_tells_the_kind_in_any_case(name: str, kind: str) -> None:
    assert kind_of(name).name == kind
    assert is_same_format(name.rpartition(".")[2], KINDS[kind])
    assert is_same_format(f".{kind.upper()}", KINDS[kind])


@pytest.mark.parametrize("name", ["a.pdf", "a.doc", "a.jpg", "a.exe", "docx", ".docx", "a."])
def test_others_are_refused_with_what_to_do_instead(name: str) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        kind_of(name)

    assert refused.value.remedy


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["a.pdf"], "Translate the document that it was made from."),
        (["a.mif"], "Export its texts as XLIFF."),
        (["a.png", "a.JPG", "a.jpeg", "a.tiff", "a.webp"], "Type the text into the Translate pane."),
        (["a.doc", "a.odt", "a.rtf"], "Save it as docx."),
        (["a.xls", "a.ods"], "Save it as xlsx."),
        (["a.ppt", "a.odp"], "Save it as pptx."),
        (["a.indd"], "Save it as idml."),
    ],
)
def test_the_remedy_fits_the_format(names: list[str], words: str) -> None:
    for name in names:
        with pytest.raises(UnreadableDocument) as refused:
            kind_of(name)

        assert words in refused.value.remedy


def test_the_free_tier_takes_no_more_than_the_paid_one() -> None:
    for kind in KINDS.values():
        assert most_bytes(kind, Tier.FREE) <= most_bytes(kind, Tier.PAID) <= MOST_BYTES
    assert most_characters(Tier.FREE) < most_characters(Tier.PAID)


def test_office_documents_have_a_least_price_and_others_have_none() -> None:
    assert (KINDS["docx"].billable_characters(10), KINDS["docx"].billable_characters(60_000)) == (50_000, 60_000)
    assert KINDS["txt"].billable_characters(10) == 10


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("..\\..\\etc/passwd.txt", "passwd.txt"),
        ("a\r\nb\x00\u2028.txt", "ab.txt"),
        ("x" * 300 + ".docx", "x" * 195 + ".docx"),
        ("\udc80.txt", ".txt"),
    ],
)
def test_a_name_loses_what_no_file_may_have(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@given(st.text(max_size=300))
def test_a_plain_name_is_one_line_without_folders_and_stays_as_it_is(name: str) -> None:
    plain = plain_name(name)

    assert len(plain) <= 200
    assert not set(plain) & set("/\\\r\n\x00")
    assert plain_name(plain) == plain
