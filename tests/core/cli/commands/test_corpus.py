"""Comparing many pairs: rows and counts, in one process and in several, and runs that end early."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from command_line import SCHEMA, counts_peaks, documents, peak_of, run, run_on_a_terminal
from jsonschema import validate

import hexapla
from hexapla.comparison.columns import compare

BASE = "http://a/b/c/d;p?q"
COMMAND = [sys.executable, "-m", "hexapla", "corpus"]
REFERENCES = ("g", "?y", ";x", "", "../../../g", "//a?b", "\ud800", "#s", "g;x=1/../y", "http:g")
BOUND = 60  # seconds after which a test gives up waiting
ROW_SCHEMA = json.loads(
    (Path(hexapla.__file__).parent / "corpus" / "corpus-row.schema.json").read_text("utf-8")
)


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    lines = (json.dumps({"base": BASE, "reference": text}) for text in REFERENCES)
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


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
    """Give all that a run leaves behind, but for the names of the files."""
    summary = json.loads(out.with_suffix(".summary.json").read_text())
    return (
        out.read_bytes(),
        out.with_suffix(".rejects.jsonl").read_bytes(),
        summary["summary"],
    )


def test_a_row_says_what_compare_says(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    result = run("corpus", str(pairs), "-o", str(out), "--workers", "1")
    assert result.exit_code == 1, result.output
    found = rows(out)
    assert [(row["row"], row["reference"]) for row in found] == [*enumerate(REFERENCES, 1)]
    for row in found:
        validate(row, ROW_SCHEMA)
        comparison = compare(row["reference"], row["base"])
        assert comparison.target is not None
        form = json.loads(json.dumps(comparison.to_dict()))
        assert [{"specs": group.pop("specs"), **group} for group in row["target"]] == [
            {"specs": group["specs"], **group["value"]}
            for group in form["facets"]["target"]["groups"]
        ]
        assert row["valid"] == {item["spec"]: item["verdict"] for item in form["validated"]}
        assert len(row["causes"]) == sum(
            len(form["facets"][name]["causes"]) for name in ("parts", "target")
        )
        assert row["choices"] == {
            item["spec"]: [f"{choice['reading']}={choice['option']}" for choice in item["choices"]]
            for item in form["resolved"]
            if item["choices"]
        }


def test_the_summary_follows_its_schema(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    result = run(
        "corpus", str(pairs), "-o", str(out), "--workers", "1", "--json", "--spec", "whatwg",
        "--spec", "rfc2396[excess-dots=remove]", "--spec", "rfc1630",
    )  # fmt: skip
    (form,) = documents(result)
    assert form["summary"]["rows"] == len(REFERENCES)
    written = json.loads(out.with_suffix(".summary.json").read_text())
    validate(written, SCHEMA)
    assert written == form
    by_pair = form["summary"]["facets"]["target"]["pairs"]
    assert [(item["left"], item["right"]) for item in by_pair] == [
        ("rfc1630", "rfc2396[excess-dots=remove]"),
        ("rfc1630", "whatwg"),
        ("rfc2396[excess-dots=remove]", "whatwg"),
    ]
    assert all(item["agree"] + item["differ"] == len(REFERENCES) for item in by_pair)


def test_pairs_that_agree_exit_with_0(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("g\ng/h\n")
    out = tmp_path / "out.jsonl"
    result = run("corpus", str(path), "-o", str(out), "--base", BASE, "--workers", "1")
    assert result.exit_code == 0
    assert "100.0 %  1630 1808 2396" in result.stdout


def test_workers_and_chunks_change_nothing(tmp_path: Path) -> None:
    path = many(tmp_path / "in.jsonl", 300)
    options = [("1", "20000"), ("1", "7"), ("3", "11")]
    found = []
    for number, (workers, chunk) in enumerate(options):
        out = tmp_path / f"out{number}.jsonl"
        result = run("corpus", str(path), "-o", str(out), "--workers", workers, "--chunk", chunk)
        assert result.exit_code == 1, result.output
        *octets, summary = outcome_of(out)
        causes = [(cause["name"], cause["facet"], cause["rows"]) for cause in summary["causes"]]  # type: ignore[index]
        found.append((octets, causes))
        assert not Path(f"{out}.parts").exists()
    assert found[0] == found[1] == found[2]
    assert "bad" in (tmp_path / "out0.rejects.jsonl").read_text()


def test_parquet_has_the_rows_of_json_lines(pairs: Path, tmp_path: Path) -> None:
    """But for the lone surrogate, which it refuses and sets aside."""
    import pyarrow.parquet as pq

    for name in ("out.jsonl", "out.parquet"):
        result = run("corpus", str(pairs), "-o", str(tmp_path / name), "--workers", "1")
        assert result.exit_code == 1, result.output
    found = pq.read_table(tmp_path / "out.parquet").to_pylist()
    wanted = [row for row in rows(tmp_path / "out.jsonl") if row["reference"] != "\ud800"]
    assert len(found) == len(wanted) == len(REFERENCES) - 1
    for row, other in zip(found, wanted, strict=True):
        row["valid"], row["choices"] = dict(row["valid"]), dict(row["choices"])
        for group in row["parts"]:
            group["parts"] = dict(group["parts"])
        assert row == other
    (bad,) = rows(tmp_path / "out.rejects.jsonl")
    assert bad["row"] == REFERENCES.index("\ud800") + 1
    assert "lone surrogate" in bad["wrong"]
    assert json.loads(bad["raw"])["reference"] == "\ud800"


def test_a_damaged_input_is_named_and_the_others_are_kept(pairs: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR1 no more")
    page = tmp_path / "page.html"
    page.write_text("<a href=g>")
    out = tmp_path / "out.jsonl"
    result = run("corpus", str(broken), str(page), str(pairs), "-o", str(out), "--workers", "1")
    assert result.exit_code == 2
    assert f"damaged: {broken}: is no Parquet file that can be read" in result.stderr
    assert f"damaged: {page}: the page has no base; give" in result.stderr
    assert len(rows(out)) == len(REFERENCES)
    summary = json.loads(out.with_suffix(".summary.json").read_text())
    assert [damage["source"] for damage in summary["damages"]] == [str(broken), str(page)]
    assert summary["summary"]["complete"] is False


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["in.jsonl", "-o", "out.csv"], "ends neither in .jsonl nor in .parquet"),
        (["in.jsonl", "-o", "no/out.jsonl"], "there is no folder no"),
        (["in.jsonl", "-o", "in.jsonl"], "is an input as well"),
        (["in.x", "-o", "out.jsonl"], "does not say by its name what it is; give a --format"),
        (["in.txt", "-o", "out.jsonl"], "holds no bases; give one for all rows with --base"),
        (["in.jsonl", "-o", "out.jsonl", "--resume"], "no unfinished run to go on with"),
        (["nothing.jsonl", "-o", "out.jsonl"], "does not exist"),
        (["/dev/null", "-o", "out.jsonl", "--format", "jsonl"], "is no file that can be read"),
        (["in.jsonl", "-o", "out.jsonl", "--spec", "rfc99"], "'rfc99' is no spec"),
    ],
)
def test_misuse_writes_nothing(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("in.jsonl", "in.x", "in.txt"):
        Path(name).touch()
    result = run("corpus", *arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "in.txt", "in.x"]


@pytest.mark.parametrize(
    ("module", "arguments"),
    [("pyarrow.parquet", ["in.parquet"]), ("warcio.archiveiterator", ["in.warc"])],
)
def test_a_missing_extra_is_told_at_once(
    module: str, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    Path(arguments[0]).touch()
    result = run("corpus", *arguments, "-o", "out.jsonl")
    assert result.exit_code == 2
    assert "install it with: pip install 'hexapla[" in " ".join(result.stderr.split())
    assert [path.name for path in tmp_path.iterdir()] == arguments


# Runs that end early.


def until(found: Callable[[], object], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until something is there, for a minute at most."""
    limit = time.monotonic() + BOUND
    while not found():
        assert time.monotonic() < limit, "it never came"
        assert process is None or process.poll() is None, "the run ended too early"
        time.sleep(0.005)


