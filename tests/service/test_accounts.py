"""Several keys of one service, each with its plan, scopes and limit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.running_service import RunningService, running_service
from support.service_calls import confirm, dictionary, glossary_of, http_client
from termdesk.domain.errors import InvalidInput
from termdesk.service.accounts import Account, Accounts, digest_of

CONFIGURATION = f"""
[[keys]]
name = "reader"
sha256 = "{digest_of("reader-key")}"
scopes = ["glossaries:read", "languages:read"]

[[keys]]
name = "free of charge"
sha256 = "{digest_of("free-key:fx")}"
tier = "free"

[[keys]]
name = "small"
sha256 = "{digest_of("small-key")}"
character_limit = 15
"""
GLOSSARY = glossary_of(dictionary("house\tcasa\n"))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    file = tmp_path_factory.mktemp("configuration") / "service.toml"
    file.write_text(CONFIGURATION)
    with running_service("--config", str(file)) as running:
        yield running


def test_a_scoped_key_may_read_and_is_told_which_scope_is_missing(service: RunningService) -> None:
    with http_client(service, key="reader-key") as reader:
        listed = reader.get("/v3/glossaries")
        refused = reader.post("/v3/glossaries", json=GLOSSARY)
        without_scope = reader.get("/local/v1/engines")

    assert listed.status_code == 200
    assert refused.status_code == 403
    assert refused.json()["detail"] == "Missing scopes: glossaries:write"
    assert without_scope.status_code == 403


def test_a_free_key_has_one_glossary_and_no_improvement_and_a_short_usage(service: RunningService) -> None:
    with http_client(service, key="free-key:fx") as free:
        first = free.post("/v3/glossaries", json=GLOSSARY)
        second = free.post("/v3/glossaries", json=GLOSSARY)
        improved = free.post("/v2/write/correct", json={"text": ["He go."], "target_lang": "en-US"})
        listed = free.get("/v3/languages", params={"resource": "write"})
        usage = free.get("/v2/usage")
        free.delete(f"/v3/glossaries/{first.json()['glossary_id']}")

    assert (first.status_code, second.status_code) == (201, 456)
    assert improved.status_code == 403
    assert listed.json() == []
    assert usage.json().keys() == {"character_count", "character_limit"}


def test_the_limit_of_a_key_is_its_own(service: RunningService) -> None:
    body: dict[str, Any] = {"text": ["Good night"], "source_lang": "en", "target_lang": "de"}
    with http_client(service) as owner, http_client(service, key="small-key") as small:
        confirm(owner, "en", "de", Good_night="Gute Nacht")
        before = owner.get("/v2/usage").json()
        answers = [small.post("/v2/translate", json=body).status_code for _ in range(2)]
        own = small.get("/v2/usage").json()
        whole = owner.get("/v2/usage").json()
        other = owner.post("/v2/translate", json=body)

    assert answers == [200, 456]
    assert (own["api_key_character_count"], own["api_key_character_limit"]) == (10, 15)
    assert whole["character_count"] == before["character_count"] + 10
    assert whole["api_key_character_count"] == before["api_key_character_count"]
    assert other.status_code == 200


def test_only_the_owner_may_rehearse_and_teach(service: RunningService) -> None:
    with http_client(service, key="small-key") as small:
        rehearsed = small.put("/local/v1/rehearsal", json={"faults": []})
        looked = small.get("/local/v1/rehearsal")

    assert rehearsed.status_code == 403
    assert looked.json() == {}


def test_options_limit_the_one_key() -> None:
    with (
        running_service("--tier", "free", "--scopes", "usage:read,write:improve") as limited,
        http_client(limited) as http,
    ):
        usage = http.get("/v2/usage")
        improved = http.post("/v2/write/correct", json={"text": ["He go."], "target_lang": "en-US"})
        listed = http.get("/v3/glossaries")

    assert usage.json().keys() == {"character_count", "character_limit"}
    assert (improved.status_code, improved.json()["message"]) == (
        403,
        "Improving texts needs a key of the paid tier.",
    )
    assert listed.json()["detail"] == "Missing scopes: glossaries:read"


def test_two_keys_of_one_name_are_refused() -> None:
    with pytest.raises(InvalidInput, match="same name"):
        Accounts.of([("1", Account("one")), ("2", Account("one"))])


def test_a_digest_shows_nothing_of_the_key(tmp_path: Path) -> None:
    accounts = Accounts.of([(digest_of("secret"), Account("one"))])

    assert "secret" not in repr(accounts)
    assert accounts.find("secret") == Account("one")
    assert accounts.find("Secret") is None


@pytest.mark.scorecard("S17")
def test_a_wrong_key_is_refused(service: RunningService) -> None:
    with http_client(service, key="stranger") as stranger:
        answer: httpx.Response = stranger.get("/v3/glossaries")

    assert answer.status_code == 401
