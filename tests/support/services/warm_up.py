"""Uses a service once in the fork server, so that forked services find their code in use.

Python optimizes code while it runs, and caches what it looks up. A forked process would do that again, and each page
of memory that it changes is copied for it. This would take a third of the time of a service that a test starts.
"""

from __future__ import annotations

import http.client
import json
import logging
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

ENTRIES = {"source_lang": "en", "target_lang": "es", "entries": "house\tcasa\n", "entries_format": "tsv"}


def use_service_once() -> None:
    """Run a service in this process, send it the most frequent requests, and end it. No thread of it remains."""
    from termdesk.commands.serve_command import serve_parser
    from termdesk.service.process import Options, serve

    serve_parser()
    with tempfile.TemporaryDirectory(prefix="termdesk-service-") as folder, _new_streams() as descriptors:
        client = threading.Thread(target=_use, args=descriptors)
        client.start()
        try:
            serve(Options(data=Path(folder), log=Path(folder) / "log", with_parent=True))
        finally:
            # If the service has failed, the client waits for an address that never comes.
            os.close(1)
            client.join()
    for handler in list(logging.getLogger().handlers):
        logging.getLogger().removeHandler(handler)
        handler.close()
    assert threading.active_count() == 1, "Only a process with one thread can be forked safely."


@contextmanager
def _new_streams() -> Iterator[tuple[int, int]]:
    """Connect standard input and output with the two file descriptors that are returned, and restore them at the end.

    The error stream is restored, too, because the service's log takes it over.
    """
    saved = [os.dup(number) for number in (0, 1, 2)]
    read_input, to_service = os.pipe()
    from_service, write_output = os.pipe()
    os.dup2(read_input, 0)
    os.dup2(write_output, 1)
    os.close(read_input)
    os.close(write_output)
    try:
        yield to_service, from_service
    finally:
        for number, descriptor in enumerate(saved):
            os.dup2(descriptor, number)
            os.close(descriptor)


def _use(to_service: int, from_service: int) -> None:
    """Read the address of the service, send requests, and end it by closing its input."""
    with open(to_service, "wb"), open(from_service, encoding="utf-8") as output:
        reported = output.readline()
        if not reported:
            return
        address = json.loads(reported)
        connection = http.client.HTTPConnection(urlsplit(address["url"]).netloc)

        def send(method: str, path: str, body: object = None) -> bytes:
            headers = {"Authorization": f"Service-Auth-Key {address['key']}", "Content-Type": "application/json"}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            with connection.getresponse() as answer:
                return answer.read()

        for path in ("/v2/usage", "/v2/languages?type=source", "/local/v1/engines"):
            send("GET", path)
        glossary = send("POST", "/v3/glossaries", {"name": "Test", "dictionaries": [ENTRIES]})
        made = f"/v3/glossaries/{json.loads(glossary)['glossary_id']}"
        send("GET", "/v3/glossaries")
        send("GET", f"{made}/entries?source_lang=en&target_lang=es")
        send("PUT", f"{made}/dictionaries", ENTRIES)
        send("PATCH", made, {"name": "Tests"})
        send("DELETE", made)
        connection.close()
