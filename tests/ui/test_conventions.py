"""Source checks for windows: no accidental rich text, no nested event loops, no text without `tr`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from support.files.source_trees import PACKAGE, nodes_of, trees_of
from termdesk.ui.words.plurals import SINGULARS

TREES = trees_of(PACKAGE / "ui")
# Output to spreadsheets on the clipboard is not checked, and one module sets the name of the button.
ALLOWED = {("ui/glossaries/sheet/clipboard.py", "setHtml"), ("ui/widgets/plain_buttons.py", "setClearButtonEnabled")}
# Methods that show a text to the user.
SHOWING = {
    *("setText", "setWindowTitle", "setPlaceholderText", "setAccessibleName", "setAccessibleDescription"),
    *("setToolTip", "setStatusTip", "setTitle", "setPrefix", "setSuffix", "addItem", "addTab", "addAction", "addMenu"),
    *("addRow", "setTabText", "setHorizontalHeaderLabels", "setHeaderLabels", "say", "tell", "confirm"),
    *("PlainLabel", "ElidedLabel", "QPushButton", "QCheckBox", "QRadioButton", "QGroupBox", "QAction", "tick_box"),
    "EmptyState",
}
# Names of widgets and kinds of notices, which are never shown.
NOT_SHOWN = {"tone", "kind", "name", "icon"}

# Two words, or one with a capital letter.
WORDS = re.compile(r"[^\W\d_]{2,} [^\W\d_]|\b[^\W\d_]{2,} $|^ [^\W\d_]{2,}|(?<![\w&])&?[A-Z][a-z]{2,}")
KEY_NAMES = re.compile(r"\b(Ctrl|Shift|Alt|Del)\b")
TRANSLATING = {"tr", "_tr", "translate", "translated"}
# Logging, names of types and loggers, and output of a child process.
UNREAD = {"debug", "info", "warning", "error", "exception", "getLogger", "cast", "TypeVar", "write"}
# Modules whose tables of words are translated when they are read, or whose names are names of fonts.
WORD_TABLES = {
    *("ui/shell/actions.py", "ui/shell/key_rules.py", "ui/glossaries/view/facet_words.py"),
    *("ui/words/plurals.py", "ui/words/interface_language.py", "ui/words/pseudo_text.py"),
    "ui/widgets/phrase_fonts.py",
}
# Pictures show samples, and modules are imported by name.
SAMPLES = ("ui/pictures/", "ui/idle_imports.py")
# The program's own name, a Qt style, texts of bug reports, and keys of stored values.
NOT_WORDS = {"Termdesk", "Termdesk ", " – Termdesk", "Fusion", ", Python ", ", Qt ", "wide ", "zh-Hant", "zh-Hans"}
NOT_WORDS |= {"<html>Welcome</html>", '<meta charset="utf-8"><table>', "<div style='white-space:pre-wrap'>"}
NOT_WORDS |= {"<qt><table width={width} cellspacing=0 cellpadding=0><tr><td>", "</td></tr></table></qt>"}
# Clipboard formats named by other programs.
NOT_WORDS |= {"x-kde-passwordManagerHint", "ExcludeClipboardContentFromMonitorProcessing"}
NOT_WORDS |= {"org.nspasteboard.ConcealedType", "org.nspasteboard.TransientType", "Clipboard Viewer Ignore"}
# Separators between the parts of a text.
JOINING, SEPARATING = re.compile(r"[ “”→–·(),;]"), re.compile(r"[,;:·]|\w")
# Modules that may join texts, with the reason.
JOINED_ELSEWHERE = {
    "ui/glossaries/library/library_filter_menu.py": "the words of a filter, as the user types them",
    "ui/glossaries/library/tags_dialog.py": "commas separate tags, as the user types them",
    "ui/glossaries/sheet/clipboard.py": "HTML for spreadsheets",
    "ui/recovery/crash_dialog.py": "what stands in reports of bugs",
    "ui/recovery/report_dialog.py": "what stands in reports of bugs",
    "ui/widgets/theme.py": "names of icons",
    "ui/words/pseudo_text.py": "filters of Qt's file dialog",
}


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    """Yield (place, call, called name) for every call in the modules of windows."""
    for name, tree in TREES.items():
        for node in nodes_of(tree):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                yield f"{name}:{node.lineno}", node, called


# Cached, because two dozen tests use them.
CALLS = tuple(calls())


def test_there_are_sources_to_look_at() -> None:
    assert len(TREES) > 30


@pytest.mark.scorecard("S30")
@pytest.mark.parametrize(
    ("forbidden", "instead"),
    [
        ("QLabel", "PlainLabel: a label guesses rich text"),
        ("QMessageBox", "Notices or Question"),
        ("QTextBrowser", "TextArea: a browser loads local files"),
        ("QTextEdit", "TextArea: a rich text field keeps pasted markup"),
        ("QSettings", "storage: QSettings unpickles"),
        ("exec", "show_dialog(): a loop inside a task breaks every other task"),
        ("exec_", "show_dialog()"),
        ("processEvents", "await"),
        ("asyncSlot", "Jobs"),
        ("asyncClose", "Jobs"),
        ("selectRow", "choose_alone(): the row is added to the selection while Ctrl is held"),
        ("setClearButtonEnabled", "add_clear_button(): the button has no name"),
        ("QSplitter", "Splitter: the handles have no names"),
        ("setHtml", "plain text"),
        ("insertHtml", "plain text"),
        ("appendHtml", "plain text"),
    ],
)
def test_windows_do_not_call(forbidden: str, instead: str) -> None:
    positions = [position for position, _, called in CALLS if called == forbidden]
    positions = [position for position in positions if (position.partition(":")[0], forbidden) not in ALLOWED]

    assert positions == [], f"use {instead}"


def finds_cell(node: ast.AST) -> bool:
    """Whether this call finds the index of a cell: the `index` method of a list has only one argument."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    has_place = len(node.args) > 1 or any(isinstance(each, ast.Starred) for each in node.args)
    return node.func.attr in {"siblingAtColumn", "siblingAtRow"} or (node.func.attr == "index" and has_place)


