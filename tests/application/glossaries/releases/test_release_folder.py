"""A crash at any moment leaves the former release, the new one, or one that is recognized as incomplete."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.campaign import HANGING_SECONDS
from support.files.bundles import EN_DE, bundle_of, put
from termdesk.application.glossaries.releases.release_folder import read_folder, write_folder
from termdesk.domain.errors import InvalidInput, StorageFailed, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecords
from termdesk.domain.progress import NoProgress
from termdesk.formats.bundles.bundle_writer import BundleFiles
from termdesk.formats.bundles.manifest import MANIFEST

EN_FR = LanguagePair("en", "fr")
FIRST = bundle_of({EN_DE: TermRecords({"bolt": "Schraube"}), EN_FR: TermRecords({"bolt": "vis"})})
SECOND = bundle_of({EN_DE: TermRecords({"bolt": "Bolzen"})}, version="1.1", changes="# Changes\n\n## 1.1\n")
THIRD = bundle_of({EN_DE: TermRecords({"bolt": "Stift"})}, version="2.0")

# Kills itself before and after each call that changes the folder.
KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from termdesk.application.glossaries.releases.release_folder import read_folder, write_folder
from support.files.bundles import put
from application.glossaries.releases.test_release_folder import FIRST, SECOND

folder = Path(sys.argv[1])
CALLS = ("open", "write", "fsync", "replace", "unlink")

def state():
    try:
        found = read_folder(folder)
    except Exception:
        return "damaged"
    return found.manifest.version if found.is_verified else "damaged"

def run(moment):
    count = 0
    def watched(call):
        def do(*arguments, **named):
            nonlocal count
            for is_after in (False, True):
                count += 1
                if count == moment:
                    os.kill(os.getpid(), signal.SIGKILL)
                result = call(*arguments, **named) if not is_after else result
            return result
        return do
    former = read_folder(folder)
    for name in CALLS:
        setattr(os, name, watched(getattr(os, name)))
    write_folder(folder, SECOND, former)
    os._exit(0)

for moment in range(1, 1000):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    put(folder, FIRST)
    (folder / "README").write_text("of others")
    child = os.fork()
    if child == 0:
        run(moment)
    _, status = os.waitpid(child, 0)
    left = state()
    if os.WIFEXITED(status):
        break
    assert (folder / "README").read_text() == "of others"
    former = read_folder(folder)
    write_folder(folder, SECOND, former)
    print(left, state(), sorted(each.name for each in folder.iterdir()), flush=True)
print("end", os.WEXITSTATUS(status), left)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_kill_at_any_moment_leaves_no_mixture_and_the_next_writing_tidies_up(tmp_path: Path) -> None:
    paths = [str(Path(__file__).parents[4] / "desktop"), str(Path(__file__).parents[3])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}

    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path / "parts")],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=HANGING_SECONDS,
    )

    assert done.returncode == 0, done.stderr
    *killed, end = done.stdout.splitlines()
    assert end == "end 0 1.1"
    assert len(killed) > 20
    names = ["CHANGES.md", "README", "en-de.tsv", "termdesk-release.json"]
    assert {each.partition(" ")[2] for each in killed} == {f"1.1 {names}"}
    states = [each.partition(" ")[0] for each in killed]
    # First the former release, then one that is recognized as incomplete, and at last the new one.
    assert states == sorted(states, key=["1.0", "damaged", "1.1"].index)
    assert set(states) == {"1.0", "damaged", "1.1"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    return tmp_path / "parts"


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_files_of_others_stay_and_dictionaries_that_are_gone_go(folder: Path) -> None:
    (folder / "notes.txt").write_text("ours")
    first = write_folder(folder, FIRST, None)

    write_folder(folder, SECOND, first)

    assert names(folder) == ["CHANGES.md", "en-de.tsv", "notes.txt", "termdesk-release.json"]
    assert (folder / "notes.txt").read_text() == "ours"


def test_the_same_release_touches_no_file(folder: Path) -> None:
    first = write_folder(folder, FIRST, None)
    for path in folder.iterdir():
        os.utime(path, ns=(1, 1))

    write_folder(folder, FIRST, first)

    assert {path.stat().st_mtime_ns for path in folder.iterdir()} == {1}


def test_a_file_of_another_origin_is_not_replaced(folder: Path) -> None:
    (folder / "CHANGES.md").write_text("of another program")

    with pytest.raises(InvalidInput) as caught:
        write_folder(folder, FIRST, None)

    assert "has a file CHANGES.md that belongs to no release" in caught.value.message
    assert names(folder) == ["CHANGES.md"]


@pytest.mark.parametrize("other", [FIRST, None])
def test_nothing_is_written_where_the_folder_changed_since_it_was_read(folder: Path, other: BundleFiles | None) -> None:
    read = write_folder(folder, FIRST, None)
    if other is None:
        (folder / "en-de.tsv").write_text("bolt\tNagel\n")
    else:
        read = None  # type: ignore[assignment]
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    with pytest.raises(InvalidInput, match="changed in the meantime"):
        write_folder(folder, SECOND, read)

    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_folder_without_a_release_and_one_that_is_gone_are_told_apart(folder: Path) -> None:
    assert read_folder(folder) is None

    folder.rmdir()
    with pytest.raises(UnreadableFile, match="does not exist"):
        read_folder(folder)
    put(folder.parent, FIRST)
    assert read_folder(folder.parent) is not None


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is read-only for the administrator")
def test_a_folder_that_cannot_be_written_is_named(folder: Path) -> None:
    folder.chmod(0o500)
    try:
        with pytest.raises(StorageFailed) as caught:
            write_folder(folder, FIRST, None)
    finally:
        folder.chmod(0o700)

    assert str(folder) in caught.value.message


class OtherWriter(NoProgress):
    """Writes another manifest when the entries in the folder are those of `files`."""

    def __init__(self, folder: Path, files: BundleFiles) -> None:
        self._folder, self._entries = folder, b"".join(files.files["en-de.tsv"])

    def step(self, done: int, total: int = 0) -> None:
        if (self._folder / "en-de.tsv").read_bytes() == self._entries:
            (self._folder / MANIFEST).write_bytes(THIRD.manifest)


@pytest.mark.parametrize(("files", "words"), [(FIRST, "nothing was written"), (SECOND, "Some files are theirs")])
def test_a_release_that_comes_while_another_is_written_is_not_written_over(
    tmp_path: Path, files: BundleFiles, words: str
) -> None:
    former = read_folder(put(tmp_path, FIRST))

    with pytest.raises(InvalidInput, match=words):
        write_folder(tmp_path, SECOND, former, OtherWriter(tmp_path, files))

    assert (tmp_path / MANIFEST).read_bytes() == THIRD.manifest
