"""Rows as columns of Arrow.

The column `target` is three for each spec there: the target, the outcome, and the fragment of a
same-document reference.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from hexapla.corpus.extras import pyarrow
from hexapla.corpus.row_columns import PROVENANCE, TARGETS, RowForm
from hexapla.corpus.rows import Row
from hexapla.standard.phases import Outcome, Target
from hexapla.values.frozen import FrozenMapping

HELD = 1_000
"""Rows that are held before they are put into arrays, which take a tenth of the room."""


def fields_of(form: RowForm) -> list[Any]:
    """Return the fields of the columns of rows."""
    pa = pyarrow()
    types = _types()
    named = [
        column
        for name in form.names
        for column in (_target_types(form) if name == TARGETS else [(name, types[name])])
    ]
    return [pa.field(name, type_) for name, type_ in named]


def _types() -> dict[str, Any]:
    """Return the types of all columns but that of the targets."""
    pa = pyarrow()
    text = pa.string()
    texts = pa.list_(text)
    specs = pa.field("specs", texts)
    part = pa.struct([specs, pa.field("parts", pa.map_(text, text))])
    group = pa.struct([specs, *(pa.field(name, text) for name in ("outcome", "uri", "fragment"))])
    made = pa.struct([pa.field(name, text) for name in ("version", "date", "license")])
    return {
        "source": text,
        "row": pa.int64(),
        "base": text,
        "reference": text,
        "differs": pa.bool_(),
        "causes": texts,
        "valid": pa.map_(text, text),
        "parts": pa.list_(part),
        "parts_causes": texts,
        "groups": pa.list_(group),
        "no_rule": texts,
        "choices": pa.map_(text, texts),
        PROVENANCE: made,
    }


def _target_types(form: RowForm) -> list[tuple[str, Any]]:
    text = pyarrow().string()
    return [(f"{spec}_{name}", text) for name in _OF_TARGETS for spec in form.specs.selectors]


def batches_of(rows: Iterable[Row], form: RowForm) -> Iterator[Any]:
    """Yield rows as record batches, without more than a thousand rows in memory otherwise."""
    pa = pyarrow()
    schema = pa.schema(fields_of(form))
    rows = iter(rows)
    while held := list(islice(rows, HELD)):
        columns = zip(_columns(held, form), schema, strict=True)
        arrays = [pa.array(column, field.type) for column, field in columns]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _columns(rows: Sequence[Row], form: RowForm) -> Iterator[list[Any]]:
    """Yield what some rows hold in each column, in the order of the fields."""
    for name in form.names:
        values = form.values(name, rows)
        adapt = _ADAPTED.get(name)
        if name == TARGETS:
            yield from _target_columns(values)
        else:
            yield values if adapt is None else list(map(adapt, values))


def _target_columns(rows: Sequence[Sequence[Target]]) -> Iterator[list[str | None]]:
    columns = list(zip(*rows, strict=True))
    for of_target in _OF_TARGETS.values():
        for column in columns:
            yield list(map(of_target, column))


_URI = Outcome.URI.value

_OF_TARGETS: Mapping[str, Callable[[Target], str | None]] = FrozenMapping(
    {
        "target": lambda target: target if isinstance(target, str) else None,
        "outcome": lambda target: _URI if isinstance(target, str) else target.outcome.value,
        "fragment": lambda target: None if isinstance(target, str) else target.fragment,
    }
)


def _text(text: str) -> str:
    """Return a file's name as Unicode has it."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _items(mapping: Mapping[str, object]) -> list[tuple[str, object]]:
    return list(mapping.items())


def _parts(groups: Iterable[Mapping[str, Any]]) -> list[dict[str, object]]:
    return [{**group, "parts": _items(group["parts"])} for group in groups]


# What Arrow takes otherwise than JSON: mappings as lists of items.
_ADAPTED: dict[str, Callable[[Any], object]] = {
    "source": _text,
    "valid": _items,
    "parts": _parts,
    "choices": _items,
}
