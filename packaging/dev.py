#!/usr/bin/env python3
"""Sets everything up on a fresh machine, then runs, tests or measures Termdesk.

    python3 packaging/dev.py run [--pictures DIR] [FILES]   open the program
    python3 packaging/dev.py test [PYTEST ARGUMENTS]        run every check, and slow tests while there is time
    python3 packaging/dev.py test --all                     run every check and all tests, however long it takes
    python3 packaging/dev.py test --long                    the same with campaigns at full length; takes hours
    python3 packaging/dev.py self-test                      try the program from a wheel, as users install it
    python3 packaging/dev.py bench                          print the table of figures

Uses the standard library only. The first start installs everything; later starts find it in place.
"""

import os
import sys

OLDEST, NEWEST = (3, 11), (3, 13)
# Where distributions of Linux put their Python.
DISTRIBUTION = "/usr/bin"


def main(arguments):
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        return start_with_another_python(arguments)
    faster = find_faster_python()
    if faster:
        restart_with(faster, arguments)
    import commands

    return commands.main(arguments)


def start_with_another_python(arguments):
    """If this Python is too old or too new, restart with one that fits, or print what is needed."""
    import shutil

    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        other = shutil.which("python3.%d" % minor)
        if other and works(other):
            restart_with(other, arguments)
    found = "%d.%d" % sys.version_info[:2]
    sys.stderr.write("Termdesk needs Python 3.11, 3.12 or 3.13; this is %s, and none of them was found.\n" % found)
    return 2


def find_faster_python():
    """Return the Python of the Linux distribution if this one was compiled without optimization, else None.

    Version managers compile without optimization unless asked to. Such a Python takes a fifth more time. Python in a
    virtual environment was chosen by the user and is kept.
    """
    import sysconfig

    options = sysconfig.get_config_var("CONFIG_ARGS")
    is_optimized = options is None or "--enable-optimizations" in options or is_of_distribution(sys.executable)
    if not sys.platform.startswith("linux") or sys.prefix != sys.base_prefix or is_optimized:
        return None
    python = os.path.join(DISTRIBUTION, "python3")
    # Debian has the modules that create virtual environments in a package of its own. The name is asked for because
    # `python3` may be a script that starts another Python; that one would restart with the script again and again.
    question = "import sys, venv, ensurepip; print(%r <= sys.version_info[:2] <= %r, sys.executable)" % (OLDEST, NEWEST)
    fits, _, executable = answer_of(python, question).partition(" ")
    return python if fits == "True" and is_of_distribution(executable) else None


def is_of_distribution(executable):
    return os.path.dirname(os.path.realpath(executable)) == os.path.realpath(DISTRIBUTION)


def restart_with(python, arguments):
    os.execv(python, [python, os.path.abspath(__file__)] + arguments)


def works(python):
    """Whether this Python starts at all. Version managers leave launchers for versions that are not installed."""
    return answer_of(python, "print(True)") == "True"


def answer_of(python, question):
    """Return what this Python prints when it runs the code; nothing if it fails."""
    import subprocess

    try:
        return subprocess.check_output([python, "-I", "-c", question], stderr=subprocess.DEVNULL).decode().strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
