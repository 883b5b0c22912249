"""Other programs, if installed, can read the exported files."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from termdesk.application.glossaries.exporting.export import FileForm, write_file
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

ROWS = [("fuel pump", "Kraftstoffpumpe"), ("inverter", "Wechselrichter")]


@pytest.mark.parametrize(
    ("module", "kind", "name", "form"),
    [
        ("tbx", "tbxfile", "a.tbx", FileForm(is_older_tbx=True)),
        ("tmx", "tmxfile", "a.tmx", FileForm()),
        ("utx", "UtxFile", "a.utx", FileForm()),
        ("omegat", "OmegaTFile", "a.utf8", FileForm()),
    ],
)
def test_the_translate_toolkit_reads_our_files(
    tmp_path: Path, module: str, kind: str, name: str, form: FileForm
) -> None:
    reader = pytest.importorskip(f"translate.storage.{module}", reason="the translate toolkit is not installed")
    write_file(NoProgress(), Entries.of(ROWS), tmp_path / name, LanguagePair("en", "de"), form)

    found = getattr(reader, kind).parsefile(str(tmp_path / name))

    assert [(unit.source, unit.target) for unit in found.units] == ROWS


OMEGAT_PROJECT = """<?xml version="1.0" encoding="UTF-8"?><omegat><project version="1.0">
<source_dir>__DEFAULT__</source_dir><target_dir>__DEFAULT__</target_dir><tm_dir>__DEFAULT__</tm_dir>
<glossary_dir>__DEFAULT__</glossary_dir><glossary_file>__DEFAULT__</glossary_file>
<dictionary_dir>__DEFAULT__</dictionary_dir><source_lang>EN</source_lang><target_lang>DE</target_lang>
<sentence_seg>true</sentence_seg></project></omegat>"""
# OmegaT runs this script when it has loaded the project. In its window, the same readers fill the glossary pane.
OMEGAT_SCRIPT = """import org.omegat.core.Core
import org.omegat.gui.glossary.*
def readers = [tbx: GlossaryReaderTBX, csv: GlossaryReaderCSV, utf8: GlossaryReaderTSV]
new File(Core.project.projectProperties.glossaryRoot).listFiles().each { file ->
    def kind = file.name.tokenize(".").last()
    readers[kind].read(file, false).each { println("read:" + [kind, it.srcText, it.locText].join("|")) }
}
"""


def test_omegat_reads_our_glossaries_and_memories(tmp_path: Path) -> None:
    """OmegaT 3.6 of Debian runs without a window.

    Its glossary readers read the glossaries; translating a text tests the memory.
    """
    if not (program := shutil.which("omegat")):
        pytest.skip("OmegaT is not installed")
    project = tmp_path / "project"
    for folder in ("source", "target", "tm/auto", "glossary", "dictionary", "omegat"):
        (project / folder).mkdir(parents=True)
    (project / "omegat.project").write_text(OMEGAT_PROJECT)
    (project / "source" / "text.txt").write_text("\n\n".join(source for source, _ in ROWS))
    (tmp_path / "list.groovy").write_text(OMEGAT_SCRIPT)
    for name, form in (
        ("tm/auto/a.tmx", FileForm()),
        ("glossary/a.tbx", FileForm(is_older_tbx=True)),
        ("glossary/a.utf8", FileForm()),
        ("glossary/a.csv", FileForm()),
    ):
        write_file(NoProgress(), Entries.of(ROWS), project / name, LanguagePair("en", "de"), form)

    done = subprocess.run(
        [program, project, "--mode=console-translate", f"--script={tmp_path / 'list.groovy'}"],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
        # Otherwise OmegaT would write its settings to the home folder.
        env={**os.environ, "JAVA_TOOL_OPTIONS": f"-Djava.awt.headless=true -Duser.home={tmp_path}"},
    )

    expected = {f"read:{kind}|{source}|{target}" for kind in ("tbx", "utf8", "csv") for source, target in ROWS}
    assert {line for line in done.stdout.splitlines() if line.startswith("read:")} == expected
    assert (project / "target" / "text.txt").read_text().split() == [target for _, target in ROWS]
