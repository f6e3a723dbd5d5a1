"""Corpora for the command `hexapla corpus`, and what its runs leave behind."""

import json
import sys
from pathlib import Path
from typing import Any

BASE = "http://a/b/c/d;p?q"
COMMAND = [sys.executable, "-m", "hexapla", "corpus"]
REFERENCES = ("g", "?y", ";x", "", "../../../g", "//a?b", "\ud800", "#s", "g;x=1/../y", "http:g")


def many(path: Path, count: int) -> Path:
    """Write so many pairs, no two alike, with a bad row now and then."""
    with path.open("w") as file:
        for number in range(count):
            reference = f"{number}{REFERENCES[number % len(REFERENCES)]}"
            pair = {"base": BASE, "reference": reference}
            file.write("bad\n" if number % 97 == 5 else f"{json.dumps(pair)}\n")
    return path


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("ascii").splitlines()]


def outcome_of(out: Path) -> tuple[bytes, bytes, object]:
    """Return all that a run leaves behind, but for the names of the files."""
    summary = json.loads(out.with_suffix(".summary.json").read_text())
    return (
        out.read_bytes(),
        out.with_suffix(".rejects.jsonl").read_bytes(),
        summary["summary"],
    )
