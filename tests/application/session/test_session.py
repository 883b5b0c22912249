"""The session: its current service, and the state of the connection."""

from __future__ import annotations

import contextlib
import json
import os
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from support.services.raw_server import RawRequest, RawServer, answer
from support.waiting import until
from termdesk.application.failures import NotConnected
from termdesk.application.redaction import BLOT, redact
from termdesk.application.session.connection_test import try_connection
from termdesk.application.session.profile_keys import ProfileKeys
from termdesk.application.session.session import ConnectionState, Session
from termdesk.client.errors import Reason, ServiceError, Unreachable
from termdesk.client.transport.retry_policy import RetryPolicy
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.key_scope import KeyReach
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.storage.keys import KeyStore

pytestmark = pytest.mark.anyio

NewSession = Callable[..., Session]
USAGE = b'{"character_count": 1200, "character_limit": 5000}'
GOOD_KEY = "a-good-key-0001"


async def _service(request: RawRequest) -> bytes:
    """A remote service that accepts one key."""
    if request.headers.get("authorization", "").endswith(GOOD_KEY):
        return answer(USAGE)
    return answer(b'{"message": "Authorization failed"}', status="401 Unauthorized")


def _custom(url: str) -> Provider:
    return Provider("custom", url)


async def test_the_local_service_gets_ready_and_answers(local_session: Session) -> None:
    api = await local_session.api()
    usage = await api.usage.read()

    assert local_session.state is ConnectionState.READY
    assert local_session.profile == "local"
    assert usage.character_count is not None


async def test_stopping_ends_the_local_service(tmp_path: Path, new_session: NewSession) -> None:
    session = new_session(tmp_path)
    await session.start()
    pid = session.local_pid
    assert pid

    await session.stop()

    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(NotConnected):
        await session.api()


async def test_a_service_elsewhere_is_used_with_its_key_and_remembered(tmp_path: Path, new_session: NewSession) -> None:
    async with RawServer(_service) as server:
        session = new_session(tmp_path)
        await session.use(_custom(server.url), GOOD_KEY)
        sentence, profile, usage = session.sentence, session.profile, session.usage
        assert session.state is ConnectionState.READY
        await session.stop()

        again = new_session(tmp_path)
        again.keys = session.keys
        await again.start()
        assert again.state is ConnectionState.READY
        await again.stop()

    assert sentence == f"Connected to Another service (127.0.0.1:{server.port})."
    assert profile == f"custom 127.0.0.1:{server.port}"
    assert usage is not None
    assert usage.character_count == 1200
    assert again.provider.base_url == server.url


@pytest.mark.scorecard("R40")
async def test_a_wrong_key_is_refused_once_and_the_right_one_repairs_it(
    tmp_path: Path, new_session: NewSession
) -> None:
    async with RawServer(_service) as server:
        session = new_session(tmp_path)
        await session.use(_custom(server.url), "a-wrong-key-0002")
        assert session.state is ConnectionState.REFUSED
        with pytest.raises(NotConnected, match="does not accept the key"):
            await session.api()
        assert [request.line for request in server.requests] == ["GET /v2/usage"] * 2, "the other scheme was tried"

        await session.use(session.profile, GOOD_KEY)
        assert session.state is ConnectionState.READY
        await session.stop()


async def test_without_a_key_nothing_is_sent(tmp_path: Path, new_session: NewSession) -> None:
    async with RawServer(_service) as server:
        session = new_session(tmp_path)
        await session.use(_custom(server.url))
        await session.stop()

    assert server.requests == []


async def test_a_forgotten_key_is_gone(tmp_path: Path, new_session: NewSession) -> None:
    async with RawServer(_service) as server:
        session = new_session(tmp_path)
        await session.use(_custom(server.url), GOOD_KEY)

        await session.forget_key(session.provider)

        assert session.state is ConnectionState.REFUSED
        assert "No key is stored" in session.sentence
        await session.stop()


async def test_a_forgotten_key_is_not_used_on_where_the_disk_refuses_to_note_it(
    tmp_path: Path, new_session: NewSession
) -> None:
    async with RawServer(_service) as server:
        session = new_session(tmp_path)
        await session.use(_custom(server.url), GOOD_KEY)
        session.profiles.note_reach(session.profile, KeyReach(("usage:read",), "2026-11-23"))
        file = session.folders.config / "profiles.json"
        file.unlink()
        file.mkdir()

        with pytest.raises(StorageFailed):
            await session.forget_key(session.provider)

        assert session.state is ConnectionState.REFUSED
        await session.stop()


