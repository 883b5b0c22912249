"""Lists of languages: requested once, stored for offline use, compared with earlier and older lists."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.languages.languages import LanguageLists, LegacyList
from termdesk.application.languages.list_files import ListFiles
from termdesk.application.session.session import Session
from termdesk.client.errors import BadAnswer, InvalidRequest, Unreachable
from termdesk.domain.language.language import LanguagePair, Resource
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio

NewSession = Callable[[Path], Session]
KEY = "a-good-key-0001"
RECORDS = (
    b'[{"lang": "de", "name": "German", "usable_as_source": true, "usable_as_target": true, "status": "stable",'
    b' "features": {"glossary": {"status": "stable"}}}]'
)


class Elsewhere:
    """A service that lists one language, unless told otherwise."""

    def __init__(self) -> None:
        self.mood = "fine"
        self.asked: list[str] = []

    async def __call__(self, request: RawRequest) -> bytes:
        path = request.line.split()[1]
        if not path.startswith("/v2/usage"):
            self.asked.append(path)
        match self.mood:
            case "gone":
                return b""
            case "refuses":
                return answer(b'{"message": "no"}', status="400 Bad Request")
            case "without" if path.startswith("/v2/lang"):
                return answer(b"", status="404 Not Found")
            case "old" if path.startswith("/v3"):
                return answer(b"", status="404 Not Found")
        return answer(_OLD.get(path, RECORDS))


_OLD = {
    "/v2/languages?type=source": b'[{"language": "EN", "name": "English"}, {"language": "DE", "name": "German"}]',
    "/v2/languages?type=target": b'[{"language": "DE", "name": "German", "supports_formality": true},'
    b' {"language": "EN-GB", "name": "English (British)", "supports_formality": false}]',
    "/v2/glossary-language-pairs": b'{"supported_languages": [{"source_lang": "en", "target_lang": "de"}]}',
}


async def _session(new_session: NewSession, position: Path, url: str) -> Session:
    session = new_session(position)
    await session.use(Provider("custom", url), KEY)
    return session


async def test_the_local_service_lists_what_it_really_serves(local_session: Session) -> None:
    lists = LanguageLists(local_session)

    glossary = await lists.list(Resource.GLOSSARY)
    improve = await lists.list(Resource.WRITE)

    assert len(glossary.languages) == 33
    assert [each.name for each in glossary.sources] == sorted(each.name for each in glossary.sources)
    assert "en-US" in [each.code for each in improve.targets]
    assert not glossary.is_stored


async def test_a_list_is_asked_for_once_until_refreshed(tmp_path: Path, new_session: NewSession) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        lists = LanguageLists(session)

        first = await lists.list(Resource.GLOSSARY)
        second = await lists.list(Resource.GLOSSARY)
        assert len(service.asked) == 1
        await lists.list(Resource.GLOSSARY, refresh=True)
        await session.stop()

    assert first == second
    assert len(service.asked) == 2


async def test_what_was_listed_is_there_offline_also_after_a_restart(tmp_path: Path, new_session: NewSession) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        before = await LanguageLists(session).list(Resource.TRANSLATE_TEXT)

        service.mood = "gone"
        again = LanguageLists(session)
        stored = await again.list(Resource.TRANSLATE_TEXT)
        with pytest.raises(Unreachable):
            await again.list(Resource.VOICE)
        await session.stop()

    assert stored.is_stored
    assert stored.languages == before.languages
    assert stored.fetched_at == before.fetched_at
    assert stored.languages[0].features == {"glossary": "stable"}


async def test_another_service_does_not_get_the_lists_of_the_first(tmp_path: Path, new_session: NewSession) -> None:
    service, broken = Elsewhere(), Elsewhere()
    broken.mood = "gone"
    async with RawServer(service) as first, RawServer(broken) as second:
        session = await _session(new_session, tmp_path, first.url)
        lists = LanguageLists(session)
        await lists.list(Resource.GLOSSARY)

        broken.mood = "fine"
        await session.use(Provider("custom", second.url), KEY)
        broken.mood = "gone"
        with pytest.raises(Unreachable):
            await lists.list(Resource.GLOSSARY)
        await session.stop()


async def test_a_refusal_is_told_and_not_hidden_behind_an_old_list(tmp_path: Path, new_session: NewSession) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        lists = LanguageLists(session)
        await lists.list(Resource.GLOSSARY)

        service.mood = "refuses"
        with pytest.raises(InvalidRequest):
            await lists.list(Resource.GLOSSARY, refresh=True)
        await session.stop()


async def test_a_damaged_copy_is_no_hindrance(tmp_path: Path, new_session: NewSession) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        await LanguageLists(session).list(Resource.GLOSSARY)
        [copy] = (session.folders.cache / "languages").iterdir()
        copy.write_bytes(b'{"glossary": {"languages": 7}}')

        listed = await LanguageLists(session).list(Resource.GLOSSARY)
        await session.stop()

    assert [each.code for each in listed.languages] == ["de"]


async def test_an_older_service_is_understood_by_its_older_lists(tmp_path: Path, new_session: NewSession) -> None:
    service = Elsewhere()
    service.mood = "old"
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        lists = LanguageLists(session)

        text = await lists.list(Resource.TRANSLATE_TEXT)
        glossary = await lists.list(Resource.GLOSSARY)
        features = await lists.features(Resource.TRANSLATE_TEXT)
        await session.stop()

    assert [each.code for each in text.sources] == ["en", "de"]
    assert [each.code for each in text.targets] == ["en-GB", "de"]
    assert [(each.code, each.usable_as_source) for each in glossary.languages] == [("de", False), ("en", True)]
    assert "glossary" in [each.name for each in features]


# All lists, changes, and older lists


class Clock:
    """A clock that advances by a day at each reading."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.moment += timedelta(days=1)
        return self.moment


