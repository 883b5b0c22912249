"""Synonyms: rows with one source phrase, one target preferred and all others admitted.

The service allows one target for each source phrase, so the preferred one is published and the admitted ones stay
local. Any other combination of statuses is a duplicate, which the user must resolve.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, NO_DETAIL, PREFERRED, EntryDetail


def synonym_ids(sources: Sequence[str], ids: Sequence[int], details: Mapping[int, EntryDetail]) -> dict[int, str]:
    """Ids of all admitted synonyms with their source phrases. A few passes over the rows if there may be any."""
    preferred = {row_id for row_id, detail in details.items() if detail.status == PREFERRED}
    admitted = {row_id for row_id, detail in details.items() if detail.status == ADMITTED} if preferred else set()
    if not admitted:
        return {}
    known = {source for source, row_id in zip(sources, ids, strict=True) if row_id in preferred}
    known &= {source for source, row_id in zip(sources, ids, strict=True) if row_id in admitted}
    groups: dict[str, list[int]] = {source: [] for source in known}
    for source, row_id in zip(sources, ids, strict=True) if known else ():
        if source in known:
            groups[source].append(row_id)
    return {row_id: source for source, group in groups.items() for row_id in synonyms_among(group, details)}


def synonyms_among(ids: Iterable[int], details: Mapping[int, EntryDetail]) -> list[int]:
    """The admitted synonyms among the ids of all rows of one source phrase. Forbidden rows do not count."""
    statuses = {row_id: details.get(row_id, NO_DETAIL).status for row_id in ids}
    admitted = [row_id for row_id, status in statuses.items() if status == ADMITTED]
    others = [status for status in statuses.values() if status not in (ADMITTED, FORBIDDEN)]
    return admitted if others == [PREFERRED] else []
