"""The project's Python environment in `.venv`, created from lock files with hashes."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

STAMP = "termdesk-stamp"


class SetUpFailed(Exception):
    """Something could not be installed. The message says what to do."""


def ready(project: Path, *, with_checks: bool) -> str:
    """Return the Python of the environment, after installing what is missing. Fast if the stamp is up to date.

    `with_checks` also installs the packages of the checks; such an environment serves for running as well.
    """
    folder = project / ".venv"
    python = python_in(folder)
    stamps = read_stamps(folder)
    for name in ("requirements-dev.lock", "requirements.lock"):
        wanted = stamp_of(project / "packaging" / name)
        if wanted in stamps and python.exists() and (name.startswith("requirements-dev") or not with_checks):
            return str(python)
    install(project, folder, "requirements-dev.lock" if with_checks else "requirements.lock")
    return str(python)


def ready_for_users(project: Path, folder: Path) -> str:
    """Return the Python of an environment in `folder` like a user's: this checkout's wheel and `requirements.lock`.

    The wheel is built each time. The packages are installed once for each version of the lock file. Needs hatchling in
    `.venv`.
    """
    lock = project / "packaging" / "requirements.lock"
    if stamp_of(lock) not in read_stamps(folder):
        (folder / STAMP).unlink(missing_ok=True)
        if not fits(folder):
            shutil.rmtree(folder, ignore_errors=True)
            make(folder)
        # Python compiles modules when they are imported. Compiling all packages now would take as long as unpacking
        # them.
        pip_install(folder, "--no-compile", "--require-hashes", "-r", str(lock))
        (folder / STAMP).write_text(stamp_of(lock) + "\n", "utf-8")
    wheels = folder / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    build = [str(python_in(project / ".venv")), "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    if subprocess.call(build, cwd=project, stdout=subprocess.DEVNULL):
        raise SetUpFailed("The wheel could not be built; hatchling says above why.")
    [wheel] = wheels.glob("*.whl")
    pip_install(folder, "--no-deps", "--no-index", "--force-reinstall", str(wheel))
    return str(python_in(folder))


def python_in(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def packages_in(folder: Path) -> Path:
    """Return the folder of the installed packages."""
    question = "import sysconfig; print(sysconfig.get_path('purelib'))"
    answer = subprocess.run([python_in(folder), "-c", question], capture_output=True, text=True, check=True)
    return Path(answer.stdout.strip())


def stamp_of(lock: Path) -> str:
    """Return a hash of the lock file, the Python version, the platform, and the path of the project."""
    digest = hashlib.sha256(lock.read_bytes())
    digest.update(f"{sys.version_info[:2]} {sysconfig.get_platform()} {lock.parent.parent}".encode())
    return digest.hexdigest()


def read_stamps(folder: Path) -> list[str]:
    try:
        return (folder / STAMP).read_text("utf-8").split()
    except OSError:
        return []


def install(project: Path, folder: Path, lock: str) -> None:
    """Install the packages of a lock file, and link the project's sources. A broken environment is created anew."""
    # Remove the stamp first, so that an interrupted installation is repeated at the next start.
    (folder / STAMP).unlink(missing_ok=True)
    if not fits(folder):
        print(f"Making {folder} with Python {sys.version.split()[0]} …", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        make(folder)
    print(f"Installing {lock} …", flush=True)
    # Compile with all processors: pip uses only one.
    pip_install(folder, "--no-compile", "--require-hashes", "-r", str(project / "packaging" / lock))
    compile_packages(folder)
    show_sources(project, folder)
    (folder / STAMP).write_text(stamp_of(project / "packaging" / lock) + "\n", "utf-8")


def pip_install(folder: Path, *arguments: str) -> None:
    pip = [str(python_in(folder)), "-m", "pip", "install", "--disable-pip-version-check", "-q"]
    if subprocess.call([*pip, *arguments]):
        raise SetUpFailed(
            "The packages could not be installed; pip says above why.\n"
            "Check the network (or the proxy that pip is told of), then start this again: it goes on where it stopped."
        )


def compile_packages(folder: Path) -> None:
    """Compile all installed packages. Some contain files for other versions of Python, which are left out."""
    packages = str(packages_in(folder))
    subprocess.run([python_in(folder), "-m", "compileall", "-qq", "-j", "0", packages], check=False)


def make(folder: Path) -> None:
    try:
        venv.create(folder, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        hint = "\nOn Debian and Ubuntu: apt-get install -y python3-venv" if sys.platform == "linux" else ""
        raise SetUpFailed(f"The environment {folder} could not be made: {error}.{hint}") from error


def fits(folder: Path) -> bool:
    """Whether the environment exists, works, and uses this Python."""
    question = "import sys; print(sys.version_info[:2], sys.base_prefix)"
    try:
        answer = subprocess.run([python_in(folder), "-c", question], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return answer.stdout.strip() == f"{sys.version_info[:2]} {sys.base_prefix}"


def show_sources(project: Path, folder: Path) -> None:
    """Add the project's sources by a .pth file: it works like an editable install, but needs no build tool."""
    (packages_in(folder) / "termdesk.pth").write_text(f"{project / 'desktop'}\n", "utf-8")
    show_command(python_in(folder))


def show_command(python: Path) -> None:
    """Create `.venv/bin/termdesk`, as an installed package has it. On Windows `python -m termdesk` does the same."""
    if os.name == "nt":
        return
    command = python.with_name("termdesk")
    lines = (f"#!{python}", "import sys", "from termdesk.command_line import main", "sys.exit(main())", "")
    command.write_text("\n".join(lines), "utf-8")
    command.chmod(0o755)
