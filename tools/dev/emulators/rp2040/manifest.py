"""Frozen into the Pico's image, as by the port: what mounts its flash, and asyncio."""

freeze("$(PORT_DIR)/modules")  # noqa: F821  # functions of manifest files
include("$(MPY_DIR)/extmod/asyncio")  # noqa: F821
