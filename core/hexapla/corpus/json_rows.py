"""Rows as lines of JSON, in ASCII.

Where the specs agree on the target, it is there once, as `target`; else there is a member for each
spec.
"""

from collections.abc import Iterator, Sequence

from hexapla.corpus.fields import PROVENANCE, TARGETS, RowForm
from hexapla.corpus.rows import Row
from hexapla.jobs.atomic import json_text
from hexapla.standard.phases import Target


def json_rows(rows: Sequence[Row], form: RowForm) -> Iterator[str]:
    """Yield rows as lines of JSON, without what ends a line."""
    prefixes = [f"{selector}_" for selector in form.specs.selectors]
    columns = [form.values(name, rows) for name in form.names]
    for values in zip(*columns, strict=True):
        members = dict(zip(form.names, values, strict=True))
        if TARGETS in members:
            yield json_text(_with_targets(members, prefixes))
        else:
            yield json_text(members)


def _with_targets(members: dict[str, object], prefixes: Sequence[str]) -> dict[str, object]:
    """Return members with those of the targets in the place of the targets."""
    row: dict[str, object] = {}
    for name, value in members.items():
        if name != TARGETS:
            row[name] = value
            continue
        assert isinstance(value, Sequence)
        if value.count(value[0]) == len(value):
            _add_target(row, "", value[0])
        else:
            for prefix, target in zip(prefixes, value, strict=True):
                _add_target(row, prefix, target)
    return row


def _add_target(row: dict[str, object], prefix: str, target: Target) -> None:
    if isinstance(target, str):
        row[f"{prefix}target"] = target
        return
    row[f"{prefix}target"] = None
    row[f"{prefix}outcome"] = target.outcome.value
    if target.fragment is not None:
        row[f"{prefix}fragment"] = target.fragment


def with_provenance(line: str, form: RowForm) -> str:
    """Return the line of a row with what made it as the last member."""
    member = f'"{PROVENANCE}":{json_text(form.provenance.to_dict())}}}'
    row = line.removesuffix("}")
    return f"{row}{'' if row == '{' else ','}{member}"
