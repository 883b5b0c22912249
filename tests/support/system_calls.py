"""What a program wrote to files and synced, as recorded by strace, and what remains after a power cut."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

CALLS = "openat,creat,close,write,pwrite64,lseek,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,renameat,renameat2"
_LINE = re.compile(r"(?:\[pid +)?(\d+)\]? +(\w+)\((.*)\) += (-?\d+|\?)")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')

has_strace = shutil.which("strace") is not None


@dataclass(frozen=True, slots=True)
class SystemCall:
    name: str
    arguments: str
    result: int

    @property
    def descriptor(self) -> int:
        return int(self.arguments.partition(",")[0])

    @property
    def texts(self) -> list[bytes]:
        """The string arguments."""
        return [bytes.fromhex(found.replace("\\x", "")) for found in _STRING.findall(self.arguments)]

    def number(self, position: int) -> int:
        """Return an argument by its index, counted from the end. No string argument may follow it."""
        return int(self.arguments.rpartition('"')[2].split(",")[position])


def traced(command: Sequence[str], log: Path, *, environment: dict[str, str], seconds: float) -> list[SystemCall]:
    """Run a command to its end and return the calls that concern files. Failed calls have a negative result."""
    strace = ["strace", "-f", "-qq", "-xx", "-s", "16000000", "-e", f"trace={CALLS}", "-e", "signal=none"]
    # Capture the output with a pipe, as `injected` does: for a file, Python would make other system calls.
    command = [*strace, "-o", str(log), *command]
    subprocess.run(command, check=True, capture_output=True, env=environment, timeout=seconds)
    return list(_calls(log))


def injected(
    command: Sequence[str], call: str, number: int, fault: str, *, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a command whose `number`th system call of this name fails: `fault` is `error=EIO`, or `signal=KILL`.

    With `error`, the call is not executed. With `signal`, it is executed and the process is killed.
    """
    strace = ["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}"]
    fault = f"inject={call}:{fault}:when={number}"
    command = [*strace, "-e", fault, *command]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment)


def _calls(log: Path) -> Iterator[SystemCall]:
    begun: dict[str, str] = {}
    for line in log.read_text("ascii", "replace").splitlines():
        process, _, rest = line.strip().partition(" ")
        if rest.endswith("<unfinished ...>"):
            begun[process] = rest.removesuffix("<unfinished ...>").rstrip()
            continue
        if resumed := re.match(r" *<\.\.\. \w+ resumed>(.*)", rest):
            rest = begun.pop(process, "") + resumed[1]
        found = _LINE.match(f"{process} {rest.strip()}")
        if found and found[4] != "?":
            yield SystemCall(found[2], found[3], int(found[4]))


@dataclass(slots=True)
class _File:
    """The content as programs see it, the content that is surely on disk, and the changes that may or may not be."""

    seen: bytearray = field(default_factory=bytearray)
    lasting: bytes = b""
    # Changes since the last sync: writes as (place, content), new sizes as (size, None).
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)

    def change(self, position: int, content: bytes | None) -> None:
        _apply(self.seen, position, content)
        self.pending.append((position, content))

    def sync(self) -> None:
        self.lasting = bytes(self.seen)
        self.pending.clear()

    def left(self, is_kept: Callable[[], bool]) -> bytes:
        """Return the content after a power cut, if `is_kept` decides for each unsynced change whether it remains."""
        content = bytearray(self.lasting)
        for position, change in self.pending:
            if is_kept():
                _apply(content, position, change)
        return bytes(content)


def _apply(content: bytearray, position: int, change: bytes | None) -> None:
    if change is None:
        content[:] = content[:position].ljust(position, b"\0")
    else:
        content.extend(bytes(max(0, position - len(content))))
        content[position : position + len(change)] = change


def _none() -> bool:
    return False


class Disk:
    """The files below a folder, as the recorded calls changed them. Synced data survives a power cut."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._files: dict[str, _File] = {}
        self._open: dict[int, tuple[_File, int]] = {}

    def play(self, call: SystemCall) -> None:
        """Apply a recorded call."""
        if call.result < 0:
            return
        match call.name:
            case "openat" | "creat":
                self._open_file(call)
            case "close":
                self._open.pop(call.descriptor, None)
            case "write" | "pwrite64" if call.descriptor in self._open:
                self._write(call)
            case "lseek" if call.descriptor in self._open:
                self._open[call.descriptor] = self._open[call.descriptor][0], call.result
            case "ftruncate" if call.descriptor in self._open:
                self._open[call.descriptor][0].change(int(call.arguments.split(",")[1]), None)
            case "fsync" | "fdatasync" if call.descriptor in self._open:
                self._open[call.descriptor][0].sync()
            case "unlink" | "unlinkat":
                self._files.pop(os.fsdecode(call.texts[0]), None)
            case "rename" | "renameat" | "renameat2":
                old, new = map(os.fsdecode, call.texts)
                if old in self._files:
                    self._files[new] = self._files.pop(old)

    def after_a_power_cut(self, target: Path, is_kept: Callable[[], bool] = _none) -> None:
        """Write what remains into a folder. `is_kept` decides for each unsynced write.

        File names always remain, because journaling file systems keep their changes in order.
        """
        for name, file in self._files.items():
            position = target / Path(name).relative_to(self._folder)
            position.parent.mkdir(parents=True, exist_ok=True)
            position.write_bytes(file.left(is_kept))

    def _open_file(self, call: SystemCall) -> None:
        name = os.fsdecode(call.texts[0]) if call.texts else ""
        self._open.pop(call.result, None)
        if not name.startswith(self._folder) or "O_DIRECTORY" in call.arguments:
            return
        if "O_CREAT" not in call.arguments and name not in self._files:
            return
        file = self._files.setdefault(name, _File())
        if "O_TRUNC" in call.arguments:
            file.change(0, None)
        self._open[call.result] = file, 0

    def _write(self, call: SystemCall) -> None:
        file, position = self._open[call.descriptor]
        content = call.texts[0][: call.result]
        file.change(call.number(-1) if call.name == "pwrite64" else position, content)
        if call.name == "write":
            self._open[call.descriptor] = file, position + len(content)
