"""The setup does nothing twice, and repeats a step when something has changed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
sys.path.insert(0, str(PACKAGING))

import dev  # noqa: E402 - it lies in packaging/, which is not a package
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


def folder_with_python3(folder: Path, script: str) -> str:
    python = folder / "python3"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)
    return str(folder)


@pytest.fixture
def pretended_python(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let this Python appear as one that was compiled without optimization, outside of a virtual environment."""
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(sys, "executable", "/opt/python/bin/python3")
    monkeypatch.setattr(sysconfig, "get_config_var", lambda name: "--enable-shared")
    return os.path.realpath(os.path.join(sys.base_prefix, "bin", "python3"))


LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="only distributions of Linux bring a Python")


@LINUX_ONLY
def test_a_python_without_optimization_is_replaced_by_that_of_the_distribution(
    monkeypatch: pytest.MonkeyPatch, pretended_python: str
) -> None:
    folder = os.path.dirname(pretended_python)
    monkeypatch.setattr(dev, "DISTRIBUTION", folder)
    restarts: list[list[str]] = []

    def restart(path: str, arguments: list[str]) -> None:
        restarts.append([path, *arguments])
        raise SystemExit

    monkeypatch.setattr(os, "execv", restart)

    with pytest.raises(SystemExit):
        dev.main(["test", "-q"])
    assert restarts == [[f"{folder}/python3", f"{folder}/python3", str(PACKAGING / "dev.py"), "test", "-q"]]

    # It does not restart a second time.
    monkeypatch.setattr(sys, "executable", f"{folder}/python3")
    assert dev.find_faster_python() is None


@LINUX_ONLY
@pytest.mark.parametrize("case", ["optimized", "virtual environment", "unknown"])
def test_a_python_that_is_fast_or_chosen_is_kept(
    monkeypatch: pytest.MonkeyPatch, pretended_python: str, case: str
) -> None:
    monkeypatch.setattr(dev, "DISTRIBUTION", os.path.dirname(pretended_python))
    if case == "virtual environment":
        monkeypatch.setattr(sys, "prefix", "/home/me/venv")
    else:
        options = "'--enable-shared' '--enable-optimizations'" if case == "optimized" else None
        monkeypatch.setattr(sysconfig, "get_config_var", lambda name: options)

    assert dev.find_faster_python() is None


@LINUX_ONLY
@pytest.mark.parametrize(
    "script",
    [
        # It has no module `ensurepip`.
        "exit 1",
        # It is too old.
        'echo "False $0"',
        # It starts another Python, which would restart for ever.
        'echo "True /opt/python/bin/python3"',
    ],
)
def test_a_distribution_whose_python_does_not_fit_replaces_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pretended_python: str, script: str
) -> None:
    monkeypatch.setattr(dev, "DISTRIBUTION", folder_with_python3(tmp_path, 'echo "True $0"'))
    assert dev.find_faster_python() == str(tmp_path / "python3")

    folder_with_python3(tmp_path, script)

    assert dev.find_faster_python() is None


def test_a_system_without_python_replaces_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pretended_python: str
) -> None:
    monkeypatch.setattr(dev, "DISTRIBUTION", str(tmp_path))

    assert dev.find_faster_python() is None


@pytest.mark.skipif(os.name == "nt", reason="environments have no links to Python there")
def test_an_environment_of_another_python_does_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ".venv"
    python = environment.python_in(folder)
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    (folder / "pyvenv.cfg").write_text(f"home = {Path(sys.base_prefix) / 'bin'}\n")
    assert environment.fits(folder)

    monkeypatch.setattr(sys, "base_prefix", "/another")

    assert not environment.fits(folder)


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
