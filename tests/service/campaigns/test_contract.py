"""The running service against the vendor's published OpenAPI description, with `schemathesis` (S21).

`dev.py test --long` sends three hundred times as many requests, and tries every boundary of every value.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.campaign import IS_LONG, size
from support.proof.scorecard_plugin import Held
from support.running_service import RunningService, running_service
from support.service_calls import dictionary, glossary_of, http_client
from support.shared_data import shared_file

pytestmark = pytest.mark.scorecard("S21")

# Endpoints that this service does not have. Each would be answered with 404.
NOT_SERVED = {
    "/v2/admin/": "keys are set when the service is started, not by requests",
    "/v3/style_rules/": "no engine here can follow style rules: the list is empty, and making one is refused",
    "/v3/voice/": "nothing here hears or speaks",
    "/v1/jobs/voice/": "nothing here hears or speaks",
    "/v1/quality-evaluation": "no engine here evaluates",
}
# Checks that require more than the API specifies.
NOT_CHECKED = {
    "positive_data_acceptance": "the description knows nothing of the rules of entries, of engines, or of pairs",
    "missing_required_header": "wrong keys are slowed down with 429 after ten in a second, as S17 wants",
    "ignored_auth": "for the same reason",
    "unsupported_method": "the specification has POST on /v2/languages, and TRACE with a form is refused for the form",
    "allow_header_conformance": "documents are asked after by GET too, and languages by POST, as some clients do",
    "negative_data_rejection": "a text that is not in an array is taken for an array of one, as other clients send it",
}
# Responses that the description omits although the specification or HTTP requires them.
ALSO_ANSWERED = {
    "400": "a page beyond its own limits, where the description forgot it",
    "401": "the specification has it on every endpoint without a valid key",
    "405": "another method on a path that exists",
    "415": "a body of another kind than JSON or form",
    "431": "the head limit of 16 KiB",
}
PREPARED = 12


def is_served(path: str) -> bool:
    return not path.startswith(tuple(NOT_SERVED))


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    # The terms-only engine serves every pair, so that no request is rejected for lack of an engine.
    with running_service("--terms-only") as running:
        yield running


def made_glossaries(http: httpx.Client) -> list[str]:
    body = glossary_of(dictionary("house\tHaus\n", target="de"))
    return [http.post("/v3/glossaries", json=body).json()["glossary_id"] for _ in range(PREPARED)]


def restricted(description: dict[str, Any], glossaries: list[str]) -> dict[str, Any]:
    """Return the description of the endpoints served. Half of the time, its glossary ids are real ones."""
    paths = {path: each for path, each in description["paths"].items() if is_served(path)}
    for path in paths.values():
        for operation in (each for each in path.values() if isinstance(each, dict)):
            for status in ALSO_ANSWERED:
                operation["responses"].setdefault(status, {"description": "also answered"})
    for parameter in description["components"]["parameters"].values():
        if parameter["name"] == "glossary_id":
            parameter["schema"] = {"type": "string", "enum": [*glossaries, "0", "../x", "%00"]}
    return {**description, "paths": paths}


def test_no_server_error_and_no_break_of_the_schema(service: RunningService, tmp_path: Path, held: Held) -> None:
    with http_client(service, "DeepL-Auth-Key") as http:
        glossaries = made_glossaries(http)
    description = json.loads(shared_file("../spec/vendor-openapi.json").read_bytes())
    file = tmp_path / "served.json"
    file.write_text(json.dumps(restricted(description, glossaries)))
    # One worker. WORKAROUND: Python 3.11 parses in two threads at once now and then with “AST constructor recursion
    # depth mismatch” (python/cpython#106905), where hypothesis describes a strategy; it can go with 3.12.
    examples = size(2, 1_000)
    # Trying the boundaries alone takes half a minute of processor time.
    phases = "examples,coverage,fuzzing,stateful" if IS_LONG else "examples,fuzzing,stateful"

    ran = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", str(file), "--url", service.url),
            *("-H", f"Authorization: DeepL-Auth-Key {service.key}"),
            *("--phases", phases, "--max-examples", str(examples), "--workers", "1"),
            *("--exclude-checks", ",".join(NOT_CHECKED), "--warnings", "off", "--no-color", "--no-shrink"),
            *("--generation-deterministic", "--request-timeout", "30"),
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )

    assert ran.returncode == 0, ran.stdout[-12_000:] + ran.stderr[-2_000:]
    cases = re.search(r"([\d,]+) generated, ([\d,]+) passed", ran.stdout)
    assert cases
    assert cases[1] == cases[2]
    held(f"{cases[1]} requests of all operations got answers as described", runs=int(cases[1].replace(",", "")))


def test_every_path_of_the_description_is_served_or_left_out_with_a_reason(http: httpx.Client) -> None:
    description = json.loads(shared_file("../spec/vendor-openapi.json").read_bytes())
    concrete = {"{document_id}": "0", "{glossary_id}": "0", "{style_id}": "0", "{instruction_id}": "0", "{job_id}": "0"}

    for path, methods in description["paths"].items():
        for name, value in concrete.items():
            path = path.replace(name, value)
        method = next(name for name in ("get", "post", "put", "patch", "delete") if name in methods)
        answer = http.request(method.upper(), path)
        routed = not (answer.status_code == 404 and answer.json()["message"] == "Resource not found")

        assert routed == is_served(path), path
