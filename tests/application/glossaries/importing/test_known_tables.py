"""Tables of other programs are known by their titles."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.importing.known_tables import table_of

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
