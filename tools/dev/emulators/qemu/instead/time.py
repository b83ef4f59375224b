"""Nothing: on this board MicroPython has no `time`, which the driver imports for SPI only."""
