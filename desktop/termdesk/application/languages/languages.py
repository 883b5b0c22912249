"""The languages that the service offers for each resource: read, stored for offline use, and searched."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from termdesk.application.failures import NotConnected
from termdesk.application.session.session import Session
from termdesk.client.errors import NotFound, RateLimited, ServerFailed, TimedOut, Unavailable, Unreachable
from termdesk.domain.errors import StorageFailed, TermdeskError
from termdesk.domain.language.language import Language, LanguagePair, Resource, ResourceFeature, canonical, root
from termdesk.domain.language.language_names import PairLanguages, built_in_languages, english_name, pair_languages
from termdesk.messages.glossary_messages import PublishFailure
from termdesk.storage.files.atomic_file import atomic_write

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

log = logging.getLogger(__name__)

# The vendor recommends an hour. The local service is asked sooner, because its engines start one by one.
SECONDS_FRESH, SECONDS_FRESH_LOCAL = 3600.0, 5.0
SECONDS_FOR_DIALOG = 1.0
# After these failures an older list is used; others carry a message of the service.
_NOT_ANSWERED = (NotConnected, Unreachable, TimedOut, Unavailable, ServerFailed, RateLimited)


@dataclass(frozen=True, slots=True)
class LanguageList:
    """The languages of one resource as the service listed them at `fetched_at`.

    `is_stored`: the service cannot be asked now, and this is its last list.
    """

    languages: tuple[Language, ...]
    fetched_at: datetime
    is_stored: bool = False

    @property
    def sources(self) -> list[Language]:
        """The languages to translate from, by name."""
        return sorted((each for each in self.languages if each.usable_as_source), key=_by_name)

    @property
    def targets(self) -> list[Language]:
        """The languages to translate or improve into, by name."""
        return sorted((each for each in self.languages if each.usable_as_target), key=_by_name)


@dataclass(slots=True)
class _KnownLists:
    """The lists of one profile in memory, and when they were read."""

    lists: dict[str, LanguageList] = field(default_factory=dict)
    fresh_until: dict[str, float] = field(default_factory=dict)


class LanguageLists:
    """The service's lists, one for each resource. They are stored by profile for offline use."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._folder = session.folders.cache / "languages"
        self._known: dict[str, _KnownLists] = {}
        self._asking = asyncio.Lock()
        session.service_changed.subscribe(self._forget_freshness)

    async def list(self, resource: Resource, *, refresh: bool = False) -> LanguageList:
        """The languages of a resource: from the service, or its last list if it does not answer.

        Raises TermdeskError if it does not answer and never did, or if it refuses.
        """
        # One reading at a time: panes that open together ask for the same list.
        async with self._asking:
            profile = self._session.profile
            known = self._of(profile)
            if not refresh and time.monotonic() < known.fresh_until.get(resource, 0.0):
                return known.lists[resource]
            try:
                languages = await fetch_languages(await self._session.api(), resource)
            except _NOT_ANSWERED as error:
                self._session.heard(error)
                if resource not in known.lists:
                    raise
                return replace(known.lists[resource], is_stored=True)
            known.lists[resource] = LanguageList(tuple(languages), datetime.now(UTC))
            seconds = SECONDS_FRESH_LOCAL if self._session.provider.is_local else SECONDS_FRESH
            known.fresh_until[resource] = time.monotonic() + seconds
            self._store(profile, known)
            return known.lists[resource]

    async def pair_languages(self) -> PairLanguages:
        """The languages of dictionaries, as the service lists or last listed them, else the built-in ones.

        Waits only a moment, because a dialog is about to open.
        """
        try:
            async with asyncio.timeout(SECONDS_FOR_DIALOG):
                listed = await self.list(Resource.GLOSSARY)
        except (TermdeskError, TimeoutError):
            known = self._of(self._session.profile).lists.get(Resource.GLOSSARY)
            if known is None:
                return built_in_languages()
            listed = known
        found = pair_languages(listed.languages)
        return found if found.sources and found.targets else built_in_languages()

    async def pair_violation(self, pair: LanguagePair) -> str:
        """Why the service has no dictionaries of a pair, in a sentence; empty if it has, or does not tell."""
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
        """The features that a resource can have, and which side of a pair must support each."""
        api = await self._session.api()
        return (await api.languages.resources()).get(resource, [])

    def _of(self, profile: str) -> _KnownLists:
        if profile not in self._known:
            self._known[profile] = _KnownLists(self._stored(profile))
        return self._known[profile]

    def _forget_freshness(self) -> None:
        for known in self._known.values():
            known.fresh_until.clear()

    def _path(self, profile: str) -> str:
        # A profile's name may contain characters that file names cannot.
        return f"{hashlib.sha256(profile.encode()).hexdigest()[:16]}.json"

    def _stored(self, profile: str) -> dict[str, LanguageList]:
        import msgspec

        try:
            content = (self._folder / self._path(profile)).read_bytes()
            return msgspec.json.decode(content, type=dict[str, LanguageList])
        except (OSError, ValueError):
            # It is missing or damaged; it is only a copy.
            return {}

    def _store(self, profile: str, known: _KnownLists) -> None:
        import msgspec

        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            atomic_write(self._folder / self._path(profile), [msgspec.json.encode(known.lists)])
        except (OSError, StorageFailed) as error:
            log.warning("The list of languages is not kept for offline use: %s", error)


def search(languages: Iterable[Language], words: str) -> list[Language]:
    """The languages whose code or name contains the words, ignoring case and accents: codes first, then beginnings."""
    typed = _folded(words.strip())
    ranked = [(rank, each) for each in languages if (rank := _rank(each, typed, canonical(words))) is not None]
    return [each for _, each in sorted(ranked, key=lambda pair: (pair[0], _by_name(pair[1])))]


def _rank(language: Language, typed: str, code: str) -> int | None:
    if not typed:
        return 0
    name = _folded(language.name)
    if language.code == code:
        return 0
    if language.code.lower().startswith(typed):
        return 1
    if name.startswith(typed) or f" {typed}" in name:
        return 2
    return 3 if typed in name or typed in language.code.lower() else None


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(character for character in decomposed if not unicodedata.combining(character)).casefold()


def _by_name(language: Language) -> str:
    return _folded(language.name)


def pair_violation(languages: Sequence[Language], pair: LanguagePair, *, service: str) -> str:
    """Why a service that lists these languages has no dictionaries of a pair; empty if it has, or lists none."""
    by_code = {root(each.code): each for each in languages}
    source, target = by_code.get(root(pair.source)), by_code.get(root(pair.target))
    if not languages or (source and source.usable_as_source and target and target.usable_as_target):
        return ""
    if source is not None and source.usable_as_source:
        return PublishFailure.NO_GLOSSARIES_INTO(service=service, language=english_name(root(pair.target)))
    return PublishFailure.NO_GLOSSARIES_FROM(service=service, language=english_name(root(pair.source)))


async def fetch_languages(api: ApiClient, resource: Resource) -> Sequence[Language]:
    """The list of a resource; from an older service by its older endpoints. Raises ServiceError."""
    try:
        return await api.languages.list(resource)
    except NotFound:
        if resource is Resource.GLOSSARY:
            return await _legacy_glossary_languages(api)
        if resource in (Resource.TRANSLATE_TEXT, Resource.TRANSLATE_DOCUMENT):
            return await _legacy_translation_languages(api)
        raise


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
