"""The languages that the service offers for each resource: read from the service, and stored for offline use."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from termdesk.application.failures import NotConnected
from termdesk.application.languages.language_changes import LanguageChange, compare
from termdesk.application.languages.list_files import LanguageList, ListFiles
from termdesk.application.session.session import Session
from termdesk.client.errors import (
    InvalidRequest,
    NotFound,
    RateLimited,
    ServerFailed,
    TimedOut,
    Unavailable,
    Unreachable,
)
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import Language, LanguagePair, Resource, ResourceFeature, root
from termdesk.domain.language.language_names import PairLanguages, english_name, list_built_in_languages, pair_languages
from termdesk.messages.glossary_messages import PublishFailure

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# The vendor recommends one hour. The local service is asked more often, because its engines start one by one.
SECONDS_FRESH, SECONDS_FRESH_LOCAL = 3600.0, 5.0
SECONDS_FOR_DIALOG = 1.0
# After these errors, the stored list is used. Other errors carry a message of the service.
_NOT_ANSWERED = (NotConnected, Unreachable, TimedOut, Unavailable, ServerFailed, RateLimited)
# Older services answer in one of these ways for a resource that they do not know.
_UNKNOWN = (InvalidRequest, NotFound)


def _now() -> datetime:
    return datetime.now(UTC)


class LegacyList(StrEnum):
    """The lists of older versions of the interface. Their values are keys of stored lists."""

    TEXT = "legacy texts"
    GLOSSARY = "legacy glossaries"

    @property
    def resource(self) -> Resource:
        """The present list that it is compared with."""
        return Resource.TRANSLATE_TEXT if self is LegacyList.TEXT else Resource.GLOSSARY


@dataclass(slots=True)
class _KnownLists:
    """The lists of one profile in memory, and until when each is fresh."""

    lists: dict[str, LanguageList] = field(default_factory=dict)
    fresh_until: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AllLists:
    """The lists of all resources that a service has, and the errors of those that could not be read."""

    lists: dict[Resource, LanguageList] = field(default_factory=dict)
    failures: dict[Resource, TermdeskError] = field(default_factory=dict)


class LanguageLists:
    """The service's language lists, one for each resource.

    The lists and their changes are stored by profile, for offline use.
    """

    def __init__(self, session: Session, *, now: Callable[[], datetime] = _now) -> None:
        self._session = session
        self._files = ListFiles(session.folders)
        self._now = now
        self._known: dict[str, _KnownLists] = {}
        self._asking = asyncio.Lock()
        session.service_changed.subscribe(self._forget_freshness)

    async def list(self, resource: Resource, *, refresh: bool = False) -> LanguageList:
        """Return the languages of a resource, from the service or, if it does not respond, from its last list.

        Raises TermdeskError if it does not respond and there is no stored list, or if it refuses.
        """
        return await self._read(resource, partial(_fetch, resource=resource), refresh=refresh)

    async def all(self, *, refresh: bool = False) -> AllLists:
        """Return the lists of all resources that the service has. Raises TermdeskError if there is no list at all."""
        found = AllLists()
        failure: TermdeskError | None = None
        for resource in Resource:
            try:
                found.lists[resource] = await self.list(resource, refresh=refresh)
            except TermdeskError as error:
                failure = failure or error
                if not isinstance(error, _UNKNOWN):
                    found.failures[resource] = error
        if failure is not None and not any(each.languages for each in found.lists.values()):
            raise failure
        return found

    async def legacy(self, kind: LegacyList, *, refresh: bool = False) -> LanguageList | None:
        """Return the languages listed by the endpoints before `/v3/languages`; None if the service no longer has these.

        Uses the stored list and raises TermdeskError in the same cases as `list`.
        """
        try:
            return await self._read(kind, partial(_fetch_legacy, kind=kind), refresh=refresh)
        except NotFound:
            return None

    async def changes(self) -> Sequence[LanguageChange]:
        """Return what changed in the lists of the service in use since they were first read, the newest last."""
        return await asyncio.to_thread(self._files.changes, self._session.profile)

    async def _read(
        self, key: str, fetch: Callable[[ApiClient], Awaitable[tuple[Sequence[Language], bool]]], *, refresh: bool
    ) -> LanguageList:
        # Read one list at a time: panes that open together ask for the same list.
        async with self._asking:
            known = await self._of(self._session.profile)
            if not refresh and time.monotonic() < known.fresh_until.get(key, 0.0):
                return known.lists[key]
            try:
                api = await self._session.api()
                # `api` may have waited while the user switched to another service.
                profile = self._session.profile
                languages, is_legacy = await fetch(api)
            except _NOT_ANSWERED as error:
                self._session.report_failure(error)
                known = await self._of(self._session.profile)
                if key not in known.lists:
                    raise
                return replace(known.lists[key], is_stored=True)
            read = LanguageList(tuple(languages), self._now(), is_legacy=is_legacy)
            known = await self._of(profile)
            before, known.lists[key] = known.lists.get(key), read
            seconds = SECONDS_FRESH_LOCAL if self._session.provider.is_local else SECONDS_FRESH
            known.fresh_until[key] = time.monotonic() + seconds
            await asyncio.to_thread(self._keep, profile, key, before, dict(known.lists))
            return read

    def _keep(self, profile: str, key: str, before: LanguageList | None, lists: Mapping[str, LanguageList]) -> None:
        """Store the lists, and what changed since the list `before`. Called in a thread."""
        read = lists[key]
        # Older endpoints report less, so lists of different kinds differ even if nothing has changed.
        if before is not None and before.is_legacy == read.is_legacy and key in list(Resource):
            moments = {"since": before.fetched_at, "found_at": read.fetched_at}
            if changes := compare(key, before.languages, read.languages, **moments):
                self._files.add_changes(profile, changes)
        self._files.keep_lists(profile, lists)

    async def pair_languages(self) -> PairLanguages:
        """Return the languages of dictionaries: the service's present or stored list, else the built-in languages.

        Waits only a moment, because a dialog is about to open.
        """
        try:
            async with asyncio.timeout(SECONDS_FOR_DIALOG):
                listed = await self.list(Resource.GLOSSARY)
        except (TermdeskError, TimeoutError):
            known = (await self._of(self._session.profile)).lists.get(Resource.GLOSSARY)
            if known is None:
                return list_built_in_languages()
            listed = known
        found = pair_languages(listed.languages)
        return found if found.sources and found.targets else list_built_in_languages()

    async def pair_violation(self, pair: LanguagePair) -> str:
        """Return why the service supports no dictionaries of a pair. Empty if it does, or if that is unknown."""
        violation = ""
        for refresh in (False, True):
            try:
                languages = (await self.list(Resource.GLOSSARY, refresh=refresh)).languages
            except TermdeskError:
                return ""
            violation = pair_violation(languages, pair, service=self._session.full_title)
            if not violation:
                break
        return violation

    async def features(self, resource: Resource) -> Sequence[ResourceFeature]:
        """Return the features that a resource can have, and which side of a pair must support each."""
        api = await self._session.api()
        return (await api.languages.resources()).get(resource, [])

    async def _of(self, profile: str) -> _KnownLists:
        if profile not in self._known:
            stored = await asyncio.to_thread(self._files.lists, profile)
            # Another caller may have stored them meanwhile.
            self._known.setdefault(profile, _KnownLists(stored))
        return self._known[profile]

    def _forget_freshness(self) -> None:
        for known in self._known.values():
            known.fresh_until.clear()


def pair_violation(languages: Sequence[Language], pair: LanguagePair, *, service: str) -> str:
    """Return why a service with these languages supports no dictionaries of a pair.

    Empty if it does, or if it lists no languages.
    """
    by_code = {root(each.code): each for each in languages}
    source, target = by_code.get(root(pair.source)), by_code.get(root(pair.target))
    if not languages or (source and source.usable_as_source and target and target.usable_as_target):
        return ""
    if source is not None and source.usable_as_source:
        return PublishFailure.NO_GLOSSARIES_INTO(service=service, language=english_name(root(pair.target)))
    return PublishFailure.NO_GLOSSARIES_FROM(service=service, language=english_name(root(pair.source)))


async def fetch_languages(api: ApiClient, resource: Resource) -> Sequence[Language]:
    """Return the list of a resource. From an older service, it is read through older endpoints. Raises ServiceError."""
    return (await _fetch(api, resource=resource))[0]


async def _fetch(api: ApiClient, *, resource: Resource) -> tuple[Sequence[Language], bool]:
    """Return the list of a resource, and whether it came from older endpoints. Raises ServiceError."""
    try:
        return await api.languages.list(resource), False
    except NotFound:
        if resource is Resource.GLOSSARY:
            return await _legacy_glossary_languages(api), True
        if resource in (Resource.TRANSLATE_TEXT, Resource.TRANSLATE_DOCUMENT):
            return await _legacy_translation_languages(api), True
        raise


async def _fetch_legacy(api: ApiClient, *, kind: LegacyList) -> tuple[Sequence[Language], bool]:
    read = _legacy_translation_languages if kind is LegacyList.TEXT else _legacy_glossary_languages
    return await read(api), True


async def _legacy_translation_languages(api: ApiClient) -> list[Language]:
    merged = {each.code: each for each in await api.languages.legacy("source")}
    for each in await api.languages.legacy("target"):
        merged[each.code] = replace(each, usable_as_source=each.code in merged)
    return list(merged.values())


async def _legacy_glossary_languages(api: ApiClient) -> list[Language]:
    pairs = await api.languages.legacy_pairs()
    sources, targets = {pair.source for pair in pairs}, {pair.target for pair in pairs}
    names = {each.code: each.name for each in await api.languages.legacy("source")}
    return [
        Language(code, names.get(code, code), code in sources, code in targets) for code in sorted(sources | targets)
    ]
