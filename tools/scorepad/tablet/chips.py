"""Which kind of board it is, by what its MicroPython says of itself."""

_KINDS = {"RP2040": "pico", "ESP32": "esp32", "ESP32S3": "esp32s3", "ESP32C3": "esp32c3"}


def board_of(machine: str) -> str:
    """What `scorepad deploy --board` calls a board by its chip; "" if it has no such.

    `machine`: as `sys.implementation` has it: `Generic ESP32S3 module with ESP32S3`.
    """
    return _KINDS.get(machine.rpartition(" with ")[2], "")
