"""Which proposals of a checker are applied. The finders here propose what a real one might."""

from __future__ import annotations

import re

import pytest

from termdesk.domain.matching.protected_terms import ProtectedTerms
from termdesk.service.engines.correction.proposals import Finder, LanguageKnowledge, Proposal, fix

USUAL = LanguageKnowledge(usual_words=frozenset({"receive", "nicht"}))


def finder(written: str, *suggestions: str, is_spelling: bool = False, is_known: bool = False) -> Finder:
    """Return a finder that proposes to replace the first `written`. A word is only found as a whole."""
    border = r"\b" if written.isalpha() and written < "\u3000" else ""
    pattern = re.compile(f"{border}{re.escape(written)}{border}")

    def find(text: str) -> list[Proposal]:
        match = pattern.search(text)
        return [Proposal(*match.span(), suggestions, is_spelling, is_known)] if match else []

    return find


@pytest.mark.parametrize(
    "text",
    [
        "See http://recieve.example/ now.",
        "Write to recieve@example.org now.",
        "Open www.recieve.example now.",
        "The part recieve42 is missing.",
        "The text {recieve} is missing.",
        "The text %(recieve)s is missing.",
        "The text ${recieve} is missing.",
        "The <recieve> tag is missing.",
        "The entity &recieve; is missing.",
        "The file /etc/recieve is missing.",
        "The file recieve.txt is missing.",
        "The name recieve_all is missing.",
        'The text {<x id="a"/>recieve} is missing.',
        "The text {{ recieve }} is missing.",
        "The text {n, plural, one {recieve} other {all}} is missing.",
        "The file C:\\recieve\\open is missing.",
        "The file C:\\The recieve folder\\open is missing.",
        "The option --recieve is missing.",
        "The option -?recieve is missing.",
        "The option APT::recieve is missing.",
        "The option recieve::APT is missing.",
    ],
)
def test_addresses_codes_placeholders_and_file_names_are_not_touched(text: str) -> None:
    assert fix(text, finder("recieve", "receive"), ProtectedTerms()) == text


@pytest.mark.parametrize("text", ["The Lokalise plugin.", "The memoQ plugin.", "The TMX file.", "“The” Lokalise file."])
def test_names_are_no_spelling_faults(text: str) -> None:
    name = next(word for word in ("Lokalise", "memoQ", "TMX") if word in text)

    assert fix(text, finder(name, name[:-1], is_spelling=True), ProtectedTerms()) == text


@pytest.mark.parametrize("text", ["Recieve it.", "Done. Recieve it.", "“Recieve it.”", "– Recieve it."])
def test_a_capital_at_the_beginning_is_no_name(text: str) -> None:
    find = finder("Recieve", "Receive", is_spelling=True)

    assert "Receive" in fix(text, find, ProtectedTerms(), language=USUAL)


def test_a_name_at_the_beginning_is_not_made_an_unusual_word() -> None:
    find = finder("Falcot", "Falot", is_spelling=True)

    assert fix("Falcot publishes it.", find, ProtectedTerms(), language=USUAL) == "Falcot publishes it."


def test_german_nouns_are_spelled_right_inside_a_sentence_and_names_after_a_title_are_not() -> None:
    german = LanguageKnowledge(usual_words=frozenset({"mittwoch"}), has_capital_nouns=True)
    find = finder("Mitwoch", "Mittwoch", is_spelling=True)

    assert fix("Wir kommen am Mitwoch.", find, ProtectedTerms(), language=german) == "Wir kommen am Mittwoch."
    assert fix("Wir fragen Herrn Mitwoch.", find, ProtectedTerms(), language=german) == "Wir fragen Herrn Mitwoch."
    assert fix("We ask on Mitwoch.", find, ProtectedTerms()) == "We ask on Mitwoch."


def test_a_suggestion_that_only_moves_the_fault_is_not_taken() -> None:
    def find(text: str) -> list[Proposal]:
        if "cansadas" in text:
            return [Proposal(17, 25, ("cansada",), rule="AGREEMENT")]
        return [Proposal(10, 24, ("están cansando",), rule="VERB")] if "cansada" in text else []

    assert fix("La gente, están cansadas.", find, ProtectedTerms()) == "La gente, están cansadas."


def test_a_missing_apostrophe_is_set_although_another_rule_goes_on() -> None:
    def find(text: str) -> list[Proposal]:
        if "dont" in text:
            at = text.index("dont")
            return [Proposal(at, at + 4, ("don't",), is_known_misspelling=is_known, rule="contraction")]
        at = text.find("don't")
        return [Proposal(at, at + 2, ("does",), rule="agreement")] if at >= 0 else []

    is_known = True
    assert fix("She dont know.", find, ProtectedTerms()) == "She doesn't know."
    is_known = False
    assert fix("She dont know.", find, ProtectedTerms()) == "She dont know."


