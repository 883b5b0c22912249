"""A worker process: one language of the improvement engines.

Run as `python -m termdesk.service.engines.worker LANGUAGE`. It ends with its input.
"""

from __future__ import annotations

import sys
from typing import Any

from termdesk.service.engines.answering import Answer, answer_requests


def main(language: str) -> None:
    answer_requests(lambda: _checker(language))


def _checker(language: str) -> Answer:
    from termdesk.service.engines.corrector import Corrector
    from termdesk.service.engines.kept_terms import KeptTerms

    corrector = Corrector(language)

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        kept = KeptTerms(tuple(request["phrases"]), frozenset(request["words"]))
        return {"text": corrector.improve(request["text"], mode=request["mode"], kept=kept)}

    return answer


if __name__ == "__main__":
    main(sys.argv[1])
