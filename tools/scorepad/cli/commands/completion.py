"""`scorepad completion`: what makes a shell complete scorepad's commands and options."""

import argparse

from argcomplete.shell_integration import shellcode

from scorepad.cli import output


def run(given: argparse.Namespace) -> None:
    """Prints the script for a shell."""
    output.save(shellcode(["scorepad"], shell=given.shell), None)
