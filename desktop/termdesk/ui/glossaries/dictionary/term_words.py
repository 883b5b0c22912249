"""Terms with their details, as one line of text."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.domain.entries.entry_detail import DETAIL_COLUMNS, STATUS, EntryDetail
from termdesk.ui.glossaries.dictionary.field_words import further_details
from termdesk.ui.glossaries.dictionary.grid_column import GRID_COLUMNS
from termdesk.ui.glossaries.dictionary.status_words import status_word
from termdesk.ui.words.lists import add_in_parentheses, add_title, list_clauses, list_facts


def terms_words(terms: Sequence[tuple[str, EntryDetail]]) -> str:
    """Return all targets in one line, each with its details if it has any."""
    if len(terms) == 1 and terms[0][1].is_empty:
        # The usual case; there may be half a million.
        return terms[0][0]
    return list_clauses(_term_words(target, detail) for target, detail in terms)


def _term_words(target: str, detail: EntryDetail) -> str:
    if detail.is_empty:
        return target
    columns = [(GRID_COLUMNS[column], text) for column in DETAIL_COLUMNS if (text := detail.text(column))]
    facts = [
        *(
            status_word(text) if column.number == STATUS else add_title(column.heading(), text)
            for column, text in columns
        ),
        *(add_title(title, text) for title, text in further_details(detail)),
    ]
    return add_in_parentheses(target, list_facts(facts))
