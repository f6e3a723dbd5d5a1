"""The document of test vectors, which includes instructions for its use."""

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexapla.standard.spec import Spec
from hexapla.text.slug import short_name
from hexapla.values.frozen import FrozenMapping
from hexapla.values.provenance import Provenance, provenance_now
from hexapla.vectors.answers import answer_to, readings_of
from hexapla.vectors.cases import KINDS, ResolveCase, VectorCase, VectorCases, vector_cases

SCHEMA = 1
SCHEMA_FILE = "vectors.schema.json"
"""The name of the schema's file."""
_FOLDER = Path(__file__).parent


def schema_text() -> str:
    """Return the JSON Schema of the document."""
    return (_FOLDER / SCHEMA_FILE).read_text("utf-8")


def file_name(spec: Spec) -> str:
    """Return the name of the file with a standard's vectors."""
    return f"{spec.selector}-vectors.json"


def vectors_text(
    spec: Spec, cases: VectorCases | None = None, provenance: Provenance | None = None
) -> str:
    """Return the document as one line of JSON, in which non-ASCII characters are escaped.

    The arguments are those of `vectors_of`.
    """
    form = vectors_of(spec, cases, provenance)
    return json.dumps(form, separators=(",", ":")) + "\n"


def vectors_of(
    spec: Spec, cases: VectorCases | None = None, provenance: Provenance | None = None
) -> dict[str, object]:
    """Return a document with a standard's result for each case, for testing a parser.

    Offsets are in code points. The document includes instructions for its use.

    >>> import hexapla
    >>> from hexapla.vectors import vectors_of
    >>> list(vectors_of(hexapla.spec("rfc3986")))[-5:]
    ['resolve', 'parse', 'validate', 'normalize', 'equivalent']

    Args:
        spec: The spec, with the options to use.
        cases: The cases; by default, `vector_cases(spec)`.
        provenance: The provenance of the document; by default, the current version and date.
    """
    if provenance is None:
        provenance = provenance_now()
    if cases is None:
        cases = vector_cases(spec)
    citation = provenance.cite(f"Test vectors of {spec.document.label}")
    document = {
        "schema": SCHEMA,
        "hexapla": provenance.to_dict(),
        "citation": f"{citation}.",
        "spec": spec.selector,
        "title": spec.title,
        "url": spec.url,
        "how_to_use": how_to_use(),
    }
    for name, of_kind in cases.by_kind.items():
        document[name] = [_vector(spec, case, cases) for case in of_kind]
    return document


def _vector(spec: Spec, case: VectorCase, cases: VectorCases) -> dict[str, object]:
    texts = [text for text in case if text is not None]
    vector: dict[str, object] = {"id": short_name(*texts)}
    vector |= case._asdict()
    vector |= answer_to(spec, case)
    vector["readings"] = dict(readings_of(spec, case))
    if isinstance(case, ResolveCase):
        vector["citations"] = _citations(spec, case)
        vector["sources"] = list(cases.sources.get(case, ()))
    return vector


def _citations(spec: Spec, case: ResolveCase) -> list[str]:
    """Return the sections of the rules that changed something, and the section of the last rule."""
    steps = spec.resolve(case.reference, base=case.base).steps
    sections = [step.rule.citation.section for step in steps if step.changed]
    sections.append(steps[-1].rule.citation.section)
    return list(dict.fromkeys(sections))


@functools.cache
def how_to_use() -> Mapping[str, Any]:
    """Return the schema's descriptions of the kinds of vectors, outcomes, readings and parts.

    The description of each `outcome` says how a resolver is expected to answer.
    """
    kinds = json.loads(schema_text())["$defs"]
    how: dict[str, object] = {}
    for name in KINDS:
        how[name] = kinds[name]["description"]
    outcomes = {}
    for item in kinds["resolve"]["properties"]["outcome"]["oneOf"]:
        outcomes[item["const"]] = item["description"]
    how["outcome"] = outcomes
    how["readings"] = kinds["readings"]["description"]
    how["parts"] = kinds["parse"]["properties"]["parts"]["description"]
    return FrozenMapping(how)
