"""Tags of one or many glossaries: common ones are edited, others stay, and errors are shown while typing."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.tags_dialog import TagsDialog

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
ACME, OLD, LAW = (
    GlossaryTag(TagKind.CLIENT, "ACME"),
    GlossaryTag(TagKind.WORD, "old"),
    GlossaryTag(TagKind.DOMAIN, "Law"),
)
PUBLISHED = GlossarySummary(
    "g1",
    "g1",
    "Contracts",
    GlossaryRecord(
        "g1",
        "Contracts",
        (DictionaryRecord(EN_DE.source, EN_DE.target, 5), DictionaryRecord(EN_FR.source, EN_FR.target, 7)),
    ),
    tags=(ACME, OLD),
)
DRAFT = GlossarySummary(
    "d1", None, "Draft", drafts=(DictionarySummary(EN_DE, 3, "d1", True, is_on_service=False),), tags=(ACME, LAW)
)


def test_of_many_glossaries_shared_tags_are_edited_and_the_others_stay(window: QWidget) -> None:
    dialog = TagsDialog(window, [PUBLISHED, DRAFT], [ACME, OLD, LAW])
    assert [field.text() for field in dialog.fields.values()] == ["ACME", "", ""]

    dialog.fields[TagKind.CLIENT].setText("Beta; Gamma")
    dialog.fields[TagKind.WORD].setText("#new")

    assert [str(tag) for tag in dialog.tags_for(PUBLISHED)] == ["client:Beta", "client:Gamma", "new", "old"]
    assert [str(tag) for tag in dialog.tags_for(DRAFT)] == ["client:Beta", "client:Gamma", "domain:Law", "new"]


def test_a_tag_that_is_too_long_is_refused_while_one_types(window: QWidget) -> None:
    dialog = TagsDialog(window, [PUBLISHED], [])

    dialog.fields[TagKind.WORD].setText("x" * 80)
    assert not dialog.accept_button.isEnabled()
    assert "80 characters" in dialog.hint.text()
    dialog.fields[TagKind.WORD].setText("x")

    assert dialog.accept_button.isEnabled()


def test_one_tag_is_typed_once_however_often_it_is_named(window: QWidget) -> None:
    dialog = TagsDialog(window, [PUBLISHED], [])

    dialog.fields[TagKind.CLIENT].setText("Beta, beta; Beta")
    dialog.fields[TagKind.WORD].clear()

    assert [str(tag) for tag in dialog.tags_for(PUBLISHED)] == ["client:Beta"]


def test_tags_that_are_known_are_offered_by_kind(window: QWidget) -> None:
    dialog = TagsDialog(window, [DRAFT], [ACME, OLD, LAW])

    offered = {}
    for kind, field in dialog.fields.items():
        completer = field.completer()
        assert completer is not None
        model = completer.model()
        offered[kind] = [model.index(row, 0).data() for row in range(model.rowCount())]

    assert offered == {TagKind.CLIENT: ["ACME"], TagKind.DOMAIN: ["Law"], TagKind.WORD: ["old"]}


def test_it_is_said_where_some_tags_are_not_shown(window: QWidget) -> None:
    alone, together = TagsDialog(window, [PUBLISHED], []), TagsDialog(window, [PUBLISHED, DRAFT], [])

    assert together.hint.text().startswith(alone.hint.text())
    assert len(together.hint.text()) > len(alone.hint.text())
