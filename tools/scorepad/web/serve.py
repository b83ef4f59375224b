"""`scorepad serve`: the club in a browser."""

import argparse
import contextlib
import signal
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import platformdirs

from scorepad.cli import output, passwords
from scorepad.cli.club_options import new_club_of
from scorepad.cli.commands.sync import is_device, ports_there, sync_now
from scorepad.cli.parser import parser
from scorepad.cli.progress import Shown
from scorepad.cli.words import whole_number
from scorepad.club import house, password
from scorepad.club.codes import give_out
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.scratch import clean_up
from scorepad.tablet.sync import Summary
from scorepad.tablet.tablet_names import for_tablets as everybody
from scorepad.web.door.handshakes import Https
from scorepad.web.door.names import AUTHORITY, Names, certified, url_of
from scorepad.web.server import listening, new_site, serve
from scorepad.web.site import Site


def run(given: argparse.Namespace) -> None:
    """Shows the club until Ctrl-C. Raises UserError."""
    port = whole_number("--port", given.port, 0, 65535 - given.https)
    url = url_of(given.url) if given.url else ""
    if url and given.https:
        raise UserError("--https and --url cannot be combined: with --url the proxy does HTTPS")
    clean_up()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that it cleans up after itself
    with (
        _demonstrated(given) if given.demo else new_club_of(given) as club,
        listening(port, given.lan and not given.https) as listener,
        contextlib.ExitStack() as stack,
    ):
        club.begin()
        names = Names(listener.getsockname()[1], given.lan or given.https, url)
        site = make_site(given, club, names)
        if given.https:
            encrypt(site, stack.enter_context(listening(port and port + 1, True)))
        if site.names.asks:
            _need_password(club)
        if given.demo:  # not before: another password ends the codes
            club.write(partial(give_out, now=datetime.now(UTC)))
        serve(site, listener, partial(_announce, site.names), not given.no_open)


def make_site(given: argparse.Namespace, club: Club, names: Names) -> Site:
    """Return the site of a club whose tablets are at the ports that the command line names."""

    def device(port: str) -> bool:
        return port in given.ports or is_device(port)

    return new_site(club, names, ports_there(given), device, partial(_sync, club))


def encrypt(site: Site, listener: socket.socket, folder: Path | None = None) -> None:
    """Let HTTPS reach a site, too. folder: of certificates, None: the user's. Raise UserError."""
    try:
        from scorepad.web.door.certificates import Certificates  # noqa: PLC0415  # of an extra
    except ModuleNotFoundError as missing:
        raise UserError(
            f"--https needs {missing.name}, which is not installed: pip install 'scorepad[https]'"
        ) from missing
    own = folder or platformdirs.user_data_path("scorepad", appauthor=False) / "https"
    certificates = Certificates(own)
    site.names = replace(site.names, https=listener.getsockname()[1])
    site.https = Https(listener, lambda: certificates.chain(certified()), certificates.authority)


def _need_password(club: Club) -> None:
    if club.read(password.kept):
        return
    if not sys.stdin or not sys.stdin.isatty():
        raise UserError("others may come in only by a password: `scorepad club password` sets it")
    print("Others may come in only by a password, which you choose now.", file=sys.stderr)
    output.show(str(password.set_password(club, passwords.read_new())))


@contextlib.contextmanager
def _demonstrated(given: argparse.Namespace) -> Iterator[Club]:
    if given.ports or "db" in given:
        raise UserError("--demo has a club and tablets of its own: without --db and ports")
    # Loaded where they are shown: tablets on this machine take a tenth of the start.
    from scorepad.simulator.process import SimulationError  # noqa: PLC0415
    from scorepad.web.demo import demonstration  # noqa: PLC0415

    try:
        with demonstration() as (club, given.ports):
            yield club
    except SimulationError as error:
        raise UserError(f"a tablet of the demonstration: {error}") from error


def _sync(club: Club, port: str, progress: Shown) -> Summary:
    """As `scorepad sync` does it, with players and house rules as they are now, where there are.

    Raises UserError.
    """
    with output.taking() as said:
        roster = ["--roster"] if club.read(everybody) else []
        rules = ["--rules"] if club.read(house.listed) else []
        given = parser().parse_args(["sync", *roster, *rules])
        summary = sync_now(given, club, lambda port: progress, port)
    summary.notes += said.notes
    return summary


def _announce(names: Names, link: str) -> None:
    # No table or report: a link must not be broken into lines.
    print(f"The club is at {link}\nThe link opens once, on this machine; Ctrl-C ends.", flush=True)
    if names.asks:
        print(f"The room reads at {names.reading}", flush=True)
        if names.https:
            print(f"Phones find the certificate at {names.outside(AUTHORITY)}", flush=True)
        if sys.stdout.isatty() and sys.stdout.encoding.lower().startswith("utf"):
            import segno  # noqa: PLC0415  # few see it

            segno.make_qr(names.reading).terminal(compact=True)