@pytest.mark.parametrize(
    "text",
    [
        "Wählen Sie Format – Zentriert.",
        "Das Restaurant Zentriert ist zu.",
        "Klicken Sie auf Zentriert hier.",
        "Optionen: -p Zentriert den Text.",
    ],
)
def test_titles_keep_their_capitals(text: str) -> None:
    find = finder("Zentriert", "zentriert")

    assert fix(text, find, ProtectedTerms()) == text
    assert fix("Der Text ist Zentriert.", find, ProtectedTerms()) == "Der Text ist zentriert."


def test_rules_about_words_beside_an_unknown_word_are_not_followed() -> None:
    def find(text: str) -> list[Proposal]:
        unknown = Proposal(text.index("requests"), text.index("requests") + 8, (), is_spelling=True)
        return [Proposal(10, 18, ("au pull",)), unknown] if "aux" in text else [unknown]

    assert fix("similaire aux pull requests.", find, ProtectedTerms()) == "similaire aux pull requests."


def test_a_word_list_may_change_two_letters_and_no_more() -> None:
    assert fix("a gaskket.", finder("gaskket", "gasket", is_spelling=True), ProtectedTerms()) == "a gasket."
    assert fix("a weblate.", finder("weblate", "template", is_spelling=True), ProtectedTerms()) == "a weblate."
    assert fix("a weblate.", finder("weblate", "template", is_known=True), ProtectedTerms()) == "a template."


def test_a_placeholder_in_capitals_is_no_repeated_word() -> None:
    other = "size size"

    for repeated in ("size SIZE", "SIZE  SIZE"):
        find = finder(repeated, repeated.split()[0])
        assert fix(f"the {repeated} is", find, ProtectedTerms()) == f"the {repeated} is"
    assert fix(f"the {other} is", finder(other, "size"), ProtectedTerms()) == "the size is"


def test_of_the_short_parts_of_a_code_only_accents_are_changed() -> None:
    find = finder("dist", "dits", is_spelling=True)

    assert fix("use dist-upgrade now", find, ProtectedTerms(), language=LanguageKnowledge(frozenset({"dits"}))) == (
        "use dist-upgrade now"
    )


def test_of_a_short_word_one_letter_at_most_is_changed() -> None:
    assert fix("teh end", finder("teh", "the", is_spelling=True), ProtectedTerms()) == "the end"
    assert fix("a jira", finder("jira", "juror", is_spelling=True), ProtectedTerms()) == "a jira"


def test_a_word_list_does_not_cut_words_in_two() -> None:
    assert (
        fix("votre letre", finder("letre", "l'entre", "lettre", is_spelling=True), ProtectedTerms()) == "votre lettre"
    )
    assert fix("la desubicación", finder("desubicación", "des ubicación", is_spelling=True), ProtectedTerms()) == (
        "la desubicación"
    )


@pytest.mark.parametrize(
    ("written", "suggestion"),
    [
        ("inotify", "Spotify"),
        ("csv", "cSv"),
        ("deb", "de"),
        ("gita", "gute"),
        ("le slot", "le flot"),
        ("mixtèque", "Biftèque"),
        ("scrollbars", "scrollbar"),
        ("chown", "clown"),
        ("chdir", "chair"),
        ("complèteur", "compléter"),
    ],
)
def test_a_word_list_does_not_make_another_word_of_one_that_it_does_not_know(written: str, suggestion: str) -> None:
    text = f"and {written} too"

    assert fix(text, finder(written, suggestion, is_spelling=True), ProtectedTerms()) == text


@pytest.mark.parametrize(
    ("written", "suggestion"),
    [
        ("reunion", "reunión"),
        ("acer", "hacer"),
        ("nich", "nicht"),
        ("gutt", "gut"),
        ("vorraussichtlich", "voraussichtlich"),
    ],
)
def test_accents_silent_and_doubled_letters_are_put_right(written: str, suggestion: str) -> None:
    text = f"and {written} too"

    find = finder(written, suggestion, is_spelling=True)

    assert fix(text, find, ProtectedTerms(), language=USUAL) == f"and {suggestion} too"


def test_a_word_of_another_language_is_given_accents_and_nothing_else() -> None:
    def changed(written: str, suggestion: str) -> bool:
        find = finder(written, suggestion, is_spelling=True)
        language = LanguageKnowledge(is_known_elsewhere=lambda word: True)
        return fix(written, find, ProtectedTerms(), language=language) != written

    assert changed("reunion", "reunión")
    assert not changed("database", "databases")


