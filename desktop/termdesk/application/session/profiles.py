"""The user's profiles: any number of services and accounts, with names and in the user's order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
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
from termdesk.domain.provider import Provider, check_address, check_proxy, check_proxy_login, check_proxy_user
from termdesk.messages.connection_messages import ProfileMessage, ProfileRemedy
from termdesk.storage.files.folders import Folders
from termdesk.storage.files.profiles_file import ProfilesFile

MOST_IN_NAME = 60


@dataclass(frozen=True, slots=True)
class RemovedProfile:
    """A deleted profile. Drafts, versions, history and ledger are still stored under its id."""

    id: str
    name: str


class Profiles:
    """All profiles, always including the one of this computer. Every change is stored at once.

    `changed` is emitted after each change. Sessions of several windows share one object.
    """

    def __init__(self, file: ProfilesFile, profiles: Iterable[Profile], in_use: str) -> None:
        self._file = file
        self._all = _complete(profiles)
        self._in_use = in_use
        # The last names of deleted profiles by id, the latest last. What is stored under their ids must not appear in a
        # new profile unless the user says that it is the same account.
        self._removed = file.removed
        # The path of the damaged file, if not all of it could be read.
        self.damaged = file.damaged
        self.changed = Event[[]]()
        # All sessions share one service on this computer.
        self.local_service = SharedLocalService(file.folders)

    @classmethod
    def load(cls, folders: Folders) -> Self:
        """Return the stored profiles, or those converted from an earlier version. Raises StorageFailed."""
        file = ProfilesFile(folders)
        found = file.load()
        profiles = cls(file, *(found or find_former_profiles(*file.load_former())))
        if found is None or file.damaged:
            # The program must start even if the folder is not writable.
            with suppress(StorageFailed):
                profiles._save()
        return profiles

    @property
    def all(self) -> tuple[Profile, ...]:
        """All profiles, in the user's order."""
        return tuple(self._all)

    @property
    def local(self) -> Profile:
        """The profile of this computer."""
        return next(each for each in self._all if each.provider.is_local)

    @property
    def in_use(self) -> Profile:
        """The profile that was used last, or the one of this computer if that was removed."""
        return self.get(self._in_use) or self.local

    @property
    def names(self) -> dict[str, str]:
        """The names of all profiles, by profile id."""
        return {each.id: providers.name_of(each.provider) for each in self._all}

    def get(self, profile_id: str) -> Profile | None:
        """Return the profile with this id; None if there is none."""
        return next((each for each in self._all if each.id == profile_id), None)

    def find(self, name: str) -> Profile:
        """Return the profile with this name or id, ignoring case, or the only one of a kind (such as “custom”).

        Raises InvalidInput, which lists the names.
        """
        asked = _fold_name(name)
        for each in self._all:
            titles = (providers.name_of(each.provider), providers.full_title_of(each.provider), each.id)
            if asked in map(_fold_name, titles):
                return each
        of_kind = [each for each in self._all if _fold_name(each.provider.name) == asked]
        if len(of_kind) == 1:
            return of_kind[0]
        known = ", ".join(f"“{providers.name_of(each.provider)}” ({each.id})" for each in self._all)
        raise InvalidInput(ProfileMessage.UNKNOWN(name=name), remedy=ProfileRemedy.KNOWN(names=known))

    def of(self, provider: Provider) -> Profile:
        """Return the stored profile of a provider, or a profile with default values if none is stored."""
        return self.get(providers.profile_of(provider)) or Profile(provider)

    # Changes. All raise StorageFailed

    def find_removed(self, profile: Profile) -> tuple[RemovedProfile, ...]:
        """Return the deleted profiles of the same service, the first one first.

        That is the likeliest: who takes a known account for another one deletes the new profile, and adds it again.
        """
        usual = providers.usual_profile_of(providers.complete_provider(profile.provider))
        pattern = re.compile(rf"{re.escape(usual)}( \d+)?")
        return tuple(RemovedProfile(each, name) for each, name in self._removed.items() if pattern.fullmatch(each))

    def choose_removed(self, profile: Profile, name: str) -> Profile:
        """Return a new profile with the id of a deleted one of the same service, by its name or id, ignoring case.

        Add it with `is_same_service`. Raises InvalidInput, which lists the names, if there is none or more than one.
        """
        removed, asked = self.find_removed(profile), _fold_name(name)
        chosen = [each for each in removed if asked == _fold_name(each.id)]
        chosen = chosen or [each for each in removed if asked == _fold_name(each.name)]
        if len(chosen) != 1:
            known = ", ".join(f"“{each.name}” ({each.id})" for each in removed)
            remedy = ProfileRemedy.KNOWN(names=known) if removed else ""
            raise InvalidInput(ProfileMessage.UNKNOWN_REMOVED(name=name), remedy=remedy)
        return replace(profile, provider=replace(profile.provider, profile=chosen[0].id))

    def add(self, profile: Profile, *, is_same_service: bool = False) -> Profile:
        """Store a new profile at the end, and return it with its id. Raises InvalidInput for an invalid value.

        With `is_same_service`, it gets what is stored of the deleted profile whose id it has, or else of the first one
        that `find_removed` returns. Otherwise no id is used again: another account of the service would have the
        drafts of the former one.
        """
        removed = [each.id for each in self.find_removed(profile)] if is_same_service else []
        former = profile.id if profile.id in removed else next(iter(removed), "")
        checked = self._check_profile(profile, self._all, profile_id=former)
        self._store([*self._all, checked])
        return checked

    def leads_elsewhere(self, profile: Profile) -> bool:
        """Return whether a changed profile has another address than the stored one: it may be another service."""
        old = self.get(profile.id)
        return old is not None and _position_of(old.provider) != _position_of(
            providers.complete_provider(profile.provider)
        )

    def change(
        self, profile_id: str, profile: Profile, *, has_new_key: bool = False, is_same_service: bool = False
    ) -> Profile:
        """Replace a profile, and return it with its id. Raises InvalidInput in the same cases as `add`.

        With another key or address, the known limits of the key are forgotten, unless `profile` has new ones from a
        test. Drafts and versions are stored under the id. It stays the same if the address does, or with
        `is_same_service`; otherwise they would be assigned to another service.
        """
        old = self._require(profile_id)
        others = [each for each in self._all if each is not old]
        is_other_key = has_new_key or _entry_of(old.provider) != _entry_of(
            providers.complete_provider(profile.provider)
        )
        if is_other_key and profile.reach == old.reach:
            profile = replace(profile, reach=UNKNOWN_REACH)
        stays = is_same_service or _position_of(old.provider) == _position_of(
            providers.complete_provider(profile.provider)
        )
        checked = self._check_profile(profile, others, profile_id=old.id if stays else "")
        self._store([checked if each is old else each for each in self._all], was=old.id, now=checked.id)
        return checked

    def find_or_make(self, provider: Provider) -> Profile:
        """Return the profile with the provider's id, updated from `provider`; a new, unstored one if there is none."""
        provider = providers.complete_provider(provider)
        known = self.get(providers.profile_of(provider))
        if known is None:
            return Profile(replace(provider, profile=""))
        title = provider.title or known.provider.title
        return replace(known, provider=replace(provider, title=title, profile=known.id))

    def duplicate(self, profile_id: str) -> Profile:
        """Insert a copy after a profile, with another name and without its key."""
        known = self._require(profile_id)
        name = _free_name(providers.name_of(known.provider), self.names.values())
        copy = replace(known, provider=replace(known.provider, title=name), reach=UNKNOWN_REACH)
        copy = self._check_profile(copy, self._all)
        position = self._all.index(known) + 1
        self._store([*self._all[:position], copy, *self._all[position:]])
        return copy

    def remove(self, profile_id: str) -> None:
        """Remove a profile. Data stored under its id remains. Raises InvalidInput for the one of this computer."""
        known = self._require(profile_id)
        if known.provider.is_local:
            raise InvalidInput(ProfileMessage.LOCAL_STAYS())
        self._store([each for each in self._all if each is not known], removed=known)

    def move(self, profile_id: str, by: int) -> None:
        """Move a profile by a number of places, up to the start or end of the list."""
        known = self._require(profile_id)
        others = [each for each in self._all if each is not known]
        position = max(0, min(len(others), self._all.index(known) + by))
        self._store([*others[:position], known, *others[position:]])

    def use(self, profile_id: str) -> None:
        """Store which profile was used last."""
        if profile_id != self._in_use:
            self._store(self._all, was=self._in_use, now=profile_id)

    def note_reach(self, profile_id: str, reach: KeyReach) -> None:
        """Store what the key of a profile may not do. Does nothing if the profile was removed."""
        known = self.get(profile_id)
        if known is not None and known.reach != reach:
            self._store([replace(each, reach=reach) if each is known else each for each in self._all])

    def _store(self, profiles: list[Profile], *, was: str = "", now: str = "", removed: Profile | None = None) -> None:
        before = self._all, self._in_use, self._removed
        ids = {each.id for each in profiles}
        self._removed = {each: name for each, name in self._removed.items() if each not in ids}
        if removed is not None:
            self._removed[removed.id] = providers.name_of(removed.provider)
        self._all = list(profiles)
        if was == self._in_use and now:
            self._in_use = now
        try:
            self._save()
        except StorageFailed:
            self._all, self._in_use, self._removed = before
            raise
        self.changed.emit()

    def _save(self) -> None:
        self._file.save(self._all, self._in_use, self._removed)

    def _require(self, profile_id: str) -> Profile:
        known = self.get(profile_id)
        if known is None:
            raise InvalidInput(ProfileMessage.GONE())
        return known

    def _check_profile(self, profile: Profile, others: Iterable[Profile], *, profile_id: str = "") -> Profile:
        """Return the profile with a unique name and id. Raises InvalidInput."""
        others = list(others)
        provider = check_provider(providers.complete_provider(profile.provider))
        if provider.is_local and any(each.provider.is_local for each in others):
            raise InvalidInput(ProfileMessage.ONE_LOCAL())
        names = [providers.name_of(each.provider) for each in others]
        if provider.title and _fold_name(provider.title) in map(_fold_name, names):
            raise InvalidInput(ProfileMessage.NAME_TAKEN(name=provider.title), remedy=ProfileRemedy.OTHER_NAME())
        if _fold_name(providers.name_of(provider)) in map(_fold_name, names):
            provider = replace(provider, title=_free_name(providers.name_of(provider), names))
        parse_price(profile.price)
        taken = {*self._removed, *(each.id for each in others)}
        return replace(
            profile,
            provider=replace(provider, profile=profile_id or _free_id(provider, taken)),
            day_cap=max(0, profile.day_cap),
        )


