"""Tables of other programs are recognized by their column titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.application.glossaries.importing.file_view import ImportChoices
from termdesk.application.glossaries.importing.import_files import look_into
from termdesk.application.glossaries.importing.known_tables import table_of
from termdesk.domain.progress import NoProgress

HEADERS = {
    "memoQ": "Entry_ID;Entry_Subject;English_United_States;Term_Info;Term_Example;German;Term_Info;Term_Example",
    "Crowdin": "Term [en];Description [en];Part Of Speech [en];Status [en];Term [de];Description [de];Status [de]",
    "Lokalise": "term;description;casesensitive;translatable;forbidden;tags;en;en_description;de;de_description",
    "Tolgee": "description;translatable;caseSensitive;abbreviation;forbidden;en;de",
    "Weblate": "location;source;target;id;fuzzy;context;translator_comments;developer_comments",
    "MateCat": "Forbidden;Domain;Subdomain;Definition;en;Notes;Example of use;de;Notes;Example of use",
    "Termium": "SUBJECT_EN;TERM_EN;TERM_EN_PARAMETER;SUBJECT_FR;TERM_FR;TERM_FR_PARAMETER",
    "IATE": "E_ID;E_DOMAINS;L_CODE;T_TERM;T_TYPE;T_RELIABILITY",
    "Wikidata": "item;itemLabel_en;itemLabel_de",
    "Supervertaler": "Source;Target;Priority;Domain;Forbidden;Notes",
    "": "Source;Target;Note",
}


@pytest.mark.parametrize(("name", "header"), HEADERS.items(), ids=[name or "none" for name in HEADERS])
def test_a_table_is_known_by_its_titles(name: str, header: str) -> None:
    assert table_of(header.split(";")) == name


# The use of each column; all others are not imported.
USES = {
    "memoQ": (
        "Entry_Subject: domain; English_United_States: source; German: target; Term_Info: marks; Term_Example: context"
    ),
    "Crowdin": (
        "Term [en]: source; Term [de]: target; Description [en]: definition; Description [de]: definition;"
        " Part Of Speech [en]: part-of-speech; Status [en]: status; Status [de]: status"
    ),
    "Lokalise": (
        "description: definition; forbidden: forbidden; en: source; en_description: definition; de: target;"
        " de_description: definition"
    ),
    "Tolgee": "description: definition; forbidden: forbidden; en: source; de: target",
    "Weblate": (
        "source: source; target: target; fuzzy: unfinished; context: context; translator_comments: note;"
        " developer_comments: note"
    ),
    "MateCat": (
        "Forbidden: forbidden; Domain: domain; Definition: definition; en: source; de: target; Notes: note;"
        " Example of use: context"
    ),
    "Termium": "SUBJECT_EN: domain; TERM_EN: source; SUBJECT_FR: domain; TERM_FR: target",
    "Supervertaler": "Source: source; Target: target; Domain: domain; Forbidden: forbidden; Notes: note",
}


@pytest.mark.parametrize("name", USES)
def test_the_columns_of_a_known_table_are_used_for_what_they_hold(tmp_path: Path, name: str) -> None:
    titles = HEADERS[name].split(";")
    row = ";".join("no" if title.casefold() in ("forbidden", "fuzzy") else f"a {title}" for title in titles)
    (tmp_path / "terms.csv").write_text(f"{HEADERS[name]}\n{row}\n")

    view, result = look_into(NoProgress(), tmp_path / "terms.csv", ImportChoices())

    used = {title: str(use.role) for title, use in zip(view.columns, view.uses, strict=True) if use.role != "ignored"}
    assert used == dict(each.strip().split(": ") for each in USES[name].split(";"))
    assert len(result.entries) == 1
