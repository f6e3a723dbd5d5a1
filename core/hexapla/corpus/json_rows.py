"""Rows as JSON Lines."""

import functools
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from json.encoder import encode_basestring_ascii as quoted
from pathlib import Path
from typing import Any, BinaryIO

import attrs

from hexapla.corpus.row_columns import PROVENANCE, TARGETS, RowForm
from hexapla.corpus.row_format import LARGE, RowFormat, RowSink, size_of
from hexapla.corpus.rows import Row
from hexapla.jobs.files import json_text
from hexapla.standard.phases import Target

# Rows that are put into text together.
_HELD = 100


class JsonRows(RowFormat):
    """A JSON object for each row, in ASCII, so that lone surrogates survive as escapes.

    Where the columns agree on the target, it is there once, as `target`; else there is a member for
    each column. The first row says by what the rows were made, unless each of them does.
    """

    suffix = ".jsonl"

    def sink(self, file: BinaryIO, form: RowForm) -> RowSink:
        """Return what writes a line for each row."""
        return _JsonSink(file, form)

    @contextmanager
    def joining(self, file: BinaryIO, form: RowForm) -> Iterator[Callable[[Path], None]]:
        """Let the lines of parts be copied."""
        said = PROVENANCE in form.names

        def add(part: Path) -> None:
            nonlocal said
            with part.open("rb") as source:
                if not said and (line := source.readline()):
                    file.write(_with_provenance(line, form))
                    said = True
                shutil.copyfileobj(source, file)

        yield add


def _with_provenance(line: bytes, form: RowForm) -> bytes:
    """Return the line of a row with its provenance as the last member."""
    member = f'"{PROVENANCE}":{json_text(form.provenance.to_dict())}}}\n'.encode("ascii")
    row = line.removesuffix(b"}\n")
    return row + (b"" if row == b"{" else b",") + member


class _JsonSink(RowSink):
    def __init__(self, file: BinaryIO, form: RowForm) -> None:
        self._file = file
        self._form = form
        self._texts = _texts(form)
        self._line = f"{{{','.join(map(_place, form.names))}}}\n"
        self._held: list[Row] = []
        self._size = 0

    def write(self, row: Row) -> None:
        self._held.append(row)
        self._size += size_of(row)
        if len(self._held) == _HELD or self._size >= LARGE:
            self.finish()

    def finish(self) -> None:
        rows, self._held, self._size = self._held, [], 0
        columns = [map(text, self._form.values(name, rows)) for name, text in self._texts]
        lines = map(self._line.__mod__, zip(*columns, strict=True))
        self._file.write("".join(lines).encode("ascii"))


def _place(name: str) -> str:
    """Return the place of a column in a line; targets have their members' names with them."""
    return "%s" if name == TARGETS else f'"{name}":%s'


_Text = Callable[[Any], str]

_ids: _Text = functools.lru_cache(4096)(json_text)  # few combinations of causes are many rows


def _texts(form: RowForm) -> list[tuple[str, _Text]]:
    """Return the columns, each with what puts a value in it into JSON."""
    texts: dict[str, _Text] = {
        "source": quoted,
        "row": str,
        "base": quoted,
        "reference": quoted,
        "differs": {False: "false", True: "true"}.__getitem__,
        TARGETS: functools.partial(
            _targets, [_Members.of(f"{name}_") for name in form.specs.selectors]
        ),
        "causes": _ids,
        "parts_causes": _ids,
    }
    return [(name, texts.get(name, json_text)) for name in form.names]


@attrs.frozen
class _Members:
    """The members that hold a target, in JSON: a URI has the first alone."""

    uri: str
    outcome: str
    fragment: str

    @classmethod
    def of(cls, prefix: str) -> "_Members":
        """Return the members whose names begin with a prefix."""
        return cls(*(f"{quoted(prefix + name)}:" for name in ("target", "outcome", "fragment")))

    def text(self, target: Target) -> str:
        """Return the members of a target."""
        if isinstance(target, str):
            return self.uri + quoted(target)
        ended = f"{self.uri}null,{self.outcome}{quoted(target.outcome.value)}"
        if target.fragment is None:
            return ended
        return f"{ended},{self.fragment}{quoted(target.fragment)}"


_SHARED = _Members.of("")


def _targets(members: Sequence[_Members], targets: Sequence[Target]) -> str:
    """Return the members of the targets: those of one where all are the same."""
    first = targets[0]
    if targets.count(first) == len(targets):
        return _SHARED.text(first)
    return ",".join([own.text(target) for own, target in zip(members, targets, strict=True)])
