"""Learn from the responses of a service what the key of its profile may do."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from termdesk.application.session.profiles import Profiles
from termdesk.client.errors import NotAllowed, ServiceError
from termdesk.domain.errors import StorageFailed
from termdesk.domain.key_scope import KeyReach, find_needed_scope, missing_scopes

if TYPE_CHECKING:
    from termdesk.client.transport.calls import Call

log = logging.getLogger(__name__)


class KeyWatch:
    """Records in a profile which scopes its key lacks, and removes a scope when a call that needs it succeeds.

    A refusal that names no scope is ignored: it may be about the text, the plan or a proxy.
    """

    def __init__(
        self,
        profiles: Profiles,
        profile_id: str,
        *,
        is_in_use: Callable[[], bool],
        today: Callable[[], date] = date.today,
    ) -> None:
        """`is_in_use` returns whether responses still concern the key of the profile, which may have changed."""
        self._profiles = profiles
        self._profile_id = profile_id
        self._is_in_use = is_in_use
        self._today = today

    def hear(self, call: Call, error: ServiceError | None) -> None:
        """Record what a response shows about the key. `error` is None if the call succeeded."""
        # A call to an address of its own is sent without the key.
        scope = None if call.address else find_needed_scope(call.method, call.path)
        profile = self._profiles.get(self._profile_id)
        if scope is None or profile is None or profile.provider.is_local or not self._is_in_use():
            return
        if isinstance(error, NotAllowed):
            found = {*profile.reach.missing, *missing_scopes(scope, error.missing_scopes)}
            if found != set(profile.reach.missing):
                self._note(tuple(sorted(found)))
        elif error is None and profile.reach.lacks(scope):
            self._note(tuple(each for each in profile.reach.missing if each != scope))

    def _note(self, missing: tuple[str, ...]) -> None:
        reach = KeyReach(missing, self._today().isoformat())
        try:
            self._profiles.note_reach(self._profile_id, reach)
        except StorageFailed as error:
            # Only log this: the call itself was answered, and a later call will find the limit of the key again.
            log.warning("%s %s", error.message, error.remedy)
