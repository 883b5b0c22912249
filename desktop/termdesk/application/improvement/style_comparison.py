"""One text in several styles and tones, to be read side by side."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Sequence

from termdesk.application.failures import check_service
from termdesk.application.improvement.improvement import ImprovementResult, ImproveRequest, TextImprover
from termdesk.domain.progress import Progress

_MOST_KEPT = 100


class StyleComparison:
    """Sends each request once: what has come back is kept for as long as this object lives, and not paid again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, ImproveRequest], ImprovementResult] = OrderedDict()

    def keep(self, service: str, result: ImprovementResult) -> None:
        """Keep what a service has answered."""
        self._kept[service, result.request] = result
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    def find(self, improver: TextImprover, request: ImproveRequest) -> ImprovementResult | None:
        """What came back for a request; None if it was not sent yet."""
        return self._kept.get((improver.service, request))

    def estimate(self, improver: TextImprover, requests: Iterable[ImproveRequest]) -> int:
        """The characters that will be billed for those requests that were not answered yet."""
        return sum(improver.cost(each) for each in requests if self.find(improver, each) is None)

    async def results(
        self, improver: TextImprover, requests: Sequence[ImproveRequest], progress: Progress
    ) -> AsyncIterator[ImprovementResult]:
        """The result of each request, in their order; one after the other is sent. Raises as `improve` does.

        Nothing is sent where all together exceed a cap. What came before a failure is kept.
        """
        service = improver.service
        await improver.cost_gate.check(self.estimate(improver, requests))
        for number, request in enumerate(requests):
            progress.step(number, len(requests))
            check_service(service, improver.service)
            result = self.find(improver, request)
            if result is None:
                result = await improver.improve(request)
                self.keep(service, result)
            yield result
