"""The kinds of jobs in the window, and the keys that identify jobs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class JobKind(Enum):
    """One name for each kind of work. Whoever starts the same work, from wherever, uses the same name.

    A kind is itself a key: only one job of this kind runs at a time. If several may run at once, `of` makes a key for
    each owner.
    """

    # The program as a whole
    CONNECT = auto()
    CHOOSE_SERVICE = auto()
    CLOSE_WINDOW = auto()
    SORT_FILES = auto()
    REFRESH_USAGE = auto()
    DELETE_OLD_TEXTS = auto()
    START_FAULT_INJECTION = auto()
    END_FAULT_INJECTION = auto()
    SHOW_ABOUT = auto()
    SHOW_DIAGNOSTICS = auto()
    SHOW_CRASH_REPORT = auto()
    SHOW_ENGINES = auto()
    SHOW_HELP = auto()
    SHOW_KEYS = auto()
    SHOW_PREFERENCES = auto()
    SHOW_SAMPLE = auto()
    SHOW_TEXT_HISTORY = auto()
    SAVE_CRASH_REPORT = auto()

    # Preferences and engines
    FIND_KEY = auto()
    FORGET_KEY = auto()
    TEST_CONNECTION = auto()
    CHOOSE_CERTIFICATES = auto()
    SHOW_PROFILES = auto()
    SAVE_PROFILE = auto()
    ADD_ENGINE_MODEL = auto()
    CANCEL_TRAINING = auto()
    DELETE_ENGINE = auto()
    FIND_ENGINES = auto()
    OPEN_ENGINE_FOLDER = auto()
    SEND_CORPUS = auto()
    TRAIN_ENGINE = auto()
    WATCH_ENGINES = auto()

    # The library of glossaries
    READ_LIBRARY = auto()
    OPEN_DICTIONARY = auto()
    OPEN_BESIDE = auto()
    OPEN_MULTILINGUAL = auto()
    CLOSE_DICTIONARY = auto()
    CLOSE_MULTILINGUAL = auto()
    ADD_DICTIONARY = auto()
    ADD_ENTRY = auto()
    COPY_GLOSSARY = auto()
    BRING_GLOSSARY = auto()
    CREATE_GLOSSARY = auto()
    DELETE_DICTIONARIES = auto()
    EXPORT_DICTIONARIES = auto()
    LOCK_GLOSSARIES = auto()
    RENAME_GLOSSARY = auto()
    SHOW_PAIRS = auto()
    TAG_GLOSSARIES = auto()
    TRANSFER_GLOSSARIES = auto()
    READ_BIN = auto()
    SHOW_BIN = auto()
    DELETE_FOR_GOOD = auto()
    RESTORE_GLOSSARIES = auto()

    # One open dictionary
    APPLY_QUERY = auto()
    COUNT_FACETS = auto()
    BULK_CHANGE = auto()
    CHANGE_SOURCE_PHRASE = auto()
    CLEAN = auto()
    COPY_CELLS = auto()
    GO_TO_ROW = auto()
    PASTE = auto()
    REPLACE = auto()
    PREVIEW_REWRITE = auto()
    REVERSE_DICTIONARY = auto()
    FIND_SIMILAR = auto()
    SHOW_SIMILAR = auto()
    SHOW_UNDO_HISTORY = auto()
    CHECK_ENTRIES = auto()
    COMPARE_DICTIONARIES = auto()
    EDIT_CUSTOM_RULES = auto()
    CHOOSE_CHECKS = auto()
    FIND_IN_TABLE = auto()
    FIX_FINDINGS = auto()
    IGNORE_FINDINGS = auto()
    TRY_RULE = auto()

    # Files and the service
    EXPORT = auto()
    IMPORT = auto()
    READ_IMPORT_FILE = auto()
    SAVE_REJECTED_ROWS = auto()
    SEARCH_IMPORT = auto()
    COMPARE_WITH_SERVICE = auto()
    PUBLISH = auto()
    COMPARE_PUBLISHING = auto()
    RESUME_PUBLISHING = auto()
    DECIDE_PUBLISHING = auto()
    FIND_UNFINISHED = auto()
    UNDO_PUBLISHING = auto()
    RESTORE_OVERWRITTEN = auto()
    WRITE_RELEASE = auto()
    TAKE_OVER_RELEASE = auto()
    CHOOSE_WATCHED_FOLDER = auto()
    LOOK_AT_FOLDERS = auto()
    SHOW_NOTEBOOK = auto()
    READ_NOTEBOOK = auto()
    COMPARE_NOTED_CHANGE = auto()
    SHOW_VERSIONS = auto()
    READ_VERSIONS = auto()
    COMPARE_VERSIONS = auto()
    CHOOSE_COMPARED_FILE = auto()
    KEEP_VERSION = auto()
    DELETE_VERSION = auto()

    # Spot-checks
    READ_SENTENCE_SETS = auto()
    SAVE_SENTENCE_SET = auto()
    EDIT_SENTENCE_SET = auto()
    ADD_SENTENCES = auto()
    SPOT_CHECK = auto()
    REPLACE_SPOT_CHECK = auto()
    JUDGE_SPOT_CHECK = auto()
    SAVE_SPOT_CHECK_REPORT = auto()
    TIDY_SPOT_CHECKS = auto()

    # Texts, documents, languages and usage
    TRANSLATE = auto()
    TRANSLATE_SEVERAL = auto()
    CHOOSE_TARGET_GLOSSARIES = auto()
    CONFIRM_TRANSLATION = auto()
    COMPARE_GLOSSARY = auto()
    TRANSLATE_BACK = auto()
    LINK_WORDS = auto()
    USE_SIMILAR_TEXT = auto()
    CORRECT_CONFIRMED_TRANSLATION = auto()
    IMPORT_CONFIRMED_TRANSLATIONS = auto()
    EXPORT_CONFIRMED_TRANSLATIONS = auto()
    FETCH_CONFIRMED_TRANSLATIONS = auto()
    SEND_CONFIRMED_TRANSLATIONS = auto()
    CHOOSE_GLOSSARY = auto()
    PREPARE_GLOSSARY = auto()
    CHOOSE_MEMORY = auto()
    CHOOSE_STYLE_RULES = auto()
    COUNT_FITTING_GLOSSARIES = auto()
    COUNT_UNPUBLISHED_EDITS = auto()
    LIST_TRANSLATION_LANGUAGES = auto()
    ADD_DOCUMENTS = auto()
    CHOOSE_DOCUMENT_FOLDER = auto()
    CHOOSE_DOCUMENT_GLOSSARY = auto()
    CHOOSE_DOCUMENT_MEMORY = auto()
    CHOOSE_DOCUMENT_STYLE_RULES = auto()
    CHOOSE_SPOT_CHECK_STYLE_RULES = auto()
    EXAMINE_DOCUMENTS = auto()
    READ_DOCUMENTS = auto()
    REMOVE_DOCUMENTS = auto()
    RETRY_DOCUMENTS = auto()
    TRANSLATE_DOCUMENTS = auto()
    IMPROVE = auto()
    LIST_IMPROVEMENT_LANGUAGES = auto()
    LIST_STYLES = auto()
    COMPARE_STYLES = auto()
    GUARD_TERMS = auto()
    CHOOSE_PROTECTED_GLOSSARY = auto()
    OPEN_TEXT = auto()
    READ_TEXT = auto()
    READ_TEXT_HISTORY = auto()
    READ_CONFIRMED_TRANSLATIONS = auto()
    DELETE_TEXTS = auto()
    STAR_TEXTS = auto()
    EXPORT_TEXTS = auto()
    DELETE_CONFIRMED_TRANSLATIONS = auto()
    CHANGE_RETENTION = auto()
    READ_LANGUAGES = auto()
    READ_LANGUAGE_CHANGES = auto()
    COMPARE_OLDER_LANGUAGES = auto()
    LIST_TASK_LANGUAGES = auto()
    ANSWER_PAIR_TASKS = auto()
    READ_USAGE = auto()
    READ_LEDGER = auto()
    EXPORT_LEDGER = auto()

    def of(self, owner: str) -> OwnedJobKey:
        """Return the key of this kind of work for one owner, for example one draft."""
        return OwnedJobKey(self, owner)


@dataclass(frozen=True, slots=True)
class OwnedJobKey:
    """The key of a kind of work that runs once for each owner."""

    kind: JobKind
    owner: str


JobKey = JobKind | OwnedJobKey

# Readings, and texts that are sent for comparison or into several languages. Once one succeeds, the failure of an
# earlier one no longer matters.
_REPEATED = frozenset(
    {
        JobKind.ANSWER_PAIR_TASKS,
        JobKind.COMPARE_GLOSSARY,
        JobKind.COMPARE_OLDER_LANGUAGES,
        JobKind.LIST_IMPROVEMENT_LANGUAGES,
        JobKind.LIST_STYLES,
        JobKind.LIST_TASK_LANGUAGES,
        JobKind.LIST_TRANSLATION_LANGUAGES,
        JobKind.READ_CONFIRMED_TRANSLATIONS,
        JobKind.READ_DOCUMENTS,
        JobKind.READ_LANGUAGE_CHANGES,
        JobKind.READ_LANGUAGES,
        JobKind.READ_LEDGER,
        JobKind.READ_SENTENCE_SETS,
        JobKind.READ_TEXT_HISTORY,
        JobKind.READ_USAGE,
        JobKind.REFRESH_USAGE,
        JobKind.TRANSLATE_BACK,
        JobKind.TRANSLATE_SEVERAL,
    }
)


def failure_topic(key: JobKey) -> str:
    """Return the topic of the notice of a failure that the next success makes up for; empty if none does."""
    kind = key.kind if isinstance(key, OwnedJobKey) else key
    return str(key) if kind in _REPEATED else ""
