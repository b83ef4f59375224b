"""The line of a page to the club, in Node.js with sockets and timers of the test."""

import json
import subprocess

from dev.fetching import get_micropython_wasm
from scorepad.web.tablet import bundle, joining
from support.commands import ROOT

CHECKS = ROOT / "host_tests" / "support" / "web" / "link_checks.mjs"
HELLO = '{"table":3}'


def test_a_line_ends_comes_back_and_repeats_nothing() -> None:
    command = [get_micropython_wasm.parts().node, CHECKS, bundle.PAGE]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == {
        "ended": {  # only a page that may not come in stops trying
            **{
                str(code): ["cut_off", 1] for code in (1000, 1006, joining.AGAIN, joining.TOO_MUCH)
            },
            **{str(code): ["unlinked", 0] for code in (joining.NO_HELLO, joining.NO_LINK)},
            str(joining.NOT_YOURS): ["not_yours", 0],
        },
        "pauses": [500, 1000, 2000, 4000, 5000, 5000, 500],  # they grow until the club answers
        "cameBack": [[HELLO, "first"], [HELLO, "second"]],
        "letIn": [[], ["linked", "cut_off"], [1, 2, 3]],  # when the club says something
        "over": [0, 0, ["cut_off"], [], True],  # a link that was ended does nothing more
    }
