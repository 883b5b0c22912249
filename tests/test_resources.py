"""The files that come with the program are found from a checkout and are read as UTF-8."""

from __future__ import annotations

import pytest

from termdesk import resources


def test_a_resource_is_found_by_its_name() -> None:
    assert resources.path("samples/texts.json").is_file()
    assert resources.path("icons").is_dir()


@pytest.mark.parametrize("name", ["icons/no-such-icon.svg", "no folder"])
def test_a_resource_that_is_missing_is_named(name: str) -> None:
    with pytest.raises(FileNotFoundError, match=name):
        resources.path(name)
    with pytest.raises(FileNotFoundError, match=name):
        resources.read_text(name)


def test_a_text_is_read_as_utf_8_and_once() -> None:
    resources.read_text.cache_clear()

    text = resources.read_text("samples/texts.json")

    assert text.encode() == resources.path("samples/texts.json").read_bytes()
    assert resources.read_text("samples/texts.json") is text


def test_icons_that_were_read_ahead_need_no_file_later() -> None:
    resources.read_text.cache_clear()
    resources.read_icons()
    read = resources.read_text.cache_info().misses

    for file in resources.path("icons").glob("*.svg"):
        assert "<svg" in resources.read_text(f"icons/{file.name}")

    assert resources.read_text.cache_info().misses == read > 0
