"""Table of all commands by name. The module of a command is imported when the command is used."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Command:
    """One command. `words` are its name, `function` of `module` runs it, and `FUNCTION_parser` makes its parser."""

    words: str
    module: str
    function: str
    help: str

    def run(self, arguments: list[str]) -> int:
        """Run the command with these arguments and return the exit code."""
        return int(getattr(self._load(), self.function)(arguments))

    def parser(self) -> argparse.ArgumentParser:
        """Return the parser of the command."""
        made = getattr(self._load(), f"{self.function}_parser")()
        assert isinstance(made, argparse.ArgumentParser)
        return made

    def _load(self) -> object:
        return importlib.import_module(f"termdesk.commands.{self.module}")


COMMANDS = (
    Command("glossary list", "glossaries.glossary_list", "list_glossaries", "list the glossaries of a service"),
    Command(
        "glossary pull", "glossaries.glossary_files", "pull", "write dictionaries to files, as the service has them"
    ),
    Command("glossary push", "glossaries.glossary_push", "push", "publish a file, or what was edited on this computer"),
    Command("glossary diff", "glossaries.glossary_push", "diff", "tell what pushing a file would change"),
    Command(
        "glossary unfinished",
        "glossaries.unfinished_pushes",
        "unfinished",
        "resume, undo, leave or give up what was interrupted",
    ),
    Command("glossary entries", "glossaries.glossary_entries", "entries", "list entries, filtered and sorted"),
    Command(
        "glossary check",
        "glossaries.checks.glossary_check",
        "check_glossary",
        "list what a service would refuse, and other findings",
    ),
    Command(
        "glossary rules",
        "glossaries.checks.rules_command",
        "rules",
        "list, add, change, remove or import custom rules of the checks",
    ),
    Command("glossary kinds", "glossaries.checks.kinds_command", "kinds", "switch kinds of findings off and on"),
    Command(
        "glossary ignored", "glossaries.checks.ignored_command", "ignored", "list, add or take back ignored findings"
    ),
    Command(
        "glossary clean", "glossaries.editing.glossary_rewrite", "clean", "clean phrases: spaces, quotes, capitals"
    ),
    Command("glossary replace", "glossaries.editing.glossary_rewrite", "replace", "find and replace in phrases"),
    Command("glossary edit", "glossaries.editing.glossary_edit", "edit", "add, change and delete single entries"),
    Command("glossary fix", "glossaries.editing.glossary_fix", "fix", "correct all findings of a kind"),
    Command(
        "glossary similar",
        "glossaries.editing.glossary_similar",
        "similar",
        "list or settle similar entries",
    ),
    Command(
        "glossary reverse",
        "glossaries.editing.glossary_reversal",
        "reverse_dictionary",
        "make the dictionary of the opposite direction",
    ),
    Command("glossary undo", "glossaries.editing.glossary_undo", "undo", "list, undo and redo edits"),
    Command(
        "glossary import",
        "glossaries.editing.glossary_import",
        "import_file",
        "import a file into a glossary of this computer",
    ),
    Command("glossary duplicate", "glossaries.glossary_duplicate", "duplicate", "copy a glossary as a new one"),
    Command("glossary folder", "glossaries.folder_command", "folder", "list, pull and push watched folders"),
    Command("glossary tags", "glossaries.glossary_tags", "tags", "list or change the tags of a glossary"),
    Command(
        "glossary export",
        "glossaries.glossary_files",
        "export",
        "write dictionaries to files, as this computer has them",
    ),
    Command("glossary lock", "glossaries.glossary_upkeep", "lock", "keep a glossary on this computer"),
    Command("glossary rename", "glossaries.glossary_upkeep", "rename", "rename a glossary"),
    Command(
        "glossary delete", "glossaries.glossary_upkeep", "delete", "delete a glossary or a dictionary; a copy is kept"
    ),
    Command("glossary deleted", "glossaries.glossary_bin", "deleted", "list, restore or forget what was deleted"),
    Command("glossary versions", "glossaries.glossary_versions", "versions", "list, compare, keep or restore versions"),
    Command("glossary changes", "glossaries.glossary_changes", "changes", "list what services were asked to change"),
    Command("glossary copy", "glossaries.transfer.transfer_commands", "copy", "copy a glossary to another service"),
    Command("glossary move", "glossaries.transfer.transfer_commands", "move", "move a glossary to another service"),
    Command(
        "glossary release", "glossaries.release_commands", "release", "write a glossary as a release into a folder"
    ),
    Command("glossary take-over", "glossaries.release_commands", "take_over", "take over a release into a glossary"),
    Command("translate", "texts.translate_command", "translate", "translate a text, also into several languages"),
    Command("improve", "texts.improve_command", "improve", "correct or rephrase a text"),
    Command("documents", "texts.documents_command", "documents", "translate documents, or list those that were sent"),
    Command("history", "texts.history_command", "history", "list, export, star, delete or keep texts of before"),
    Command("confirmed", "texts.confirmed_command", "confirmed", "list, add, import or export confirmed translations"),
    Command("usage", "usage.usage_command", "usage", "show the usage, its limits and a forecast"),
    Command("ledger", "usage.ledger_command", "ledger", "list the billable calls, or write them to a file"),
    Command("languages", "languages_command", "languages", "list languages, or what is possible with a pair"),
    Command("profiles", "program.profiles_command", "profiles", "list, test or change the profiles"),
    Command("preferences", "program.preferences_command", "preferences", "list, read or change preferences"),
    Command(
        "engines", "program.engines_command", "engines", "list, add, find, train or delete engines of this computer"
    ),
    Command(
        "spot-check", "spot_check_command", "spot_check", "translate a sentence set, and tell which terms were used"
    ),
    Command("check", "file_commands", "check", "list what the service would refuse in a file, and other findings"),
    Command("convert", "file_commands", "convert", "convert a file; the ending of OUT gives the format"),
    Command(
        "bundle", "bundle_command", "bundle", "check, compare and write releases of glossaries, folders fit for Git"
    ),
    Command("serve", "serve_command", "serve", "run the local translation service alone"),
    Command("completions", "completions_command", "completions", "print completions for a shell, or the man page"),
)


def find_command(arguments: Sequence[str]) -> tuple[Command, list[str]] | None:
    """Return the command at the start of these arguments, and the remaining arguments; None if there is none."""
    for each in COMMANDS:
        words = each.words.split()
        if list(arguments[: len(words)]) == words:
            return each, list(arguments[len(words) :])
    return None


def is_mistyped(word: str) -> bool:
    """Return whether a first word is neither a command nor a file: no such file exists, and it does not look like one.

    A word that looks like a missing file goes to the window, which reports it: users who open files with the mouse see
    no terminal.
    """
    return bool(word) and not Path(word).suffix and "/" not in word and "\\" not in word and not Path(word).exists()


def similar_commands(words: Sequence[str]) -> list[str]:
    """Return the commands that these words may mean, most likely first."""
    typed = [each.casefold() for each in words[:2]]
    same = [each.words for each in COMMANDS if typed[0] in each.words.split()]
    by_words = {each.words: each.words for each in COMMANDS} | {each: each for each in groups()}
    by_last = {each.words.split()[-1]: each.words for each in reversed(COMMANDS)}
    for known, word in ((by_words, " ".join(typed)), (by_words, typed[0]), (by_last, typed[0])):
        if not same:
            # Imported here to keep the start of the window fast.
            import difflib

            same = [known[each] for each in difflib.get_close_matches(word, known, n=1, cutoff=0.7)]
    return same


def groups() -> dict[str, list[Command]]:
    """Return the commands with two words, by the first word."""
    found: dict[str, list[Command]] = {}
    for each in COMMANDS:
        first, _, second = each.words.partition(" ")
        if second:
            found.setdefault(first, []).append(each)
    return found


def overview(commands: Sequence[Command]) -> str:
    """Return the commands with their help, one on each line."""
    width = max(len(each.words) for each in commands)
    return "\n".join(f"  {each.words:{width}}  {each.help}" for each in commands)
