"""What is showing and not yet confirmed, kept over a reset of the chip."""

import json

from firmware import VERSION
from firmware.entry import Entry

_GUARDED = ("pin", "director", "trouble")  # whose screens do not come back


def state(game, trail) -> bytes:
    """The screens, the deal that is being entered and the new game that is being set up."""
    flash = [VERSION, game.number, game.records]
    rows = [game.row, game.claim, trail.names, trail.rows()]
    return json.dumps(flash + rows + [game.entry.__dict__, game.setup.__dict__]).encode()


def resume(game, trail, kept: bytes) -> None:
    """The same screen again, as it was kept, if the flash is as it was then."""
    said = json.loads(kept)
    if said[:3] != [VERSION, game.number, game.records]:
        return
    game.row, game.claim, names, rows, entered, chosen = said[3:]
    if entered["corrects"]:
        game.begin_change(Entry(0))
    for thing, values in ((game.entry, entered), (game.setup, chosen)):
        for name, value in values.items():
            setattr(thing, name, value)
    depth = 1
    while depth < len(names) and names[depth] not in _GUARDED:
        if names[depth] == "change" and not game.may_change():
            break
        depth += 1
    trail.stand(names[:depth], rows[:depth])
