"""`scorepad` with a server that is killed, as by `kill -9`, in the middle of a form.

Steps are those of support/kills.py, in the thread that carries the form out.

    python -m support.web.killed STEP serve ...
"""

import sys
import threading
from typing import Any

from scorepad.cli import main
from scorepad.web.visit import Visit
from support.kills import die_at


def die_in_a_form(step: int) -> None:
    """Kill this process at a step of the next form that is sent; 0 is the first."""
    thread, answer = [0], Visit.answered

    def counted(visit: Visit, sent: Any) -> Any:
        thread[0] = threading.get_ident()
        return answer(visit, sent)

    die_at(step, lambda: threading.get_ident() == thread[0])
    Visit.answered = counted  # type: ignore[method-assign]


if __name__ == "__main__":
    die_in_a_form(int(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
