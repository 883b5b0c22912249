"""The services used last are one click each, under the name that the user gave them."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from termdesk.domain.provider import Provider
from termdesk.domain.window_memory import MOST_RECENT_SERVICES, WindowMemory
from termdesk.ui.recent_services_menu import RecentServicesMenu

OWN = Provider("custom", "https://terms.example.org", title="Terms & Co")
PLAIN = Provider("custom", "https://other.example.org/api")
VENDOR = Provider("deepl", "https://api.deepl.com")
LOCAL = Provider("local", "http://127.0.0.1", is_local=True)


def test_each_service_is_one_click_away_and_the_one_in_use_is_ticked(window: QWidget) -> None:
    remembered, used = WindowMemory(), list[Provider | str]()
    menu = RecentServicesMenu(remembered, in_use=lambda: OWN, use=used.append, parent=window)
    for provider in (VENDOR, PLAIN, LOCAL, OWN, VENDOR):
        remembered.note_service(provider)

    menu.aboutToShow.emit()

    assert [action.text() for action in menu.actions()] == [
        "This computer",
        "DeepL",
        "Terms && Co",
        "other.example.org",
    ]
    assert [action.isChecked() for action in menu.actions()] == [False, False, True, False]
    for action in menu.actions():
        action.trigger()
    assert used == ["local", VENDOR, PLAIN]


def test_only_the_last_ones_are_kept() -> None:
    remembered = WindowMemory()
    for number in range(MOST_RECENT_SERVICES + 3):
        remembered.note_service(Provider("custom", f"https://{number}.example.org"))

    assert len(remembered.recent_services) == MOST_RECENT_SERVICES
    assert remembered.recent_services[0].base_url == f"https://{MOST_RECENT_SERVICES + 2}.example.org"
