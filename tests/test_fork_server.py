"""A forked service is like a started one: it has its own process, pipes and exit code."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys

import httpx
import pytest

from support.engines.installed_pairs import ALL_PAIRS
from support.files.documents import PHRASES, failure, translated
from support.fork_server import CAN_FORK, CORRECTOR, ForkedProcess, fork_server, forked_correctors
from support.running_service import RunningService, running_service
from support.service_calls import confirm, http_client
from termdesk.service.engines.workers.workers import Worker

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="this system starts every service anew")


def started(*arguments: str) -> ForkedProcess:
    with open(os.devnull, "wb") as errors:
        return fork_server().start(arguments, environment=os.environ, errors=errors.fileno(), is_text=True)


def test_it_prints_to_its_own_output_and_ends_with_its_own_code() -> None:
    forked = started("--version")
    with forked.stdin, forked.stdout:
        assert forked.stdout.read().startswith("termdesk ")

    assert forked.wait(timeout=90) == 0
    assert forked.poll() == 0


def test_what_cannot_be_done_ends_with_the_code_of_a_failure() -> None:
    forked = started("serve", "--no-such-option")
    with forked.stdin, forked.stdout:
        assert forked.stdout.read() == ""

    assert forked.wait(timeout=90) == 2


def test_it_is_killed_and_waited_for_like_a_child(tmp_path: os.PathLike[str]) -> None:
    forked = started("serve", "--with-parent", "--data", str(tmp_path))
    with forked.stdin, forked.stdout:
        assert '"url"' in forked.stdout.readline()
        assert forked.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            forked.wait(timeout=0.01)

        forked.kill()

        assert forked.wait(timeout=90) == -signal.SIGKILL
    forked.kill()


def test_it_has_found_the_engines_that_a_service_finds_which_tries_them_itself() -> None:
    with running_service() as forked, running_service(environment=ALL_PAIRS) as fresh:
        assert pairs_and_engines(forked) == pairs_and_engines(fresh)


def test_a_corrector_has_its_rules_and_ends_with_its_pipes() -> None:
    worker = Worker("checker", CORRECTOR, "en-US")
    request = {"text": "This are a sentence.", "mode": "correct", "phrases": [], "words": []}
    with forked_correctors():
        answer = worker.ask(request)
        process = worker._process
        worker.close()

    assert answer["text"] == "This is a sentence."
    assert isinstance(process, ForkedProcess)
    assert process.poll() is not None


def test_documents_are_read_by_forked_children_as_by_those_that_a_service_starts() -> None:
    found = []
    for has_own_children in (False, True):
        with running_service(has_own_children=has_own_children) as service, http_client(service) as http:
            confirm(http, "en", "fi", **PHRASES)
            answers = [translated(http, "a.html", b"<p>Good <b>night</b></p>"), failure(http, "a.docx", b"PK")]
            found.append((answers, [len(os.listdir(f"/proc/{service.process.pid}/fd")), service.process.poll()]))

    assert found[0] == found[1]
    assert b"y\xc3\xb6t\xc3\xa4" in found[0][0][0]


def test_it_goes_on_when_whoever_asked_has_ended() -> None:
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    near.close()
    request = json.dumps(
        {
            "arguments": ["--version"],
            "environment": dict(os.environ),
            "folder": os.getcwd(),
            "has_own_children": False,
        }
    )
    with far, open(os.devnull, "r+b") as null, socket.socket(fileno=os.dup(fork_server().fileno())) as asking:
        descriptors = [null.fileno()] * 3 + [far.fileno()]
        socket.send_fds(asking, [request.encode()], descriptors)

    forked = started("--version")
    with forked.stdin, forked.stdout:
        assert forked.stdout.read().startswith("termdesk ")
    assert forked.wait(timeout=90) == 0


def pairs_and_engines(service: RunningService) -> list[object]:
    headers = {"Authorization": f"DeepL-Auth-Key {service.key}"}
    text = {"text": ["The house is big."], "source_lang": "EN", "target_lang": "ES"}
    with httpx.Client(base_url=service.url, headers=headers, timeout=90, verify=False) as client:
        translated = client.post("/v2/translate", json=text).json()
        engines = client.get("/local/v1/engines").json()["engines"]
    return [translated, [{**each, "resident_bytes": 0} for each in engines]]


def test_the_server_of_the_whole_run_is_used_where_there_is_one() -> None:
    asking = "from support import fork_server; print(fork_server.fork_server().fileno(), dict(os.environ))"
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with one, other:
        number = str(one.fileno())
        variables = {**os.environ, "TERMDESK_FORK_SERVER": number, "PYTHONPATH": os.pathsep.join(sys.path)}
        reported = subprocess.run(
            [sys.executable, "-c", f"import os; {asking}"],
            env=variables,
            pass_fds=[one.fileno()],
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert reported.startswith(f"{number} ")
    assert "TERMDESK_FORK_SERVER" not in reported
