"""What is showing and not yet confirmed, kept over a reset of the chip."""

import json

from firmware import VERSION
from firmware.entry import Entry

_GUARDED = ("pin", "director", "trouble")  # whose screens do not come back


def state(game, trail) -> bytes:
    """The screens, the deal that is being entered and the new game that is being set up."""
    flash = [VERSION, game.number, game.records]
    rows = [game.row, game.seat, trail.names, trail.rows()]
    entered = [game.entry.__dict__, game.waiting.__dict__, game.setup.__dict__]
    return json.dumps(flash + rows + entered).encode()


def resume(game, trail, kept: bytes) -> None:
    """The same screen again, as it was kept, if the flash is as it was then."""
    said = json.loads(kept)
    if said[:3] != [VERSION, game.number, game.records]:
        return
    game.row, game.seat, names, rows = said[3:7]
    game.entry = Entry(0)  # waiting is another one, if a deal is being changed
    for thing, values in zip((game.entry, game.waiting, game.setup), said[7:]):
        for name, value in values.items():
            setattr(thing, name, value)
    if not game.entry.corrects:
        game.waiting = game.entry
    depth = 1
    while depth < len(names) and names[depth] not in _GUARDED:
        if names[depth] == "change" and not game.may_change():
            break
        depth += 1
    trail.stand(names[:depth], rows[:depth])
