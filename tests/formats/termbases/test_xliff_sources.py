"""The source texts of XLIFF, whether they are translated or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.termbases.xliff_sources import read_sources

ONE = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"><body>
<trans-unit id="1"><source>The <g id="1">pump</g>.</source><target>La bomba.</target></trans-unit>
<trans-unit id="2"><source>A valve.</source></trans-unit></body></file></xliff>"""
TWO = """<xliff version="2.0" srcLang="en" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file id="f"><unit id="1">
<segment><source>One.</source></segment><segment><source>Two.</source></segment></unit></file></xliff>"""


@pytest.mark.parametrize(("text", "found"), [(ONE, ["The pump.", "A valve."]), (TWO, ["One.", "Two."])])
def test_every_source_is_read(text: str, found: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.xlf").write_text(text, "utf-8")

    assert read_sources(tmp_path / "a.xlf", "en") == (tuple(found), 0)


@pytest.mark.parametrize("text", [ONE, TWO])
def test_sources_in_another_language_are_left_out(text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.xlf"
    file.write_text(text, "utf-8")
    assert read_sources(file, "de") == ((), 2)
    assert len(read_sources(file, "en-GB").texts) == 2

    file.write_text(text.replace('source-language="en"', "").replace('srcLang="en"', ""), "utf-8")
    assert len(read_sources(file, "de").texts) == 2, "the language is not known"


def test_other_xml_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.xlf").write_text("<tmx/>", "utf-8")

    with pytest.raises(UnreadableFile):
        read_sources(tmp_path / "a.xlf", "en")
