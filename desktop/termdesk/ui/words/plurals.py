"""The singular of every text of the windows that has a number: Qt's `%n`, or `%Ln` with the digits of the locale."""

from __future__ import annotations

from collections.abc import Mapping

SINGULARS: Mapping[str, str] = {
    "%Ln entries": "%Ln entry",
}