async def test_what_changed_is_kept_with_both_moments_also_after_a_restart(
    tmp_path: Path, new_session: NewSession
) -> None:
    service = Listing(_side("en"), _side("gl", source=False))
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        clock = Clock()
        lists = LanguageLists(session, now=clock)
        await lists.list(Resource.GLOSSARY)
        assert await lists.changes() == []

        # The next start shows the changes since the one before.
        service.languages = (_side("gl"), _side("eu"))
        await LanguageLists(session, now=clock).list(Resource.GLOSSARY)
        await lists.list(Resource.GLOSSARY, refresh=True)
        found = await LanguageLists(session).changes()
        await session.stop()

    assert [(each.code, each.kind.value) for each in found[:3]] == [
        ("en", "removed"),
        ("eu", "added"),
        ("gl", "source added"),
    ]
    assert {(each.since.day, each.found_at.day) for each in found[:3]} == {(2, 3)}
    assert {each.resource for each in found} == {"glossary"}


async def test_a_service_that_learns_the_new_endpoint_has_not_changed_its_languages(
    tmp_path: Path, new_session: NewSession
) -> None:
    service = Elsewhere()
    service.mood = "old"
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        lists = LanguageLists(session)
        assert (await lists.list(Resource.TRANSLATE_TEXT)).is_legacy

        service.mood = "fine"
        today = await lists.list(Resource.TRANSLATE_TEXT, refresh=True)
        changes = await lists.changes()
        await session.stop()

    assert not today.is_legacy
    assert changes == []


async def test_all_lists_are_read_except_those_that_the_service_refuses(
    tmp_path: Path, new_session: NewSession
) -> None:
    async def without_voice(request: RawRequest) -> bytes:
        if "resource=voice" in request.line:
            return answer(b'{"message": "no such resource"}', status="400 Bad Request")
        return answer(RECORDS if "/v3/languages" in request.line else b"{}")

    async with RawServer(without_voice) as server:
        session = await _session(new_session, tmp_path, server.url)
        found = await LanguageLists(session).all()
        await session.stop()

    assert set(found.lists) == set(Resource) - {Resource.VOICE}
    assert all(each.languages[0].code == "de" for each in found.lists.values())
    assert found.failures == {}


async def test_a_list_that_cannot_be_read_is_named_beside_the_others(tmp_path: Path, new_session: NewSession) -> None:
    async def with_broken_voice(request: RawRequest) -> bytes:
        if "resource=voice" in request.line:
            return answer(b'[{"name": 5}]')
        return answer(RECORDS if "/v3/languages" in request.line else b"{}")

    async with RawServer(with_broken_voice) as server:
        session = await _session(new_session, tmp_path, server.url)
        found = await LanguageLists(session).all()
        await session.stop()

    assert set(found.lists) == set(Resource) - {Resource.VOICE}
    assert {resource: type(error) for resource, error in found.failures.items()} == {Resource.VOICE: BadAnswer}


async def test_a_service_that_refuses_every_list_is_told(tmp_path: Path, new_session: NewSession) -> None:
    service = Elsewhere()
    service.mood = "refuses"
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        with pytest.raises(InvalidRequest):
            await LanguageLists(session).all()
        await session.stop()


