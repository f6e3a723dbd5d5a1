"""What a corpus costs: rows per second with one process and with two, memory, octets per row.

Run with `python benchmarks/corpus.py`; it takes the time of three runs over a million pairs, and
more. `--rows` and `--rounds` make it shorter or surer. It makes the pairs, the same each time, runs
the command on them, prints a table of the figures, and writes them where the site's page on large
runs reads them.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

import attrs

import hexapla
from hexapla_site.pages.capacity import MEASURED

SPEEDUP = 1.6
MEGABYTES = {"jsonl": 60.0, "parquet": 250.0}
ROWS, FEWER_ROWS = 1_000_000, 100_000
_ROW_GROUP = 50_000

# Hosts, paths and references as crawls have them, mostly; few of them make the standards disagree.
_SEGMENTS = ("a", "img", "news", "2026", "index.html", "page-17.html", "view.php", "données")
_PLAIN = 0.45
_ABSOLUTE = 0.80
_RARE = ("", "?y", ";x", "#top", ".", "..", "../..", "../../../g", "g;x=1/../y", "//a?b", "a//b")


def pairs(rows: int) -> Iterator[tuple[str, str]]:
    """Return so many pairs of base and reference; the first ones of a longer row are the same."""
    drawn = random.Random(2396)

    def path(most: int) -> str:
        return "/".join(drawn.choices(_SEGMENTS, k=drawn.randint(1, most)))

    for _ in range(rows):
        base = f"http://www.host{drawn.randrange(5000)}.example/{path(4)}"
        kind = drawn.random()
        if kind < _PLAIN:
            reference = ("/" if kind < _PLAIN / 2 else "") + path(3)
        elif kind < _ABSOLUTE:
            query = f"?id={drawn.randrange(10**6)}" if drawn.random() < 0.3 else ""
            reference = f"http://www.host{drawn.randrange(5000)}.example/{path(4)}{query}"
        elif drawn.random() < 0.5:
            reference = f"{path(2)}?id={drawn.randrange(10**6)}#s{drawn.randrange(9)}"
        else:
            reference = "../" * drawn.randrange(3) + drawn.choice(_RARE)
        yield base, reference


def write_inputs(folder: Path, rows: int) -> dict[str, Path]:
    """Write the pairs as JSON Lines and as Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    found = {name: folder / f"{rows}.{name}" for name in MEGABYTES}
    schema = pa.schema([("base", pa.string()), ("reference", pa.string())])
    with (
        found["jsonl"].open("w") as lines,
        pq.ParquetWriter(found["parquet"], schema) as writer,
    ):
        held: list[dict[str, str]] = []
        for base, reference in pairs(rows):
            held.append({"base": base, "reference": reference})
            lines.write(json.dumps(held[-1]) + "\n")
            if len(held) == _ROW_GROUP:
                writer.write_table(pa.Table.from_pylist(held, schema))
                held = []
        if held:
            writer.write_table(pa.Table.from_pylist(held, schema))
    return found


@attrs.frozen
class Run:
    """One run of the command.

    `megabytes` is the most that any of its processes took, `seconds` its time by the clock, and
    `cpu_seconds` that of all its processes on a core.
    """

    format: str
    rows: int
    workers: int
    seconds: float
    cpu_seconds: float
    megabytes: float
    octets_in: int
    octets_out: int
    differing: int

    @property
    def rate(self) -> float:
        """Rows per second."""
        return self.rows / self.seconds


def measure(source: Path, rows: int, workers: int, folder: Path) -> Run:
    """Run the command once; rows are written in the format that they are read from."""
    name = source.suffix.removeprefix(".")
    out = folder / f"out.{name}"
    start = time.perf_counter()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "hexapla", "corpus", str(source), "-o", str(out)),
            *("--workers", str(workers)),
        ],
        stdout=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 1, process.returncode
    summary = json.loads(out.with_suffix(".summary.json").read_text())["summary"]
    assert summary["rows"] == rows
    return Run(
        name,
        rows,
        workers,
        seconds,
        used.ru_utime + used.ru_stime,
        used.ru_maxrss / 1024,
        source.stat().st_size,
        out.stat().st_size,
        summary["facets"]["target"]["differing"],
    )


def main() -> None:
    """Measure, print a table, and write the figures down."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--rounds", type=int, default=1)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        # By another process, since the kernel counts what this one takes as theirs.
        with ProcessPoolExecutor(1, get_context("spawn")) as other:
            fewer = other.submit(write_inputs, folder, min(FEWER_ROWS, told.rows // 10)).result()
            many = other.submit(write_inputs, folder, told.rows).result()
        runs = [
            measure(source, int(source.stem), workers, folder)
            for _ in range(told.rounds)
            for name in MEGABYTES
            for source, workers in ((fewer[name], 2), (many[name], 1), (many[name], 2))
        ]
    form = results(runs, told.rows)
    MEASURED.write_text(json.dumps(form, indent=1) + "\n")
    print_table(form)


def results(runs: list[Run], rows: int) -> dict[str, object]:
    """Put the figures together: medians over the rounds."""
    figures = []
    for name in MEGABYTES:
        for count, workers in sorted({(run.rows, run.workers) for run in runs}):
            alike = [
                run for run in runs if (run.format, run.rows, run.workers) == (name, count, workers)
            ]
            figures.append(
                {
                    "format": name,
                    "rows": count,
                    "workers": workers,
                    "rows_per_second": round(statistics.median(run.rate for run in alike)),
                    "cpu_seconds": round(statistics.median(run.cpu_seconds for run in alike), 1),
                    "megabytes_a_process": round(max(run.megabytes for run in alike), 1),
                    "octets_in_a_row": round(alike[0].octets_in / count, 1),
                    "octets_out_a_row": round(alike[0].octets_out / count, 1),
                    "differing": alike[0].differing,
                }
            )
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "hexapla": hexapla.__version__,
        "python": platform.python_version(),
        "pyarrow": version("pyarrow"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "specs": [spec.selector for spec in hexapla.specs() if spec.default_column],
        "rows": rows,
        "rounds": len(runs) // (3 * len(MEGABYTES)),
        "runs": figures,
    }


def _processor() -> str:
    listed = Path("/proc/cpuinfo")
    if listed.exists():
        for line in listed.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def print_table(form: dict[str, object]) -> None:
    """Print the figures beside what they have to be."""
    runs = form["runs"]
    assert isinstance(runs, list)
    print(
        f"{'format':8} {'rows':>9} {'workers':>7} {'rows/s':>8} {'MB':>6} {'B in':>7} {'B out':>7}"
    )
    for run in runs:
        print(
            f"{run['format']:8} {run['rows']:>9,} {run['workers']:>7}"
            f" {run['rows_per_second']:>8,} {run['megabytes_a_process']:>6.0f}"
            f" {run['octets_in_a_row']:>7.0f} {run['octets_out_a_row']:>7.0f}"
        )
    for name, most in MEGABYTES.items():
        of_format = [run for run in runs if run["format"] == name]
        fewer, one, two = of_format
        speedup = two["rows_per_second"] / one["rows_per_second"]
        busy = two["cpu_seconds"] * two["rows_per_second"] / two["rows"]
        print(
            f"{name}: {speedup:.2f} times as fast with two workers, wanted {SPEEDUP};"
            f" {busy:.2f} cores were to be had"
        )
        print(
            f"{name}: {two['megabytes_a_process']:.0f} MB a process, wanted less than {most:.0f};"
            f" {fewer['megabytes_a_process']:.0f} MB for {fewer['rows']:,} rows"
        )


if __name__ == "__main__":
    main()