def finished_parts(out: Path) -> list[Path]:
    return list(Path(f"{out}.parts").glob("*.counts"))


def started(path: Path, out: Path, *options: str) -> subprocess.Popen[bytes]:
    """Start a run in a session of its own, and wait until its first part is there."""
    process = subprocess.Popen(
        [*COMMAND, str(path), "-o", str(out), "--chunk", "50", *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    until(lambda: finished_parts(out), process)
    return process


def children(process: subprocess.Popen[bytes]) -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(number) for number in listed.read_text().split()] if listed.exists() else []


def is_alive(number: int) -> bool:
    status = Path(f"/proc/{number}/status")
    return status.exists() and "State:\tZ" not in status.read_text()


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_a_killed_run_can_be_resumed(workers: str, suffix: str, tmp_path: Path) -> None:
    """Must hold: after kill -9 and --resume the output is that of an undisturbed run."""
    path = many(tmp_path / "in.jsonl", 2500)
    undisturbed, out = tmp_path / f"whole.{suffix}", tmp_path / f"out.{suffix}"
    process = started(path, out, "--workers", workers)
    helpers = children(process)
    process.kill()
    process.communicate()
    assert 0 < len(finished_parts(out)) < 50
    assert not out.exists()
    until(lambda: not any(map(is_alive, helpers)))

    again = run("corpus", str(path), "-o", str(out), "--chunk", "50")
    assert again.exit_code == 2
    assert "go on with it by --resume" in " ".join(again.stderr.split())
    other = run("corpus", str(path), "-o", str(out), "--chunk", "49", "--resume")
    assert other.exit_code == 2
    assert "rows in a chunk: was 50, is 49" in " ".join(other.stderr.split())

    options = ["--chunk", "50", "--workers", "1"]
    resumed = run("corpus", str(path), "-o", str(out), *options, "--resume")
    assert resumed.exit_code == 1, resumed.output
    run("corpus", str(path), "-o", str(undisturbed), *options)
    assert outcome_of(out) == outcome_of(undisturbed)
    assert not Path(f"{out}.parts").exists()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_a_valid_file(workers: str, tmp_path: Path) -> None:
    path = many(tmp_path / "in.jsonl", 2500)
    out = tmp_path / "out.jsonl"
    process = started(path, out, "--workers", workers)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=BOUND)
    assert process.returncode == 130
    assert b"Go on with --resume" in told
    assert b"Traceback" not in told, told.decode()
    found = rows(out)
    assert 0 < len(found) < 2400
    summary = json.loads(out.with_suffix(".summary.json").read_text())["summary"]
    assert summary["rows"] == len(found)
    assert summary["complete"] is False

    resumed = run(
        "corpus", str(path), "-o", str(out), "--chunk", "50", "--resume", "--workers", "1"
    )
    assert resumed.exit_code == 1
    whole = tmp_path / "whole.jsonl"
    run("corpus", str(path), "-o", str(whole), "--chunk", "50", "--workers", "1")
    assert outcome_of(out) == outcome_of(whole)
    assert found == [row for row in rows(whole) if row in found]


