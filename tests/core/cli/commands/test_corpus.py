"""Comparing many pairs: rows and counts, in one process and in several."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import Result
from command_line import SCHEMA, documents, run
from corpora import (
    LONE,
    REFERENCES,
    ROWS,
    begin,
    beside,
    job_of,
    many,
    outcome_of,
    rows,
)
from jsonschema import validate

import hexapla


def written(source: Path, out: Path, *options: str) -> Result:
    return run("corpus", str(source), "-o", str(out), "--workers", "1", *options)


def summary_of(out: Path) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(beside(out, "summary.json").read_text())
    return form


def test_the_summary_follows_its_schema(pairs: Path, tmp_path: Path) -> None:
    out, specs = tmp_path / "out.jsonl", ("whatwg", "rfc2396[excess-dots=remove]", "rfc1630")
    result = written(pairs, out, "--json", *(word for spec in specs for word in ("--spec", spec)))
    (form,) = documents(result)
    assert form["summary"]["rows"] == len(ROWS)
    validate(form, SCHEMA)
    assert form == summary_of(out)
    by_pair = form["summary"]["facets"]["target"]["pairs"]
    assert {item[side] for item in by_pair for side in ("left", "right")} == {*specs}
    assert [item["agree"] + item["differ"] for item in by_pair] == [len(ROWS)] * 3


def test_the_summary_names_causes_as_the_rows_do(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    result = written(pairs, out, "--spec", "rfc1808,rfc3986", "--fields", "all")
    names = ("causes", "parts_causes")
    in_rows = {cause for row in rows(out) for name in names for cause in row[name]}
    shown = re.findall(r"(?m)^\[(\w+)\]", result.output)
    assert 0 < len(shown) == len({*shown}) <= 12
    assert {*shown} <= in_rows
    summary = summary_of(out)["summary"]
    facets = {cause["id"]: cause["facet"] for cause in summary["causes"]}
    in_order = [facets[cause] for cause in shown]
    assert in_order == sorted(in_order, reverse=True)  # target, then parts


MADE = {"version": hexapla.__version__, "date": "2001-09-09", "license": "MIT"}


def test_rows_and_summary_say_what_made_them(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A resumed run has the date of its beginning."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    lines, parquet, resumed = (tmp_path / name for name in ("a.jsonl", "a.parquet", "c.jsonl"))
    for out in (lines, parquet):
        written(pairs, out)
    begin(job_of(pairs, resumed))
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    written(pairs, resumed, "--resume")
    for out in (lines, parquet, resumed):
        assert summary_of(out)["hexapla"] == MADE
        assert summary_of(out)["rows_in"] == str(out)
    for out in (lines, resumed):
        assert [row.get("hexapla") for row in rows(out)] == [MADE] + [None] * (len(ROWS) - 1)
    assert json.loads(pq.read_metadata(parquet).metadata[b"hexapla"]) == MADE
    assert "hexapla" not in pq.read_schema(parquet).names


def test_workers_and_chunks_change_nothing(tmp_path: Path) -> None:
    path, found = many(tmp_path / "in.jsonl", 60), []
    for workers, chunk in (("1", "20000"), ("2", "7")):
        out = tmp_path / f"out{workers}.jsonl"
        result = run("corpus", str(path), "-o", str(out), "--workers", workers, "--chunk", chunk)
        assert result.exit_code == 2, result.output  # there are bad rows
        found.append(outcome_of(out))
        assert not Path(f"{out}.parts").exists()
    assert found[0] == found[1]
    assert "bad" in (tmp_path / "out1.rejects.jsonl").read_text()


def test_parquet_has_the_rows_of_json_lines(pairs: Path, tmp_path: Path) -> None:
    """In both formats, the lone surrogate is set aside."""
    for name in ("out.jsonl", "out.parquet"):
        result = written(pairs, tmp_path / name, "--fields", "all")
        assert result.exit_code == 2, result.output
    found = pq.read_table(tmp_path / "out.parquet").to_pylist()
    wanted = rows(tmp_path / "out.jsonl")
    assert [(row["row"], row["reference"]) for row in wanted] == ROWS
    for row, other in zip(found, wanted, strict=True):
        row["valid"], row["choices"] = dict(row["valid"]), dict(row["choices"])
        for group in row["parts"]:
            group["parts"] = dict(group["parts"])
        for selector in row["valid"]:
            own = "" if "target" in other else f"{selector}_"
            assert row.pop(f"{selector}_target") == other[f"{own}target"]
            assert row.pop(f"{selector}_outcome") == other.get(f"{own}outcome", "uri")
            assert row.pop(f"{selector}_fragment") == other.get(f"{own}fragment")
        assert row == {name: value for name, value in other.items() if name in row}
    (bad,) = rows(tmp_path / "out.rejects.jsonl")
    assert bad["row"] == REFERENCES.index(LONE) + 1
    assert "lone surrogate" in bad["wrong"]
    assert json.loads(bad["raw"])["reference"] == LONE


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_only_rows_that_differ_are_written(suffix: str, pairs: Path, tmp_path: Path) -> None:
    """All rows are still counted."""
    out, every = tmp_path / f"out.{suffix}", tmp_path / "every.jsonl"
    fields = "--fields", "reference,differs"
    written(pairs, every, *fields)
    result = written(pairs, out, *fields, "--only-differing")
    found = rows(out) if suffix == "jsonl" else pq.read_table(out).to_pylist()
    wanted = [row["reference"] for row in rows(every) if row["differs"]]
    assert [row["reference"] for row in found] == wanted
    assert f"those whose targets differ ({len(found)}) are in" in " ".join(result.stdout.split())
    summary = summary_of(out)["summary"]
    assert summary["rows"] + summary["bad_rows"] == len(REFERENCES)


@pytest.mark.parametrize("options", [["--fields", "row"], ["--only-differing"]])
def test_a_run_goes_on_only_with_the_same_rows(
    options: list[str], pairs: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    begin(job_of(pairs, out))
    result = run("corpus", str(pairs), "-o", str(out), "--resume", *options)
    assert result.exit_code == 2
    assert "holds another run" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("module", "arguments"),
    [("pyarrow.parquet", ["in.parquet"]), ("warcio.archiveiterator", ["in.warc"])],
)
def test_a_missing_extra_is_told_at_once(
    module: str, arguments: list[str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    Path(arguments[0]).touch()
    result = run("corpus", *arguments, "-o", "out.jsonl")
    assert result.exit_code == 2
    assert "install it with: pip install 'hexapla[" in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
    assert [path.name for path in here.iterdir()] == arguments


def test_a_name_that_is_no_text_is_read(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/in\xff.jsonl"))
    many(path, 3)
    for name in ("out.jsonl", "out.parquet"):
        result = written(path, tmp_path / name)
        assert result.exit_code == 0, result.output


# Output.


def test_rows_go_to_standard_output(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pairs.open("a") as file:
        file.write("bad\n")
    out = tmp_path / "out.jsonl"
    written(pairs, out)
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    printed = run("corpus", str(pairs), "-o", "-", "--workers", "1")
    assert printed.exit_code == 2
    assert printed.stdout == out.read_text("ascii")
    wrong = "the row has a lone surrogate, which isn't valid Unicode text"
    bad = f"bad: 2 rows; the first is row {REFERENCES.index(LONE) + 1} of {pairs}: {wrong}\n"
    assert printed.stderr.endswith(bad)
    assert "targets" in printed.stderr
    quiet = run("corpus", str(pairs), "-o", "-", "--workers", "1", "-q", "--summary", "s.json")
    assert (quiet.stdout, quiet.stderr) == (printed.stdout, bad)
    assert json.loads(Path("s.json").read_text())["summary"]["rows"] == len(ROWS)
    assert [path.name for path in folder.iterdir()] == ["s.json"]


def test_a_missing_renderer_is_told_at_once(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexapla.cli.output.REPORT_GROUP", "hexapla.no-reports")
    out, report = tmp_path / "out.jsonl", tmp_path / "report"
    result = run("corpus", str(pairs), "-o", str(out), "--report", str(report))
    assert result.exit_code == 2
    assert "no installed package makes reports" in " ".join(result.stderr.split())
    assert not Path(f"{out}.parts").exists()
