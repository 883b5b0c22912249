"""The service as a process: its first line, its folder, and all the ways it can end."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from support.campaign import HANGING_SECONDS
from support.engines.installed_pairs import ALL_PAIRS
from support.files.old_database import OLD_TABLES
from support.running_service import RunningService, running_service, serve
from support.service_calls import dictionary, http_client
from support.services.raw_request import connected, head
from termdesk.service.database import SCHEMA_VERSION
from termdesk.service.database_check import COPY

posix = pytest.mark.skipif(os.name != "posix", reason="signals and file modes of POSIX")

GLOSSARY = {
    "name": "Terms",
    "dictionaries": [{"source_lang": "en", "target_lang": "de", "entries": "house\tHaus\n", "entries_format": "tsv"}],
}


@pytest.fixture(scope="module")
def fresh_service() -> Iterator[RunningService]:
    """A service started anew like by the program, with all installed pairs. The last of its tests ends it."""
    with running_service(environment=ALL_PAIRS) as running:
        yield running


def children(pid: int) -> list[int]:
    """Return the running descendants of this process."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == str(pid) and fields[0] != "Z":
            child = int(path.parent.name)
            found += [child, *children(child)]
    return found


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# The first line


@pytest.mark.scorecard("S17")
def test_the_first_line_tells_url_and_a_key_of_256_bits(tmp_path: Path) -> None:
    """S17."""
    first, second = (
        json.loads(serve("--with-parent", data=tmp_path, is_fresh=is_fresh).stdout) for is_fresh in (True, False)
    )

    assert set(first) == {"url", "key"}
    assert first["url"].startswith("http://127.0.0.1:")
    assert len(first["key"]) == 43
    assert first["key"] != second["key"]