def test_cells_are_chosen_whatever_keys_are_held() -> None:
    """Qt's `setCurrentIndex` adds a cell to the selection while Ctrl is held."""
    positions = [
        position
        for position, call, called in CALLS
        # No keys are held while pictures are drawn.
        if called == "setCurrentIndex"
        and len(call.args) == 1
        and "pictures/" not in position
        and finds_cell(call.args[0])
    ]

    assert positions == [], "use choose_alone()"


@pytest.mark.scorecard("S30")
def test_tooltips_are_literal_or_escaped() -> None:
    """Qt detects rich text in tooltips, so external texts must go through `tooltip()`."""
    raw = [
        position
        for position, call, called in CALLS
        # The tooltip of an item has its column as the first argument.
        if called == "setToolTip" and not (is_translated(call.args[-1]) or is_call_of(call.args[-1], "tooltip"))
    ]

    assert raw == []


@pytest.mark.scorecard("S34")
def test_nothing_but_files_of_this_computer_is_opened() -> None:
    """Links in texts and errors are plain text: no widget opens or follows one."""
    opened = [(position, call) for position, call, called in CALLS if called == "openUrl"]
    links = {"setOpenExternalLinks", "setOpenLinks", "linkActivated", "linkHovered", "anchorClicked"}
    names = {
        f"{name}: {node.attr}"
        for name, tree in TREES.items()
        for node in nodes_of(tree)
        if isinstance(node, ast.Attribute) and node.attr in links
    }

    assert opened
    assert [position for position, call in opened if not is_call_of(call.args[0], "fromLocalFile")] == []
    assert names == set()


def test_words_for_the_user_can_be_translated() -> None:
    bare = [
        f"{position}: {words!r}"
        for position, call, called in CALLS
        if called in SHOWING
        for words in literal_words(call, first=1 if called in ("tick_box", "EmptyState") else 0)
    ]

    assert bare == []


def test_no_words_stand_anywhere_outside_the_tables_of_words() -> None:
    """Wherever such texts go (variables, tuples, dictionaries, helpers), somebody may read them."""
    bare = [
        f"{name}:{node.lineno}: {node.value!r}"
        for name, tree in TREES.items()
        if not name.startswith(SAMPLES)
        for node in stray_literals(tree, has_table=name in WORD_TABLES)
        if node.value not in NOT_WORDS
    ]

    assert bare == []


@pytest.mark.parametrize(
    "source",
    [
        'words = "Nothing was found"',
        'ROWS = (("line", "Rejected"),)',
        'def f(): return f"{days} days ago"',
        'def f(page): page._say(title="Saved")',
        'def f(): return {1: "not yet published"}',
        'x = [f"Row {row}"]',
    ],
)
def test_words_are_found_wherever_they_stand(source: str) -> None:
    assert list(stray_literals(ast.parse(source), has_table=False))


