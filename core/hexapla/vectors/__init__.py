"""Test vectors: what a standard gives for each of some cases, to test a parser in any language."""

import functools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from hexapla.standard.registry import specs
from hexapla.standard.spec import Spec
from hexapla.text.slug import short_name
from hexapla.values.frozen import FrozenMapping
from hexapla.values.provenance import Provenance, provenance_now

__all__ = [
    "SCHEMA_FILE",
    "VectorCase",
    "file_name",
    "how_to_use",
    "schema_text",
    "vector_cases",
    "vectors_of",
    "vectors_text",
]

SCHEMA = 1
SCHEMA_FILE = "vectors.schema.json"
"""The name of the file that holds the schema, where it is written."""
_FOLDER = Path(__file__).parent


@attrs.frozen
class VectorCase:
    """A base and a reference, and who has both.

    Attributes:
        base: The base.
        reference: The reference.
        sources: The names of the sources that have both, each once.
    """

    base: str
    reference: str
    sources: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """A name that depends on base and reference alone."""
        return short_name(self.base, self.reference)


def vector_cases() -> tuple[VectorCase, ...]:
    """Return the cases, each once: the examples of all standards, then the test pages."""
    sources: dict[tuple[str, str], dict[str, None]] = {}
    for spec in specs():
        for example in spec.examples():
            label = example.citation.document.label
            sources.setdefault((example.base, example.reference), {})[label] = None
    pages = json.loads((_FOLDER / "test-pages.json").read_text("utf-8"))
    for base, reference in pages["pairs"]:
        sources.setdefault((base, reference), {})[pages["title"]] = None
    return tuple(VectorCase(*pair, tuple(names)) for pair, names in sources.items())


def schema_text() -> str:
    """Return the JSON Schema of the document."""
    return (_FOLDER / SCHEMA_FILE).read_text("utf-8")


def file_name(spec: Spec) -> str:
    """Return what the file with the vectors of a standard is called."""
    return f"{spec.selector}-vectors.json"


def vectors_text(
    spec: Spec, cases: Iterable[VectorCase] | None = None, provenance: Provenance | None = None
) -> str:
    """Return the document on one line, in ASCII, so that lone surrogates survive as escapes.

    The arguments are those of `vectors_of`.
    """
    form = vectors_of(spec, cases, provenance)
    return json.dumps(form, separators=(",", ":")) + "\n"


def vectors_of(
    spec: Spec, cases: Iterable[VectorCase] | None = None, provenance: Provenance | None = None
) -> dict[str, object]:
    """Return what a standard gives for each case, to test a parser in any language.

    Texts are strings of code points. The document says itself how to use it.

    Args:
        spec: The standard, under the readings that it is to have.
        cases: The cases; `vector_cases()` where none are given.
        provenance: What the document says of its making; by default this version, and today.
    """
    made = provenance_now() if provenance is None else provenance
    return {
        "schema": SCHEMA,
        "hexapla": made.to_dict(),
        "citation": f"{made.cite(f'Test vectors of {spec.document.label}')}.",
        "spec": spec.selector,
        "title": spec.title,
        "url": spec.url,
        "how_to_use": how_to_use(),
        "vectors": [_vector(spec, case) for case in (vector_cases() if cases is None else cases)],
    }


def _vector(spec: Spec, case: VectorCase) -> dict[str, object]:
    resolution = spec.resolve(case.reference, base=case.base)
    reference, steps = spec.parse(case.reference), resolution.steps
    # The rules that changed something, and the last one.
    rules = [*(step.rule for step in steps if step.changed), steps[-1].rule]
    return {
        "id": case.id,
        "base": case.base,
        "reference": case.reference,
        "form": reference.form.value,
        "parts": dict(reference.parts),
        "outcome": resolution.outcome.value,
        "uri": resolution.uri,
        "fragment": resolution.same_document_fragment,
        "citations": list(dict.fromkeys(rule.citation.section for rule in rules)),
        "readings": {choice.reading: choice.option for choice in resolution.choices},
        "sources": list(case.sources),
    }


@functools.cache
def how_to_use() -> Mapping[str, Any]:
    """Return what the schema says of outcomes, readings and parts, as a document says it.

    By `outcome`, it is what a parser has to answer.
    """
    members = json.loads(schema_text())["$defs"]["vector"]["properties"]
    outcomes = {item["const"]: item["description"] for item in members["outcome"]["oneOf"]}
    others = {name: members[name]["description"] for name in ("readings", "parts")}
    return FrozenMapping({"outcome": outcomes, **others})
