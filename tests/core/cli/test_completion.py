"""Completions in a shell: commands, options, selectors, adapters and rules."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from tables import rows_of

from hexapla.cli.group import main
from hexapla_site.folders import DOCS


def completions(*words: str) -> list[str]:
    complete = ShellComplete(main, {}, "hexapla", "_HEXAPLA_COMPLETE")
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "offered"), rows_of("command_lines", "completions"), ids=" ".join
)
def test_a_shell_offers(words: list[str], offered: list[str]) -> None:
    assert completions(*words) == offered


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash on this machine")
def test_bash_completes_a_selector(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("hexapla")
    guide = (DOCS / "complete-in-the-shell.md").read_text("utf-8")
    lines = guide.partition("```sh unrun\n")[2].partition("```")[0]
    script = (
        f'PATH="{program.parent}:$PATH"\n{lines}'
        "COMP_WORDS=(hexapla parse --spec rfc18) COMP_CWORD=3\n"
        "_hexapla_completion hexapla\n"
        'echo "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.split() == ["rfc1808"]
