"""Host side of Scorepad: the command line, the sync tool, the club store, the simulator."""
