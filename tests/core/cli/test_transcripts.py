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

TRANSCRIPTS = Path(__file__).parents[2] / "cases" / "transcripts.txt"


def pairs(*references: str) -> str:
    forms = ({"base": "http://a/b/c/d;p?q", "reference": text} for text in references)
    return "\n".join(map(json.dumps, forms))


FILES = {
    "page.html": (
        "<html><head><title>x</title></head><body>\n"
        "<a href=\"g\">1</a> <A HREF='?y'>2</A> <img src=;x> <a name=z>\n"
        '<a href="">5</a><a href="../../../g">6</a></body></html>\n'
    ),
    "agreeing.html": '<a href="g">',
    "x-base.html": '<base href="http://x/"><a href="?y">',
    "one.jsonl": pairs("g"),
    "four.jsonl": pairs("g", "http:g", "?y", "?"),
    "urls.txt": 'http://a/b?c#d\nx:y\n"http://a\\\\b"\n{"url": "//a"}',
}


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
