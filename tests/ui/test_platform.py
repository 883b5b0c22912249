"""What the platform must not do to us."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QObject

pytestmark = pytest.mark.scorecard("R41")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_void_calls_of_qt_leave_none_alone(qapp: object) -> None:
    subject = QObject()
    before = sys.getrefcount(None)

    for number in range(1000):
        subject.setObjectName(str(number))

    assert sys.getrefcount(None) > before - 100
