"""What a text pane needs of its use case: the request it sends, and the result that comes back."""

from __future__ import annotations

from typing import Protocol, TypeVar

from termdesk.application.usage.cost_gate import CostGate


class TextRequest(Protocol):
    """What a pane sends: a text, with what the user chose for it."""

    @property
    def text(self) -> str:
        """The whole text, as it was when it was sent."""

    @property
    def target(self) -> str:
        """The code of the language in which the result is written."""


R_co = TypeVar("R_co", bound=TextRequest, covariant=True)
R_contra = TypeVar("R_contra", bound=TextRequest, contravariant=True)


class TextResult(Protocol[R_co]):
    """The result of a request. Each note is shown as a warning."""

    @property
    def request(self) -> R_co:
        """What was sent."""

    @property
    def text(self) -> str:
        """The result in full."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Problems besides the result, in sentences."""


class TextService(Protocol[R_contra]):
    """What every text pane needs of its use case."""

    @property
    def service(self) -> str:
        """The service in use; a result of another one is outdated."""

    @property
    def keeps_texts(self) -> bool:
        """Whether texts may be kept on disk."""

    @property
    def cost_gate(self) -> CostGate:
        """What everything billable passes."""

    def estimate(self, text: str) -> int:
        """The characters that the service will bill for `text`."""

    def cost(self, request: R_contra) -> int:
        """The characters that the service will bill for `request`; 0 if its answer is on its way."""

    def is_under_way(self, request: R_contra) -> bool:
        """Whether `request` was sent and its answer has not come yet."""
