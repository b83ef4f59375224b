"""What `scorepad serve` takes."""

from typing import Any

from scorepad.cli.declaring import add_command, add_flag

_SERVE = """\
The pages do what the commands do. Without options only this machine reaches
them, and only the browser that has opened the link that is printed.

With --lan other machines reach them too. Everybody in the network may read what
`scorepad club release` has released: /room for a screen, /room/read for a
phone. The director comes in with a password, which the first start asks for
(`scorepad club password` changes it). --https does the same, encrypted, with a
certificate that Scorepad makes; other machines then use the next port. --url is
for a proxy on this machine that has a certificate of its own (docs/https.md).

examples:
  scorepad serve
  scorepad serve --demo
  scorepad serve --port 8200 --no-open
  scorepad serve --lan
  scorepad serve --https
  scorepad serve --url https://scores.example.org
"""


def add_to(subparsers: Any) -> None:
    parser = add_command(subparsers, "serve", "the club in a browser", _SERVE)
    parser.add_argument(
        "ports", metavar="PORT", nargs="*", help="serial port of a tablet (default: all ports)"
    )
    parser.add_argument("--port", metavar="N", default="8127", help="of this machine (8127)")
    add_flag(parser, "--lan", "other machines reach it, too")
    add_flag(parser, "--https", "like --lan, but encrypted, at the next port")
    parser.add_argument("--url", metavar="URL", help="where a proxy on this machine shows it")
    add_flag(parser, "--no-open", "only print the link")
    add_flag(parser, "--demo", "a club of its own, whose simulated tablets play now")
    parser.set_defaults(run="web.serve:run")
