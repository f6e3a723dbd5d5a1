"""Corpora for the command `hexapla corpus`, and the files that its runs write."""

import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import hexapla
from hexapla.corpus.rows import ComparedSpecs, Row
from hexapla.corpus.run import Job
from hexapla.corpus.summary import Counting, Summary, counted_batch
from hexapla.jobs.resume import run_folder
from hexapla.standard.registry import columns_of

ROW_SCHEMA = json.loads(
    (Path(hexapla.__file__).parent / "corpus" / "corpus-row.schema.json").read_text("utf-8")
)
BASE = "http://a/b/c/d;p?q"
COMMAND = [sys.executable, "-m", "hexapla", "corpus"]
LONE = "\ud800"
REFERENCES = ("g", "?y", ";x", "", "../../../g", "//a?b", LONE, "#s", "g;x=1/../y", "http:g")
"""One of them isn't valid text, so it has no row."""
ROWS = [(row, text) for row, text in enumerate(REFERENCES, 1) if text != LONE]


def many(path: Path, count: int) -> Path:
    """Write a number of pairs, all different, with an occasional bad row."""
    with path.open("w") as file:
        for number in range(count):
            reference = f"{number}{REFERENCES[number % len(REFERENCES)]}"
            pair = {"base": BASE, "reference": reference}
            file.write("bad\n" if number % 97 == 5 else f"{json.dumps(pair)}\n")
    return path


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("ascii").splitlines()]


def beside(out: Path, name: str) -> Path:
    return out.with_name(f"{out.name.removesuffix('.jsonl')}.{name}")


def outcome_of(out: Path) -> tuple[bytes, bytes, object]:
    """Return everything that a run wrote, except for the names of files."""
    summary = json.loads(beside(out, "summary.json").read_text())
    return (out.read_bytes(), beside(out, "rejects.jsonl").read_bytes(), summary["summary"])


def job_of(pairs: Path, out: Path) -> Job:
    return Job(((str(pairs), "jsonl"),), ComparedSpecs(columns_of(None)), out)


def begin(job: Job) -> None:
    with run_folder(job.parts, job.to_dict(), resume=False):
        pass


def summarize(rows: Iterable[Row], specs: ComparedSpecs) -> Summary:
    with tempfile.TemporaryDirectory() as folder:
        counting = Counting(Path(folder))
        counting.add(counted_batch(list(rows), specs))
        return counting.summary(specs)
