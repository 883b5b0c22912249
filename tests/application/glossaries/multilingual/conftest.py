"""A table of two dictionaries on this computer, and its checks."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from support.multilingual_glossary import local_table
from termdesk.application.glossaries.checks.dictionary_checks import CheckFactory
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.checks import MultilingualChecks
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.storage.records import Records

# The two dictionaries have their phrases in different orders, and each has one that the other lacks.
TARGETS = {
    "de": [("bolt", "Schraube "), ("e-mail", "E-Mail"), ("nut", "Mutter"), ("nut", "Mutter"), ("only de", "a  b")],
    "ja": [("only ja", "木\u200b"), ("nut", "ナット "), ("email", "メール"), ("e-mail", "メール"), ("bolt", "ボルト")],
}


@pytest.fixture
async def table(library: Library) -> AsyncIterator[OpenTable]:
    opened = await local_table(library, TARGETS)
    yield opened
    await opened.close()


@pytest.fixture
def checks(library: Library, records: Records, table: OpenTable) -> MultilingualChecks:
    return MultilingualChecks.create(table, CheckFactory(library, records))
