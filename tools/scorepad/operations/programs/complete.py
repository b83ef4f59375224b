from typing import Annotated, Literal

from scorepad.operation import TERMINAL, Calculation, Context, Param, operation
from scorepad.operations.common import Lines


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
        Param("Shell", "bash, zsh, fish, powershell", metavar="SHELL"),
    ]

    def run(self, context: Context) -> Lines:
        from argcomplete.shell_integration import shellcode

        return Lines(shellcode(["scorepad"], shell=self.shell).removesuffix("\n").split("\n"))
