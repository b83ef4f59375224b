"""`scorepad serve`: the club in a browser."""

import argparse
import contextlib
import signal
import socket
import sys
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event

import platformdirs

from scorepad.cli import output
from scorepad.cli.club_options import open_for, read_new_password
from scorepad.club import house, password
from scorepad.club.codes import give_out
from scorepad.club.records.store import Club
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text
from scorepad.operation import IfMissing, Shown
from scorepad.operations.programs.serve_club import HIGHEST_PORT, ServeClub
from scorepad.scratch import clean_up
from scorepad.tablet.all_ports import Options, is_device, present, sync_now
from scorepad.tablet.sync import Summary
from scorepad.tablet.tablet_names import list_players as everybody
from scorepad.web.authentication.handshakes import Https
from scorepad.web.authentication.names import AUTHORITY, Names, certified, url_of
from scorepad.web.server import new_site, open_port, serve
from scorepad.web.site import Site


def run(what: ServeClub, given: argparse.Namespace) -> None:
    """Show the club until Ctrl-C. given: says which club. Raise UserError."""
    url = url_of(what.url) if what.url else ""
    if what.https and what.port == HIGHEST_PORT:
        last = text("--https needs the next port, too: choose one below {port}", port=what.port)
        raise UserError(last, "port")
    if url and what.https:
        both = text("--https and --url cannot be combined: with --url the proxy does HTTPS")
        raise UserError(both, "https")
    clean_up()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that it cleans up after itself
    with (
        _open_demo(what, given) if what.demo else _of_club(what, given) as (club, ports),
        open_port(what.port, what.lan and not what.https) as listener,
        contextlib.ExitStack() as stack,
    ):
        club.begin()
        names = Names(listener.getsockname()[1], what.lan or what.https, url)
        site = make_site(ports, club, names)
        if what.https:
            encrypt(site, stack.enter_context(open_port(what.port and what.port + 1, True)))
        if site.names.asks:
            _need_password(club)
        if what.demo:  # not before: another password ends the codes
            club.write(partial(give_out, now=datetime.now(UTC)))
        serve(site, listener, partial(_announce, site.names), not what.no_open)


def make_site(ports: Collection[str], club: Club, names: Names) -> Site:
    """Return the site of a club whose tablets are at these ports; without any, at all ports."""

    def device(port: str) -> bool:
        return port in ports or is_device(port)

    return new_site(club, names, partial(present, ports), device, partial(_sync, club))


@contextlib.contextmanager
def _of_club(what: ServeClub, given: argparse.Namespace) -> Iterator[tuple[Club, Collection[str]]]:
    with open_for(given, IfMissing.CREATE, Club) as club:
        yield club, what.ports


def encrypt(site: Site, listener: socket.socket, folder: Path | None = None) -> None:
    """Let HTTPS reach a site, too. folder: of certificates, None: the user's. Raise UserError."""
    try:
        from scorepad.web.authentication.certificates import Certificates  # noqa: PLC0415  # of an extra
    except ModuleNotFoundError as missing:
        needed = text(
            "--https needs {module}, which is not installed: pip install 'scorepad[https]'",
            module=missing.name,
        )
        raise UserError(needed, "https") from missing
    own = folder or platformdirs.user_data_path("scorepad", appauthor=False) / "https"
    certificates = Certificates(own)
    site.names = replace(site.names, https=listener.getsockname()[1])
    site.https = Https(listener, lambda: certificates.chain(certified()), certificates.authority)


def _need_password(club: Club) -> None:
    if club.read(password.load_hash):
        return
    if not sys.stdin or not sys.stdin.isatty():
        needed = text("The director needs a password to log in from other machines.")
        raise UserError(needed, "", [remedy("club password")])
    choose = text("The director logs in from other machines with a password. Choose it now.")
    print(choose, file=sys.stderr)
    output.show(str(password.set_password(club, read_new_password())))


@contextlib.contextmanager
def _open_demo(
    what: ServeClub, given: argparse.Namespace
) -> Iterator[tuple[Club, Collection[str]]]:
    if what.ports or "db" in given:
        own = text("--demo has a club and tablets of its own: leave out --db and ports")
        raise UserError(own, "demo")
    # Loaded where they are shown: tablets on this machine take a tenth of the start.
    from scorepad.simulator.process import SimulationError  # noqa: PLC0415
    from scorepad.web.demo import demonstration  # noqa: PLC0415

    try:
        with demonstration() as shown:
            yield shown
    except SimulationError as error:
        raise UserError(
            text("a tablet of the demonstration: {why}", why=str(error)), "demo"
        ) from error


def _sync(club: Club, port: str, progress: Shown, end: Event) -> Summary:
    """Sync a tablet with players and house rules as they are now, where there are any.

    Raise UserError.
    """
    notes = list[Text]()
    roster, rules = bool(club.read(everybody)), bool(club.read(house.list_house_rules))
    wanted = Options(roster=roster, rules=rules)
    summary = sync_now(wanted, club, port, progress, notes.append, end)
    summary.notes += notes
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