async def test_the_older_lists_are_there_offline(tmp_path: Path, new_session: NewSession) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        texts = await LanguageLists(session).legacy(LegacyList.TEXT)
        pairs = await LanguageLists(session).legacy(LegacyList.GLOSSARY)
        service.mood = "gone"
        stored = await LanguageLists(session).legacy(LegacyList.TEXT)
        service.mood = "without"
        missing = await LanguageLists(session).legacy(LegacyList.TEXT)
        changes = await LanguageLists(session).changes()
        await session.stop()

    assert texts is not None
    assert pairs is not None
    assert [(each.code, each.usable_as_source, each.usable_as_target) for each in texts.languages] == [
        ("en", True, False),
        ("de", True, True),
        ("en-GB", False, True),
    ]
    assert [each.code for each in pairs.languages] == ["de", "en"]
    assert stored is not None
    assert stored.is_stored
    assert stored.languages == texts.languages
    assert missing is None
    assert changes == []


# Languages for dictionaries


def _side(code: str, *, source: bool = True, target: bool = True) -> bytes:
    sides = f'"usable_as_source": {str(source).lower()}, "usable_as_target": {str(target).lower()}'
    return f'{{"lang": "{code}", "name": "The language {code}", {sides}, "status": "stable"}}'.encode()


class Listing:
    """A service whose list of glossary languages changes."""

    def __init__(self, *languages: bytes) -> None:
        self.languages = languages

    async def __call__(self, request: RawRequest) -> bytes:
        if "resource=glossary" in request.line:
            return answer(b"[" + b",".join(self.languages) + b"]")
        return answer(b"{}")


async def test_a_dictionary_may_have_the_languages_that_the_service_lists_on_each_side(
    tmp_path: Path, new_session: NewSession
) -> None:
    service = Listing(_side("en"), _side("gl", source=False), _side("eu", target=False))
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        lists = LanguageLists(session)

        offered = await lists.pair_languages()
        faults = {
            pair: await lists.pair_violation(LanguagePair(*pair))
            for pair in [("en", "gl"), ("en-GB", "gl"), ("gl", "en"), ("en", "th"), ("th", "gl")]
        }
        await session.stop()

    assert [code for code, _ in offered.sources] == ["en", "eu"]
    assert [code for code, _ in offered.targets] == ["en", "gl"]
    assert offered.targets[1] == ("gl", "The language gl")
    assert (faults["en", "gl"], faults["en-GB", "gl"]) == ("", "")
    assert faults["gl", "en"].endswith("has no glossaries from Galician.")
    assert faults["en", "th"].endswith("has no glossaries into Thai.")
    assert faults["th", "gl"].endswith("has no glossaries from Thai.")


async def test_a_language_that_the_service_got_meanwhile_is_found_before_anything_is_refused(
    tmp_path: Path, new_session: NewSession
) -> None:
    service = Listing(_side("en"))
    async with RawServer(service) as server:
        session = await _session(new_session, tmp_path, server.url)
        lists = LanguageLists(session)
        await lists.list(Resource.GLOSSARY)
        service.languages = (_side("en"), _side("gl"))

        fault = await lists.pair_violation(LanguagePair("en", "gl"))
        await session.stop()

    assert fault == ""


@pytest.mark.parametrize("status", ["404 Not Found", "403 Forbidden", "500 Internal Server Error"])
async def test_a_service_that_does_not_tell_its_glossary_languages_refuses_by_itself(
    status: str, tmp_path: Path, new_session: NewSession
) -> None:
    async def silent(request: RawRequest) -> bytes:
        return answer(b"{}") if "/v2/usage" in request.line else answer(b"", status=status)

    async with RawServer(silent) as server:
        session = await _session(new_session, tmp_path, server.url)
        lists = LanguageLists(session)

        offered = await lists.pair_languages()
        fault = await lists.pair_violation(LanguagePair("en", "th"))
        await session.stop()

    assert len(offered.targets) == 33
    assert fault == ""


async def test_what_was_read_is_kept_for_the_service_that_gave_it(tmp_path: Path, new_session: NewSession) -> None:
    """The current service changes while the list waits for a connection."""
    async with RawServer(Elsewhere()) as server:
        session = new_session(tmp_path / "session")
        lists, before = LanguageLists(session), session.profile
        reading = asyncio.create_task(lists.list(Resource.GLOSSARY))
        await asyncio.sleep(0)
        await session.use(Provider("custom", server.url), KEY)
        await reading

        files = ListFiles(session.folders)
        assert files.lists(before) == {}
        assert Resource.GLOSSARY in files.lists(session.profile)
        await session.stop()
