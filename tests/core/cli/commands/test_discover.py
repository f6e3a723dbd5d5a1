"""The command that finds every kind of disagreement, as a user runs it."""

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from command_line import documents, run, run_on_a_terminal
from tables import by_rows_of

from hexapla.jobs.atomic import held

ARGUMENTS = ("discover", "--alphabet", "a/.", "--max-length", "6", "--base", "x:/a")


def test_json_follows_its_schema_and_is_what_the_file_has(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    result = run(*ARGUMENTS, "--workers", "1", "--json", "--output", str(path))
    assert result.exit_code == 1
    (document,) = documents(result)
    assert document == json.loads(path.read_text("utf-8"))
    assert document["coverage"]["references"] == 1093
    assert document["classes"]
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.slow
def test_a_sample_leaves_out_what_was_seen(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    run(*ARGUMENTS, "--output", str(path))
    drawing = ("discover", "--from-grammars", "--count", "300", "--seed", "7", "--json")
    (everything,) = documents(run(*drawing, "--base", "x:/a"))
    (new,) = documents(run(*drawing, "--seen", str(path)))
    assert everything["coverage"]["seen_again"] is None
    assert [item["base"] for item in new["bases"]] == ["x:/a"]
    seen = {item["id"] for item in json.loads(path.read_text("utf-8"))["classes"]}
    found = {item["id"] for item in everything["classes"]}
    assert {item["id"] for item in new["classes"]} == found - seen
    assert new["coverage"]["seen_again"] == len(found & seen) > 0
    assert "a sample, which covers nothing in full" in new["coverage"]["statement"]


def test_what_was_seen_with_other_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    run(*ARGUMENTS[:4], "2", *ARGUMENTS[5:], "--output", str(path))
    result = run("discover", "--from-grammars", "--seen", str(path), "--spec", "rfc1808")
    assert result.exit_code == 2
    assert (
        "is of the standards rfc1630, rfc1738, rfc1808, rfc2396, rfc3986, whatwg, not"
        in result.stderr
    )


def test_a_second_search_for_the_same_output_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    folder = tmp_path / "found.json.parts"
    folder.mkdir()
    with held(folder, folder / "lock"):
        refused = run(*ARGUMENTS, "-o", str(path))
    assert refused.exit_code == 2
    assert "another process is at work" in re.sub(r"\s+", " ", refused.stderr)
    assert not path.exists()


def test_progress_is_shown_on_a_terminal_only() -> None:
    search = *ARGUMENTS[:4], "4", *ARGUMENTS[5:]
    command = [sys.executable, "-m", "hexapla", *search, "--workers", "1"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    shown, _ = run_on_a_terminal(*command)
    assert "121/121" in shown


def test_the_result_goes_to_standard_output(tmp_path: Path) -> None:
    search = (*ARGUMENTS[:4], "3", *ARGUMENTS[5:])
    (whole,) = documents(run(*search, "--json"))
    result = run(*search, "-o", "-")
    assert json.loads(result.stdout) == whole


@by_rows_of("cli")
def test_an_interrupted_search_says_what_it_leaves(
    options: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(import_module("hexapla.cli.commands.discover"), "run", interrupted)
    stopped = run(*ARGUMENTS, *options)
    assert (stopped.exit_code, stopped.stderr.strip()) == (130, says)
    assert Path("out.json.parts").exists() == bool(options)
