"""Compare the specs on the pairs of a run, batch by batch, in one or several processes.

The input is divided into parts: a part is a batch of rows, or a few pages or archives. Each
finished part is stored as a file in a folder next to the output. A resumed run computes only the
missing parts. Parts are joined in order while later parts are still being computed, unless an
output can't be replaced (such as a FIFO).
"""

import contextlib
import functools
import json
import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import compress, count, groupby, islice
from operator import attrgetter
from pathlib import Path
from typing import Any, BinaryIO

import attrs
import pyarrow as pa

from hexapla.corpus.arrow import JsonRows, ParquetRows, spread
from hexapla.corpus.formats import FORMATS
from hexapla.corpus.rows import DEFAULT, ComparedSpecs
from hexapla.corpus.source import BadRow, Damage, Item, Pair, Settings, damage_of, reason_of
from hexapla.corpus.summary import COUNTED, Counting, Summary, counted_batch
from hexapla.jobs.atomic import is_replaced, json_line, json_text, name_beside, written_whole
from hexapla.jobs.pool import Progress, run_units
from hexapla.values.errors import RunError
from hexapla.values.provenance import Provenance, provenance_now

# The maximum number of pages or archives in a part. With a lower maximum, parts would be too small.
_TOGETHER = 16
_PART = ".part"
_BAD, _DAMAGES = b"bad", b"damages"


# Sources.


Source = tuple[str, str]
"""The name of a file, and the name of its format."""

# If any of these values changes, the file was written to or replaced.
_IDENTITY = attrgetter("st_dev", "st_ino", "st_size", "st_mtime_ns")

Batch = tuple[list[Item], int]
"""Rows of one or more sources, and the number of bytes read for them."""

# The size in code points at which a batch ends, even if it has few rows. The output of a batch
# takes many times as much memory as its input, and even more if it is escaped.
_LARGE = 3 << 19
_ESCAPED = 4


def batches_in(sources: Iterable[Source], settings: Settings, rows: int) -> Iterator[Batch]:
    """Yield the rows of sources in batches of at most `rows` rows, one source after the other.

    Batches of large rows contain fewer rows. If a source is damaged, an item reports the damage.
    """
    held: list[Item] = []
    size = before = done = 0
    for source, name in sources:
        try:
            with Path(source).open("rb") as file:
                octets = os.fstat(file.fileno()).st_size
                items = FORMATS[name].items(file, _as_text(source), settings)
                for item, item_size in map(_sized, items):
                    held.append(item)
                    size += item_size
                    if len(held) == rows or size > _LARGE:
                        position = max(done, before + file.tell())
                        yield held, position - done
                        held, size, done = [], 0, position
            before += octets
        except OSError as error:
            held.append(damage_of(_as_text(source), 0, error))
    if held:
        yield held, before - done


def _as_text(name: str) -> str:
    """Convert the name of a file to valid Unicode."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _sized(item: Item) -> tuple[Item, int]:
    """Return an item and its size, by which batches are limited.

    The size of a pair is its length in code points, multiplied by `_ESCAPED` if the pair contains
    non-ASCII characters. Other items have the size 0. A pair with a lone surrogate is replaced with
    a bad row, because Arrow strings can't contain lone surrogates.
    """
    if not isinstance(item, Pair):
        return item, 0
    size = len(item.base) + len(item.reference)
    if item.base.isascii() and item.reference.isascii():
        return item, size
    try:
        f"{item.base}{item.reference}".encode()
    except UnicodeEncodeError:
        raw = json_line({"base": item.base, "reference": item.reference})
        wrong = "the row has a lone surrogate, which isn't valid Unicode text"
        item = BadRow(wrong, raw, len(raw), item.source, item.row)
    return item, size * _ESCAPED


@attrs.frozen
class Job:
    """The task of a run: the sources to read, and the rows to write to `out`.

    A batch has at most `rows` rows. `statuses` contains the file status of each source at the
    beginning of the run.
    """

    sources: tuple[Source, ...]
    specs: ComparedSpecs
    out: Path
    settings: Settings = attrs.field(factory=Settings)
    rows: int = 10_000
    fields: tuple[str, ...] = DEFAULT
    only_differing: bool = False
    provenance: Provenance = attrs.field(factory=provenance_now)
    statuses: Mapping[str, os.stat_result] = attrs.field()

    @statuses.default
    def _find_statuses(self) -> Mapping[str, os.stat_result]:
        return {source: Path(source).stat() for source, _ in self.sources}

    def octets(self, sources: Iterable[Source]) -> int:
        """Return the total size of some sources, in bytes."""
        return sum(self.statuses[source].st_size for source, _ in sources)

    @property
    def row_file(self) -> JsonRows | ParquetRows:
        """The writer for the output's file format."""
        kind = ParquetRows if self.out.suffix == ".parquet" else JsonRows
        return kind(self.fields, self.specs, self.provenance)

    @property
    def parts(self) -> Path:
        """The folder for finished parts, which is removed when the whole run has finished."""
        return name_beside(self.out.resolve(), "", ".parts")

    def to_dict(self) -> Mapping[str, object]:
        """Return the values that must be unchanged when the run is resumed."""
        return {
            "hexapla": self.provenance.version,
            "specs": list(self.specs.selectors),
            "settings": attrs.asdict(self.settings),
            "rows in a chunk": self.rows,
            "fields of rows": ",".join(self.fields),
            "only differing rows": self.only_differing,
            "sources": [
                {"file": source, "format": name, "octets": status.st_size, "at": status.st_mtime_ns}
                for source, name in self.sources
                for status in (self.statuses[source],)
            ],
        }

    def changes(self) -> dict[str, Damage]:
        """Return a `Damage`, keyed by name, for each source that has changed since the run began.

        A source that was removed counts as changed.
        """
        wrong = "it was changed or removed while it was read"
        changed = (
            _as_text(name)
            for name, status in self.statuses.items()
            if not Path(name).exists() or _IDENTITY(Path(name).stat()) != _IDENTITY(status)
        )
        return {name: Damage(name, "", wrong) for name in changed}


