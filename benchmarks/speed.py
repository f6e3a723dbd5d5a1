"""Measure the speed of Hexapla and its peers as ratios, on the same pairs and in the same run.

Run with `python benchmarks/speed.py`, after `pip install -e '.[benchmark]'` for the peers. Missing
peers are named and skipped. The baseline is CPython's `urlsplit` or `urljoin`. It does a chunk of
the pairs, and right after it a library does the same chunk. Each chunk gives a ratio of CPU times.
The figure is the median of a library's ratios, with the quartiles. The caches of the baseline and
the peers are switched off. Pairs that a library rejects are counted, and left out for it and for
the baseline.

The Perl, Ruby and Java libraries run as separate programs, which measure their own time; for them,
the baseline does all the pairs before and after.
"""

import gc
import json
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import attrs
import click
from libraries import PARSE, RESOLVE, TASKS, Library, Task, own, peers
from pairs import MADE, Pair, pairs, with_own_bases

from hexapla import __version__

# Long enough that little data of the previous library is left in the processor's caches.
CHUNK = 2_000
HERE = Path(__file__).parent


def seconds(work: Callable[..., Iterable[object]], *columns: Sequence[object]) -> float:
    """Return the CPU time of calling `work` with the columns and iterating over its results."""
    start = time.process_time()
    deque(work(*columns), maxlen=0)
    return time.process_time() - start


@attrs.frozen
class Figure:
    """The time that a library takes for a task, divided by the time of CPython's own function.

    The ratios are the median and the quartiles over chunks of pairs or, for a program in another
    language, over passes. `microseconds` is the median time of one call, `refused` the number of
    pairs that the library rejects, and `at_most` the project's own target for the ratio, if there
    is one.
    """

    task: str
    library: str
    baseline: str
    ratio: float
    lower_quartile: float
    upper_quartile: float
    microseconds: float
    refused: int
    at_most: float | None = None


@attrs.frozen
class Lane:
    """A library with the pairs that it accepts, in chunks.

    A chunk contains the arguments for the baseline, then the arguments for the library.
    """

    library: Library
    chunks: tuple[tuple[tuple[Sequence[object], ...], tuple[Sequence[object], ...]], ...]
    refused: int

    def quotient(self, number: int) -> tuple[float, float]:
        """Run the baseline and then the library; return the ratio and the seconds per call."""
        theirs, mine = self.chunks[number]
        baseline = seconds(partial(map, self.library.task.baseline), *theirs)
        own_time = seconds(self.library.at_once or partial(map, self.library.work), *mine)
        return own_time / baseline, own_time / len(mine[-1])


def lane(library: Library, all_pairs: Sequence[Pair]) -> Lane:
    """Prepare the bases, leave out rejected pairs, and split the rest into chunks."""
    if library.task.own_bases:
        all_pairs = with_own_bases(all_pairs)
    prepared = {base: library.prepare(base) for base, _ in all_pairs}
    with_base = library.task.with_base
    accepted = [pair for pair in all_pairs if _accepts(library, prepared[pair[0]], pair[1])]
    chunks = []
    for start in range(0, len(accepted) - CHUNK + 1, CHUNK):
        bases, references = zip(*accepted[start : start + CHUNK], strict=True)
        readied = tuple(prepared[base] for base in bases)
        chunks.append(
            ((bases, references), (readied, references))
            if with_base
            else ((references,), (references,))
        )
    if not chunks:
        raise click.ClickException(
            f"{library.name} rejects too many pairs in the task {library.task.name!r}; "
            "correct the way it is called"
        )
    return Lane(library, tuple(chunks), len(all_pairs) - len(accepted))


def _accepts(library: Library, base: object, reference: str) -> bool:
    try:
        library.work(*((base, reference) if library.task.with_base else (reference,)))
    except Exception:  # a peer may raise anything
        return False
    return True


def measured(lanes: Sequence[Lane], rounds: int) -> Iterator[Figure]:
    """Run all lanes in turn, chunk by chunk, and yield the figure of each."""
    found: list[list[tuple[float, float]]] = [[] for _ in lanes]
    for round_number in range(rounds):
        for number in range(max(len(lane.chunks) for lane in lanes)):
            for index in range(len(lanes)):
                # Each lane is sometimes the first.
                turn = (index + number + round_number) % len(lanes)
                if number < len(lanes[turn].chunks):
                    found[turn].append(lanes[turn].quotient(number))
        progress(f"round {round_number + 1} of {rounds}")
    for lane, quotients in zip(lanes, found, strict=True):
        lower, middle, upper = statistics.quantiles((ratio for ratio, _ in quotients), n=4)
        yield Figure(
            lane.library.task.name,
            lane.library.name,
            lane.library.task.baseline_name,
            round(middle, 3),
            round(lower, 3),
            round(upper, 3),
            round(1e6 * statistics.median(each for _, each in quotients), 3),
            lane.refused,
            lane.library.at_most,
        )


# Other languages.

