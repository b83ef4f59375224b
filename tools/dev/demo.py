"""The main job, from nothing: two tablets are played, synced at once, and the sheets come out.

Every step is a command that one could type; it is shown before it runs.
"""

import argparse
import contextlib
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scorepad.sources import SOURCES as ROOT

EXAMPLES = Path("docs/examples")
SCOREPAD = ROOT / ".venv" / "bin" / "scorepad"
TABLES = (("table1", "international"), ("table2", "rubber"))


def main() -> int:
    """Run the demonstration; return the exit status of the first command that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("demo-out"), help="where it all goes")
    parser.add_argument(
        "--pictures", type=Path, help="only make the documentation's pictures here"
    )
    given = parser.parse_args()
    os.chdir(ROOT)
    try:
        if given.pictures:
            pictures(given.pictures)
        else:
            demonstrate(given.folder)
    except subprocess.CalledProcessError as failed:
        print(failed.stderr or f"failed: {failed}", file=sys.stderr)
        return failed.returncode
    return 0


def pictures(folder: Path) -> None:
    """Draw the screens on the way through a game, as pictures in `folder`."""
    show("sim", "--keys", EXAMPLES / "screens.keys", "--screenshots", folder)


def demonstrate(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    flashes = [folder / f"{table}.flash" for table, _ in TABLES]
    club = folder / "club.db"
    for old in (*flashes, club):  # of the last demonstration; nothing else is touched
        old.unlink(missing_ok=True)

    tell("Each tablet is given its table number.")
    for number, flash in enumerate(flashes, 1):
        with plugged_in(flash) as port:
            show("sync", port, "--table", str(number), "--db", club)
    tell("Two tables play a rubber each: every deal is entered by pressing the tablet's keys.")
    for flash, (_, rules) in zip(flashes, TABLES, strict=True):
        show("sim", "--flash", flash, "--rules", rules, "--play", EXAMPLES / f"{rules}.deals")

    tell("The tablets are plugged in, and both are synced at once.")
    with plugged_in(flashes[0]) as first, plugged_in(flashes[1]) as second:
        show("sync", first, second, "--db", club)
        tell("Once more: nothing comes twice.")
        show("sync", first, second, "--db", club)

    tell("What the club has now.")
    show("club", "list", "--db", club)
    for session in sessions(club):
        show("club", "show", session, "--db", club)
    show(
        "club", "export", "--all", "--format", "html", "--output", folder / "sheets.html", db=club
    )
    show(
        "club", "export", "--all", "--format", "json", "--output", folder / "sheets.json", db=club
    )

    tell("The tablet's screens on the way, as pictures.")
    pictures(folder / "screens")
    tell(f"Done. In {folder}/: sheets.html (to print), sheets.json, club.db, screens/*.png")
    tell("`.venv/bin/scorepad serve --demo` shows an evening in your browser, while it is played.")


@contextlib.contextmanager
def plugged_in(flash: Path) -> Iterator[str]:
    """Within the block, have a tablet's serial port."""
    command = [str(SCOREPAD), "sim", "--flash", str(flash), "--pty"]
    print(f"$ scorepad sim --flash {flash} --pty &", flush=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as tablet:
        assert tablet.stdout
        try:
            yield tablet.stdout.readline().strip()
        finally:
            tablet.terminate()


def sessions(club: Path) -> list[str]:
    command = [str(SCOREPAD), "club", "list", "--json", "--db", str(club)]
    listed = subprocess.run(command, check=True, capture_output=True, text=True)
    return [session["id"] for session in json.loads(listed.stdout)]


def show(*arguments: str | Path, db: Path | None = None) -> None:
    """Print a command and run it. Raise CalledProcessError if it fails."""
    words = [str(word) for word in arguments] + (["--db", str(db)] if db else [])
    print("$ scorepad " + shlex.join(words), flush=True)
    subprocess.run([SCOREPAD, *words], check=True)
    print(flush=True)


def tell(text: str) -> None:
    """Print what comes next."""
    print(f"== {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
