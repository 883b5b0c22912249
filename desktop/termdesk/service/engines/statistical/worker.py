"""A worker process for one trained model, called sentence by sentence.

Run as `python -m termdesk.service.engines.statistical.worker FOLDER`. It ends when its input ends.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from termdesk.service.engines.workers.worker_loop import Answer, answer_requests


def main(folder: str) -> None:
    """Serve requests with the model of a folder until standard input ends."""
    answer_requests(lambda: _translator(Path(folder)))


def _translator(folder: Path) -> Answer:
    from termdesk.service.engines.statistical.decoder import Decoder

    decoder = Decoder(folder)

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        if request.get("trace"):
            return {"words": decoder.trace(request["sentence"])}
        text, unknown = decoder.translate(request["sentence"])
        return {"text": text, "unknown": unknown}

    return answer


if __name__ == "__main__":
    main(sys.argv[1])