PROGRAMS = {
    "Perl URI": ("perl", [str(HERE / "other_languages" / "speed.pl")]),
    "Ruby URI": ("ruby", [str(HERE / "other_languages" / "speed.rb")]),
    "java.net.URI": ("java", [str(HERE / "other_languages" / "Speed.java")]),
}


def abroad(name: str, all_pairs: Sequence[Pair], rounds: int) -> list[Figure] | str:
    """Return a program's figures, or the reason why there are none.

    A program reads tab-separated pairs, and prints lines with the name of a task, the CPU seconds
    of one pass over all the pairs, and the number of pairs that it rejected.
    """
    command, arguments = PROGRAMS[name]
    if shutil.which(command) is None:
        return f"{command} isn't installed"
    before = _baselines(all_pairs, rounds)
    run = subprocess.run(
        [command, *arguments, str(rounds)],
        input="".join(f"{base}\t{reference}\n" for base, reference in all_pairs),
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        return run.stderr.strip().splitlines()[0] if run.stderr.strip() else "it failed"
    after = _baselines(all_pairs, rounds)
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    figures = []
    for task in (PARSE, RESOLVE):
        passes = [float(spent) for of, spent, _ in lines if of == task.name]
        refused = max(int(count) for of, _, count in lines if of == task.name)
        baseline = statistics.median(before[task.name] + after[task.name])
        lower, middle, upper = statistics.quantiles(passes, n=4)
        figures.append(
            Figure(
                task.name,
                name,
                task.baseline_name,
                round(middle / baseline, 3),
                round(lower / baseline, 3),
                round(upper / baseline, 3),
                round(1e6 * middle / len(all_pairs), 3),
                refused,
            )
        )
    return figures


def _baselines(all_pairs: Sequence[Pair], rounds: int) -> dict[str, list[float]]:
    bases, references = zip(*all_pairs, strict=True)
    columns: dict[str, tuple[Task, tuple[Sequence[object], ...]]] = {
        PARSE.name: (PARSE, (references,)),
        RESOLVE.name: (RESOLVE, (bases, references)),
    }
    return {
        name: [seconds(partial(map, task.baseline), *given) for _ in range(rounds)]
        for name, (task, given) in columns.items()
    }


# Output.


def progress(text: str) -> None:
    """Show the progress on a terminal."""
    if sys.stderr.isatty():
        click.echo(text, err=True)


def machine() -> dict[str, str]:
    """Return the date, the versions and the processor of a measurement, but not the host name."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "processor": processor(),
        "hexapla": __version__,
    }


def processor() -> str:
    """Return the model of the processor or, if the system doesn't report it, the architecture."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())


def table(figures: Iterable[Figure]) -> Iterator[str]:
    """Yield lines with the figures, task by task, the fastest first."""
    ordered = sorted(figures, key=lambda figure: figure.ratio)
    for task in TASKS:
        yield f"{task.name}, as a ratio to {task.baseline_name}"
        for figure in ordered:
            if figure.task == task.name:
                yield _line(figure)
        yield ""


def _line(figure: Figure) -> str:
    target = ""
    if figure.at_most is not None:
        met = "met" if figure.ratio <= figure.at_most else "missed"
        target = f"  at most {figure.at_most}: {met}"
    refused = f"  rejected {figure.refused}" if figure.refused else ""
    return (
        f"  {figure.library:<34}{figure.ratio:7.3f}  ({figure.lower_quartile:.3f}"
        f"–{figure.upper_quartile:.3f}){figure.microseconds:9.2f} µs{target}{refused}"
    )


@click.command()
@click.option("--rounds", default=5, show_default=True, help="Passes over all the pairs.")
@click.option("--own-only", is_flag=True, help="Leave the peers out.")
@click.option("--output", type=click.Path(path_type=Path), help="Write the figures as JSON.")
def main(rounds: int, own_only: bool, output: Path | None) -> None:
    """Measure Hexapla and its peers, print a table, and write JSON if requested."""
    all_pairs = pairs()
    libraries, versions = peers() if not own_only else ((), {})
    lanes = [lane(library, all_pairs) for library in (*own(), *libraries)]
    gc.collect()
    figures = list(measured(lanes, rounds))
    skipped = {name: "not installed" for name, found in versions.items() if found is None}
    for name in () if own_only else PROGRAMS:
        found = abroad(name, all_pairs, max(rounds, 3))
        if isinstance(found, str):
            skipped[name] = found
        else:
            figures += found
    where = machine()
    click.echo(", ".join(where.values()))
    click.echo(f"{MADE}\n")
    click.echo("\n".join(table(figures)))
    for name, why in skipped.items():
        click.echo(f"skipped: {name}, {why}")
    if output is not None:
        form = {
            **where,
            "pairs": MADE,
            "rounds": rounds,
            "chunk": CHUNK,
            "peers": versions,
            "skipped": skipped,
            "figures": [attrs.asdict(figure) for figure in figures],
        }
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(json.dumps(form, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
