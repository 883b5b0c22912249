"""Improve texts on this computer if the service in use does not offer it."""

from __future__ import annotations

from termdesk.application.improvement.improvement import TextImprover
from termdesk.application.improvement.term_guard import TermGuard
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.texts.history import TextHistory
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.domain.language.language import Language
from termdesk.storage.history import History


class LocalImprover(TextImprover):
    """Improves texts with the service on this computer, which starts on first use. Texts do not leave the computer.

    The protected terms come from the service in use.
    """

    def __init__(self, session: Session, history: History, texts: TextHistory) -> None:
        self._in_use = session
        beside = session.local_beside()
        self._ledger = UsageLedger(beside, history, texts)
        super().__init__(beside, LanguageLists(beside), self._ledger)
        self._guard = TermGuard(session)

    @property
    def keeps_texts(self) -> bool:
        """Whether the user allows storing texts."""
        return self._in_use.settings.days_of_texts > 0

    async def languages(self, *, refresh: bool = False) -> list[Language]:
        """Return the languages in which texts can be improved on this computer. Starts the service."""
        self._session.take_settings(self._in_use.settings)
        await self._session.start()
        return await super().languages(refresh=refresh)

    async def close(self) -> None:
        """Stop the service, then wait until pending records are stored."""
        await self._session.stop()
        await self._ledger.close()
