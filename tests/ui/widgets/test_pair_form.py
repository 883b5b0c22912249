"""A name and two languages: the offered values, the chosen ones, and a signal for every change."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.language_names import PairLanguages
from termdesk.ui.widgets.pair_form import PairForm

EN_DE = LanguagePair("en", "de")


@pytest.fixture
def form(window: QWidget) -> PairForm:
    return PairForm("train", name=" Rail ", pair=EN_DE, parent=window)


def test_it_begins_with_what_is_known(form: PairForm) -> None:
    assert form.name == "Rail"
    assert form.pair == EN_DE


def test_every_change_is_told_once(form: PairForm) -> None:
    reported: list[tuple[str, LanguagePair]] = []
    form.changed.connect(lambda: reported.append((form.name, form.pair)))

    form.name_field.setText("Law")
    for box, code in ((form.source, "fr"), (form.target, "ja")):
        box.setCurrentIndex(box.findData(code))

    assert reported == [("Law", EN_DE), ("Law", LanguagePair("fr", "de")), ("Law", LanguagePair("fr", "ja"))]


def test_only_the_languages_of_a_service_are_offered(window: QWidget) -> None:
    languages = PairLanguages(sources=(("en", "English"),), targets=(("de", "German"), ("eu", "Basque")))
    form = PairForm("train", name="", pair=EN_DE, languages=languages, parent=window)

    offered = [[box.itemData(position) for position in range(box.count())] for box in (form.source, form.target)]

    assert offered == [["en"], ["de", "eu"]]


def test_fields_have_the_names_of_their_dialog_and_titles_of_their_own(form: PairForm) -> None:
    fields = (form.name_field, form.source, form.target)

    assert [field.objectName() for field in fields] == ["train_name", "train_source", "train_target"]
    assert len({field.accessibleName() for field in fields} - {""}) == 3
