"""Document formats by file extension, and their minimum costs."""

from __future__ import annotations

import pytest

from termdesk.domain.document_kinds import DOCUMENT_KINDS, extension_of, format_of


@pytest.mark.parametrize(
    ("name", "kind"), [("a.docx", "docx"), ("A.B.HTM", "html"), ("terms.xlf", "xliff"), ("scan.JPG", "jpeg")]
)
def test_the_extension_tells_the_format_in_any_case(name: str, kind: str) -> None:
    assert format_of(extension_of(name)) == kind
    assert kind in DOCUMENT_KINDS


@pytest.mark.parametrize("name", ["README", ".docx", "a."])
def test_a_name_may_tell_no_format(name: str) -> None:
    assert extension_of(name) == ""


def test_office_documents_and_pdf_have_a_least_price_and_others_have_none() -> None:
    with_minimum = {kind.name for kind in DOCUMENT_KINDS.values() if kind.minimum}

    assert with_minimum == {"docx", "pptx", "xlsx", "pdf"}
    assert (DOCUMENT_KINDS["docx"].billable_characters(10), DOCUMENT_KINDS["docx"].billable_characters(60_000)) == (
        50_000,
        60_000,
    )
