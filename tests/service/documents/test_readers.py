"""Documents by kind: every offered kind has a reader, and errors name the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.service.document_kinds import KINDS, UnreadableDocument
from termdesk.service.documents.readers import read


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_refuses_what_is_none_of_it_under_the_name_of_the_file(tmp_path: Path, kind: str) -> None:
    (tmp_path / "source").write_bytes(b"\x00\xff\x00 no document")

    with pytest.raises(UnreadableDocument) as refused:
        read(tmp_path / "source", kind, name=f"Plans.{kind}")

    assert refused.value.message.startswith(f"Plans.{kind}: ")


def test_a_document_read_again_gives_the_same_texts(tmp_path: Path) -> None:
    path = tmp_path / "source"
    path.write_bytes(b"One.\n\n2\nThree.")

    first, second = (read(path, "txt", name="a.txt").texts for _ in range(2))

    assert [each.text for each in first] == ["One.", "Three."]
    assert first == second
