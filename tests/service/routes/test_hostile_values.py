"""S22: ids, names, codes and parameters with quotes, NUL, `../`, ten kilobytes or SQL are data, or rejected."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest

from support.running_service import running_service
from support.service_calls import dictionary, glossary_of, http_client
from termdesk.service import database, memory, store
from termdesk.service.memories import confirmed_rows

pytestmark = pytest.mark.scorecard("S22")

NO_SUCH_ID = "00000000-0000-4000-8000-000000000000"
HOSTILE = [
    "'",
    '"',
    "' OR '1'='1",
    "'; DROP TABLE glossaries;--",
    f"{NO_SUCH_ID}' UNION SELECT name, name, name FROM about--",
    "%",
    "_",
    "*",
    "\x00",
    "a\x00b",
    "../../etc/passwd",
    "..\\..\\boot.ini",
    "/etc/passwd",
    "file:///etc/passwd",
    "{0.__class__}",
    "%s%n%x",
    "${jndi:ldap://x}",
    "<script>alert(1)</script>",
    "line\r\nX-Injected: yes",
    "\u202e\u2066\ufeff",
    "🏛" * 100,
    "9" * 400,
    "-1",
    "null",
    "x" * 7_000,
]
PATHS = [
    ("GET", "/v3/glossaries/{value}"),
    ("DELETE", "/v3/glossaries/{value}"),
    ("GET", "/v3/glossaries/{value}/entries?source_lang=en&target_lang=es"),
    ("GET", "/v3/glossaries/{known}/entries?source_lang={value}&target_lang=es"),
    ("DELETE", "/v3/glossaries/{known}/dictionaries?source_lang=en&target_lang={value}"),
    ("GET", "/v2/glossaries/{value}"),
    ("DELETE", "/v2/glossaries/{value}"),
    ("GET", "/v2/glossaries/{value}/entries"),
    ("GET", "/v3/translation_memories/{value}"),
    ("DELETE", "/v3/translation_memories/{value}"),
    ("GET", "/v3/translation_memories/{value}/segments"),
    ("POST", "/v3/translation_memories/{value}/export"),
    ("GET", "/v3/translation_memories/jobs/{value}"),
    ("PUT", "/v3/translation_memories/uploads/{value}"),
    ("GET", "/v3/translation_memories/downloads/{value}"),
    ("GET", "/v3/languages?resource={value}"),
    ("GET", "/v2/languages?type={value}"),
    ("GET", "/{value}"),
]
BODIES = [
    ("PATCH", "/v3/glossaries/{known}", lambda value: {"dictionaries": [dictionary("a\tb\n", source=value)]}),
    ("PUT", "/v3/glossaries/{known}/dictionaries", lambda value: dictionary("a\tb\n", target=value)),
    ("PUT", "/v3/glossaries/{known}/dictionaries", lambda value: dictionary("a\tb\n", form=value)),
    ("POST", "/v2/translate", lambda value: {"text": ["x"], "target_lang": value}),
    (
        "POST",
        "/v2/translate",
        lambda value: {"text": ["x"], "source_lang": "en", "target_lang": "es", "glossary_id": value},
    ),
    ("POST", "/v2/write/correct", lambda value: {"text": ["x"], "target_lang": value}),
    ("POST", "/v2/write/rephrase", lambda value: {"text": ["x"], "target_lang": "en-US", "tone": value}),
]


@pytest.fixture(scope="module")
def kept() -> Iterator[tuple[httpx.Client, str]]:
    """A client of a service with one glossary, and its id."""
    with running_service() as running, http_client(running) as http:
        made = http.post("/v3/glossaries", json=glossary_of(dictionary("house\tcasa\n"), name="Kept"))
        yield http, made.json()["glossary_id"]


def all_of(http: httpx.Client, glossary_id: str) -> tuple[object, str]:
    listed = http.get("/v3/glossaries").json()
    return listed, http.get(f"/v3/glossaries/{glossary_id}/entries?source_lang=en&target_lang=es").text


@pytest.mark.parametrize("value", HOSTILE, ids=[ascii(value)[:24] for value in HOSTILE])
def test_values_in_paths_and_queries_are_refused_and_change_nothing(kept: tuple[httpx.Client, str], value: str) -> None:
    http, known = kept
    before = all_of(http, known)

    answers = [
        http.request(method, path.format(value=quote(value, safe=""), known=known))
        for method, path in PATHS
        # An empty segment is another path, and the client itself removes a segment that is a single dot.
        if quote(value, safe="") not in ("", ".", "..")
    ]

    assert {answer.status_code for answer in answers} <= {400, 404, 431}
    assert not any("x-injected" in answer.headers for answer in answers)
    assert all_of(http, known) == before


@pytest.mark.parametrize("value", HOSTILE, ids=[ascii(value)[:24] for value in HOSTILE])
def test_values_in_bodies_are_refused_and_change_nothing(kept: tuple[httpx.Client, str], value: str) -> None:
    http, known = kept
    before = all_of(http, known)

    answers = [http.request(method, path.format(known=known), json=make(value)) for method, path, make in BODIES]

    assert {answer.status_code for answer in answers} <= {400, 404}
    assert all(len(answer.content) < 2_000 for answer in answers)
    assert all_of(http, known) == before


@pytest.mark.parametrize("value", HOSTILE, ids=[ascii(value)[:24] for value in HOSTILE])
def test_names_and_entries_come_back_as_they_were_sent_or_are_refused(
    kept: tuple[httpx.Client, str], value: str
) -> None:
    http, _ = kept

    made = http.post("/v3/glossaries", json=glossary_of(dictionary(f"x\t{value}\n", form="tsv"), name=value))

    assert made.status_code in (201, 400)
    if made.status_code == 201:
        path = f"/v3/glossaries/{made.json()['glossary_id']}"
        assert http.get(path).json()["name"] == value
        assert http.delete(path).status_code == 204
    else:
        assert made.json()["detail"]


@pytest.mark.parametrize("module", [database, store, memory, confirmed_rows])
def test_statements_are_never_put_together_from_values(module: object) -> None:
    """Values are bound parameters only: no statement is an f-string, a sum, or made by `format`."""
    tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type]  # modules are objects to the type checker
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    named = [call for call in calls if re.fullmatch(r"execute\w*|exec_driver_sql|text", _name_of(call))]

    made = [call for call in named if isinstance(call.args[0], ast.JoinedStr | ast.BinOp | ast.Call) and _is_text(call)]

    assert [ast.unparse(call) for call in made] == []


def _name_of(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_text(call: ast.Call) -> bool:
    """Whether the first argument is assembled text rather than an expression of SQLAlchemy."""
    first = call.args[0]
    return not isinstance(first, ast.Call) or _name_of(first) in ("format", "join", "text")
