"""The program in a process of its own, whose local service is forked by the server of the tests.

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
