"""The target of an import: missing choices are reported, and languages and names of other files are not mixed in."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from termdesk.application.glossaries.importing.importer import InitialDecision
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.language_names import PairLanguages
from termdesk.ui.glossaries.importing.import_target import ImportTarget

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
LANGUAGES = PairLanguages(sources=(("en", "English"),), targets=(("de", "German"), ("fr", "French")))


@pytest.fixture
def fresh(window: QWidget) -> ImportTarget:
    """A target box with no open dictionary."""
    made = ImportTarget(open_name="", open_pair=None, languages=LANGUAGES)
    made.setParent(window)
    made.show()
    return made


@pytest.fixture
def beside(window: QWidget) -> ImportTarget:
    """A target box with “Rail” open, from English to German."""
    made = ImportTarget(open_name="Rail", open_pair=EN_DE, languages=LANGUAGES)
    made.setParent(window)
    made.show()
    return made


def test_what_is_missing_is_told_one_after_the_other(fresh: ImportTarget) -> None:
    reported = [fresh.missing_choice()]
    fresh.show_pair(LanguagePair("en", "en"))
    reported.append(fresh.missing_choice())
    fresh.target.choose("de")
    reported.append(fresh.missing_choice())
    assert len(set(reported) - {""}) == 3

    fresh.name.setText("Tools")

    assert fresh.missing_choice() == ""


@pytest.mark.parametrize(
    ("pair", "name", "focused"),
    [
        (LanguagePair("", ""), "Tools", "source"),
        (LanguagePair("en", ""), "Tools", "target"),
        (EN_DE, " ", "name"),
    ],
)
def test_the_keyboard_goes_to_what_is_missing(fresh: ImportTarget, pair: LanguagePair, name: str, focused: str) -> None:
    fresh.name.setText(name)
    fresh.show_pair(pair)

    fresh.focus_missing()

    field = getattr(fresh, focused)
    assert fresh.window().focusWidget() in (field, field.lineEdit() if focused != "name" else field)


def test_nothing_open_offers_only_a_new_glossary(fresh: ImportTarget, beside: ImportTarget) -> None:
    assert [each.into_open.isVisible() for each in (fresh, beside)] == [False, True]
    assert [each.existing.isVisible() for each in (fresh, beside)] == [False, True]
    assert fresh.is_new
    assert beside.is_new, "the file decides, as long as the user does not"


@pytest.mark.parametrize(
    ("name", "pair", "is_suggested"),
    [("RAIL", EN_FR, True), ("Law", EN_FR, False), ("Rail", EN_DE, False), ("Rail", None, False)],
)
def test_the_open_glossary_is_suggested_for_another_pair_of_it(
    beside: ImportTarget, name: str, pair: LanguagePair | None, is_suggested: bool
) -> None:
    beside.suggest_open(name, pair)

    assert beside.is_new is not is_suggested


def test_a_variant_is_of_the_pair_that_is_open(beside: ImportTarget) -> None:
    beside.show_pair(LanguagePair("en-GB", "de-AT"))
    assert beside.is_of_open_pair

    beside.show_pair(EN_FR)

    assert not beside.is_of_open_pair


def test_languages_that_the_service_lacks_can_be_chosen_and_are_named(fresh: ImportTarget) -> None:
    fresh.show_pair(LanguagePair("en", "eu"))

    assert fresh.pair == LanguagePair("en", "eu")
    assert len(fresh.find_unlisted_languages()) == 1
    fresh.show_pair(EN_DE)
    assert fresh.find_unlisted_languages() == []


def test_only_what_applies_can_be_chosen(beside: ImportTarget) -> None:
    beside.show_possible(is_one_pair=True)
    assert [each.isEnabled() for each in (beside.name, beside.source, beside.existing)] == [True, True, False]

    beside.into_open.setChecked(True)
    beside.show_possible(is_one_pair=False)

    assert [each.isEnabled() for each in (beside.name, beside.source, beside.existing)] == [False, False, True]


def test_every_way_to_treat_existing_entries_can_be_chosen(beside: ImportTarget) -> None:
    ways = []
    for position in range(beside.existing.count()):
        beside.existing.setCurrentIndex(position)
        ways.append(beside.existing_way)

    assert set(ways) == set(InitialDecision)
    assert ways[0] is InitialDecision.KEEP, "nothing is lost unless that is chosen"


def test_no_words_hide_the_line(fresh: ImportTarget) -> None:
    fresh.say("The name is too long.", tone="problem")
    assert fresh.message_label.isVisible()

    fresh.say("", tone="")

    assert not fresh.message_label.isVisible()


def test_variants_are_listed_with_their_language(fresh: ImportTarget) -> None:
    assert fresh.is_listed(LanguagePair("en-GB", "de-AT"))
    assert not fresh.is_listed(LanguagePair("en", "mt"))


def test_another_glossary_than_the_open_one_can_be_chosen(window: QWidget) -> None:
    others = [("k1", "Law"), ("k2", "Tools")]
    made = ImportTarget(open_name="Rail", open_pair=EN_DE, languages=LANGUAGES, others=others)
    made.setParent(window)
    made.show()
    assert (made.is_new, made.other_key) == (True, "")

    made.into_other.click()
    made.other.setCurrentIndex(1)
    made.show_possible(is_one_pair=True)

    assert (made.is_new, made.other_key) == (False, "k2")
    assert made.other.isEnabled()
    assert made.existing.isEnabled()
    assert not made.name.isEnabled()


@pytest.mark.parametrize(("name", "is_known"), [(" rail", True), ("LAW", True), ("Tools", False), ("", False)])
def test_the_name_of_a_glossary_that_exists_is_noticed(window: QWidget, name: str, is_known: bool) -> None:
    made = ImportTarget(open_name="Rail", open_pair=EN_DE, languages=LANGUAGES, others=[("k0", "Art"), ("k1", "Law")])
    made.setParent(window)
    made.name.setText(name)

    assert made.has_known_name is is_known
    assert made.other.currentText() == ("Law" if name.strip() == "LAW" else "Art")
    made.into_other.click()
    assert not made.has_known_name


@pytest.mark.parametrize(
    ("direction", "arrow"), [(Qt.LayoutDirection.LeftToRight, "→"), (Qt.LayoutDirection.RightToLeft, "←")]
)
def test_the_arrow_leads_from_the_source_to_the_target_in_mirrored_windows_too(
    qapp: QGuiApplication, direction: Qt.LayoutDirection, arrow: str
) -> None:
    qapp.setLayoutDirection(direction)
    try:
        made = ImportTarget(open_name="", open_pair=None, languages=LANGUAGES)
        texts = {label.text() for label in made.findChildren(QLabel)}
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)

    assert texts & {"→", "←"} == {arrow}