async def test_a_key_of_another_service_is_forgotten_without_a_new_connection(
    tmp_path: Path, new_session: NewSession
) -> None:
    async with RawServer(_service) as server, RawServer(_service) as other:
        session = new_session(tmp_path)
        await session.use(_custom(other.url), GOOD_KEY)
        await session.use(_custom(server.url), GOOD_KEY)
        assert await session.keys.get(_custom(other.url)) == GOOD_KEY

        await session.forget_key(_custom(other.url))

        assert await session.keys.get(_custom(other.url)) == ""
        assert session.state is ConnectionState.READY
        assert len(server.requests) == 1
        await session.stop()


async def test_a_key_store_that_does_not_answer_may_still_have_the_key(tmp_path: Path, new_session: NewSession) -> None:
    class Locked:
        def get_password(self, _service: str, _name: str) -> str:
            raise RuntimeError("locked")

    session = new_session(tmp_path)
    session.keys = ProfileKeys(KeyStore(find_backend=Locked))
    with pytest.raises(StorageFailed, match="may still be there"):
        await session.forget_key(_custom("https://api.example.org"))


@pytest.mark.scorecard("R38")
async def test_offline_is_found_by_failures_and_ends_by_itself(tmp_path: Path, new_session: NewSession) -> None:
    is_up = True

    async def sometimes(request: RawRequest) -> bytes:
        return await _service(request) if is_up else b""

    async with RawServer(sometimes) as server:
        session = new_session(tmp_path, RetryPolicy(probe=0.3, between_probes=0.02))
        await session.use(_custom(server.url), GOOD_KEY)
        is_up = False
        session.report_failure(Unreachable(reason=Reason.RESET))
        await until(lambda: session.state is ConnectionState.OFFLINE)
        assert await session.api(), "calls may still be tried, and say why they fail"

        is_up = True
        await until(lambda: session.state is ConnectionState.READY)
        await session.stop()


async def test_a_failure_that_says_nothing_about_the_connection_does_not_doubt_it(
    tmp_path: Path, new_session: NewSession
) -> None:
    async with RawServer(_service) as server:
        session = new_session(tmp_path)
        await session.use(_custom(server.url), GOOD_KEY)

        session.report_failure(InvalidInput("Too long."))
        await session.api()
        await session.stop()

    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "refusal",
    [
        pytest.param(answer(b"", status="403 Forbidden"), id="without a word"),
        pytest.param(answer(b'{"detail": "Missing scopes: usage:read"}', status="403 Forbidden"), id="in words"),
        pytest.param(answer(b"", status="429 Too Many Requests", headers="Retry-After: 30\r\n"), id="asked too often"),
        pytest.param(answer(b"", status="500 Internal Server Error"), id="failed"),
    ],
)
async def test_a_service_that_does_not_tell_its_usage_is_used_all_the_same(
    refusal: bytes, tmp_path: Path, new_session: NewSession
) -> None:
    async def service(request: RawRequest) -> bytes:
        return refusal if "/v2/usage" in request.line else answer(b"[]")

    async with RawServer(service) as server:
        session = new_session(tmp_path)
        await session.use(_custom(server.url), GOOD_KEY)
        state, usage = session.state, session.usage
        tried = await _tried(_custom(server.url)) if b"403" in refusal else ""
        await session.stop()

    assert (state, usage) == (ConnectionState.READY, None)
    reported, _, lacks = tried.partition(" It lacks these scopes: ")
    assert reported in ("", "The service accepts the key, which does not allow reading the usage.")
    assert lacks == ("usage:read." if b"403" in refusal else "")


async def _tried(provider: Provider) -> str:
    return (await try_connection(provider, GOOD_KEY)).sentence


async def test_an_address_that_would_show_the_key_is_refused_and_nothing_changes(
    tmp_path: Path, new_session: NewSession
) -> None:
    session = new_session(tmp_path)

    with pytest.raises(InvalidInput, match="only https"):
        await session.use(_custom("http://translate.example.org"), GOOD_KEY)

    assert session.provider.is_local
    assert new_session(tmp_path).provider.is_local


async def test_whoever_asks_is_told_of_another_service(tmp_path: Path, new_session: NewSession) -> None:
    async with RawServer(_service) as first, RawServer(_service) as second:
        session = new_session(tmp_path)
        profiles: list[str] = []
        session.service_changed.subscribe(lambda: profiles.append(session.profile))
        await session.use(_custom(first.url), GOOD_KEY)
        await session.use(_custom(second.url), GOOD_KEY)
        await session.stop()

    assert profiles == [f"custom 127.0.0.1:{first.port}", f"custom 127.0.0.1:{second.port}"]


