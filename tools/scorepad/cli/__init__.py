"""The command `scorepad`: `arguments` says what it takes, and `commands` does it."""

INTERRUPTED = 130  # exit status after Ctrl-C, as shells have it


def main(arguments: list[str] | None = None) -> int:
    """Runs one command. Exit status: 0; 2 for unusable input, said in one line on stderr; 130."""
    try:
        # Not at the top: Ctrl-C while this is loaded has to find the line below.
        from scorepad.cli.running import run  # noqa: PLC0415

        return run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
