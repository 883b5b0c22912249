"""The setup does nothing twice, and repeats a step when something has changed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
sys.path.insert(0, str(PACKAGING))

import environment  # noqa: E402 - it lies beside dev.py, not in a package
import system_packages  # noqa: E402


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "packaging").mkdir()
    for name in ("requirements.lock", "requirements-dev.lock"):
        (tmp_path / "packaging" / name).write_text(f"# {name}\n")
    python = environment.python_in(tmp_path / ".venv")
    python.parent.mkdir(parents=True)
    python.touch()
    return tmp_path


def stamped(project: Path, lock: str) -> None:
    stamp = environment.stamp_of(project / "packaging" / lock)
    (project / ".venv" / environment.STAMP).write_text(stamp)


@pytest.mark.parametrize(
    ("installed", "with_checks", "is_ready"),
    [
        ("requirements.lock", False, True),
        ("requirements.lock", True, False),
        ("requirements-dev.lock", False, True),
        ("requirements-dev.lock", True, True),
    ],
)
def test_an_environment_with_the_right_stamp_is_left_alone(
    project: Path, monkeypatch: pytest.MonkeyPatch, installed: str, with_checks: bool, is_ready: bool
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(environment, "install", lambda *arguments: asked.append(arguments[-1]))
    stamped(project, installed)

    environment.ready(project, with_checks=with_checks)

    assert (not asked) == is_ready


def test_a_changed_lock_is_installed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(environment, "install", lambda *arguments: asked.append(arguments[-1]))
    stamped(project, "requirements.lock")

    (project / "packaging" / "requirements.lock").write_text("# another\n")
    environment.ready(project, with_checks=False)

    assert asked == ["requirements.lock"]


@pytest.mark.skipif(os.name != "posix", reason="a script stands for Python")
def test_installed_packages_are_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    (packages / "good.py").write_text("x = 1\n")
    (packages / "of_another_version.py").write_text("print 'x'\n")
    python = environment.python_in(tmp_path)
    python.parent.mkdir(parents=True)
    # A Python whose packages are in that folder.
    lines = ("#!/bin/sh", f'[ "$1" = -c ] && echo {packages} && exit', f'exec {sys.executable} "$@"', "")
    python.write_text("\n".join(lines))
    python.chmod(0o700)

    environment.compile_packages(tmp_path)

    assert [each.name.partition(".")[0] for each in packages.rglob("*.pyc")] == ["good"]


def test_locks_have_a_hash_for_every_package_and_name_no_index() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (PACKAGING / name).read_text()
        packages = re.split(r"\n(?=\w)", text)[1:]
        assert len(packages) > 20
        assert all("--hash=sha256:" in package for package in packages)
        assert "://" not in text


def test_locks_never_pair_the_deadly_versions() -> None:
    text = (PACKAGING / "requirements.lock").read_text()
    versions = dict(re.findall(r"^pyside6-essentials==(\S+) ; python_full_version (\S+ '3.12')", text, re.MULTILINE))
    assert {marker: version for version, marker in versions.items()} == {"< '3.12'": "6.11.3", ">= '3.12'": "6.12.0"}


def test_another_python_is_refused_in_words() -> None:
    program = (
        "import sys, shutil; sys.version_info = (3, 9, 0); shutil.which = lambda name: None;"
        f"sys.path.insert(0, {str(PACKAGING)!r}); import dev; sys.exit(dev.main(['run']))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "needs Python 3.11, 3.12 or 3.13" in answer.stderr


def test_without_rights_the_exact_line_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system_packages, "may_install", lambda: False)
    monkeypatch.setattr(system_packages, "missing_libraries", lambda *_: ["libegl1"])
    monkeypatch.setattr(system_packages, "APERTIUM", {"nowhere-there": "apertium-nowhere"})
    monkeypatch.setattr(system_packages, "APERTIUM_TOOLS", {})

    system_packages.provide(sys.executable, fonts=False)

    printed = capsys.readouterr().out
    assert "apt-get install -y --no-install-recommends libegl1" in printed
    assert "apt-get install -y --no-install-recommends apertium-nowhere" in printed


def test_without_apt_the_first_name_of_a_package_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert system_packages.available_name(("old", "new")) == "old"


def test_what_tests_use_besides_is_installed_for_tests_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system_packages, "may_install", lambda: False)
    monkeypatch.setattr(system_packages, "missing_libraries", lambda *_: [])
    monkeypatch.setattr(system_packages, "TEST_TOOLS", {"no-such-program": ("a-program",)})
    monkeypatch.setattr(system_packages, "TEST_FILES", {"/no/such/*": "a-library", __file__: "here-already"})

    system_packages.provide(sys.executable, fonts=False)
    assert "a-program" not in capsys.readouterr().out
    system_packages.provide(sys.executable, fonts=False, tests=True)

    assert "apt-get install -y --no-install-recommends a-program a-library\n" in capsys.readouterr().out
