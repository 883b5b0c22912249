"""A process that has imported the local service, and forks a new one for each test that starts it.

A start from nothing takes nearly two seconds of computing: one for imports, one for trying each installed Apertium
pair. Hundreds of tests start a service, so both happen once, here. The correctors of these services are forked too,
from a process that has loaded their rules, and so are the children that read documents.

Each fork is the real service with its own process id, files and pipes. Tests of the start itself do not use this
process, and on systems without fork no test does.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import importlib.util
import json
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from types import SimpleNamespace
from typing import IO, Any, NoReturn
from unittest.mock import patch

from support.engines.installed_pairs import ALL_PAIRS
from support.engines.word_lists import unpack_lists
from support.services.forked_children import forked_document_workers, import_readers, read_document
from support.services.warm_up import use_service_once
from termdesk.application.session import local_process

# Modules that the service has imported by the end of its first request.
IMPORTED = (
    # Of starlette, at the first request that watches whether its client is still there.
    "anyio._backends._asyncio",
    "sqlalchemy.dialects.sqlite", "uvicorn", "uvicorn.protocols.http.h11_impl",
    "termdesk.command_line", "termdesk.private_memory", "termdesk.service.app", "termdesk.service.catalog",
    "termdesk.service.context", "termdesk.service.documents.document_queue", "termdesk.service.engines.engines",
    "termdesk.service.http.protocol", "termdesk.service.memory", "termdesk.service.process", "termdesk.service.store",
)  # fmt: skip
MOST_BYTES = 1 << 20
CORRECTOR = "termdesk.service.engines.correction.worker"
# The languages of most texts in tests. The rules of one language take up to 600 MB.
UNPACKED_LANGUAGES = ("en", "es")
FORKED_LANGUAGES = ("en-GB", "en-US", "pt-PT")
SPLIT_LANGUAGES = ("en", "es", "de", "fr")
CAN_FORK = sys.platform == "linux"
# The file descriptor through which all test queues request services from one server (packaging/commands.py). It is
# removed from the environment of child processes.
_SHARED = os.environ.pop("TERMDESK_FORK_SERVER", "")


class ForkedProcess:
    """A forked process. It has those methods of `subprocess.Popen` that this project uses."""

    def __init__(self, reported: socket.socket, stdin: IO[Any], stdout: IO[Any]) -> None:
        """`told` receives the process id now, and the exit code later."""
        self.pid = int(reported.recv(MOST_BYTES) or 0)
        self.stdin = stdin
        self.stdout = stdout
        self._reported = reported
        self._lock = threading.Lock()
        self._code: int | None = None
        if not self.pid:
            raise ChildProcessError("The fork server has ended.")

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        return self.poll()

    def poll(self) -> int | None:
        """The exit code; None while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return the exit code. Raises subprocess.TimeoutExpired after `timeout` seconds."""
        with self._lock:
            if self._code is None:
                if not select.select([self._reported], [], [], timeout)[0]:
                    raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
                # Without an exit code, the fork server ended first, which also ends this process and its pipes.
                self._code = int(self._reported.recv(MOST_BYTES) or -signal.SIGKILL)
                self._reported.close()
            return self._code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Terminate the process."""
        self.send_signal(signal.SIGTERM)


class ForkServer:
    """The client side: requests processes. All methods may be called from any thread and from forked processes."""

    def __init__(self, asking: socket.socket) -> None:
        self._asking = asking

    def fileno(self) -> int:
        """The file descriptor of the requests. A child process that inherits it can make requests, too."""
        return self._asking.fileno()

    def start(
        self,
        arguments: Sequence[str],
        *,
        environment: Mapping[str, str],
        errors: int,
        is_text: bool,
        has_own_children: bool = False,
    ) -> ForkedProcess:
        """Start `termdesk` with these arguments, and pipes for its input and output. `errors` is a file descriptor.

        With `has_own_children` it starts the children that read documents itself, as the program does.
        """
        request = {
            "arguments": list(arguments),
            "environment": dict(environment),
            "folder": os.getcwd(),
            "has_own_children": has_own_children,
        }
        return self._started(request, errors, is_text=is_text)

    def start_document_worker(self, errors: int) -> ForkedProcess:
        """Start the process that reads or writes one document."""
        return self._started({"child": "documents"}, errors, is_text=False)

    def start_corrector(self, language: str, *, errors: int) -> ForkedProcess:
        """Start the worker process that corrects texts of a language."""
        return self._started({"language": language}, errors, is_text=False)

    def close(self) -> None:
        """Make no more requests. Running services end when their input does."""
        with contextlib.suppress(OSError):
            self._asking.shutdown(socket.SHUT_RDWR)

    def _started(self, request: Mapping[str, object], errors: int, *, is_text: bool) -> ForkedProcess:
        read_input, write_input = os.pipe()
        read_output, write_output = os.pipe()
        reported, telling = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            descriptors = [read_input, write_output, errors, telling.fileno()]
            socket.send_fds(self._asking, [json.dumps(request).encode()], descriptors)
        finally:
            for each in (read_input, write_output):
                os.close(each)
            telling.close()
        mode = {"encoding": "utf-8"} if is_text else {}
        return ForkedProcess(
            reported,
            open(write_input, "w" if is_text else "wb", **mode),
            open(read_output, "r" if is_text else "rb", **mode),
        )


