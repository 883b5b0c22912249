"""Compare one text in several styles and tones side by side."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Sequence

from termdesk.application.failures import check_service
from termdesk.application.improvement.improvement import ImprovementResult, ImproveRequest, TextImprover
from termdesk.domain.progress import Progress

_MOST_KEPT = 100


class StyleComparison:
    """Sends each request only once. Results are kept as long as this object exists, and are not billed again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, ImproveRequest], ImprovementResult] = OrderedDict()

    def keep(self, service: str, result: ImprovementResult) -> None:
        """Store a result of a service."""
        self._kept[service, result.request] = result
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    def find(self, improver: TextImprover, request: ImproveRequest) -> ImprovementResult | None:
        """Return the result of a request; None if it was not answered yet."""
        return self._kept.get((improver.service, request))

    def estimate(self, improver: TextImprover, requests: Iterable[ImproveRequest]) -> int:
        """Return the characters that will be billed for the requests that were not answered yet."""
        return sum(improver.cost(each) for each in requests if self.find(improver, each) is None)

    async def results(
        self, improver: TextImprover, requests: Sequence[ImproveRequest], progress: Progress
    ) -> AsyncIterator[ImprovementResult]:
        """Yield the result of each request in order, sending one after another. Raises what `improve` raises.

        Nothing is sent if all together exceed a cap. Results received before an error are kept.
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
