"""RAM behind the heap of this image (KEPT_RAM of tools/dev/fetching/get_rp2040.py), which no start
clears: address and bytes."""

RAM = (0x2003F800, 0x800)
