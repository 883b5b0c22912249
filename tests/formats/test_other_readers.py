"""What is exported can be read by other people's code, where that is installed."""

from __future__ import annotations

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
