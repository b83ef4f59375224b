"""`scorepad` with a server that waits for nobody: what it does then need not take a test long."""

import sys

from scorepad.cli import main
from scorepad.web.door import patience

HEAD_S = BODY_S = UNREAD_S = HELLO_S = 1.0  # seconds
LEAST_RATE = 20_000.0  # bytes a second


if __name__ == "__main__":
    patience.HEAD_S, patience.BODY_S, patience.UNREAD_S = HEAD_S, BODY_S, UNREAD_S
    patience.HELLO_S = HELLO_S
    patience.LEAST_RATE = LEAST_RATE
    sys.exit(main(sys.argv[1:]))
