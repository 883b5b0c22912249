"""What the use cases of both text panes share."""

from __future__ import annotations

from termdesk.application.session.session import Session
from termdesk.domain.texts import billable_characters


class TextUseCase:
    """Sends texts to the service in use."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def service(self) -> str:
        """The name of the service in use: results of another one are outdated."""
        return self._session.profile

    @property
    def keeps_texts(self) -> bool:
        """Whether the user allows storing texts."""
        return self._session.settings.days_of_texts > 0

    def estimate(self, text: str, *, targets: int = 1) -> int:
        """The characters that will be billed: code points of the text, once for each target language."""
        return billable_characters(text, targets=targets)
