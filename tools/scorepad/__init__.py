"""Host side of Scorepad: the command line, the sync tool, the club store, the simulator."""

try:
    from scorepad.sources import offer_firmware

    offer_firmware()
except KeyboardInterrupt:  # Ctrl-C while a command starts: there is nothing to tell
    raise SystemExit(130) from None