@cache
def fork_server() -> ForkServer:
    """Return the shared server of this test run, or else one for this process, started on first use."""
    if _SHARED:
        return ForkServer(socket.socket(fileno=int(_SHARED)))
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with far:
        command = [sys.executable, "-c", "from support import fork_server; fork_server.run()", str(far.fileno())]
        folders = os.pathsep.join(each for each in sys.path if each)
        variables = {**os.environ, **ALL_PAIRS, "PYTHONPATH": folders}
        process = subprocess.Popen(command, pass_fds=[far.fileno()], stdin=subprocess.DEVNULL, env=variables)
    server = ForkServer(near)
    atexit.register(process.wait)
    atexit.register(server.close)
    return server


@contextlib.contextmanager
def forked_services(server: ForkServer | None = None) -> Iterator[None]:
    """Within the block, let the program fork its local service too, if the system supports this.

    Without a `server` of its own, the children with which it counts the characters of documents are forked, too.
    """

    def popen(command: Sequence[str], *, env: Mapping[str, str], stderr: int, **_: object) -> ForkedProcess:
        arguments = command[command.index("termdesk") + 1 :]
        return (server or fork_server()).start(arguments, environment=env, errors=stderr, is_text=False)

    if not CAN_FORK:
        yield
        return

    def start_child(errors: int) -> ForkedProcess:
        return fork_server().start_document_worker(errors)

    with (
        patch.object(local_process, "subprocess", SimpleNamespace(Popen=popen, PIPE=subprocess.PIPE)),
        nullcontext() if server else forked_document_workers(start_child),
    ):
        yield


@contextlib.contextmanager
def forked_correctors(server: ForkServer | None = None) -> Iterator[None]:
    """Within the block, fork worker processes for some languages from a process that has loaded their rules.

    Loading the rules of one language takes three or four seconds of computing.
    """

    def popen(
        command: Sequence[str], *, stdin: int, stdout: int, stderr: int
    ) -> ForkedProcess | subprocess.Popen[bytes]:
        if CORRECTOR in command and command[-1] in FORKED_LANGUAGES:
            return (server or fork_server()).start_corrector(command[-1], errors=stderr)
        return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr)

    if not CAN_FORK:
        yield
        return
    from termdesk.service.engines.workers import workers

    with patch.object(workers, "subprocess", SimpleNamespace(Popen=popen, PIPE=subprocess.PIPE)):
        yield


# The server side

# What a forked process does with its request; returns its exit code.
Become = Callable[[dict[str, Any]], int]


def run() -> None:
    """Import the service, then fork at each request until the tests have ended."""
    asked = socket.socket(fileno=int(sys.argv[1]))
    # Services request children through this pair of sockets. A separate process forks them, because it is small.
    asking_for_children, asked_for_children = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if not os.fork():
        asked.close()
        asking_for_children.close()
        import_readers()
        _fork_at_requests(asked_for_children, read_document)
        os._exit(0)
    asked_for_children.close()
    for name in IMPORTED:
        importlib.import_module(name)
    # Services and tests request correctors through this pair of sockets. A separate process holds the rules.
    asking, asked_for_correctors = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if not os.fork():
        asked.close()
        asking.close()
        asking_for_children.close()
        _fork_correctors(asked_for_correctors)
        os._exit(0)
    asked_for_correctors.close()
    _look_up_once()
    _probe_once()
    unpack_lists(*UNPACKED_LANGUAGES)
    _read_sentence_rules()
    use_service_once()
    correctors, children = ForkServer(asking), ForkServer(asking_for_children)

    def serve(request: dict[str, Any]) -> int:
        os.environ.clear()
        os.environ.update(request["environment"])
        os.chdir(request["folder"])
        sys.argv = ["termdesk", *request["arguments"]]
        # Imported here, because that module imports this one.
        from support.fixtures.emptied_service import emptied_at_signal
        from termdesk.command_line import main

        are_forked = not request["has_own_children"]
        forked_children = forked_document_workers(children.start_document_worker) if are_forked else nullcontext()
        with forked_correctors(correctors), forked_children, emptied_at_signal():
            return main()

    _fork_at_requests(asked, serve, passed_on={"language": asking, "child": asking_for_children})


