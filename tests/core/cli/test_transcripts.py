"""What commands print, as `cases/transcripts.txt` shows it.

An entry has the exit code and what holds, the command line, and all that is printed. A line `…`
stands for lines that are left out.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import backslash_parser
import pytest
from command_line import run_line
from tables import rows_of

TRANSCRIPTS = Path(__file__).parents[2] / "cases" / "transcripts.txt"


def pairs(*references: str) -> str:
    forms = ({"base": "http://a/b/c/d;p?q", "reference": text} for text in references)
    return "\n".join(map(json.dumps, forms))


FILES: dict[str, str] = dict(rows_of("command_lines", "files of transcripts"))


def entries() -> Iterator[object]:
    """Yield the exit code, the command line and the output of each entry."""
    pattern = re.compile(r"# (\d): (.*)\n\$ (.*)\n((?:.*\n)*?)(?=\n# |\Z)")
    for code, title, line, output in pattern.findall(TRANSCRIPTS.read_text("utf-8")):
        yield pytest.param(int(code), line, output, id=title)


@pytest.mark.parametrize(("code", "line", "output"), list(entries()))
def test_a_command_prints_what_is_shown(
    code: int, line: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, "utf-8")
    result = run_line(
        line.replace("PYTHON PARSER", f"{sys.executable} {backslash_parser.__file__}")
    )
    shown = re.escape(output).replace("…\\\n", r"(?:.*\n)*")
    assert re.fullmatch(shown, result.output), result.output
    assert result.exit_code == code
