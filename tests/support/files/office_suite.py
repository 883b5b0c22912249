"""Converts files with the LibreOffice of this computer.

Each start of it takes more than a second of computing. So the samples of all test modules are converted together, once
one of them is needed.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
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
