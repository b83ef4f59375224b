"""What `scorepad completion` takes."""

from typing import Any

from scorepad.cli.declaring import add_verbatim

_SHELLS = ("bash", "zsh", "fish", "powershell")
_EXAMPLES = """\
examples, for the files that the shells read when they start:
  bash, ~/.bashrc                      eval "$(scorepad completion bash)"
  zsh, ~/.zshrc, after compinit        eval "$(scorepad completion zsh)"
  fish, ~/.config/fish/config.fish     scorepad completion fish | source
  PowerShell, the file $PROFILE        scorepad completion powershell |
                                         Out-String | Invoke-Expression
"""


def add_to(commands: Any) -> None:
    what = "have the shell complete commands and options"
    description = "Prints what makes a shell complete scorepad's commands and options."
    parser = add_verbatim(commands, "completion", what, description, _EXAMPLES)
    parser.add_argument("shell", metavar="SHELL", choices=_SHELLS, help=", ".join(_SHELLS))
    parser.set_defaults(run="cli.commands.completion:run")