@pytest.mark.scorecard("S01")
async def test_a_key_is_written_into_no_file_and_no_log(
    tmp_path: Path, new_session: NewSession, caplog: pytest.LogCaptureFixture
) -> None:
    canary = "canary-in-session-91c2"
    caplog.set_level("DEBUG")
    async with RawServer(_service) as server:
        session = new_session(tmp_path)
        await session.use(_custom(server.url), canary)
        await session.stop()
        sent = [request.headers["authorization"] for request in server.requests]

    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert sent == [f"Service-Auth-Key {canary}", f"DeepL-Auth-Key {canary}"]
    assert files
    assert not any(canary.encode() in path.read_bytes() for path in files)
    assert canary not in caplog.text
    assert canary not in session.sentence


def _titled(url: str, title: str) -> Profile:
    return Profile(Provider("custom", url, title=title))


async def test_an_edited_address_never_gets_the_key_of_the_one_before(tmp_path: Path, new_session: NewSession) -> None:
    async with RawServer(_service) as server, RawServer(_service) as other:
        session = new_session(tmp_path)
        profile = await session.save_profile(_titled(server.url, "Agency"), GOOD_KEY)
        moved = replace(profile, provider=replace(profile.provider, base_url=other.url))

        saved = await session.save_profile(moved)
        await session.use(saved.id)
        state, sentence = session.state, session.sentence
        back = await session.save_profile(replace(saved, provider=replace(saved.provider, base_url=server.url)))

        assert (state, "No key is stored" in sentence) == (ConnectionState.REFUSED, True)
        assert other.requests == []
        assert await session.keys.get(back.provider) == "", "it is asked again, also at the address of before"
        await session.stop()


async def test_a_new_address_of_the_same_service_keeps_what_is_stored_but_not_the_key(
    tmp_path: Path, new_session: NewSession
) -> None:
    session = new_session(tmp_path)
    profile = await session.save_profile(_titled("https://old.example.org", "Agency"), GOOD_KEY)
    moved = replace(profile, provider=replace(profile.provider, base_url="https://new.example.org"))
    assert session.profiles.leads_elsewhere(moved)

    saved = await session.save_profile(moved, is_same_service=True)

    assert saved.id == profile.id, "drafts, versions, history and ledger are found by it"
    assert saved.provider.base_url == "https://new.example.org"
    assert await session.keys.get(saved.provider) == ""
    assert await session.keys.get(profile.provider) == ""
    assert not session.profiles.leads_elsewhere(replace(saved, day_cap=5))


async def test_another_free_address_never_gets_the_key(tmp_path: Path, new_session: NewSession) -> None:
    session = new_session(tmp_path)
    provider = Provider("custom", "https://a.example", free_base_url="https://free.example", free_key_suffix=":0")
    profile = await session.save_profile(Profile(provider), "a-free-key:0")
    assert await session.keys.get(profile.provider) == "a-free-key:0"

    saved = await session.save_profile(
        replace(profile, provider=replace(profile.provider, free_base_url="https://other.example"))
    )

    assert saved.id == profile.id
    assert await session.keys.get(saved.provider) == ""


async def test_profiles_of_one_address_have_keys_of_their_own(tmp_path: Path, new_session: NewSession) -> None:
    async with RawServer(_service) as server:
        session = new_session(tmp_path)
        first = await session.save_profile(_titled(server.url, "One"), GOOD_KEY)
        second = await session.save_profile(_titled(server.url, "Two"), "another-key-0002")
        copy = session.profiles.duplicate(first.id)

        assert [await session.keys.get(each.provider) for each in (first, second, copy)] == [
            GOOD_KEY,
            "another-key-0002",
            "",
        ]
        await session.remove_profile(first)
        again = await session.save_profile(_titled(server.url, "One"), is_same_service=True)
        assert again.id == first.id
        assert await session.keys.get(again.provider) == ""


async def test_the_profile_in_use_cannot_be_deleted(tmp_path: Path, new_session: NewSession) -> None:
    async with RawServer(_service) as server:
        session = new_session(tmp_path)
        await session.use(_custom(server.url), GOOD_KEY)

        with pytest.raises(InvalidInput, match="in use"):
            await session.remove_profile(session.profile_in_use)
        await session.stop()


