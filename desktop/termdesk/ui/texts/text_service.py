"""The interface of a text pane's use case: the request that it sends, and the result."""

from __future__ import annotations

from typing import Protocol, TypeVar

from termdesk.application.usage.cost_gate import CostGate


class TextRequest(Protocol):
    """A request of a pane: a text, with the user's choices."""

    @property
    def text(self) -> str:
        """The whole text, as it was sent."""

    @property
    def target(self) -> str:
        """The language code of the result."""


R_co = TypeVar("R_co", bound=TextRequest, covariant=True)
R_contra = TypeVar("R_contra", bound=TextRequest, contravariant=True)


class TextResult(Protocol[R_co]):
    """The result of a request. Each note is shown as a warning."""

    @property
    def request(self) -> R_co:
        """The request that this result answers."""

    @property
    def text(self) -> str:
        """The full result text."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Warnings about the result, in sentences."""


class TextService(Protocol[R_contra]):
    """The use case interface that every text pane needs."""

    @property
    def service(self) -> str:
        """The service in use. Results of another service are outdated."""

    @property
    def keeps_texts(self) -> bool:
        """Whether texts may be kept on disk."""

    @property
    def cost_gate(self) -> CostGate:
        """The gate that every billable request passes."""

    def estimate(self, text: str) -> int:
        """Return the characters that the service will bill for `text`."""

    def cost(self, request: R_contra) -> int:
        """Return the characters that the service will bill for `request`; 0 while its answer is on its way."""

    def is_under_way(self, request: R_contra) -> bool:
        """Return whether `request` was sent and its answer has not arrived yet."""
