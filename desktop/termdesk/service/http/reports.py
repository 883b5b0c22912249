"""Reports who made a result, in response headers and beside each item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from termdesk.service.engines.results import EngineImprovement, EngineTranslation

# Header lines are limited to a few kilobytes; the items list all missed terms.
MAX_TERMS_IN_HEADER = 20


def report_headers(results: Sequence[EngineTranslation], *, unused: Sequence[str]) -> dict[str, str]:
    """Return headers for all texts of a request: engines, lowest coverage, and missed terms."""
    missed = list(dict.fromkeys(term for result in results for term in result.terms_missed))
    headers = _engine_header([engine for result in results for engine in result.engines])
    headers["X-Termdesk-Coverage"] = f"{min((result.coverage for result in results), default=1.0):.3f}"
    if missed:
        headers["X-Termdesk-Terms-Missed"] = ",".join(quote(term) for term in missed[:MAX_TERMS_IN_HEADER])
    if unused:
        headers["X-Termdesk-Unused"] = ",".join(unused)
    return headers


def improvement_headers(results: Sequence[EngineImprovement]) -> dict[str, str]:
    """Return headers for all texts of a request: the engines that improved them."""
    return _engine_header([engine for result in results for engine in result.engines])


def _engine_header(engines: Sequence[str]) -> dict[str, str]:
    names = ", ".join(quote(engine, safe=" ()/:;+.-_") for engine in dict.fromkeys(engines))
    return {"X-Termdesk-Engine": names} if names else {}


def item_report(result: EngineTranslation) -> dict[str, Any]:
    """Return the report of one text; other clients ignore the unknown field."""
    return {
        "engines": list(result.engines),
        "coverage": round(result.coverage, 3),
        "terms_placed": list(result.terms_placed),
        "terms_missed": list(result.terms_missed),
        "terms_uncertain": list(result.terms_uncertain),
    }
