"""A worker process for one language of the improvement engines.

Run as `python -m termdesk.service.engines.correction.worker LANGUAGE`. It ends when its input ends.
"""

from __future__ import annotations

import sys
from typing import Any

from termdesk.service.engines.workers.worker_loop import Answer, answer_requests


def main(language: str) -> None:
    """Serve requests for one language until standard input ends."""
    answer_requests(lambda: _checker(language))


def _checker(language: str) -> Answer:
    from termdesk.domain.matching.protected_terms import ProtectedTerms
    from termdesk.service.engines.correction.corrector import Corrector

    corrector = Corrector(language)

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        if request.get("is_warming"):
            corrector.warm()
            return {}
        protected_terms = ProtectedTerms(tuple(request["phrases"]), frozenset(request["words"]))
        text, mode = request["text"], request["mode"]
        improved = corrector.improve(text, mode=mode, protected_terms=protected_terms)
        # If both modes make the same changes, nothing was reworded. A user who asked for rewording should know this.
        is_only_corrected = (
            mode == "rephrase"
            and improved != text
            and improved == corrector.improve(text, mode="correct", protected_terms=protected_terms)
        )
        return {"text": improved, "is_only_corrected": is_only_corrected}

    return answer


if __name__ == "__main__":
    main(sys.argv[1])
