"""One concept, one word: names in the code keep to the vocabulary of the project."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from support.files.source_trees import nodes_of, trees_of

TREES = trees_of()
TESTS = Path(__file__).parent
# Each word that no name may contain, with its replacement.
INSTEAD = {
    "wish": "query",
    "wishes": "query",
    "wanted": "query, or what exactly is asked for",
    "arrangement": "view_query",
    "narrowing": "view_controller",
    "desk": "controller, document_queue",
    "shelf": "summary, document_store",
    "shelves": "summaries",
    "standing": "sync_status, open_state",
    "standings": "sync_status, open_states",
    "carrying": "bulk_change",
    "following": "index_updater",
    "catching": "pull",
    "piece": "chunk",
    "pieces": "chunks",
    "collecting": "idle_gc",
    "gave": "released_memory",
    "mend": "quick_fix",
    "mended": "fixed",
    "mending": "quick_fix",
    "flaw": "violation, rejected_row",
    "flaws": "violations, rejected_rows",
    "reject": "rejected_row",
    "rejects": "rejected_rows",
    "mine": "local",
    "theirs": "remote",
    "goal": "target",
    "trial": "connection_test, rule_test",
    "metering": "usage_monitor",
    "bookkeeping": "usage_ledger",
    "bills": "billed_calls",
    "own_rule": "custom_rule",
    "own_rules": "custom_rules",
    "advice": "finding",
    "large_lists": "released_memory",
    "let_go": "released_memory",
    "wide": "multilingual",
    "patience": "retry_policy",
    "rehearsal": "fault_injection",
    "kept_terms": "protected_terms",
    "amount": "pluralize",
    "checking": "publish_validation, checks",
    "sought": "search, or what exactly is looked for",
    "manner": "style_or_tone",
    "slip": "mistake",
    "slips": "mistakes",
    "told": "what was reported or known, by its name",
    "colour": "color",
    "neighbour": "neighbor",
    "analyse": "analyze",
    "analyser": "analyzer",
    "analysed": "analyzed",
    "catalogue": "catalog",
    "licence": "license",
    "licences": "licenses",
}
# Former wordings of visible texts, as patterns, with their replacements.
VISIBLE_INSTEAD = {
    r"\bthe bin\b": "“Deleted glossaries”",
    r"\b(?:POST|PUT|PATCH)\b": "what the call does",
    r"half a character": "a damaged character",
    r"Ending of free keys": "Free keys end with",
    r"^Dialect$": "Quotes in entries",
    r"^Narrow by$": "Facets",
    r"^(?:Now|Then)$": "Before, After",
    r"Wide view|One dictionary$|side by &?side": "All languages, One language",
    r"stands twice": "Same source twice",
    r"translates nothing": "offers no translation",
    r"all the same$": "Close anyway",
    r"is made$": "Created",
    r"Another rule has": "A rule with this name already exists.",
    r"\bmend\b": "fix",
    r"Type the number": "Type {digits} to confirm",
    r"^Look again": "Refresh",
    r"where no engine is": "If no engine is available",
    r"stands in .* already": "already in line {line}",
    r"\b[Bb]lanks?\b": "spaces",
    r"\bOwn rules\b": "Custom rules",
    r"\bfor good\b": "permanently",
    r"\bwish\b": "what is preferred",
    r"\b[Cc]olour": "color",
    r"\b[Gg]o(?:es)? on\b": "continue, or resume",
}
# Most texts match none of the patterns, so one combined pattern is tried first.
_ANY_VISIBLE = re.compile("|".join(f"(?:{pattern})" for pattern in VISIBLE_INSTEAD))
# Further words of the vocabulary's “not” column, which also have standard meanings; see `STANDARD_MEANINGS`.
AMBIGUOUS_INSTEAD = {
    "problem": "violation",
    "problems": "violations",
    "fault": "violation",
    "faults": "violations",
    "refusal": "violation",
    "refusals": "violations",
    "hint": "finding",
    "hints": "findings",
    "warning": "finding",
    "warnings": "findings",
    "loss": "rejected_row, format_loss",
    "losses": "rejected_rows, format_losses",
    "there": "remote",
    "found": "remote, or what was found",
    "now": "local, or the time",
    "after": "local, merged",
    "follow": "update",
    "carry": "run",
    "collect": "idle_gc, or what is read",
}
# Names that may contain these words, by the meaning that they have there. A new name is refused.
STANDARD_MEANINGS = {
    "Qt: the preferred size of a widget, and the style hints of the system": "hint hints sizeHint minimumSizeHint "
    "sizeHintForRow sizeHintForColumn",
    "a short text that explains a field or an empty area": "SwapHint swap_hint _show_hint is_hint keys_hint "
    "result_hint",
    "the severity of a finding, as it is stored and shown": "WARNING HINT _WARNING _HINT is_warning",
    "a line that warns before something is sent, saved or deleted": "warning _warning _warning_of "
    "add_warning warning_for warning_of",
    "fault injection is the vocabulary's own word": "END_FAULT_INJECTION FAULT_INJECTION_HEADER FaultInjection "
    "FaultInjectionDialog "
    "FaultInjectionStrip FaultPlan InjectedFault START_FAULT_INJECTION _FAULT_INJECTION _fault_injection "
    "_hear_fault_injection _hear_of_fault_injection _inject_fault _on_end_fault_injection _on_inject_fault "
    "ask_fault_injection end_fault_injection fault fault_injection fault_injection_changed fault_injection_dialog "
    "fault_injection_strip faults inject_fault is_fault_injection_on show_fault_injection",
    "an invalid request, certificate or answer": "_fault _fault_of_head _CERTIFICATE_FAULTS",
    "what keeps the program from starting, or a file from being translated": "ProblemKind StartProblem "
    "StartProblemDialog _find_problem _name_problem _tell_problem ask_start_problem problem problem_of "
    "start_problem_dialog _show_problems start_problems",
    "the answer of a service or a process that refuses a request": "KeyRefusal RefusalLog TaskRefusal "
    "_describe_refusal _show_refusal examine_refusal is_refusal key_refusal local_only_refusal refusal "
    "refusal_to_delete REFUSALS_A_SECOND _REFUSALS _refusals",
    "format losses are the vocabulary's own word; names with `losses` are allowed": "FormatLoss loss",
    "the words “there is”": "_BEHIND_THERE_IS there_is SEND_THERE",
    "what a search returned": "FOUND FoundCalls FoundConnection FoundTexts _Found _found _last_found _limits_found_on "
    "_show_found _without_found_references bug_found count_found found found_at found_on glossary_found is_found "
    "none_found show_found",
    "HTTP status 404, and what corresponds to it": "GLOSSARY_NOT_FOUND HOST_NOT_FOUND NOT_FOUND NotFound _not_found "
    "not_found",
    "the present time, or at once": "_for_now _now _row_now close_now connect_now now now_allowed now_forbidden "
    "pause_now read_now round_now send_now show_for_now",
    "behind a position or a time, or the later of two versions beside `before`": "AFTER COUNT_AFTER_MS "
    "TEXT_AFTER_QUOTE TRIM_AFTER_MS _AFTER _JOINED_AFTER _NOUNS_AFTER_VERBS _WAITS_AFTER _after _choice_after "
    "_first_after _longest_retry_after _order_after _row_after after after_call after_end after_hash after_source "
    "after_start after_title area_after at_or_after cut_after_bytes go_on_after is_set_apart_after kept_after "
    "longest_retry_after longest_retry_after_bulk next_after not_after order_after retry_after uses_after word_after",
    "to react to another part: a child process, a page, the focus, the system": "_follow _follow_to_end follow "
    "follow_focus follow_library follow_system",
    "to take a term through an engine": "carry",
    "to bring together the parts of a report, a request or a text": "_collect_text collect collect_released",
}
# The updater of the check indexes once had this name.
_REFUSED_BELOW = {"follow": "application/glossaries/"}
_ALLOWED = frozenset(" ".join(STANDARD_MEANINGS.values()).split())
_AMBIGUOUS = re.compile(rf"(?:^|_)({'|'.join(sorted(AMBIGUOUS_INSTEAD, key=len, reverse=True))})(?:_|$)")
_FORBIDDEN = re.compile(rf"(?:^|_)({'|'.join(sorted(INSTEAD, key=len, reverse=True))})(?:_|$)")


# The nodes that may name something. Most others need not be compared with each pattern below.
_NAMING = frozenset(
    (
        ast.ClassDef,
        ast.FunctionDef,
        ast.AsyncFunctionDef,
        ast.ExceptHandler,
        ast.MatchAs,
        ast.MatchStar,
        ast.alias,
        ast.arg,
        ast.Name,
        ast.Attribute,
    )
)


@cache
def names_of(tree: ast.Module) -> tuple[tuple[int, str], ...]:
    """Return line and name of every class, function, parameter, field and variable, also of those after `as`."""
    return tuple(_named(node for node in nodes_of(tree) if type(node) in _NAMING))


def _named(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name
            case ast.alias(asname=str(name)) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name


@cache
def forbidden_word(name: str) -> str:
    """Return the word that this name may not contain, or nothing."""
    found = _FORBIDDEN.search(words_of(name))
    return found[1] if found else ""


@cache
def words_of(name: str) -> str:
    return "_".join(re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)).lower()


def test_names_keep_to_the_vocabulary() -> None:
    found = []
    for module, tree in TREES.items():
        for line, name in [*((1, part) for part in Path(module).with_suffix("").parts), *names_of(tree)]:
            if word := forbidden_word(name):
                found.append(f"{module}:{line}: {name}: say {INSTEAD[word]}")

    assert found == []


def test_words_with_a_standard_meaning_have_only_that_meaning() -> None:
    named = [
        (f"{module}:{line}", name)
        for module, tree in TREES.items()
        for line, name in [(1, Path(module).stem), *names_of(tree)]
        if _AMBIGUOUS.search(words_of(name)) and "losses" not in words_of(name)
    ]

    refused = [
        f"{position}: {name}: say {AMBIGUOUS_INSTEAD[word[1]]}"
        for position, name in named
        if name not in _ALLOWED or position.startswith(_REFUSED_BELOW.get(name, "-"))
        if (word := _AMBIGUOUS.search(words_of(name)))
    ]
    assert refused == []
    assert _ALLOWED - {name for _, name in named} == set(), "these names no longer exist"


def texts_of_tests() -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.rglob("*.py")):
        yield path.relative_to(TESTS).as_posix(), path.read_text("utf-8")


def test_names_in_tests_keep_to_the_vocabulary() -> None:
    # Names of test functions are sentences. Figures of benchmarks have goals.
    found = [
        f"{module}:{line}: {name}: say {INSTEAD[word]}"
        for module, text in texts_of_tests()
        # Parsing all tests takes seconds, and most have no such word, not even in a comment.
        if any(forbidden_word(word) for word in set(re.findall(r"\w+", text)) if not word.startswith("test_"))
        for line, name in names_of(ast.parse(text))
        if not name.startswith("test_")
        and not (module.startswith("benchmarks/") and name == "goal")
        and (word := forbidden_word(name))
    ]

    assert found == []


# Irregular participles that are no base forms; others end in "ed".
_PARTICIPLES = frozenset(
    (
        "begun",
        "built",
        "chosen",
        "done",
        "drawn",
        "found",
        "given",
        "gone",
        "held",
        "hidden",
        "kept",
        "known",
        "left",
        "lost",
        "made",
        "met",
        "sent",
        "shown",
        "taken",
        "written",
    )
)
_BASE_FORMS_IN_ED = frozenset(("embed", "exceed", "feed", "need", "proceed", "seed", "speed"))


# Accessors of widgets, named as in Qt: what the user selected, chose, ticked or typed, or what is visible.
_ACCESSORS = re.compile(r"(?:selected|chosen|shown|ticked|typed)_")


def test_functions_are_named_by_verbs_or_nouns_and_not_by_a_participle() -> None:
    found = []
    for module, tree in TREES.items():
        for node in nodes_of(tree):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            name = node.name.strip("_")
            first = name.partition("_")[0]
            if not is_participle(first):
                continue
            # A command's function has the name of the command, such as `termdesk glossary deleted`.
            is_command = module.startswith("commands/") and not node.name.startswith("_")
            is_property = any("property" in ast.unparse(each) for each in node.decorator_list)
            is_accessor = module.startswith("ui/") and _ACCESSORS.match(name) and isinstance(node, ast.FunctionDef)
            # In `ui`, a function with the words for something ends in `words`.
            is_wording = module.startswith("ui/") and name.endswith(("_words", "_word"))
            if not (is_command or is_property or is_accessor or is_wording):
                found.append(f"{module}:{node.lineno}: {node.name}: say what it does, or what it returns")

    assert found == []


# Nouns, a verb, and names: a file of the Ding format.
_NOT_BY_A_PARTICIPLE = frozenset(
    ("bring", "ding", "encoding", "finding", "listing", "nothing", "setting", "training", "warning")
)


def test_functions_are_not_named_by_a_participle_in_ing_alone() -> None:
    found = [
        f"{module}:{node.lineno}: {node.name}: say what it does, or what it returns"
        for module, tree in TREES.items()
        for node in nodes_of(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if re.fullmatch(r"_?[a-z]+ing", node.name) and node.name.strip("_") not in _NOT_BY_A_PARTICIPLE
        if not any("property" in ast.unparse(each) for each in node.decorator_list)
    ]

    assert found == []


def test_signals_are_named_in_the_past_tense() -> None:
    found = [
        f"{module}:{node.lineno}: {target.id}: say what has happened"
        for module, tree in TREES.items()
        if module.startswith("ui/")
        for node in nodes_of(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("Signal(")
        for target in node.targets
        if isinstance(target, ast.Name) and not any(is_participle(word) for word in target.id.split("_"))
    ]

    assert found == []


def is_participle(word: str) -> bool:
    """Return whether a word is a past participle, such as “found” or “edited”."""
    return word in _PARTICIPLES or (word.endswith("ed") and word.islower() and word not in _BASE_FORMS_IN_ED)


def visible_texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of every string other than docstrings."""
    docstrings = {
        id(node.body[0].value)
        for node in nodes_of(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in nodes_of(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def test_users_read_one_word_for_one_thing() -> None:
    found = [
        f"{module}:{line}: {text}: say {words}"
        for module, tree in TREES.items()
        if module.startswith(("ui/", "messages/"))
        for line, text in visible_texts(tree)
        if _ANY_VISIBLE.search(text)
        for pattern, words in VISIBLE_INSTEAD.items()
        if re.search(pattern, text)
    ]

    assert not found, "\n".join(found)
