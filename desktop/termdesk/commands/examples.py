"""Examples of each command, for its help and the man page. Imports nothing heavy."""

from __future__ import annotations

# By command; each example with its explanation.
EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "": (
        ("termdesk terms.en-de.tsv", "open the window, and import a file"),
        ("termdesk --profile Agency", "open the window with another service"),
    ),
    "glossary list": (("termdesk glossary list --json", "list all glossaries, for a program"),),
    "glossary pull": (
        ("termdesk glossary pull Terms --pair en-de -o terms.en-de.tsv", "write one dictionary to a file"),
        ("termdesk glossary pull Terms --pair en-de -o - | sort", "print it"),
    ),
    "glossary entries": (
        ("termdesk glossary entries Terms --find bolt --sort target", "find a word, in the order of the translations"),
        ("termdesk glossary entries Terms --where status=forbidden --json", "all forbidden entries, for a program"),
    ),
    "glossary push": (
        ("termdesk glossary push Terms terms.en-de.tsv --dry-run", "show what would change"),
        ("termdesk glossary push Terms terms.en-de.tsv --yes", "publish a file without asking"),
        (
            "termdesk glossary push Terms terms.en-de.tsv --base before.tsv --yes",
            "publish what was edited since before.tsv",
        ),
        ("termdesk glossary push Terms --draft", "publish what was edited in the window, after a question"),
        ("termdesk glossary push --draft --all", "publish everything that was edited, with one plan"),
    ),
    "glossary diff": (("termdesk glossary diff Terms terms.en-de.tsv", "show what pushing the file would change"),),
    "glossary unfinished": (
        ("termdesk glossary unfinished --resume --dry-run", "tell what would be published"),
        ("termdesk glossary unfinished --resume --yes", "continue after a failure"),
        ("termdesk glossary unfinished --give-up Terms --dry-run", "tell what an interrupted copy leaves where"),
    ),
    "glossary check": (
        ("termdesk glossary check Terms", "check all dictionaries of a glossary"),
        ("termdesk glossary check terms.tsv --pair en-de", "check a file that does not name its languages"),
        ("termdesk glossary check Terms --least warning --compare", "also compare it with other glossaries"),
    ),
    "glossary rules": (
        (
            "termdesk glossary rules --add Brand --pattern '\\bacme\\b' --message 'Write ACME.' --dry-run --try Terms",
            "tell how much a new rule finds",
        ),
        ("termdesk glossary rules --json > rules.json", "write all rules for another computer"),
        ("termdesk glossary rules --import rules.json --dry-run", "tell what a file would change"),
    ),
    "glossary kinds": (
        ("termdesk glossary kinds --off same_as_source", "in all glossaries"),
        ("termdesk glossary kinds Terms --off near_duplicate --dry-run", "in one, and only tell"),
    ),
    "glossary ignored": (
        ("termdesk glossary ignored Terms --add --kind same_as_source --note Names --dry-run", "tell which ones"),
        ("termdesk glossary ignored Terms --take-back --phrase bolt", "report what was found about a phrase again"),
    ),
    "glossary clean": (
        ("termdesk glossary clean Terms --dry-run", "show what would be cleaned"),
        ("termdesk glossary clean terms.en-de.tsv -o clean.en-de.tsv --straight-quotes", "write a clean file"),
    ),
    "glossary replace": (
        ("termdesk glossary replace Terms colour color --side source --words", "in the source phrases only"),
        (r"termdesk glossary replace Terms '(\w+) of (\w+)' '\2 \1' --pattern --dry-run", "with groups of a pattern"),
    ),
    "glossary edit": (
        ("termdesk glossary edit Terms --pair en-de --set bolt Bolzen --add nut Mutter --dry-run", "tell what changes"),
    ),
    "glossary fix": (("termdesk glossary fix Terms --kind duplicate --kind outer_space", "correct two kinds"),),
    "glossary similar": (
        ("termdesk glossary similar Terms --likeness nearest", "list clusters, with other endings too"),
        ("termdesk glossary similar Terms --settle delete --keep e-mail --dry-run", "show what would be deleted"),
    ),
    "glossary reverse": (
        ("termdesk glossary reverse Terms --pair en-de --dry-run", "list phrases with several translations"),
        ("termdesk glossary reverse Terms --pair en-de --choose Bank bank", "make de-en, and choose one"),
    ),
    "glossary undo": (
        ("termdesk glossary undo Terms", "undo the last edit"),
        ("termdesk glossary undo Terms --redo --steps 2", "redo what was undone"),
    ),
    "glossary import": (
        ("termdesk glossary import terms.en-de.tsv Terms --dry-run", "show what a file would change"),
        ("termdesk glossary import terms.xlsx New --create --every-pair", "make a glossary of all languages"),
    ),
    "glossary duplicate": (("termdesk glossary duplicate Terms 'Terms 2026'", "with all entries and details"),),
    "glossary folder": (
        ("termdesk glossary folder Terms --link release", "watch a folder"),
        ("termdesk glossary folder Terms --pull --conflicts folder", "take over what is new in it"),
    ),
    "glossary tags": (("termdesk glossary tags Terms --add client:Bank,urgent", "add two tags"),),
    "glossary export": (("termdesk glossary export Terms terms.tbx", "write all languages, with the details"),),
    "glossary rename": (("termdesk glossary rename Terms 'Terms 2026'", "give it another name"),),
    "glossary lock": (("termdesk glossary lock Terms", "nothing of it is sent from now on"),),
    "glossary delete": (
        ("termdesk glossary delete Terms --dry-run", "tell what would be deleted"),
        ("termdesk glossary delete Terms --pair en-fr --yes", "delete one dictionary without asking"),
    ),
    "glossary deleted": (
        ("termdesk glossary deleted --restore 3", "restore one as a draft"),
        ("termdesk glossary deleted --forget 4 5 --dry-run", "tell what would be deleted permanently"),
    ),
    "glossary versions": (
        ("termdesk glossary versions Terms --compare 12", "what has changed since version 12"),
        ("termdesk glossary versions Terms --pair en-de --with terms.tsv", "what a file has that is not here"),
        ("termdesk glossary versions old.tsv --pair en-de --with new.tsv", "what leads from one file to another"),
        ("termdesk glossary versions Terms --keep 'before the audit'", "keep the present entries under a name"),
        ("termdesk glossary versions Terms --restore 12 --phrase bolt", "bring one phrase of it back"),
    ),
    "glossary changes": (
        ("termdesk glossary changes Terms --since 2026-11-01 --differences", "with the entries that were changed"),
        ("termdesk glossary changes --last 20 --support", "what the support of a service needs"),
    ),
    "glossary copy": (
        ("termdesk glossary copy Terms --to Agency --dry-run", "tell what would be sent"),
        ("termdesk glossary copy Terms --to Agency --undo", "delete the copy again"),
    ),
    "glossary move": (("termdesk glossary move Terms --to Agency --as 'Terms of us'", "move it under another name"),),
    "glossary release": (("termdesk glossary release Terms release --notes Reviewed", "write the next release"),),
    "glossary take-over": (("termdesk glossary take-over release --dry-run", "tell what it would change"),),
    "translate": (
        ("termdesk translate 'Good morning.' --to de,fr", "translate a sentence into two languages"),
        ("termdesk translate letter.txt --from en --to de --glossary Terms > brief.txt", "a file, with a glossary"),
        ("termdesk translate - --to de --dry-run < letter.txt", "tell how many characters would be sent"),
    ),
    "improve": (
        ("termdesk improve letter.txt --language en-GB --correct --changes", "correct a file, and list the changes"),
        ("termdesk improve brief.txt --language de --convert de-CH > brief.ch.txt", "write ss for ß"),
    ),
    "documents": (
        ("termdesk documents report.docx --from en --to de,fr --glossary Terms", "into two languages, with a glossary"),
        ("termdesk documents --remove 3 4", "remove two from the list"),
        ("termdesk documents --resume", "continue with what waits or is at the service"),
    ),
    "history": (
        ("termdesk history contract --pair en-de", "find translations of before"),
        ("termdesk history -o texts.tmx --starred", "write those with a star for other tools"),
        ("termdesk history --keep-days 30 --dry-run", "tell how many texts that would delete"),
    ),
    "confirmed": (
        ("termdesk confirmed --profile local", "list what the service on this computer uses first"),
        ("termdesk confirmed --profile local --import memory.tmx --dry-run", "tell what a file would change"),
    ),
    "usage": (("termdesk usage --profile Agency", "show the usage of another service"),),
    "ledger": (
        ("termdesk ledger Terms --days 30", "what the glossary Terms has cost in 30 days"),
        ("termdesk ledger --all-profiles -o calls.csv", "all calls into a file"),
    ),
    "profiles": (
        ("termdesk profiles --test --profile Agency", "ask what the key of a profile may do"),
        ("termdesk profiles --add Agency --like deepl --key-from stdin < key.txt", "add one, with its key"),
    ),
    "preferences": (
        ("termdesk preferences job_cap", "print one"),
        ("termdesk preferences keep_history_days 30", "change one"),
    ),
    "engines": (
        ("termdesk engines --profile local", "list those of this computer"),
        ("termdesk engines --profile local --rescan", "find models that were copied into the folder"),
        ("termdesk engines --profile local --train memory.tmx --pair en-de", "train one"),
    ),
    "languages": (
        ("termdesk languages port", "list the kinds of Portuguese"),
        ("termdesk languages --older text", "compare with the list of the older interface"),
        ("termdesk languages --changes", "what is new since the last look"),
        ("termdesk languages --pair en-de --task glossary", "tell whether there can be glossaries"),
    ),
    "spot-check": (
        ("termdesk spot-check Law --glossary Terms --threshold 90", "fail where fewer terms are used"),
        ("termdesk spot-check law.docx --glossary Terms", "the sentences of a file"),
    ),
    "check": (
        ("termdesk check terms.en-de.tsv", "check a file that has its languages in its name"),
        ("termdesk check terms.en-de.tsv --least hint --json", "with all other findings, for a program"),
        ("termdesk check terms.csv --source-lang en --target-lang de --columns 1,3", "say where the phrases are"),
    ),
    "convert": (
        ("termdesk convert terms.en-de.csv terms.tbx", "convert a spreadsheet file to TBX"),
        ("termdesk convert terms.xlsx out.tsv --every-pair --dry-run --json", "tell a program which files that makes"),
    ),
    "bundle": (("termdesk bundle check release", "the commands have a help of their own: bundle check --help"),),
    "bundle check": (("termdesk bundle check release", "check every file against its hash"),),
    "bundle diff": (("termdesk bundle diff old-release release", "list what differs"),),
    "bundle write": (
        ("termdesk bundle write release terms.en-de.tsv terms.en-fr.tsv --notes Reviewed", "write the next release"),
    ),
    "serve": (("termdesk serve --port 8080", "run the service until Ctrl+C"),),
    "completions": (("termdesk completions man | man -l -", "read the man page"),),
}


def examples_of(command: str) -> str:
    """Return the examples as lines for the help; empty if there are none."""
    lines = [f"  {line}\n      {purpose}" for line, purpose in EXAMPLES.get(command, ())]
    return "\n".join(["examples:", *lines]) if lines else ""
