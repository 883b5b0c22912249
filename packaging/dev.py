#!/usr/bin/env python3
"""Sets everything up on a fresh machine, then runs, tests or measures Termdesk.

    python3 packaging/dev.py run [--pictures DIR] [FILES]   open the program
    python3 packaging/dev.py test [PYTEST ARGUMENTS]        run every check
    python3 packaging/dev.py test --long                    the same with campaigns at full length; takes hours
    python3 packaging/dev.py self-test                      try the program from a wheel, as users install it
    python3 packaging/dev.py bench                          print the table of figures

Uses the standard library only. The first start installs everything; later starts find it in place.
"""

import os
import sys

OLDEST, NEWEST = (3, 11), (3, 13)


def main(arguments):
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        return start_with_another_python(arguments)
    import commands

    return commands.main(arguments)


def start_with_another_python(arguments):
    """If this Python is too old or too new, restart with one that fits, or print what is needed."""
    import shutil

    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        other = shutil.which("python3.%d" % minor)
        if other and works(other):
            os.execv(other, [other, os.path.abspath(__file__)] + arguments)
    found = "%d.%d" % sys.version_info[:2]
    sys.stderr.write("Termdesk needs Python 3.11, 3.12 or 3.13; this is %s, and none of them was found.\n" % found)
    return 2


def works(python):
    """Whether this Python starts at all. Version managers leave launchers for versions that are not installed."""
    import subprocess

    return subprocess.call([python, "-c", ""], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
