"""Host side of Scorepad: the command line, the sync tool, the club store, the simulator."""

from scorepad.sources import offer_firmware

offer_firmware()