@pytest.mark.parametrize(
    "text", ["Run `recieve' now.", "Run »recieve« now.", 'Run "recieve it" now.', "Run --recieve."]
)
def test_words_that_are_named_and_not_used_are_left_alone(text: str) -> None:
    assert fix(text, finder("recieve", "receive", is_spelling=True), ProtectedTerms()) == text


@pytest.mark.parametrize(
    ("text", "written", "suggestion"),
    [
        ("die Datei fehlt", "die", "Die"),
        ("Could not be loaded", "loaded", "loaded?"),
        ("-a      All files", "      ", " "),
        ("Name: value", ": ", "\u00a0: "),
        ("and so on...", "...", " . . ."),
    ],
)
def test_labels_keep_their_capitals_spaces_and_ends(text: str, written: str, suggestion: str) -> None:
    assert fix(text, finder(written, suggestion), ProtectedTerms(), is_sentence=False) == text


@pytest.mark.parametrize(
    ("text", "written", "suggestion"),
    [
        ("Press compose then ' then a letter.", " ' ", "' "),
        ("Equivalent to (( EXP )) here.", "( ", "("),
        ("The missing ) of the line.", " )", ")"),
        ("See the section ! layout of it.", " !", "!"),
        ("Write „ “ for binary files.", "„ “", "„“"),
    ],
)
def test_spaces_around_a_sign_that_is_named_stay(text: str, written: str, suggestion: str) -> None:
    assert fix(text, finder(written, suggestion), ProtectedTerms()) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it works well.", "It works well."),
        ("it stopped: code %d.", "it stopped: code %d."),
        ("it: no such file.", "it: no such file."),
        ("it.", "it."),
    ],
)
def test_a_sentence_gets_its_capital_and_a_message_that_goes_on_does_not(text: str, expected: str) -> None:
    assert fix(text, finder("it", "It"), ProtectedTerms()) == expected


def test_a_code_gets_no_capital() -> None:
    text = "apt-helper bundles commands."

    assert fix(text, finder("apt-helper", "Apt-helper"), ProtectedTerms()) == text


def test_a_name_beside_the_same_word_is_not_repeated() -> None:
    text = "Open the files Files here."
    find = finder("files Files", "files")

    assert fix(text, find, ProtectedTerms()) == text
    german = LanguageKnowledge(has_capital_nouns=True)
    assert fix(text, find, ProtectedTerms(), language=german) == "Open the files here."


def test_the_last_part_of_the_name_of_a_program_is_kept() -> None:
    text = "Use gnome-control-center."

    for name in ("gnome-control-center", "center"):
        find = finder(name, name.replace("center", "centre"), is_spelling=True, is_known=True)
        assert fix(text, find, ProtectedTerms()) == text
    find = finder("center", "centre", is_spelling=True, is_known=True)
    assert fix("Use the city-center.", find, ProtectedTerms()) == "Use the city-centre."


def test_a_single_letter_is_no_spelling_fault() -> None:
    find = finder("é", "e", is_spelling=True)

    assert fix("la lettera é è", find, ProtectedTerms(), language=LanguageKnowledge(frozenset({"e"}))) == (
        "la lettera é è"
    )


def test_a_word_in_lower_case_does_not_become_an_uncommon_noun() -> None:
    german = LanguageKnowledge(has_capital_nouns=True)

    for suggestion, better in (("Arschname", "archname"), ("Archname", "Archname")):
        find = finder("archname", suggestion, is_spelling=True)
        assert fix("das archname hier", find, ProtectedTerms(), language=german) == f"das {better} hier"


def test_a_japanese_ending_is_not_put_after_a_finished_verb() -> None:
    find = finder("的を得", "的を射る")

    assert fix("的を得た意見", find, ProtectedTerms()) == "的を得た意見"


def test_a_phrase_of_a_glossary_is_left_alone_as_a_whole_and_its_words_elsewhere_are_not() -> None:
    protected_terms = ProtectedTerms(("data bases",), frozenset())

    assert fix("Our data bases grow.", finder("bases", "base"), protected_terms) == "Our data bases grow."
    assert fix("The bases grow.", finder("bases", "base"), protected_terms) == "The base grow."


def test_any_word_of_a_term_is_no_spelling_fault() -> None:
    protected_terms = ProtectedTerms((), frozenset({"gaskett"}))

    assert fix("A gaskett.", finder("gaskett", "gasket", is_spelling=True), protected_terms) == "A gaskett."