@pytest.mark.parametrize(
    "source",
    [
        '"""What it does."""',
        'words = self.tr("Nothing was found")',
        'def f(x): assert x, "it was opened"',
        'def f(x): raise KeyError(f"no such {x} here")',
        'log.warning("not restored: %s", x)',
        'names = {"aligning words": tr("aligning words")}',
        'key = f"Ctrl+{number}"',
        'button.setObjectName("go_to_row")',
    ],
)
def test_what_nobody_reads_is_no_word(source: str) -> None:
    assert list(stray_literals(ast.parse(source), has_table=False)) == []


def stray_literals(tree: ast.Module, *, has_table: bool) -> Iterator[ast.Constant]:
    """Return untranslated literals with words; in a module that `has_table`, only those in functions."""
    unread: set[ast.AST] = set()
    for node in nodes_of(tree):
        unread.update(part for each in unread_parts(node) for part in ast.walk(each))
    if has_table:
        for statement in tree.body:
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                unread.update(ast.walk(statement))
    for node in nodes_of(tree):
        is_read = isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in unread
        if isinstance(node, ast.Constant) and is_read and WORDS.search(KEY_NAMES.sub("", str(node.value))):
            yield node


def unread_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that are translated, or never read by users: docstrings, errors, the log, keys."""
    match node:
        case ast.Expr(value=ast.Constant() as text):
            yield text
        case ast.Call():
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in TRANSLATING | UNREAD:
                yield from node.args
        case ast.Raise():
            yield node
        case ast.Assert(msg=ast.expr() as text):
            yield text
        case ast.Dict():
            yield from filter(None, node.keys)
        case ast.Compare() | ast.MatchValue():
            yield node


def test_no_text_that_is_translated_has_a_space_before_its_ellipsis() -> None:
    found = [
        f"{position}: {text}"
        for position, call, called in CALLS
        if called in TRANSLATING
        for text in (each.value for each in call.args if isinstance(each, ast.Constant))
        if isinstance(text, str) and text.endswith(" …")
    ]

    assert found == []


def test_texts_are_put_together_in_one_place() -> None:
    """Each language separates names, titles and sentences in its own way, so a translator has to see how."""
    positions = [
        f"{name}:{node.lineno}: {ast.unparse(node)}"
        for name, tree in TREES.items()
        if name not in JOINED_ELSEWHERE and not name.startswith(SAMPLES)
        for node in joined_texts(tree)
    ]

    assert positions == [], "use `ui/words/lists.py`, or a text of its own with the parts as values"


def test_modules_that_join_texts_exist_and_do_so() -> None:
    assert [name for name in JOINED_ELSEWHERE if not any(joined_texts(TREES[name]))] == []


@pytest.mark.parametrize(
    "source",
    [
        'line = f"{title}: {text}"',
        'line = f"{words} ({count})"',
        'line = f"{first} {second}"',
        'action.setText(f"{words} “{step}”")',
        'line = ", ".join(names)',
        'line = " · ".join(facts)',
        'line = "; ".join(clauses)',
        'line = " or ".join(values)',
    ],
)
def test_joined_texts_are_found_wherever_they_stand(source: str) -> None:
    assert list(joined_texts(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        'line = tr("{title}: {text}").format(title=title, text=text)',
        'lines = "\\n".join(lines)',
        'row = "\\t".join(cells)',
        'words = f"{first}\\n{second}"',
        'name = f"{path.stem}.rejects.tsv"',
        'page = Page(owner=f"{key} {pair}")',
        'def f(x): raise KeyError(f"no such {x} here")',
    ],
)
def test_lines_names_and_keys_are_no_joined_texts(source: str) -> None:
    assert list(joined_texts(ast.parse(source))) == []


def joined_texts(tree: ast.Module) -> Iterator[ast.JoinedStr | ast.Call]:
    """Return f-strings and `join` calls that put spaces or characters between parts, except what no user reads."""
    unread: set[ast.AST] = set()
    for node in nodes_of(tree):
        unread.update(part for each in (*unread_parts(node), *keys_in(node)) for part in ast.walk(each))
    for node in nodes_of(tree):
        if node in unread:
            continue
        if isinstance(node, ast.JoinedStr):
            fixed = "".join(str(each.value) for each in node.values if isinstance(each, ast.Constant))
            if JOINING.search(fixed):
                yield node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
            separator = node.func.value
            if isinstance(separator, ast.Constant) and SEPARATING.search(str(separator.value)):
                yield node


def keys_in(node: ast.AST) -> Iterator[ast.AST]:
    """Yield keys under which something is stored or found."""
    match node:
        case ast.keyword(arg="owner" | "order_key", value=value):
            yield value
        case ast.Assign(targets=[ast.Name(id="owner")], value=value):
            yield value


def test_only_jobs_and_the_library_catch_what_can_be_told() -> None:
    """Code that catches all errors would hide those that the user should see."""
    caught = {
        name
        for name, tree in TREES.items()
        for node in nodes_of(tree)
        if isinstance(node, ast.ExceptHandler)
        and node.type is not None
        and any(each in ("TermdeskError", "Exception", "BaseException") for each in ast.unparse(node.type).split())
    }

    # Each file of several is tried before errors are reported. Errors in an override, and those that delete a dialog
    # that is being created, are raised again.
    assert caught <= {
        "ui/qt_override_guard.py",
        "ui/shell/jobs.py",
        "ui/glossaries/library/library_reader.py",
        "ui/glossaries/importing/import_flow.py",
        "ui/glossaries/importing/entries_import.py",
        "ui/spot_check/sentence_adder.py",
        "ui/widgets/dialogs.py",
    }


def literal_words(call: ast.Call, *, first: int) -> Iterator[str]:
    """Return untranslated texts that a call shows: literals, and the fixed parts of f-strings."""
    shown = [*call.args[first:], *(each.value for each in call.keywords if each.arg not in NOT_SHOWN)]
    for node in shown:
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        yield from (each.value for each in parts if isinstance(each, ast.Constant) and has_words(each.value))


def is_translated(node: ast.expr) -> bool:
    return is_call_of(node, "tr") and all(isinstance(each, ast.Constant) for each in getattr(node, "args", ()))


def is_call_of(node: ast.expr, name: str) -> bool:
    if not isinstance(node, ast.Call):
        return False
    return (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) == name


def has_words(value: object) -> bool:
    return isinstance(value, str) and any(letter.isalpha() for letter in value) and value != "Termdesk"


def test_every_text_with_a_number_has_a_singular_and_none_is_left_over() -> None:
    """For `self.tr("%Ln rows", "", count)`, Qt looks up the singular form in the table of singulars."""
    positions = {"tr": 0, "_tr": 0, "translate": 1}
    texts = {
        text.value
        for _, call, called in CALLS
        if called in positions and len(call.args) > positions[called]
        if isinstance(text := call.args[positions[called]], ast.Constant)
    }
    counted = {text for text in texts if isinstance(text, str) and ("%n" in text or "%Ln" in text)}

    assert counted == SINGULARS.keys()


def test_a_number_that_decides_a_form_of_words_is_the_number_of_the_text() -> None:
    """`{count}` may stand alone, as in "Ignored ({count})" or "left out: {count}"; with a noun it is `%Ln`."""
    texts = {
        f"{position}: {text.value!r}"
        for position, call, called in CALLS
        if called in ("tr", "_tr", "translate")
        for text in call.args
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
        if re.search(r"\{count\} \w|\w(?<!All) \{count\}", text.value)
    }

    assert sorted(texts) == []


def test_a_number_with_its_noun_has_plural_forms() -> None:
    """Usage and costs are exempt: Qt's plural numbers end at two billion. So is the second number of a sentence."""
    nouns = "bytes|characters|columns|dictionaries|entries|files|glossaries|languages|phrases|rows|seconds|terms|texts"
    counted = re.compile(rf"\{{[a-z_]+\}} (?:{nouns})\b")
    exempt = ("ui/usage/", "ui/words/usage_words.py", "ui/words/failure_words.py")
    texts = {
        f"{position}: {text.value!r}"
        for position, call, called in CALLS
        if called in ("tr", "_tr", "translate") and not position.startswith(exempt)
        for text in call.args
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
        if "%Ln" not in text.value and counted.search(text.value)
    }

    assert sorted(texts) == []


def test_windows_use_the_plural_forms_and_the_numbers_of_qt() -> None:
    assert [position for position, _, called in CALLS if called == "pluralize"] == []
    assert [
        f"{name}:{node.lineno}"
        for name, tree in TREES.items()
        for node in nodes_of(tree)
        if isinstance(node, ast.FormattedValue) and node.format_spec and "," in ast.unparse(node.format_spec)
    ] == []