def test_a_run_with_another_input_is_not_resumed(tmp_path: Path) -> None:
    path = many(tmp_path / "in.jsonl", 2500)
    out = tmp_path / "out.jsonl"
    process = started(path, out, "--workers", "1")
    process.kill()
    process.communicate()
    path.write_text("{}\n")
    result = run("corpus", str(path), "-o", str(out), "--chunk", "50", "--resume")
    assert result.exit_code == 2
    assert "holds another run (sources: was" in " ".join(result.stderr.split())


def test_a_killed_worker_ends_the_run(tmp_path: Path) -> None:
    """As the kernel ends one that takes too much memory; what is finished stays."""
    path = many(tmp_path / "in.jsonl", 2500)
    out = tmp_path / "out.jsonl"
    process = started(path, out, "--workers", "2")
    os.kill(children(process)[-1], signal.SIGKILL)
    _, said = process.communicate(timeout=BOUND)
    assert process.returncode == 2
    assert b"a worker was ended from outside" in said
    assert b"Traceback" not in said
    assert finished_parts(out)


def test_a_name_that_is_no_text_is_read(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/in\xff.jsonl"))
    many(path, 3)
    for name in ("out.jsonl", "out.parquet"):
        result = run("corpus", str(path), "-o", str(tmp_path / name), "--workers", "1")
        assert result.exit_code == 0, result.output


def test_a_full_disk_is_one_clear_error(tmp_path: Path) -> None:
    """A file limit stands for it: one line, and the parts stay."""
    path = many(tmp_path / "in.jsonl", 300)
    out = tmp_path / "out.jsonl"
    result = subprocess.run(
        [*COMMAND, str(path), "-o", str(out), "--workers", "1", "--chunk", "50"],
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)),
    )
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr
    assert b"File too large" in result.stderr


# What is shown.


def test_a_terminal_shows_progress(pairs: Path, tmp_path: Path) -> None:
    shown, output = run_on_a_terminal(*COMMAND, str(pairs), "-o", str(tmp_path / "out.jsonl"))
    assert "100%" in shown
    assert "rows/s" in shown
    assert b"100%" not in output


@counts_peaks
def test_memory_does_not_grow_with_the_corpus(tmp_path: Path) -> None:
    """At its highest a process holds as much for ten times the rows, and less than it may."""
    one = "--workers", "1", "-o"
    peaks = [
        peak_of(
            "corpus",
            str(many(tmp_path / "in.jsonl", count)),
            *one,
            str(tmp_path / f"{count}.jsonl"),
        )
        for count in (400, 4000)
    ]
    assert peaks[1] < 1.15 * peaks[0]
    assert peaks[1] < 60 * 1024, peaks


def told(result: Result) -> str:
    return " ".join(result.stderr.split())


def test_a_missing_renderer_is_told_at_once(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexapla.cli.reports.REPORT_GROUP", "hexapla.no-reports")
    out, report = tmp_path / "out.jsonl", tmp_path / "report"
    result = run("corpus", str(pairs), "-o", str(out), "--report", str(report))
    assert result.exit_code == 2
    assert "nothing is installed that makes a report" in told(result)
    assert not Path(f"{out}.parts").exists()
