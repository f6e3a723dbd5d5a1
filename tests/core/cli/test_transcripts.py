"""Commands print exactly what `cases/transcripts.txt` shows.

An entry has the exit codes, a description, and command lines, run one after the other, each with
its output. A line `…` stands for omitted lines, and `…` within a line for an omitted part of it.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import backslash_parser
import pytest
from command_line import documents, run_line
from tables import rows_of

TRANSCRIPTS = Path(__file__).parents[2] / "cases" / "transcripts.txt"
FILES: dict[str, str] = dict(rows_of("command_lines", "files of transcripts"))
PARSER = f"{sys.executable} {backslash_parser.__file__}"


def entries() -> Iterator[object]:
    """Yield the exit codes of each entry, and its command lines with their output."""
    for entry in re.split(r"(?m)^# (?=\d)", TRANSCRIPTS.read_text("utf-8"))[1:]:
        heading, *steps = re.split(r"(?m)^\$ ", entry.removesuffix("\n\n").rstrip("\n") + "\n")
        codes, _, title = heading.strip().partition(": ")
        yield pytest.param(codes.split(), [step.split("\n", 1) for step in steps], id=title)


@pytest.mark.parametrize(("codes", "steps"), list(entries()))
def test_a_command_prints_what_is_shown(
    codes: list[str], steps: list[list[str]], here: Path
) -> None:
    for name, text in FILES.items():
        Path(name).write_text(text, "utf-8", "surrogateescape")
    for code, (line, output) in zip(codes, steps, strict=True):
        if line.startswith("corpus "):
            pytest.importorskip("pyarrow")
        command = line.replace("PYTHON PARSER", PARSER).replace("PYTHON", sys.executable)
        result = run_line(command)
        shown = re.escape(output).replace("…\\\n", r"(?:.*\n)*").replace("…", ".*")
        assert re.fullmatch(shown, result.output), result.output
        assert result.exit_code == int(code)
        if "--json" in line and result.stdout:
            documents(result)
