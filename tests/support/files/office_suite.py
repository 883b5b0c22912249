"""Converts files with the LibreOffice of this computer.

Each start of it takes more than a second of computing. So the samples of all test modules are converted together, once
one of them is needed.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

SECONDS_TO_CONVERT = 120


@dataclass(frozen=True, slots=True)
class OfficeSample:
    """A file to convert. `write` makes it, `kinds` are the endings of the results, `options` those of the program."""

    name: str
    write: Callable[[Path], object]
    kinds: tuple[str, ...]
    options: tuple[str, ...]


_samples: list[OfficeSample] = []


def office_sample(
    name: str, write: Callable[[Path], object], *kinds: str, options: tuple[str, ...] = ()
) -> OfficeSample:
    """Return a sample that will be converted together with those of other modules. Its name must be its own."""
    assert Path(name).stem not in {Path(each.name).stem for each in _samples}
    _samples.append(OfficeSample(name, write, kinds, options))
    return _samples[-1]


class OfficeSuite:
    """Runs LibreOffice once for each kind of result and each set of options."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._results: dict[tuple[str, tuple[str, ...]], Path] = {}

    def converted(self, sample: OfficeSample, kind: str) -> Path:
        """Return the sample as LibreOffice saves it, after computing everything that it interprets as a formula."""
        assert kind in sample.kinds
        office = shutil.which("soffice")
        if not office:
            pytest.skip("LibreOffice is not installed")
        run = kind, sample.options
        if run not in self._results:
            self._results[run] = self._folder / str(len(self._results))
            self._convert(office, self._results[run], kind, sample.options)
        return self._results[run] / "out" / f"{Path(sample.name).stem}.{kind}"

    def _convert(self, office: str, folder: Path, kind: str, options: tuple[str, ...]) -> None:
        folder.mkdir()
        samples = [each for each in _samples if kind in each.kinds and each.options == options]
        for each in samples:
            each.write(folder / each.name)
        # A new profile for each run: no run finds the settings of an earlier one.
        profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
        paths = [str(folder / each.name) for each in samples]
        command = [
            office,
            profile,
            "--headless",
            *options,
            "--convert-to",
            kind,
            "--outdir",
            str(folder / "out"),
            *paths,
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=SECONDS_TO_CONVERT)


# The filter with which LibreOffice saves a document that it has read from a file of this kind.
_FILTERS = {
    "docx": "writer8",
    "html": "writerweb8_writer",
    "pptx": "impress8",
    "txt": "writer8",
    "xlsx": "calc8",
}
_LIBRARIES = """<?xml version="1.0" encoding="UTF-8"?>
<library:libraries xmlns:library="http://openoffice.org/2000/library">
<library:library library:name="Standard" library:link="false"/></library:libraries>"""
_LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false"
 library:passwordprotected="false"><library:element library:name="Convert"/></library:library>"""
_MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Convert" script:language="StarBasic">
Sub Save(source As String, target As String, kind As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  Dim chosen(0) As New com.sun.star.beans.PropertyValue
  chosen(0).Name = "FilterName"
  chosen(0).Value = kind
  Dim opened As Object
  opened = StarDesktop.loadComponentFromURL(source, "_blank", 0, hidden())
  opened.storeToURL(target, chosen())
  opened.close(True)
End Sub
Sub Main
{saves}
  StarDesktop.terminate()
End Sub
</script:module>"""
# Without this, the first start replaces the macros of the profile.
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/Office">
<prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value></prop></item></oor:items>"""


def save_at_once(office: str, folder: Path, files: Mapping[Path, Path]) -> None:
    """Save files of different kinds as OpenDocument files, with one start of LibreOffice.

    Its own command starts once for each kind of result, so a macro does this.
    """
    saves = [
        f'  Save("{path.as_uri()}", "{target.as_uri()}", "{_FILTERS[path.suffix[1:]]}")'
        for path, target in files.items()
    ]
    user = folder / "profile" / "user"
    (user / "basic" / "Standard").mkdir(parents=True)
    for name, content in (
        ("registrymodifications.xcu", _SETTINGS),
        ("basic/script.xlc", _LIBRARIES),
        ("basic/Standard/script.xlb", _LIBRARY),
        ("basic/Standard/Convert.xba", _MODULE.format(saves="\n".join(saves))),
    ):
        (user / name).write_text(content, "utf-8")
    profile = f"-env:UserInstallation={user.parent.as_uri()}"
    command = [office, profile, "--headless", "macro:///Standard.Convert.Main"]
    subprocess.run(command, check=True, capture_output=True, timeout=SECONDS_TO_CONVERT)
