"""The command that finds every kind of disagreement, as a user runs it."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from command_line import documents, run, run_on_a_terminal
from tables import by_rows_of

ARGUMENTS = ("discover", "--alphabet", "a/.", "--max-length", "5", "--base", "x:/a")


def test_json_follows_its_schema_and_is_what_the_file_has(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    result = run(*ARGUMENTS, "--workers", "1", "--json", "--output", str(path))
    assert result.exit_code == 1
    (document,) = documents(result)
    assert document == json.loads(path.read_text("utf-8"))
    assert document["coverage"]["references"] == 364
    assert document["classes"]
    assert sorted(tmp_path.iterdir()) == [path]
    assert run(*ARGUMENTS, "--workers", "1", "-o", "-").stdout == path.read_text("utf-8")


def test_progress_is_shown_on_a_terminal_only() -> None:
    search = *ARGUMENTS[:4], "4", *ARGUMENTS[5:]
    command = [sys.executable, "-m", "hexapla", *search, "--workers", "1"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    shown, _ = run_on_a_terminal(*command)
    assert "121/121" in shown


@by_rows_of("cli")
def test_an_interrupted_search_says_what_it_leaves(
    options: list[str], says: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("hexapla.cli.commands.discover"), "run", interrupted)
    stopped = run(*ARGUMENTS, *options)
    assert (stopped.exit_code, stopped.stderr.strip()) == (130, says)
    assert Path("out.json.parts").exists() == bool(options)
