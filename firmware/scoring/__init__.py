"""The scoring core: integers in, integers out, no I/O, the same files on tablet and PC."""
