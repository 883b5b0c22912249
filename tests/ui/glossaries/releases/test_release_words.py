from __future__ import annotations

from termdesk.application.glossaries.releases.releases import BundleFinding
from termdesk.messages.release_messages import ReleaseMessage
from termdesk.ui.glossaries.releases.release_words import date_words, findings_words


def test_the_first_findings_are_named_and_the_others_counted() -> None:
    findings = [
        BundleFinding(f"{number}.tsv", ReleaseMessage.FILE_MISSING(file=f"{number}.tsv")) for number in range(7)
    ]

    assert findings_words(findings[:2]) == "0.tsv is missing. 1.tsv is missing."
    assert findings_words(findings).endswith("4.tsv is missing. 2 further files are affected.")
    assert findings_words(findings[:6]).endswith("1 further file is affected.")


def test_a_date_is_written_as_the_locale_has_it_and_anything_else_stays() -> None:
    assert "2026" in date_words("2026-11-23")
    assert date_words("2026-11-23") != "2026-11-23"
    assert date_words("in spring") == "in spring"
