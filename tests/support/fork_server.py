"""A process that has imported the local service, and forks a new one for each test that starts it.

A start from nothing takes nearly two seconds of computing: one for imports, one for trying each installed Apertium
pair. Hundreds of tests start a service, so both happen once, here. What runs is the real service with its own process
id, files and pipes. Tests of the start itself do without this, and so does everything where the system cannot fork.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import cache
from types import SimpleNamespace
from typing import IO, Any, NoReturn
from unittest.mock import patch

from termdesk.application.session import local_process

# What the service imports until it has answered its first request.
IMPORTED = (
    "sqlalchemy.dialects.sqlite", "uvicorn", "uvicorn.protocols.http.h11_impl",
    "termdesk.command_line", "termdesk.private_memory", "termdesk.service.app", "termdesk.service.catalogue",
    "termdesk.service.context", "termdesk.service.documents.document_queue", "termdesk.service.engines.engines",
    "termdesk.service.http.protocol", "termdesk.service.memory", "termdesk.service.process", "termdesk.service.store",
)  # fmt: skip
MOST_BYTES = 1 << 20
CAN_FORK = sys.platform == "linux"


class ForkedProcess:
    """A forked service. It has what this project uses of `subprocess.Popen`, and is killed and awaited like one."""

    def __init__(self, pid: int, ended: Future[int], stdin: IO[Any], stdout: IO[Any]) -> None:
        self.pid = pid
        self.stdin = stdin
        self.stdout = stdout
        self._ended = ended

    @property
    def returncode(self) -> int | None:
        return self._ended.result() if self._ended.done() else None

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return the exit code. Raises subprocess.TimeoutExpired after `timeout` seconds."""
        try:
            return self._ended.result(timeout)
        except TimeoutError as error:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0) from error

    def send_signal(self, number: int) -> None:
        if not self._ended.done():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


class ForkServer:
    """The near end: asks for services, and learns of their ends. All methods may be called from any thread."""

    def __init__(self) -> None:
        self._near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with far:
            command = [sys.executable, "-c", "from support import fork_server; fork_server.run()", str(far.fileno())]
            folders = os.pathsep.join(each for each in sys.path if each)
            self._process = subprocess.Popen(
                command, pass_fds=[far.fileno()], stdin=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": folders}
            )
        self._lock = threading.Lock()
        self._started: Future[int] = Future()
        self._ends: dict[int, Future[int]] = {}
        threading.Thread(target=self._listen, name="fork server", daemon=True).start()
        atexit.register(self.close)

    def start(
        self, arguments: Sequence[str], *, environment: Mapping[str, str], errors: int, is_text: bool
    ) -> ForkedProcess:
        """Start `termdesk` with these arguments, and pipes to its input and output; `errors` is a descriptor."""
        read_input, write_input = os.pipe()
        read_output, write_output = os.pipe()
        request = {"arguments": list(arguments), "environment": dict(environment), "folder": os.getcwd()}
        try:
            with self._lock:
                self._started = Future()
                socket.send_fds(self._near, [json.dumps(request).encode()], [read_input, write_output, errors])
                pid = self._started.result(timeout=90)
        finally:
            os.close(read_input)
            os.close(write_output)
        mode = {"encoding": "utf-8"} if is_text else {}
        return ForkedProcess(
            pid,
            self._ends[pid],
            open(write_input, "w" if is_text else "wb", **mode),
            open(read_output, "r" if is_text else "rb", **mode),
        )

    def close(self) -> None:
        """End the fork server. Services end when their input does."""
        with contextlib.suppress(OSError):
            self._near.shutdown(socket.SHUT_RDWR)
        self._process.wait()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while received := self._near.recv(MOST_BYTES):
                told = json.loads(received)
                if "code" in told:
                    self._ends[told["pid"]].set_result(told["code"])
                else:
                    self._ends[told["pid"]] = Future()
                    self._started.set_result(told["pid"])
        if not self._started.done():
            self._started.set_exception(ChildProcessError("The fork server has ended."))
        self._near.close()


@cache
def fork_server() -> ForkServer:
    """The one of this process, started when it is first asked for."""
    return ForkServer()


@contextlib.contextmanager
def forked_services() -> Iterator[None]:
    """Let the program fork its local service too, where this system can, until the block ends."""

    def popen(command: Sequence[str], *, env: Mapping[str, str], stderr: int, **_: object) -> ForkedProcess:
        arguments = command[command.index("termdesk") + 1 :]
        return fork_server().start(arguments, environment=env, errors=stderr, is_text=False)

    if not CAN_FORK:
        yield
        return
    with patch.object(local_process, "subprocess", SimpleNamespace(Popen=popen, PIPE=subprocess.PIPE)):
        yield


# The far end


def run() -> None:
    """Import the service, then fork at each request until the tests have ended."""
    asked = socket.socket(fileno=int(sys.argv[1]))
    for name in IMPORTED:
        importlib.import_module(name)
    _probe_once()
    awake, wake = socket.socketpair()
    wake.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake.fileno())
    gc.collect()
    gc.freeze()
    with selectors.DefaultSelector() as selector:
        selector.register(asked, selectors.EVENT_READ)
        selector.register(awake, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is awake:
                    awake.recv(4_096)
                    _tell_ends(asked)
                    continue
                request, descriptors, _, _ = socket.recv_fds(asked, MOST_BYTES, 3)
                if not request:
                    return
                pid = os.fork()
                if not pid:
                    selector.close()
                    _serve(json.loads(request), descriptors, asked, awake, wake)
                asked.send(json.dumps({"pid": pid}).encode())
                for each in descriptors:
                    os.close(each)


def _probe_once() -> None:
    """Try the installed Apertium pairs as a service does at its start; the forked ones know what came of it."""
    from termdesk.service.engines.apertium import modes, pipeline

    installed = modes.installed_modes()
    results = {pair: pipeline.probe(pipeline.Pipeline(pair, mode)) for pair, mode in installed.items()}
    pipeline.probe = lambda probed: results[probed.pair]


def _tell_ends(asked: socket.socket) -> None:
    with contextlib.suppress(ChildProcessError, BrokenPipeError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            asked.send(json.dumps({"pid": ended[0], "code": os.waitstatus_to_exitcode(ended[1])}).encode())


def _serve(request: dict[str, Any], descriptors: Sequence[int], *sockets: socket.socket) -> NoReturn:
    """Become a process as `exec` would have made it, and end like one."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for each in sockets:
            each.close()
        os.setsid()
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
            os.close(descriptor)
        sys.stdin, sys.stdout, sys.stderr = (open(number, mode) for number, mode in ((0, "r"), (1, "w"), (2, "w")))  # noqa: SIM115
        os.environ.clear()
        os.environ.update(request["environment"])
        os.chdir(request["folder"])
        sys.argv = ["termdesk", *request["arguments"]]
        from termdesk.command_line import main

        code = main()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    except BaseException:  # as the interpreter does
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
