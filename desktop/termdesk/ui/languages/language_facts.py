"""The features of languages, and changes of them, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.languages.language_changes import LanguageChange, LanguageChangeKind
from termdesk.domain.language.language import Language, Resource
from termdesk.ui.words.lists import add_in_parentheses, list_clauses, list_names
from termdesk.ui.words.service_words import feature_title

STABLE = "stable"
NOTHING = "–"


def resource_title(resource: str) -> str:
    """Return what the languages of a resource are for. For an unknown resource, return the service's own name."""
    titles: dict[str, str] = {
        Resource.TRANSLATE_TEXT: _tr("Translating texts"),
        Resource.GLOSSARY: _tr("Glossaries"),
        Resource.WRITE: _tr("Improving texts"),
        Resource.TRANSLATE_DOCUMENT: _tr("Translating documents"),
        Resource.VOICE: _tr("Voice"),
        Resource.STYLE_RULES: _tr("Style rules"),
        Resource.TRANSLATION_MEMORY: _tr("Translation memories"),
    }
    return titles.get(resource, resource)


def resource_heading(resource: Resource) -> str:
    """Return the same title, short enough for a narrow column."""
    headings = {
        Resource.TRANSLATE_TEXT: _tr("Texts"),
        Resource.GLOSSARY: _tr("Glossaries"),
        Resource.WRITE: _tr("Improvement"),
        Resource.TRANSLATE_DOCUMENT: _tr("Documents"),
        Resource.VOICE: _tr("Voice"),
        Resource.STYLE_RULES: _tr("Style rules"),
        Resource.TRANSLATION_MEMORY: _tr("Memories"),
    }
    return headings[resource]


def status_word(status: str) -> str:
    """Return the status of a language or feature in words. For an unknown status, return the service's own word."""
    words = {STABLE: _tr("stable"), "beta": _tr("beta"), "early_access": _tr("early access")}
    return words.get(status, status)


def sides_word(language: Language | None) -> str:
    """Return whether a language is a source, a target, or both; a dash if it is neither."""
    if language is None:
        return NOTHING
    match language.usable_as_source, language.usable_as_target:
        case True, True:
            return _tr("both")
        case True, False:
            return _tr("source")
        case False, True:
            return _tr("target")
    return NOTHING


def describe_language(language: Language) -> str:
    """Return the sides, status and features of a language in one resource, for a tooltip."""
    sides = {
        (True, True): _tr("source and target"),
        (True, False): _tr("source only"),
        (False, True): _tr("target only"),
    }.get((language.usable_as_source, language.usable_as_target), "")
    features = list_names(
        _with_status(feature_title(name), status) for name, status in sorted(language.features.items())
    )
    status = "" if language.status == STABLE else status_word(language.status)
    return list_clauses((sides, status, features))


def _with_status(words: str, status: str) -> str:
    return words if status == STABLE else add_in_parentheses(words, status_word(status))


def change_words(change: LanguageChange) -> str:
    """Return what happened to a language, in a few words."""
    kinds = LanguageChangeKind
    before, after = status_word(change.before), status_word(change.after)
    feature = feature_title(change.feature) if change.feature else ""
    match change.kind:
        case kinds.ADDED:
            return _with_status(_tr("new"), change.after)
        case kinds.REMOVED:
            return _tr("no longer listed")
        case kinds.SOURCE_ADDED:
            return _tr("now also a source")
        case kinds.SOURCE_REMOVED:
            return _tr("no longer a source")
        case kinds.TARGET_ADDED:
            return _tr("now also a target")
        case kinds.TARGET_REMOVED:
            return _tr("no longer a target")
        case kinds.STATUS:
            return _tr("was {before}, is {after}").format(before=before, after=after)
        case kinds.FEATURE_ADDED:
            return _with_status(_tr("{feature}: new").format(feature=feature), change.after)
        case kinds.FEATURE_REMOVED:
            return _tr("{feature}: no longer").format(feature=feature)
        case kinds.FEATURE_STATUS:
            return _tr("{feature}: was {before}, is {after}").format(feature=feature, before=before, after=after)


def _tr(text: str) -> str:
    return QCoreApplication.translate("LanguageFacts", text)