def test_what_stands_around_a_term_may_be_mended_with_it_in_its_place() -> None:
    protected_terms = ProtectedTerms(("Film",), frozenset({"film"}))

    assert fix("das beste Film", finder("das beste Film", "der beste Film"), protected_terms) == "der beste Film"
    assert fix("das beste Film", finder("das beste Film", "die besten Filme"), protected_terms) == "das beste Film"


def test_of_several_suggestions_the_one_is_taken_that_leaves_the_fewest_faults() -> None:
    def find(text: str) -> list[Proposal]:
        return [Proposal(0, 1, ("b", "c"))] if text[0] in "ab" else []

    assert fix("a.", find, ProtectedTerms()) == "c."


@pytest.mark.parametrize(
    ("text", "written", "suggestion"),
    [
        ("el dispositivo «loop« como", "« ", "«"),
        ('die Zeile "Name:" der Vorlage', '" ', '"'),
        ('o nome "de envio:" para', ':"', ': "'),
        ('the folder ".." is', "..", "."),
        ("'January'..'December' is", "..", "."),
    ],
)
def test_quotation_marks_keep_their_spaces_and_the_signs_between_them(text: str, written: str, suggestion: str) -> None:
    start = text.rindex(written)

    def find(found: str) -> list[Proposal]:
        return [Proposal(start, start + len(written), (suggestion,))] if found == text else []

    assert fix(text, find, ProtectedTerms()) == text


def test_a_missing_space_before_a_quotation_comes() -> None:
    assert fix('He said:"Come in."', finder(':"', ': "'), ProtectedTerms()) == 'He said: "Come in."'


@pytest.mark.parametrize("text", ["Tools such as apt, dpkg, … are used.", '"are used ; done" repeats it.'])
def test_words_after_an_ellipsis_and_at_the_start_of_a_quotation_get_no_capital(text: str) -> None:
    assert fix(text, finder("are", "Are"), ProtectedTerms()) == text
    assert fix("are used.", finder("are", "Are"), ProtectedTerms()) == "Are used."


def test_a_path_that_ends_with_dots_is_not_touched() -> None:
    assert fix("The files go to FOLDER/..", finder("..", "."), ProtectedTerms()) == "The files go to FOLDER/.."
    assert fix("It ends here..", finder("..", "."), ProtectedTerms()) == "It ends here."


@pytest.mark.parametrize("text", ["Choose Colors → Recieve all.", "Choose Colors → Auto recieve all."])
def test_names_of_menus_after_an_arrow_are_not_touched(text: str) -> None:
    written = "Recieve" if "Recieve" in text else "recieve"

    assert fix(text, finder(written, "Receive", is_spelling=True, is_known=True), ProtectedTerms()) == text


def test_an_unknown_word_with_a_capital_before_another_one_is_a_name() -> None:
    find = finder("Recieve", "Receive", is_spelling=True)

    assert fix("Recieve Barre left.", find, ProtectedTerms(), language=USUAL) == "Recieve Barre left."
    assert fix("Recieve all of it.", find, ProtectedTerms(), language=USUAL) == "Receive all of it."
    german = LanguageKnowledge(usual_words=frozenset({"receive"}), has_capital_nouns=True)
    assert fix("Recieve Barre left.", find, ProtectedTerms(), language=german) == "Receive Barre left."


def test_a_small_word_inside_a_name_gets_no_capital() -> None:
    find = finder("ibnu", "Ibnu", is_spelling=True)

    assert fix("He met Usuman ibnu Fodio.", find, ProtectedTerms()) == "He met Usuman ibnu Fodio."
    assert fix("He met ibnu there.", find, ProtectedTerms()) == "He met Ibnu there."


@pytest.mark.parametrize("space", ["\t\t", "   "])
def test_spaces_that_make_a_layout_stay_before_a_sign(space: str) -> None:
    text = f"The word ends in{space}: now."

    assert fix(text, finder(f"in{space}:", "in:"), ProtectedTerms()) == text
    assert fix("The word ends in : now.", finder("in :", "in:"), ProtectedTerms()) == "The word ends in: now."


@pytest.mark.parametrize("abbreviation", ["c.-à-d.", "z. B.", "e.g."])
def test_no_sentence_begins_after_an_abbreviation_of_several_letters(abbreviation: str) -> None:
    text = f"Some are, {abbreviation} are used."

    assert fix(text, finder("are used", "Are used"), ProtectedTerms()) == text
    assert fix("It is here. are used.", finder("are used", "Are used"), ProtectedTerms()) == "It is here. Are used."
