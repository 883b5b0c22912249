"""The profiles of the user: any number of services and accounts, by name and in order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from typing import Self
from urllib.parse import urlsplit

from termdesk.application.session import providers
from termdesk.application.session.former_services import find_former_profiles
from termdesk.application.session.shared_local_service import SharedLocalService
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.event import Event
from termdesk.domain.key_scope import UNKNOWN_REACH, KeyReach
from termdesk.domain.price import parse_price
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider, check_address, check_proxy
from termdesk.messages.connection_messages import ProfileMessage, ProfileRemedy
from termdesk.storage.files.folders import Folders
from termdesk.storage.files.profiles_file import ProfilesFile

MOST_IN_NAME = 60


class Profiles:
    """All profiles; the one of this computer is always there. Every change is stored at once.

    `changed` is emitted after each change. Sessions of several windows share one object.
    """

    def __init__(self, file: ProfilesFile, profiles: Iterable[Profile], in_use: str) -> None:
        self._file = file
        self._all = _complete(profiles)
        self._in_use = in_use
        # Where the file was put if it could not be read whole.
        self.damaged = file.damaged
        self.changed = Event[[]]()
        # All sessions use one service on this computer.
        self.local_service = SharedLocalService(file.folders)

    @classmethod
    def load(cls, folders: Folders) -> Self:
        """The stored profiles, or the services that an earlier version kept. Raises StorageFailed."""
        file = ProfilesFile(folders)
        found = file.load()
        profiles = cls(file, *(found or find_former_profiles(*file.load_former())))
        if found is None or file.damaged:
            # A folder that cannot be written to does not keep the program from starting.
            with suppress(StorageFailed):
                profiles._save()
        return profiles

    @property
    def all(self) -> tuple[Profile, ...]:
        """All profiles in the order of the user."""
        return tuple(self._all)

    @property
    def local(self) -> Profile:
        """The profile of this computer."""
        return next(each for each in self._all if each.provider.is_local)

    @property
    def in_use(self) -> Profile:
        """The profile that was used last; the one of this computer if that is gone."""
        return self.get(self._in_use) or self.local

    @property
    def names(self) -> dict[str, str]:
        """The names of all profiles by their ids."""
        return {each.id: providers.name_of(each.provider) for each in self._all}

    def get(self, profile_id: str) -> Profile | None:
        """The profile with this id; None if there is none."""
        return next((each for each in self._all if each.id == profile_id), None)

    def find(self, name: str) -> Profile:
        """The profile with this name or id, in any case, or the only one of its kind (as “custom”).

        Raises InvalidInput, which tells the names.
        """
        asked = _folded(name)
        for each in self._all:
            titles = (providers.name_of(each.provider), providers.full_title_of(each.provider), each.id)
            if asked in map(_folded, titles):
                return each
        of_kind = [each for each in self._all if _folded(each.provider.name) == asked]
        if len(of_kind) == 1:
            return of_kind[0]
        known = ", ".join(f"“{providers.name_of(each.provider)}” ({each.id})" for each in self._all)
        raise InvalidInput(ProfileMessage.UNKNOWN(name=name), remedy=ProfileRemedy.KNOWN(names=known))

    def of(self, provider: Provider) -> Profile:
        """The profile of a provider as it is stored; one with the usual values if it is not."""
        return self.get(providers.profile_of(provider)) or Profile(provider)

    # Changes. All raise StorageFailed

    def add(self, profile: Profile) -> Profile:
        """Store a new profile at the end, and give it with its id. Raises InvalidInput for a wrong value."""
        checked = self._checked(profile, self._all)
        self._store([*self._all, checked])
        return checked

    def leads_elsewhere(self, profile: Profile) -> bool:
        """Whether a changed profile has another address than it is stored with: it may be another service."""
        old = self.get(profile.id)
        return old is not None and _place_of(old.provider) != _place_of(providers.completed(profile.provider))

    def change(
        self, profile_id: str, profile: Profile, *, has_new_key: bool = False, is_same_service: bool = False
    ) -> Profile:
        """Store a profile in the place of one, and give it with its id. Raises InvalidInput as `add`.

        What the key may not do is forgotten with another key or address, unless `profile` has it from a test of these.
        The id, by which drafts and versions are kept, stays as long as the address leads to the same place, or
        `is_same_service` says so: they do not reach another service.
        """
        old = self._known(profile_id)
        others = [each for each in self._all if each is not old]
        is_other_key = has_new_key or _entry_of(old.provider) != _entry_of(providers.completed(profile.provider))
        if is_other_key and profile.reach == old.reach:
            profile = replace(profile, reach=UNKNOWN_REACH)
        stays = is_same_service or _place_of(old.provider) == _place_of(providers.completed(profile.provider))
        checked = self._checked(profile, others, profile_id=old.id if stays else "")
        self._store([checked if each is old else each for each in self._all], was=old.id, now=checked.id)
        return checked

    def find_or_make(self, provider: Provider) -> Profile:
        """The profile with the id of a provider, as the provider says; a new one, not yet stored, if none has it."""
        provider = providers.completed(provider)
        known = self.get(providers.profile_of(provider))
        if known is None:
            return Profile(replace(provider, profile=""))
        title = provider.title or known.provider.title
        return replace(known, provider=replace(provider, title=title, profile=known.id))

    def duplicate(self, profile_id: str) -> Profile:
        """Add a copy after a profile, with another name and without its key."""
        known = self._known(profile_id)
        name = _free_name(providers.name_of(known.provider), self.names.values())
        copy = replace(known, provider=replace(known.provider, title=name), reach=UNKNOWN_REACH)
        copy = self._checked(copy, self._all)
        place = self._all.index(known) + 1
        self._store([*self._all[:place], copy, *self._all[place:]])
        return copy

    def remove(self, profile_id: str) -> None:
        """Remove a profile. What is stored under its id stays. Raises InvalidInput for the one of this computer."""
        known = self._known(profile_id)
        if known.provider.is_local:
            raise InvalidInput(ProfileMessage.LOCAL_STAYS())
        self._store([each for each in self._all if each is not known])

    def move(self, profile_id: str, by: int) -> None:
        """Move a profile by so many places, at most to the end."""
        known = self._known(profile_id)
        others = [each for each in self._all if each is not known]
        place = max(0, min(len(others), self._all.index(known) + by))
        self._store([*others[:place], known, *others[place:]])

    def use(self, profile_id: str) -> None:
        """Remember which profile was used last."""
        if profile_id != self._in_use:
            self._store(self._all, was=self._in_use, now=profile_id)

    def note_reach(self, profile_id: str, reach: KeyReach) -> None:
        """Remember what the key of a profile may not do; nothing happens where the profile is gone."""
        known = self.get(profile_id)
        if known is not None and known.reach != reach:
            self._store([replace(each, reach=reach) if each is known else each for each in self._all])

    def _store(self, profiles: list[Profile], *, was: str = "", now: str = "") -> None:
        before = self._all, self._in_use
        self._all = list(profiles)
        if was == self._in_use and now:
            self._in_use = now
        try:
            self._save()
        except StorageFailed:
            self._all, self._in_use = before
            raise
        self.changed.emit()

    def _save(self) -> None:
        self._file.save(self._all, self._in_use)

    def _known(self, profile_id: str) -> Profile:
        known = self.get(profile_id)
        if known is None:
            raise InvalidInput(ProfileMessage.GONE())
        return known

    def _checked(self, profile: Profile, others: Iterable[Profile], *, profile_id: str = "") -> Profile:
        """The profile with a name and an id of its own. Raises InvalidInput."""
        others = list(others)
        provider = check_provider(providers.completed(profile.provider))
        if provider.is_local and any(each.provider.is_local for each in others):
            raise InvalidInput(ProfileMessage.ONE_LOCAL())
        names = [providers.name_of(each.provider) for each in others]
        if provider.title and _folded(provider.title) in map(_folded, names):
            raise InvalidInput(ProfileMessage.NAME_TAKEN(name=provider.title), remedy=ProfileRemedy.OTHER_NAME())
        if _folded(providers.name_of(provider)) in map(_folded, names):
            provider = replace(provider, title=_free_name(providers.name_of(provider), names))
        parse_price(profile.price)
        taken = {each.id for each in others}
        return replace(
            profile,
            provider=replace(provider, profile=profile_id or _free_id(provider, taken)),
            day_cap=max(0, profile.day_cap),
        )


def new_profiles() -> list[Profile]:
    """What a new profile can begin as: each preset but that of this computer."""
    return [Profile(each.provider) for each in providers.presets() if not each.provider.is_local]


def check_provider(provider: Provider) -> Provider:
    """The provider with valid addresses and a name that can be shown. Raises InvalidInput."""
    title = " ".join(provider.title.split())
    if len(title) > MOST_IN_NAME or not title.isprintable():
        raise InvalidInput(ProfileMessage.BAD_NAME(), remedy=ProfileRemedy.SHORTER_NAME(limit=MOST_IN_NAME))
    if provider.is_local:
        return replace(provider, title=title)
    free = provider.free_base_url
    return replace(
        provider,
        title=title,
        base_url=check_address(provider.base_url),
        free_base_url=check_address(free) if free else "",
        proxy=check_proxy(provider.proxy) if provider.proxy else "",
    )


def _complete(profiles: Iterable[Profile]) -> list[Profile]:
    """Profiles with ids of their own, presets as this version has them, and the one of this computer."""
    found: dict[str, Profile] = {}
    for each in profiles:
        provider = providers.completed(each.provider)
        provider = replace(provider, profile=providers.profile_of(provider))
        if provider.is_local:
            provider = replace(provider, profile=providers.LOCAL)
        found.setdefault(provider.profile, replace(each, provider=provider))
    if providers.LOCAL not in found:
        local = Profile(replace(providers.preset_of(providers.LOCAL), profile=providers.LOCAL))
        found = {providers.LOCAL: local, **found}
    return list(found.values())


def _place_of(provider: Provider) -> tuple[str, str]:
    return provider.name, urlsplit(provider.base_url).netloc.casefold()


def _entry_of(provider: Provider) -> tuple[str, ...]:
    """Where a key goes, and how: with other ones it may do other things."""
    return provider.base_url, provider.free_base_url, provider.scheme, provider.header


def _free_id(provider: Provider, taken: set[str]) -> str:
    usual = providers.usual_profile_of(provider)
    ids = chain((usual,), (f"{usual} {number}" for number in count(2)))
    return next(each for each in ids if each not in taken)


def _free_name(name: str, names: Iterable[str]) -> str:
    folded = {_folded(each) for each in names}
    base = re.sub(r" \d+$", "", name)[: MOST_IN_NAME - 4]
    return next(each for number in count(2) if _folded(each := f"{base} {number}") not in folded)


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()
