"""Texts that are too long to be shown or to be kept in memory."""

import sys
from pathlib import Path

import pytest
from command_line import documents, run

LONG_ANSWERS = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"uri": "x:" + "y" * 1_000_000}), flush=True)
"""


def test_long_answers_are_cut_in_text_and_whole_in_json(tmp_path: Path) -> None:
    cases = tmp_path / "pairs.csv"
    cases.write_text("base,reference\nhttp://a/b,g\nhttp://a/b,;x\n")
    program = "--spec", "rfc3986", "--against", str(cases), sys.executable, "-c", LONG_ANSWERS
    told = run("identify", *program).stdout
    assert "…999,002 characters omitted…" in told
    assert len(told) < 20_000
    (found,) = documents(run("identify", "--json", *program))
    assert len(found["unexplained"][1]["answer"]["uri"]) == 1_000_002


def test_a_text_too_long_to_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapla.cli.commands.operations._LONGEST_TEXT", 20)
    assert run("extract", stdin="<http://a/b>" + " " * 8).exit_code in (0, 1)
    result = run("extract", stdin="<http://a/b>" + " " * 9)
    assert result.exit_code == 2
    assert "the text has more than 20 bytes; split it into smaller files" in result.stderr


def test_a_page_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"<a href=?y>" + b" " * 90)
    options = "audit", str(path), "--base", "http://a/b/c/d;p?q", "--max-page-bytes"
    assert run(*options, "101").exit_code == 1
    result = run(*options, "100")
    assert result.exit_code == 2
    assert "the page has more than 100 bytes; allow more with --max-page-bytes" in result.stderr
