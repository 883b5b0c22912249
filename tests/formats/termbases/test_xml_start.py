"""The start of a file decides whether the XML reader is used at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from termdesk.formats.termbases.xml_start import xml_root


def file_of(folder: Path, content: bytes) -> Path:
    (folder / "terms").write_bytes(content)
    return folder / "terms"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("text", ["<tmx/>", "\n  <tmx version='1.4'></tmx>", "<x:tmx xmlns:x='urn:x'/>"])
def test_the_root_is_named_without_its_name_space(tmp_path: Path, encoding: str, text: str) -> None:
    assert xml_root(file_of(tmp_path, text.encode(encoding))) == "tmx"


def test_what_stands_above_the_root_is_passed_over(tmp_path: Path) -> None:
    text = b"<?xml version='1.0'?><!-- made by hand --><!DOCTYPE martif SYSTEM 'core.dtd'><martif/>"

    assert xml_root(file_of(tmp_path, text)) == "martif"


@pytest.mark.parametrize("content", [b"", b"tree\tBaum\n", b"a <b>", b"PK\x03\x04", b"< 5 apples"])
def test_other_files_have_none(tmp_path: Path, content: bytes) -> None:
    assert xml_root(file_of(tmp_path, content)) == ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_cannot_be_read_has_none_and_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xml")

    assert [xml_root(path) for path in (tmp_path / "pipe.xml", tmp_path, tmp_path / "none.xml")] == ["", "", ""]