def _fork_correctors(asked: socket.socket) -> None:
    """Fork correctors from a process that loads the rules of each language at its first request."""
    from termdesk.service.engines.correction import corrector, worker

    loaded: dict[str, corrector.Corrector] = {}
    make = corrector.Corrector

    def load(request: dict[str, Any]) -> None:
        language = request["language"]
        if language not in loaded:
            loaded[language] = make(language)
            loaded[language].warm()
            gc.collect()
            gc.freeze()

    def correct(request: dict[str, Any]) -> int:
        corrector.Corrector = loaded.__getitem__  # type: ignore[assignment, misc]
        worker.main(request["language"])
        return 0

    _fork_at_requests(asked, correct, before=load)


def _fork_at_requests(
    asked: socket.socket,
    become: Become,
    *,
    before: Callable[[dict[str, Any]], None] = lambda request: None,
    passed_on: Mapping[str, socket.socket] | None = None,
) -> None:
    """Fork a process for each request, and report its id and exit code. `passed_on` has where to send a request
    with one of these keys instead.
    """
    awake, wake = socket.socketpair()
    wake.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake.fileno())
    gc.collect()
    gc.freeze()
    telling: dict[int, socket.socket] = {}
    with selectors.DefaultSelector() as selector:
        selector.register(asked, selectors.EVENT_READ)
        selector.register(awake, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is awake:
                    awake.recv(4_096)
                    _tell_ends(telling)
                    continue
                message, descriptors, _, _ = socket.recv_fds(asked, MOST_BYTES, 4)
                if not message:
                    return
                request = json.loads(message)
                if elsewhere := [to for key, to in (passed_on or {}).items() if key in request]:
                    socket.send_fds(elsewhere[0], [message], descriptors)
                else:
                    before(request)
                    pid = os.fork()
                    if not pid:
                        selector.close()
                        _become(become, request, descriptors, asked, awake, wake, *telling.values())
                    telling[pid] = socket.socket(fileno=os.dup(descriptors[3]))
                    # The requester may have ended meanwhile, for example a service that a test kills while rules are
                    # loaded.
                    with contextlib.suppress(OSError):
                        telling[pid].send(str(pid).encode())
                for each in descriptors:
                    os.close(each)


def _probe_once() -> None:
    """Try the installed Apertium pairs as a starting service does, so that forked services have the results."""
    from termdesk.service.engines.apertium import modes, pipeline

    installed = modes.find_installed_modes()
    results = {pair: pipeline.probe(pipeline.Pipeline(pair, mode)) for pair, mode in installed.items()}
    pipeline.probe = lambda probed: results[probed.pair]


def _look_up_once() -> None:
    """Keep what each starting service looks up again: a sixth of its time, and a process for the version of Apertium.

    These are the installed packages and pairs, the version, the signals of the system, and the parser of the command.
    """
    from termdesk.commands import serve_command
    from termdesk.service.engines.apertium import modes

    importlib.util.find_spec = cache(importlib.util.find_spec)
    signal.valid_signals = cache(signal.valid_signals)
    modes.find_installed_modes = cache(modes.find_installed_modes)
    modes.version = cache(modes.version)
    serve_command.serve_parser = cache(serve_command.serve_parser)


def _read_sentence_rules() -> None:
    """Split a text into sentences in the most frequent languages, because the package loads its rules only then."""
    from termdesk.service.engines.sentences import segments

    for language in SPLIT_LANGUAGES:
        list(segments("One. Two.", language))


def _tell_ends(telling: dict[int, socket.socket]) -> None:
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if reported := telling.pop(ended[0], None):
                with contextlib.suppress(OSError), reported:
                    reported.send(str(os.waitstatus_to_exitcode(ended[1])).encode())


def _become(become: Become, request: dict[str, Any], descriptors: Sequence[int], *sockets: socket.socket) -> NoReturn:
    """Turn the forked process into the requested one, as `exec` would, and exit like it."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for each in sockets:
            each.close()
        os.setsid()
        for number, descriptor in enumerate(descriptors[:3]):
            os.dup2(descriptor, number)
        for descriptor in descriptors:
            os.close(descriptor)
        sys.stdin, sys.stdout, sys.stderr = (open(number, mode) for number, mode in ((0, "r"), (1, "w"), (2, "w")))  # noqa: SIM115
        code = become(request)
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