def new_profiles() -> list[Profile]:
    """Return the templates for new profiles: each preset except the one of this computer."""
    return [Profile(each.provider) for each in providers.presets() if not each.provider.is_local]


def check_provider(provider: Provider) -> Provider:
    """Return the provider with valid addresses and a printable name. Raises InvalidInput."""
    title = " ".join(provider.title.split())
    if len(title) > MOST_IN_NAME or not title.isprintable():
        raise InvalidInput(ProfileMessage.BAD_NAME(), remedy=ProfileRemedy.SHORTER_NAME(MOST_IN_NAME))
    if provider.is_local:
        return replace(provider, title=title)
    free = provider.free_base_url
    check_proxy_login(provider)
    return replace(
        provider,
        title=title,
        base_url=check_address(provider.base_url),
        free_base_url=check_address(free) if free else "",
        proxy=check_proxy(provider.proxy) if provider.proxy else "",
        proxy_user=check_proxy_user(provider.proxy_user) if provider.proxy_user else "",
    )


def _complete(profiles: Iterable[Profile]) -> list[Profile]:
    """Return the profiles with unique ids and up-to-date presets, including the one of this computer."""
    found: dict[str, Profile] = {}
    for each in profiles:
        provider = providers.complete_provider(each.provider)
        provider = replace(provider, profile=providers.profile_of(provider))
        if provider.is_local:
            provider = replace(provider, profile=providers.LOCAL)
        found.setdefault(provider.profile, replace(each, provider=provider))
    if providers.LOCAL not in found:
        local = Profile(replace(providers.preset_of(providers.LOCAL), profile=providers.LOCAL))
        found = {providers.LOCAL: local, **found}
    return list(found.values())


def _position_of(provider: Provider) -> tuple[str, str]:
    return provider.name, urlsplit(provider.base_url).netloc.casefold()


def _entry_of(provider: Provider) -> tuple[str, ...]:
    """Return where and how the key is sent. If this changes, the known limits of the key may no longer be true."""
    return provider.base_url, provider.free_base_url, provider.scheme, provider.header


def _free_id(provider: Provider, taken: set[str]) -> str:
    usual = providers.usual_profile_of(provider)
    ids = chain((usual,), (f"{usual} {number}" for number in count(2)))
    return next(each for each in ids if each not in taken)


def _free_name(name: str, names: Iterable[str]) -> str:
    folded = {_fold_name(each) for each in names}
    base = re.sub(r" \d+$", "", name)[: MOST_IN_NAME - 4]
    return next(each for number in count(2) if _fold_name(each := f"{base} {number}") not in folded)


def _fold_name(name: str) -> str:
    return " ".join(name.split()).casefold()
