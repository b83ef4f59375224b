"""Complete commands and options in a shell."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from scorepad.operation import TERMINAL, Calculation, Context, Outcome, Param, operation

SHELLS = ("bash", "zsh", "fish", "powershell")


@dataclass(frozen=True)
class Script(Outcome):
    """A script for a shell."""

    in_lines: ClassVar[bool] = True
    script: str

    def parts(self) -> Sequence[str]:
        """Return its lines."""
        return self.script.removesuffix("\n").split("\n")


@operation("completion")
class CompleteCommands(Calculation):
    """Print what makes a shell complete commands and options

    Add it to the file that the shell reads when it starts:
      bash, ~/.bashrc                      eval "$(scorepad completion bash)"
      zsh, ~/.zshrc, after compinit        eval "$(scorepad completion zsh)"
      fish, ~/.config/fish/config.fish     scorepad completion fish | source
      PowerShell, the file $PROFILE        scorepad completion powershell |
                                             Out-String | Invoke-Expression
    """

    where = frozenset((TERMINAL,))

    shell: Annotated[
        Literal["bash", "zsh", "fish", "powershell"],
        Param("Shell", ", ".join(SHELLS), metavar="SHELL"),
    ]

    def run(self, context: Context) -> Script:
        from argcomplete.shell_integration import shellcode

        return Script(shellcode(["scorepad"], shell=self.shell))
