"""A library on the local service, and the checks of the dictionaries that are opened in it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from support.check_workplace import Workplace
from termdesk.application.session.session import Session
from termdesk.storage.records import Records


@pytest.fixture
async def position(local_session: Session, records: Records) -> AsyncIterator[Workplace]:
    workplace = Workplace(local_session, records)
    yield workplace
    for each in workplace.opened:
        await workplace.library.close(each)
