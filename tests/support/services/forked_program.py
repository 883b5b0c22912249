"""Runs the program in a separate process, with a local service that the fork server of the tests forks.

python -m support.services.forked_program DESCRIPTOR [ARGUMENTS OF TERMDESK]
"""

from __future__ import annotations

import socket
import sys

from support.fork_server import ForkServer, forked_services
from termdesk.command_line import main

if __name__ == "__main__":
    descriptor = int(sys.argv.pop(1))
    with socket.socket(fileno=descriptor) as asking, forked_services(ForkServer(asking)):
        sys.exit(main())