class _Keyring:
    """A keyring in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    def get_password(self, _service: str, name: str) -> str | None:
        return self.kept.get(name)

    def set_password(self, _service: str, name: str, key: str) -> None:
        self.kept[name] = key

    def delete_password(self, _service: str, name: str) -> None:
        del self.kept[name]


async def test_a_key_for_this_session_only_reaches_no_key_store(tmp_path: Path, new_session: NewSession) -> None:
    keyring, session = _Keyring(), new_session(tmp_path)
    session.keys = ProfileKeys(KeyStore(find_backend=lambda: keyring))
    profile = await session.save_profile(replace(_titled("https://a.example", "A"), keeps_key=False), GOOD_KEY)
    assert keyring.kept == {}
    assert await session.keys.get(profile.provider) == GOOD_KEY

    kept = await session.save_profile(replace(profile, keeps_key=True))
    assert list(keyring.kept.values()) == [GOOD_KEY]
    forgotten = await session.save_profile(replace(kept, keeps_key=False))
    assert keyring.kept == {}
    assert await session.keys.get(forgotten.provider) == GOOD_KEY


async def test_a_key_of_an_earlier_version_is_found_by_its_profile(tmp_path: Path, new_session: NewSession) -> None:
    (tmp_path / "config").mkdir(mode=0o700)
    former = {"provider": "custom", "custom_address": "https://terms.example.org/api", "custom_title": "Agency"}
    (tmp_path / "config" / "settings.json").write_text(json.dumps(former))
    keyring = _Keyring()
    keyring.kept["custom terms.example.org at https://terms.example.org"] = GOOD_KEY
    session = new_session(tmp_path)
    session.keys = ProfileKeys(KeyStore(find_backend=lambda: keyring))

    assert session.profile == "custom terms.example.org"
    assert session.title == "Agency"
    assert await session.keys.get(session.provider) == GOOD_KEY


async def test_a_session_is_made_for_a_profile_by_its_name(tmp_path: Path, new_session: NewSession) -> None:
    first = new_session(tmp_path)
    first.profiles.add(_titled("https://a.example", "Agency"))

    named = Session(first.folders, first._settings_file, first.keys.store, name="agency")

    assert named.title == "Agency"
    assert named.profiles.in_use.id == "local", "only what is chosen in the window is remembered"
    with pytest.raises(InvalidInput, match="no profile “Other”"):
        Session(first.folders, first._settings_file, first.keys.store, name="Other")


@pytest.mark.scorecard("S01")
async def test_the_password_of_a_proxy_is_sent_to_it_and_written_nowhere(
    tmp_path: Path, new_session: NewSession, caplog: pytest.LogCaptureFixture
) -> None:
    canary = "canary-of-proxy-91c2"
    caplog.set_level("DEBUG")
    async with RawServer(_service) as proxy:
        session = new_session(tmp_path)
        provider = replace(_custom("https://service.example.test"), proxy=proxy.url, proxy_user="me")
        with pytest.raises(InvalidInput, match="no proxy"):
            await session.save_profile(Profile(replace(provider, proxy="")), GOOD_KEY, proxy_password=canary)
        profile = await session.save_profile(Profile(provider), GOOD_KEY, proxy_password=canary)
        await session.use(profile.id)
        assert session.state is ConnectionState.OFFLINE
        with pytest.raises(Unreachable):
            await try_connection(profile.provider, GOOD_KEY, proxy_password=canary, clients=session.clients)
        await session.stop()
        sent = {request.headers.get("proxy-authorization", "") for request in proxy.requests}

    login = b64encode(f"me:{canary}".encode()).decode()
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert sent == {f"Basic {login}"}
    assert files
    assert not any(secret.encode() in content for content in files for secret in (canary, login))
    assert canary not in caplog.text
    assert BLOT in redact(f"Proxy-Authorization: Basic {login}")


async def _libretranslate(request: RawRequest) -> bytes:
    if request.line.startswith("GET"):
        return answer(b'[{"code": "en", "name": "English", "targets": ["de"]}]')
    return answer(b'{"translatedText": "from the server"}')


@pytest.mark.slow
async def test_a_changed_server_is_used_by_the_windows_that_did_not_change_it(
    tmp_path: Path, new_session: NewSession
) -> None:
    first = new_session(tmp_path)
    await first.start()
    # The window that changes it uses another service.
    second = Session(
        first.folders,
        first._settings_file,
        first.keys.store,
        profiles=first.profiles,
        provider=_custom("https://elsewhere.example.org"),
    )

    async def has_restarted() -> str:
        assert second._restart is not None
        await second._restart
        await until(lambda: first.state is ConnectionState.READY and first._api is not None)
        return first.profiles.local_service.translation_server

    async with RawServer(_libretranslate) as server:
        assert not second.save_settings(replace(second.settings, libretranslate=server.url))
        assert await has_restarted() == server.url
        [translated] = await (await first.api()).texts.translate(["Good night"], source="en", target="de")
        assert translated.text == "From the server"

        second.save_settings(replace(second.settings, libretranslate=""))
        assert await has_restarted() == ""
        count = len(server.requests)
        with contextlib.suppress(ServiceError):
            await (await first.api()).texts.translate(["Good morning"], source="en", target="de")
        assert len(server.requests) == count, "the server of before gets no text"
    await second.stop()
    await first.stop()
