"""Measure the cost of a corpus: time with one and two processes, memory, bytes per row, and growth.

Run with `python benchmarks/corpus.py`. It takes a million pairs with one process, and ten thousand
to ten million with two. `--most` makes the run shorter, and `--rounds` makes it more accurate. The
pairs are generated, and are the same each time. The program runs the command on them under three
standards, prints a table of the figures, and writes them to the data of the site's page on
capacity. The processor time is that of all processes. The processor time per row is also given as a
multiple of the time per pair that CPython's `urljoin` takes for the first 100,000 pairs, right
before and after each run.
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
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar
from urllib.parse import urljoin

import attrs

import hexapla
from hexapla_site.folders import DATA

Result = TypeVar("Result")

# The standards for which there are targets, as in the benchmark of comparing.
SPECS = ["rfc1630", "rfc1808", "rfc2396"]
SPEEDUP = 1.7
URLJOINS = 5.0
MEGABYTES = {"jsonl": 250.0, "parquet": 300.0}
ROWS, MOST = 1_000_000, 10_000_000
FEWEST = 10_000
_PEER_PAIRS = 100_000
_ROW_GROUP = 50_000

# Hosts, paths and references mostly as in crawls; the standards disagree on few of them.
_SEGMENTS = ("a", "img", "news", "2026", "index.html", "page-17.html", "view.php", "données")
_PLAIN = 0.45
_ABSOLUTE = 0.80
_RARE = ("", "?y", ";x", "#top", ".", "..", "../..", "../../../g", "g;x=1/../y", "//a?b", "a//b")


def pairs(rows: int) -> Iterator[tuple[str, str]]:
    """Yield pairs of a base and a reference; more rows only add pairs at the end."""
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

    found = {name: folder / f"in.{name}" for name in MEGABYTES}  # a name that each row has
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

    `megabytes` is the largest memory of any of its processes, `seconds` the elapsed time,
    `cpu_seconds` the processor time of all its processes, and `urljoin_seconds` the processor time
    that `urljoin` takes for a pair.
    """

    format: str
    rows: int
    workers: int
    seconds: float
    cpu_seconds: float
    urljoin_seconds: float
    megabytes: float
    octets_in: int
    octets_out: int
    differing: int

    @property
    def rate(self) -> float:
        """Rows per second."""
        return self.rows / self.seconds

    @property
    def urljoins(self) -> float:
        """The processor time per row, as a multiple of the time of `urljoin`."""
        return self.cpu_seconds / self.rows / self.urljoin_seconds


def apart(work: Callable[..., Result], *given: object) -> Result:
    """Run a function in another process, and return its result.

    Otherwise, the kernel would count the peak memory of this process as that of the processes that
    it starts later.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        return other.submit(work, *given).result()


def urljoin_seconds() -> float:
    """Return the processor time that `urljoin` takes for a pair."""
    some = list(pairs(_PEER_PAIRS))
    start = time.process_time()
    for base, reference in some:
        urljoin(base, reference)
    return (time.process_time() - start) / len(some)


def measure(source: Path, rows: int, workers: int, folder: Path) -> Run:
    """Run the command once; rows are written in the same format as they are read."""
    name = source.suffix.removeprefix(".")
    out = folder / f"out.{name}"
    before = apart(urljoin_seconds)
    start = time.perf_counter()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "hexapla", "corpus", source.name, "-o", out.name),
            *("--workers", str(workers), "--spec", ",".join(SPECS)),
        ],
        stdout=subprocess.DEVNULL,
        cwd=folder,
    )
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 1, process.returncode
    beside = out.with_name(f"{out.name.removesuffix('.jsonl')}.summary.json")
    summary = json.loads(beside.read_text())["summary"]
    assert summary["rows"] == rows
    return Run(
        name,
        rows,
        workers,
        seconds,
        used.ru_utime + used.ru_stime,
        (before + apart(urljoin_seconds)) / 2,
        used.ru_maxrss / 1024,
        source.stat().st_size,
        out.stat().st_size,
        summary["facets"]["target"]["differing"],
    )


def main() -> None:
    """Measure, print a table, and write the figures to a file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=MOST, help="the most pairs")
    parser.add_argument("--rounds", type=int, default=1)
    told = parser.parse_args()
    sizes = [size for size in (FEWEST, FEWEST * 10, ROWS, MOST) if size <= told.most]
    alone = sizes[min(2, len(sizes) - 1)]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        runs = []
        for size in sizes:
            sources = apart(write_inputs, folder, size)
            workers = (1, 2) if size == alone else (2,)
            runs += [
                measure(sources[name], size, count, folder)
                for name in MEGABYTES
                for count in workers
                for _ in range(told.rounds)
            ]
            for source in sources.values():
                source.unlink()
    form = results(runs, sizes[-1], told.rounds)
    (DATA / "capacity.json").write_text(json.dumps(form, indent=1) + "\n")
    print_table(form)


def results(runs: list[Run], rows: int, rounds: int) -> dict[str, object]:
    """Return the figures: medians of speed and time over the rounds, and the largest memory."""
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
                    "urljoins_a_row": round(statistics.median(run.urljoins for run in alike), 2),
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
        "specs": SPECS,
        "rows": rows,
        "rounds": rounds,
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
    """Print the figures and their targets."""
    runs = form["runs"]
    assert isinstance(runs, list)
    print(
        f"{'format':8} {'rows':>10} {'workers':>7} {'rows/s':>8} {'urljoins':>8} {'MB':>6}"
        f" {'B in':>7} {'B out':>7}"
    )
    for run in runs:
        print(
            f"{run['format']:8} {run['rows']:>10,} {run['workers']:>7}"
            f" {run['rows_per_second']:>8,} {run['urljoins_a_row']:>8.2f}"
            f" {run['megabytes_a_process']:>6.0f}"
            f" {run['octets_in_a_row']:>7.0f} {run['octets_out_a_row']:>7.0f}"
        )
    for name, limit in MEGABYTES.items():
        of_format = [run for run in runs if run["format"] == name]
        one = next(run for run in of_format if run["workers"] == 1)
        two = next(run for run in of_format if run["workers"] == 2 and run["rows"] == one["rows"])
        fewest, most = of_format[0], of_format[-1]
        speedup = two["rows_per_second"] / one["rows_per_second"]
        busy = two["cpu_seconds"] * two["rows_per_second"] / two["rows"]
        print(
            f"{name}: {one['urljoins_a_row']:.2f} urljoins per row, target at most {URLJOINS};"
            f" {speedup:.2f} times as fast with two workers, target {SPEEDUP};"
            f" {busy:.2f} cores were available"
        )
        print(
            f"{name}: {most['megabytes_a_process']:.0f} MB per process for {most['rows']:,} rows,"
            f" target less than {limit:.0f}; {fewest['megabytes_a_process']:.0f} MB for"
            f" {fewest['rows']:,} rows"
        )


if __name__ == "__main__":
    main()
