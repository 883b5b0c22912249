"""LibreOffice for the tests of files that it opens or writes."""

from __future__ import annotations

import pytest

from support.files.office_suite import OfficeSuite


@pytest.fixture(scope="session")
def office_suite(tmp_path_factory: pytest.TempPathFactory) -> OfficeSuite:
    """The LibreOffice of this computer. Tests that use it are skipped where it is not installed."""
    return OfficeSuite(tmp_path_factory.mktemp("office"))
