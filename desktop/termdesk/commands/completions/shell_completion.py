"""Completions for bash, zsh and fish, made from the descriptions of the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from termdesk.commands.completions.command_description import ArgumentDescription, CommandDescription

_BASH_HEAD = """# Completion of termdesk for bash. Made by: termdesk completions bash
_termdesk() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD - 1]}" command="" words=""
    # Bash takes --option=value for three words.
    [[ "$cur" == "=" ]] && cur="" || { [[ "$prev" == "=" ]] && prev="${COMP_WORDS[COMP_CWORD - 2]}"; }
    ((COMP_CWORD > 1)) && command="${COMP_WORDS[1]}"
    case "$command" in
    %s) ((COMP_CWORD > 2)) && command="$command ${COMP_WORDS[2]}" ;;
    esac
    case "$command" in
"""
_BASH_END = """    esac
    # Where no word fits, files are offered.
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -o bashdefault -F _termdesk termdesk
"""


def bash(commands: Sequence[CommandDescription]) -> str:
    """Return the completion for bash. Everything that is not a command is completed as a file name."""
    groups = "|".join(each.words for each in commands if each.words and each.next_words)
    lines = [_BASH_HEAD % groups]
    for each in [*commands[1:], commands[0]]:
        # Words that do not start with a command are files for the window.
        lines.append(f"    {_bash_quote(each.words) if each.words else '*'})\n")
        words = [*(word for word, _ in each.next_words), *each.words_to_choose]
        options = [name for option in each.options for name in option.names]
        valued = [option for option in each.options if option.value]
        if valued:
            lines.append('        case "$prev" in\n')
            for option in valued:
                answer = f'COMPREPLY=($(compgen -W "{" ".join(option.choices)}" -- "$cur"))' if option.choices else ""
                answer = f"{answer}; return" if answer else "return"
                lines.append(f"        {'|'.join(option.names)}) {answer} ;;\n")
            lines.append("        esac\n")
        lines.append(f'        words="{" ".join(words)}"\n')
        lines.append(f'        [[ "$cur" == -* ]] && words="{" ".join(options)}" ;;\n')
    return "".join([*lines, _BASH_END])


def _bash_quote(text: str) -> str:
    return f'"{text}"'


def zsh(commands: Sequence[CommandDescription]) -> str:
    """Return the completion for zsh."""
    lines = ["#compdef termdesk\n# Made by: termdesk completions zsh\n_termdesk() {\n    local -a next_words\n"]
    lines.append('    case "$words[2] $words[3]" in\n')
    for each in sorted(commands[1:], key=lambda command: -len(command.words.split())):
        count = len(each.words.split())
        pattern = f"{_single(each.words)}" if count == 2 else f"{_single(each.words + ' ')}*"
        lines.append(f"    {pattern})\n        if (( CURRENT > {count + 1} )); then\n")
        if each.next_words:
            lines.append(f"            next_words=({_zsh_next_words(each)})\n")
        else:
            lines.append(f"            shift {count} words; (( CURRENT -= {count} ))\n")
            lines.append(f"            _arguments {_zsh_specs(each)}; return\n        fi ;;\n")
            continue
        lines.append("            _describe command next_words; return\n        fi ;;\n")
    root = commands[0]
    lines.append("    esac\n")
    lines.append(f"    if (( CURRENT == 2 )); then\n        next_words=({_zsh_next_words(root)})\n")
    lines.append("        _describe command next_words\n    fi\n")
    firsts = sorted({each.words.partition(" ")[0] for each in commands[1:] if " " in each.words})
    for first in firsts:
        group = next(each for each in commands if each.words == first)
        lines.append(f'    if (( CURRENT == 3 )) && [[ "$words[2]" == {first} ]]; then\n')
        lines.append(
            f"        next_words=({_zsh_next_words(group)})\n        _describe command next_words; return\n    fi\n"
        )
    lines.append(f'    _arguments {_zsh_specs(root)}\n}}\n_termdesk "$@"\n')
    return "".join(lines)


def _zsh_next_words(command: CommandDescription) -> str:
    return " ".join(_single(f"{word}:{help_text}") for word, help_text in command.next_words)


def _zsh_specs(command: CommandDescription) -> str:
    others = f"({' '.join(command.words_to_choose)})" if command.words_to_choose else "_files"
    return " ".join([*(spec for option in command.options for spec in _zsh_option(option)), f"'*:file:{others}'"])


def _zsh_option(option: ArgumentDescription) -> Iterator[str]:
    for name in option.names:
        help_text = option.help.replace("[", "(").replace("]", ")").replace(":", " -")
        action = f"({' '.join(option.choices)})" if option.choices else "_files" if option.takes_file else " "
        value = f":{option.value.replace(':', ' ')}:{action}" if option.value else ""
        # With `=`, zsh accepts the value as a separate word or after an equals sign.
        yield _single(f"*{name}{'=' if option.value and name.startswith('--') else ''}[{help_text}]{value}")


def fish(commands: Sequence[CommandDescription]) -> str:
    """Return the completion for fish."""
    lines = [
        "# Completion of termdesk for fish. Made by: termdesk completions fish\n",
        "function __termdesk_words\n    set -l words (commandline -opc)\n    echo $words[2..-1]\nend\n",
    ]
    firsts = "|".join(word for word, _ in commands[0].next_words)
    for each in commands:
        is_exact = f'test (__termdesk_words) = "{each.words}"' if each.words else "test -z (__termdesk_words)"
        # Words that do not start with a command are files or options for the window.
        begun = f'"^{each.words}( |\\$)"' if each.words else f'-v "^({firsts})( |\\$)"'
        is_begun = f"string match -qr {begun} -- (__termdesk_words)"
        if each.words and (each.next_words or each.words_to_choose):
            # Suggest no file names if only certain words are allowed.
            lines.append(f"complete -c termdesk -n {_single(is_exact)} -f\n")
        for word, help_text in each.next_words:
            lines.append(f"complete -c termdesk -n {_single(is_exact)} -a {word} -d {_single(help_text)}\n")
        if each.words_to_choose:
            lines.append(f"complete -c termdesk -n {_single(is_begun)} -a {_single(' '.join(each.words_to_choose))}\n")
        for option in each.options:
            lines.append(f"complete -c termdesk -n {_single(is_begun)} {_fish_option(option)}\n")
    return "".join(lines)


def _fish_option(option: ArgumentDescription) -> str:
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    value = []
    if option.choices:
        value = ["-x", "-a", _single(" ".join(option.choices))]
    elif option.value:
        value = ["-r"] if option.takes_file else ["-x"]
    return " ".join([*names, *value, "-d", _single(option.help)])


def _single(text: str) -> str:
    """Return a text in single quotes, for all three shells."""
    return "'" + text.replace("\\", "\\\\").replace("'", "’") + "'"


SHELLS: dict[str, Callable[[Sequence[CommandDescription]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
