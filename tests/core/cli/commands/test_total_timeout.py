"""Whole runs that take too long: the answers so far are shown, and the exit code is 2."""

import json
import os
import shlex
from importlib import import_module
from pathlib import Path
from typing import ClassVar

import attrs
import pytest
from command_line import documents, run

from hexapla.jobs.time_limit import TimeLimit

implementations, differential = (
    import_module(f"hexapla.cli.commands.{name}") for name in ("implementations", "differential")
)


@attrs.define(eq=False)
class Patience(TimeLimit):
    """A limit that is reached after a number of calls, whatever the time is."""

    times: ClassVar[int]
    asked: int = 0

    @property
    def left(self) -> float:
        return 60.0 if self.asked < self.times else 0.2

    def is_over(self) -> bool:
        self.asked += 1
        self.reached = self.asked > self.times
        return self.reached


# It answers the first question, and then waits for data in a pipe.
ANSWER = json.dumps({"host": "once"})
ONCE = "read x; echo 'http://a/b?y'; exec cat pipe"


@pytest.fixture(autouse=True)
def _with_files(here: Path) -> None:
    rows = [{"base": "http://a/b", "reference": text} for text in ("?y", "g", "h")]
    (here / "pairs.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    (here / "urls.txt").write_text("http://once/\nhttp://b/\nhttp://c/\n", "utf-8")
    os.mkfifo(here / "pipe")


def test_identify_keeps_what_was_answered_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(implementations, "TimeLimit", type("Once", (Patience,), {"times": 2}))
    line = ("--plain", "--against", "pairs.jsonl", "--total-timeout", "0.7", "--json")
    result = run("identify", *line, "sh", "-c", ONCE)
    assert result.exit_code == 2
    assert result.stderr == (
        "Error: stopped after 0.7 s (--total-timeout); the result covers 1 of 3 cases\n"
    )
    (found,) = documents(result)
    assert (found["cases"], found["answered"]) == (3, 1)
    troubles = {item["answer"]["trouble"] for item in found["unexplained"]}
    assert troubles == {"was not asked, because the run's time limit (0.7 s) had been reached"}


def test_differential_keeps_what_was_asked_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, "TimeLimit", type("Once", (Patience,), {"times": 4}))
    program = f"sh -c {shlex.quote('read x; echo ' + shlex.quote(ANSWER) + '; exec cat pipe')}"
    line = ("--against", "urls.txt", "--count", "0", "--max-length", "0", "--json")
    limit = ("--total-timeout", "0.7", "--write", "baseline.json")
    result = run("differential", *line, *limit, program, "spec:rfc3986")
    assert result.exit_code == 2
    assert "stopped after 0.7 s (--total-timeout); the result covers 2 of 4 URLs" in result.stderr
    assert result.stderr.endswith("; baseline.json was not written\n")
    assert not Path("baseline.json").exists()
    (found,) = documents(result)
    assert (found["coverage"]["asked"], found["coverage"]["complete"]) == (2, False)
    (compared,) = found["compared"]
    assert (compared["inputs"], compared["differing"]) == (1, 0)
