"""`python -m termdesk`: runs the command `termdesk`."""

import sys

from termdesk.command_line import main

if __name__ == "__main__":
    sys.exit(main())