@pytest.mark.slow
def test_threads_that_compute_let_others_run_within_a_millisecond(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from termdesk.service.process import Options, serve
serve(Options(data=Path(sys.argv[1]), with_parent=True))
print(sys.getswitchinterval())
"""
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], input="", capture_output=True, text=True, timeout=30, check=True
    )

    assert float(ended.stdout.splitlines()[-1]) < 0.001


@pytest.mark.scorecard("S11")
def test_the_key_can_be_given_over_the_pipe(tmp_path: Path) -> None:
    ended = serve("--with-parent", "--key-from-stdin", data=tmp_path, given="chosen-key\n")

    assert ended.returncode == 0
    assert json.loads(ended.stdout)["key"] == "chosen-key"
    assert "chosen-key" not in ended.stderr


@pytest.mark.scorecard("S11")
def test_a_key_among_the_arguments_is_warned_of(tmp_path: Path) -> None:
    """S11: every user of the computer can read arguments."""
    ended = serve("--with-parent", "--key", "chosen-key", data=tmp_path)

    assert json.loads(ended.stdout)["key"] == "chosen-key"
    assert "other users of this computer can read the key" in ended.stderr
    assert "chosen-key" not in ended.stderr


@pytest.mark.scorecard("S11")
def test_the_key_can_be_given_in_a_variable_which_children_do_not_get(tmp_path: Path) -> None:
    with running_service(data=tmp_path, environment={"TERMDESK_SERVICE_KEY": "chosen-key"}) as running:
        assert running.key == "chosen-key"
        headers = {"Authorization": "Service-Auth-Key chosen-key"}
        answer = httpx.get(f"{running.url}/v3/glossaries", headers=headers, trust_env=False, verify=False)

    assert answer.status_code == 200


def test_requests_are_accepted_once_the_line_is_there(fresh_service: RunningService) -> None:
    answer = httpx.get(f"{fresh_service.url}/local/v1/health", trust_env=False, verify=False)

    assert answer.status_code == 200


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the memory so")
def test_it_rests_with_less_than_120_megabytes(fresh_service: RunningService) -> None:
    with http_client(fresh_service) as http:
        # The response comes when all engines were found.
        http.get("/v3/languages?resource=translate_text")

    status = Path(f"/proc/{fresh_service.process.pid}/status").read_text()
    kilobytes = int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
    assert kilobytes < 120 * 1024


@pytest.mark.slow
def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    heavy = ["lt_py", "harper", "eldc", "simplemma", "httpx", "PySide6", "keyring", "choppa"]
    code = (
        "import sys, termdesk.service.process, termdesk.service.app, termdesk.service.engines.engines;"
        f"print([name for name in {heavy} if name in sys.modules])"
    )

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert said.stdout.strip() == "[]"


# How the process ends


@pytest.fixture
def busy() -> Iterator[tuple[RunningService, list[int]]]:
    """A service whose engines run after a translation and a correction, and the processes that it started."""
    with running_service() as service, http_client(service) as http:
        http.post("/v2/translate", json={"text": "The house.", "source_lang": "en", "target_lang": "es"})
        http.post("/v2/write/correct", json={"text": "It is fine.", "target_lang": "en-GB"})
        yield service, children(service.process.pid)


@posix
def test_it_ends_cleanly_with_its_engines(busy: tuple[RunningService, list[int]]) -> None:
    service, engines = busy
    service.process.terminate()

    assert service.process.wait(timeout=HANGING_SECONDS) == 0
    assert engines
    assert not any(map(is_running, engines))


@posix
def test_engines_end_also_where_the_service_is_killed(busy: tuple[RunningService, list[int]]) -> None:
    service, engines = busy

    service.process.kill()
    service.process.wait()

    deadline = time.monotonic() + HANGING_SECONDS
    while any(map(is_running, engines)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(is_running, engines))


@pytest.mark.slow
@posix
def test_ctrl_c_ends_it_cleanly(fresh_service: RunningService) -> None:
    fresh_service.process.send_signal(signal.SIGINT)

    assert fresh_service.process.wait(timeout=HANGING_SECONDS) == 0


@posix
def test_clients_that_hold_their_connection_do_not_keep_it() -> None:
    more = ["Content-Length: 9", "Content-Type: application/json"]
    with running_service() as held, connected(held), connected(held) as sending, http_client(held) as resting:
        sending.sendall(head(held, "POST /v2/translate HTTP/1.1", more=more))
        resting.get("/v2/usage")

        held.process.terminate()

        assert held.process.wait(timeout=HANGING_SECONDS) == 0


@posix
def test_the_database_is_closed_and_the_port_free_afterwards(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as service, http_client(service) as http:
        http.post("/v3/glossaries", json={"name": "Kept", "dictionaries": [dictionary("a\tb\n")]})
        port = int(service.url.rpartition(":")[2])

    assert [path.name for path in tmp_path.iterdir()] == ["service.sqlite"]
    with running_service("--port", str(port), data=tmp_path) as again, http_client(again) as http:
        assert [each["name"] for each in http.get("/v3/glossaries").json()["glossaries"]] == ["Kept"]


@pytest.mark.slow
def test_without_its_parent_it_goes_on_when_the_input_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "termdesk", "serve", "--data", str(tmp_path)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as alone:
        assert alone.stdout is not None
        url = json.loads(alone.stdout.readline())["url"]

        assert httpx.get(f"{url}/local/v1/health", trust_env=False, verify=False).status_code == 200
        alone.terminate()
        assert alone.wait(timeout=10) == 0


# Its folder


@pytest.mark.scorecard("S10")
@posix
def test_what_it_keeps_is_for_this_user_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "service"
    with running_service(data=folder) as service, http_client(service) as http:
        http.post("/v3/glossaries", json={"name": "Kept", "dictionaries": [dictionary("a\tb\n")]})

        modes = {path.name: path.stat().st_mode & 0o777 for path in [folder, *folder.iterdir()]}

    assert modes.pop("service") == 0o700
    assert "service.sqlite" in modes
    assert set(modes.values()) == {0o600}


@pytest.mark.scorecard("R09")
def test_a_second_service_on_the_same_folder_is_refused_in_words(tmp_path: Path) -> None:
    """R09."""
    with running_service(data=tmp_path):
        second = serve("--with-parent", data=tmp_path)

    assert second.returncode == 2
    assert second.stdout == ""
    assert "in use by another service" in second.stderr
    assert "Traceback" not in second.stderr


@pytest.mark.scorecard("R09")
def test_a_folder_is_free_at_once_after_a_kill(tmp_path: Path) -> None:
    """R09: the lock of a dead service does not remain."""
    with running_service(data=tmp_path) as service:
        service.process.kill()
        service.process.wait()

        ended = serve("--with-parent", data=tmp_path)

    assert ended.returncode == 0


@pytest.mark.scorecard("R08")
@pytest.mark.parametrize("content", [b"This is no database at all. " * 100, b"SQLite format 3\0" + b"\xff" * 8_192])
def test_a_damaged_database_is_refused_in_words_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "service.sqlite"
    path.write_bytes(content)

    ended = serve("--with-parent", data=tmp_path)

    assert ended.returncode == 2
    assert "damaged" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert path.read_bytes() == content


@pytest.mark.scorecard("R08")
def test_an_empty_database_beside_its_log_is_refused_and_the_log_stays(tmp_path: Path) -> None:
    """SQLite deletes the log of an empty file, with all acknowledged data."""
    with running_service(data=tmp_path) as service, http_client(service) as http:
        http.post("/v3/glossaries", json=GLOSSARY)
        log = (tmp_path / "service.sqlite-wal").read_bytes()
    (tmp_path / "service.sqlite").write_bytes(b"")
    (tmp_path / "service.sqlite-wal").write_bytes(log)

    ended = serve("--with-parent", data=tmp_path)

    assert ended.returncode == 2
    assert "is empty" in ended.stderr
    assert (tmp_path / "service.sqlite-wal").read_bytes() == log


def test_what_an_unclean_end_left_is_copied_before_it_is_opened(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as service, http_client(service) as http:
        http.post("/v3/glossaries", json=GLOSSARY)
        left = {each.name: each.read_bytes() for each in tmp_path.glob("service.sqlite*")}
    for name, content in left.items():
        (tmp_path / name).write_bytes(content)

    with running_service(data=tmp_path) as service, http_client(service) as http:
        listed = http.get("/v3/glossaries").json()["glossaries"]

    copy = tmp_path / f"service.sqlite{COPY}"
    assert [each["name"] for each in listed] == [GLOSSARY["name"]]
    assert copy.read_bytes() == left["service.sqlite"]
    assert copy.with_name(copy.name + "-wal").read_bytes() == left["service.sqlite-wal"]
    if os.name == "posix":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600


@pytest.mark.scorecard("R08")
def test_a_page_that_is_broken_is_found_at_the_start(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as service, http_client(service) as http:
        for number in range(30):
            http.post("/v3/glossaries", json={**GLOSSARY, "name": f"Terms {number} {'x' * 900}"})
    path = tmp_path / "service.sqlite"
    content = bytearray(path.read_bytes())
    content[-3 * 4096 :] = bytes(3 * 4096)
    path.write_bytes(content)

    ended = serve("--with-parent", data=tmp_path)

    assert ended.returncode == 2
    assert "is damaged" in ended.stderr
    assert path.read_bytes() == content


@pytest.mark.scorecard("R11")
def test_the_database_of_an_older_program_is_copied_and_brought_up(tmp_path: Path) -> None:
    """R11."""
    path = tmp_path / "service.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(OLD_TABLES)

    with running_service(data=tmp_path) as service, http_client(service) as http:
        listed = http.get("/v3/glossaries").json()["glossaries"]

    with contextlib.closing(sqlite3.connect(path)) as database:
        version = database.execute("SELECT value FROM about").fetchall()
        counted = database.execute("SELECT * FROM key_usage").fetchall()
    copy = tmp_path / f"service.sqlite.before-version-{SCHEMA_VERSION}"
    with contextlib.closing(sqlite3.connect(copy)) as database:
        old = database.execute("SELECT value FROM about").fetchall()
    assert [each["name"] for each in listed] == ["Old one"]
    assert (version, old) == ([(str(SCHEMA_VERSION),)], [("1",)])
    assert counted == [("2026-10", "owner", "translate", 40)]
    if os.name == "posix":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600


@pytest.mark.scorecard("R11")
def test_the_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    serve("--with-parent", data=tmp_path)
    with sqlite3.connect(tmp_path / "service.sqlite") as database:
        database.execute("UPDATE about SET value = '99' WHERE name = 'version'")
    database.close()

    ended = serve("--with-parent", data=tmp_path)

    assert ended.returncode == 2
    assert "version 99" in ended.stderr


def test_another_database_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.sqlite"

    ended = serve("--with-parent", "--database", f"sqlite:///{path}", data=tmp_path / "unused")

    assert ended.returncode == 0
    assert path.exists()
    assert not (tmp_path / "unused").exists()


@pytest.mark.parametrize("url", ["nothing", "oracle+unknown://x", "postgresql+notinstalled://x/y"])
def test_a_database_address_that_cannot_be_is_refused_in_words(tmp_path: Path, url: str) -> None:
    ended = serve("--with-parent", "--database", url, data=tmp_path)

    assert ended.returncode == 2
    assert "database address" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.scorecard("S14")
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_it_listens_to_no_other_computer(tmp_path: Path, host: str) -> None:
    """S14."""
    ended = serve("--with-parent", "--host", host, data=tmp_path)

    assert ended.returncode == 2
    assert "this computer only" in ended.stderr


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = serve("--with-parent", "--port", str(taken.getsockname()[1]), data=tmp_path)

    assert ended.returncode == 2
    assert "in use" in ended.stderr
