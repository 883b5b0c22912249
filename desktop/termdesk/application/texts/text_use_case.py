"""The common base of the use cases of both text panes."""

from __future__ import annotations

from termdesk.application.session.session import Session
from termdesk.domain.texts import billable_characters


class TextUseCase:
    """Sends texts to the service in use."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def service(self) -> str:
        """The profile id of the service in use. Results of another service are outdated."""
        return self._session.profile

    @property
    def keeps_texts(self) -> bool:
        """Whether the user allows storing texts."""
        return self._session.settings.days_of_texts > 0

    def estimate(self, text: str, *, targets: int = 1) -> int:
        """Return the characters that will be billed: the code points of the text, once for each target language."""
        return billable_characters(text, targets=targets)
