from typing import Annotated

from scorepad.operation import IfMissing, Param, Program, operation

HIGHEST_PORT = 65535


@operation("serve")
class ServeClub(Program):
    """Show the club in a browser

    The pages do what the commands do. Without options only this machine reaches
    them, and only the browser that has opened the link that is printed.

    With --lan other machines reach them too. Everybody in the network may read what
    `scorepad club release` has released: /room for a screen, /room/read for a
    phone. The director logs in with a password, which the first start asks for
    (`scorepad club password` changes it). --https does the same, encrypted, with a
    certificate that Scorepad makes; other machines then use the next port. --url is
    for a proxy on this machine that has a certificate of its own (docs/https.md).
    """

    runs = "web.serve:run"
    if_missing = IfMissing.CREATE
    examples = (
        "scorepad serve",
        "scorepad serve --demo",
        "scorepad serve --port 8200 --no-open",
        "scorepad serve --lan",
        "scorepad serve --https",
        "scorepad serve --url https://scores.example.org",
    )

    ports: Annotated[
        tuple[str, ...],
        Param(
            "Ports",
            "serial port of a tablet (default: all ports)",
            metavar="PORT",
            positional=True,
        ),
    ] = ()
    port: Annotated[int, Param("Port", "of this machine", high=HIGHEST_PORT, metavar="N")] = 8127
    lan: Annotated[bool, Param("Network", "other machines reach it, too")] = False
    https: Annotated[bool, Param("HTTPS", "like --lan, but encrypted, at the next port")] = False
    url: Annotated[str, Param("URL", "where a proxy on this machine shows it")] = ""
    no_open: Annotated[bool, Param("Open no browser", "only print the link")] = False
    demo: Annotated[
        bool, Param("Demonstration", "a club of its own, whose simulated tablets play now")
    ] = False