@attrs.frozen
class _Unit:
    """The input of a part: rows that were already read, or sources to read."""

    number: int
    octets: int
    items: Sequence[Item] = ()
    sources: tuple[Source, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickling columns takes a fifth of the time that pickling pairs takes.
        columns = zip(*(item for item in self.items if isinstance(item, Pair)), strict=True)
        others = [item for item in self.items if not isinstance(item, Pair)]
        return _unit, (self.number, self.octets, self.sources, others, *columns)


def _unit(
    number: int, octets: int, sources: tuple[Source, ...], others: list[Item], *columns: Any
) -> _Unit:
    """Create a unit from its pickled form; its pairs come before its other items."""
    return _Unit(number, octets, [*map(Pair, *columns), *others] if columns else others, sources)


def _units(job: Job) -> Iterator[_Unit]:
    """Yield the input of each part in order; the same sources always give the same parts."""
    numbers = count()
    for is_slow, group in groupby(job.sources, lambda source: FORMATS[source[1]].is_slow):
        if is_slow:
            while some := tuple(islice(group, _TOGETHER)):
                yield _Unit(next(numbers), job.octets(some), sources=some)
        else:
            for items, octets in batches_in(group, job.settings, job.rows):
                yield _Unit(next(numbers), octets, items)


def _work_on(job: Job, unit: _Unit) -> tuple[Path, int]:
    """Write the part for a unit; return the part's file and the number of bytes read for the part.

    If an earlier run has already written the part, that file is used.
    """
    part = job.parts / f"{unit.number:08}{_PART}"
    if part.exists():
        return part, unit.octets
    batches = batches_in(unit.sources, job.settings, job.rows)
    schema = _part_schema(job)
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with (
        written_whole(part, part.with_suffix(".unfinished")) as file,
        pa.ipc.new_stream(file, schema, options=options) as stream,
    ):
        for items in (items for items, _ in batches) if unit.sources else [unit.items]:
            pairs = [item for item in items if isinstance(item, Pair)]
            batch, failed = _compared(job, pairs, schema)
            bad = [json_line(item.to_dict()) for item in items if isinstance(item, BadRow)]
            bad += [json_line(item.to_dict()) for item in failed]
            damages = [item.to_dict() for item in items if isinstance(item, Damage)]
            set_aside = {_BAD: b"".join(bad), _DAMAGES: json_text(damages).encode("ascii")}
            stream.write_batch(batch, custom_metadata=set_aside)
    return part, unit.octets


def _part_schema(job: Job) -> Any:
    """Return the schema of a part: the row to write, which may be null, and the values to count."""
    return pa.schema([("row", job.row_file.array([]).type), *COUNTED])


def _compared(job: Job, pairs: Sequence[Pair], schema: Any) -> tuple[Any, list[BadRow]]:
    """Compare specs on pairs; return the batch for a part, and a bad row for each failed pair.

    An error means that the implementation of a standard has a bug. In that case, the pairs are
    compared one by one, and pairs without an error are kept.
    """
    try:
        return _batch(job, pairs, schema), []
    except Exception:
        good: list[Pair] = []
        failed: list[BadRow] = []
        for pair in pairs:
            try:
                _batch(job, [pair], schema)
            except Exception as error:
                raw = json_line({"base": pair.base, "reference": pair.reference})
                wrong = f"the pair can't be compared: {reason_of(error)}"
                failed.append(BadRow(wrong, raw, len(raw), pair.source, pair.row))
            else:
                good.append(pair)
        if not failed:
            raise
        return _batch(job, good, schema), failed


def _batch(job: Job, pairs: Sequence[Pair], schema: Any) -> Any:
    rows = [job.specs.compare(pair) for pair in pairs]
    is_written = [row.differs or not job.only_differing for row in rows]
    array = spread(job.row_file.array([*compress(rows, is_written)]), is_written)
    columns = [array, *counted_batch(rows, job.specs).columns]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


@attrs.frozen
class Result:
    """The result of a run: the counts, the damaged sources, and whether the run finished.

    `bad` is the JSON form of the first bad row; None if there are no bad rows.
    """

    summary: Summary
    damages: tuple[Damage, ...]
    finished: bool
    bad: Mapping[str, Any] | None = None


def run(job: Job, rejects: Path, workers: int, progress: Progress) -> Result:
    """Compute the missing parts until all are finished or Ctrl-C is pressed, and join the parts.

    The calling process must hold the lock of the run's folder. It is one of the workers.

    Args:
        job: The task of the run.
        rejects: The file for bad rows.
        workers: The number of processes.
        progress: A callback that receives the number of bytes read for each finished part.

    Raises:
        RunError: A stored part is damaged, or a worker process died.
    """

    def finished_parts() -> Generator[Path, None, None]:
        for part, octets in run_units(functools.partial(_work_on, job), _units(job), workers):
            progress(octets)
            yield part

    # Outputs that can't be replaced, such as a FIFO, are opened only once, after all parts are
    # computed.
    is_joined_meanwhile = is_replaced(job.out) and is_replaced(rejects)
    finished = True
    try:
        with contextlib.closing(finished_parts()) as parts:
            if is_joined_meanwhile:
                return _joined(job, rejects, parts, finished=True)
            deque(parts, maxlen=0)
    except KeyboardInterrupt:
        finished = False
    return _joined(job, rejects, sorted(job.parts.glob(f"*{_PART}")), finished=finished)


@attrs.define
class _PartsRead:
    """The values read from parts so far, except for the rows themselves.

    Attributes:
        counting: The counts of the rows.
        bad: The number of bad rows.
        first_bad: The first bad row, as a line of JSON; empty if no bad row has been read.
        damages: The damaged sources.
    """

    counting: Counting
    bad: int = 0
    first_bad: bytes = b""
    damages: list[Damage] = attrs.field(factory=list)

    def rows(self, parts: Iterable[Path], rejects_file: BinaryIO) -> Iterator[Any]:
        """Yield the rows of parts, and write the bad rows to a file."""
        for batch, metadata in _batches_of(parts):
            self.counting.add(batch.select(COUNTED.names))
            set_aside = metadata[_BAD]
            rejects_file.write(set_aside)
            self.bad += set_aside.count(b"\n")
            self.first_bad = self.first_bad or set_aside.partition(b"\n")[0]
            self.damages += [Damage(**form) for form in json.loads(metadata[_DAMAGES])]
            yield batch.column("row").drop_null()


def _joined(job: Job, rejects: Path, parts: Iterable[Path], *, finished: bool) -> Result:
    """Write the rows and the bad rows of parts to files; return the result of the run."""
    read = _PartsRead(Counting(job.parts))
    is_beside = Path(os.path.realpath(rejects)).parent == job.parts.parent
    unfinished = job.parts / "rejects" if is_beside else None
    with (
        written_whole(job.out, job.parts / "rows") as file,
        written_whole(rejects, unfinished) as others,
    ):
        job.row_file.write(read.rows(parts, others), file)
    changes = job.changes()
    unchanged = [damage for damage in read.damages if damage.source not in changes]
    damages = (*unchanged, *changes.values())
    is_complete = finished and not damages
    summary = read.counting.summary(job.specs, bad=read.bad, complete=is_complete)
    bad = json.loads(read.first_bad) if read.first_bad else None
    return Result(summary, damages, finished, bad)


def _batches_of(parts: Iterable[Path]) -> Iterator[tuple[Any, Any]]:
    """Yield the batches of parts with their metadata; raise `RunError` if a part is damaged."""
    for part in parts:
        try:
            with part.open("rb") as file, pa.ipc.open_stream(file) as stream:
                yield from stream.iter_batches_with_custom_metadata()
        except (pa.ArrowException, OSError, ValueError) as error:
            wrong = f"{part} is damaged; remove this file, then continue with --resume"
            raise RunError(wrong) from error
