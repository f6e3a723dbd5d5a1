"""The inputs of the pages on operations, each with the place of the standard that it is about."""

import json
from collections.abc import Mapping
from typing import Any

import attrs

from hexapla.standard.spec import Spec
from hexapla_site.folders import DATA

_FILE = DATA / "operation-examples.json"

Columns = tuple[Spec, ...]


def read_examples() -> Mapping[str, Any]:
    """Read the inputs to run, by the operation."""
    examples: Mapping[str, Any] = json.loads(_FILE.read_text("utf-8"))
    return examples


@attrs.frozen
class Origin:
    """Where an example comes from: a standard has it, or it is ours, on that place of it."""

    document: str
    section: str
    ours: bool


def origin_of(row: Mapping[str, Any], columns: Columns) -> Origin:
    """Return where a row of the examples comes from."""
    source = row["source"]
    labels = {spec.id: spec.document.label for spec in columns}
    label = labels.get(source["document"], source["document"])
    return Origin(label, source["section"], source["kind"] != "standard")
