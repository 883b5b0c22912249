"""Several objects use the same lists until one of them changes a list."""

from __future__ import annotations

from termdesk.domain.shared_use import SharedUse


def test_one_user_shares_nothing() -> None:
    assert not SharedUse().is_shared


def test_users_share_until_all_but_one_have_ended() -> None:
    first = SharedUse()
    second = first.share()
    third = second.share()

    assert first.is_shared
    assert third.is_shared
    del second
    assert first.is_shared
    del third
    assert not first.is_shared


def test_other_lists_are_not_shared() -> None:
    first = SharedUse()
    second = first.share()
    other = SharedUse()

    assert second.is_shared
    assert not other.is_shared
