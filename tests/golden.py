"""The answers that must stay the same: those of an earlier wheel, and changes with a reason.

`cases/golden.jsonl.xz` has a row for each of 20,000 pairs of a base and a reference, with each
column's answers, aspect by aspect. The columns are the six standards and the other dates of the URL
Standard. `benchmarks/oracle/before.py` made the file with the wheel of d297ed83.
`cases/golden_changes.jsonl.xz` has the answers that changed since then, each with the section or
the case that is the reason.
"""

import json
import lzma
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import hexapla
from hexapla.comparison.facet import Facet
from hexapla.standard.spec import Spec

CASES = Path(__file__).parent / "cases"
GOLDEN = CASES / "golden.jsonl.xz"
CHANGES = CASES / "golden_changes.jsonl.xz"

DATES = ("2025-04", "2022-03", "2020-11", "2018-09", "2017-10", "2015-09", "2014-10")
SELECTORS = (
    *("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg"),
    *(f"whatwg[as-of={date}]" for date in DATES),
)
SPECS = tuple(map(hexapla.spec, SELECTORS))
LETTERS = "abcdefghijklm"

Answers = dict[str, Any]
"""The columns' answers for a pair: `pair`, each aspect under its name, and `causes`."""


def grouped(values: Sequence[Any]) -> dict[str, Any]:
    """Return the distinct values, and for each column a letter that stands for its value."""
    texts = [json.dumps(value, sort_keys=True) for value in values]
    distinct = list(dict.fromkeys(texts))
    pattern = "".join(LETTERS[distinct.index(text)] for text in texts)
    return {"columns": pattern, "values": [json.loads(text) for text in distinct]}


def _target(spec: Spec, base: str, reference: str) -> object:
    resolution = spec.resolve(reference, base=base)
    outcome = str(resolution.outcome)
    return resolution.uri if outcome == "uri" else [outcome, resolution.same_document_fragment]


def _parts(spec: Spec, base: str, reference: str) -> object:
    parsed = spec.parse(reference)
    spans = parsed.spans
    found: dict[str, object] = {}
    for name, text in parsed.parts.items():
        span = spans[name]
        if text is not None:
            found[name] = text if span is None else [text, span.start, span.stop]
    return found


def _validity(spec: Spec, base: str, reference: str) -> object:
    validity = spec.validate(reference)
    return [str(validity.verdict), validity.offset]


def _normal_form(spec: Spec, base: str, reference: str) -> object:
    return hexapla.normalize(reference, spec=spec).normal


def _host(spec: Spec, base: str, reference: str) -> object:
    divided = hexapla.divide(reference, spec=spec)
    return [divided.accepts and divided.has_rule, divided.components.to_dict()]


def _readings(spec: Spec, base: str, reference: str) -> object:
    consulted = [str(choice) for choice in spec.standard.consulted(reference, base=base)]
    return [consulted, [str(choice) for choice in spec.standard.record_parsing(reference).choices]]


ASPECTS: Mapping[str, Callable[[Spec, str, str], object]] = {
    "target": _target,
    "parts": _parts,
    "validity": _validity,
    "normal form": _normal_form,
    "host": _host,
    "readings": _readings,
}


def _causes(base: str, reference: str) -> dict[str, str]:
    """Return the pairs of columns by the cause of their difference; a pair is two letters."""
    comparison = hexapla.compare(reference, base=base, specs=SPECS)
    facets: tuple[Facet | None, ...] = (comparison.parts, comparison.target)
    pairs: dict[str, list[str]] = {}
    for facet in filter(None, facets):
        for cause in facet.causes_of_pairs:
            key = cause.key
            named = " ".join((key.facet, key.phase, key.left_rule, key.right_rule))
            left, right = (LETTERS[SELECTORS.index(side)] for side in (key.left, key.right))
            pairs.setdefault(named, []).append(left + right)
    return {named: " ".join(sorted(found)) for named, found in sorted(pairs.items())}


def answers(base: str, reference: str) -> Answers:
    """Return the columns' answers for a pair, aspect by aspect."""
    found = {
        aspect: grouped([ask(spec, base, reference) for spec in SPECS])
        for aspect, ask in ASPECTS.items()
    }
    return {"pair": [base, reference], **found, "causes": _causes(base, reference)}


class Change(NamedTuple):
    """A changed answer for a pair, in an aspect, and the reason: a section or a case."""

    base: str
    reference: str
    aspect: str
    answer: Any
    reason: str


def differences(wanted: Answers, found: Answers) -> Iterator[str]:
    """Yield the aspects in which two answers to a pair differ."""
    yield from (aspect for aspect in wanted if wanted[aspect] != found[aspect])


def read_lines(path: Path) -> Iterator[Any]:
    """Yield the JSON documents of a compressed file, one from each line."""
    with lzma.open(path, "rt", encoding="ascii") as file:
        yield from map(json.loads, file)


def write_lines(path: Path, documents: Iterable[object]) -> None:
    """Write JSON documents into a compressed file, one per line."""
    with lzma.open(path, "wt", encoding="ascii", preset=9) as file:
        for document in documents:
            file.write(json.dumps(document, separators=(",", ":")) + "\n")


def golden_rows() -> Iterator[Answers]:
    """Yield the expected answers: those of the earlier wheel, with the changes."""
    changed: dict[tuple[str, str], Answers] = {}
    for change in map(Change._make, read_lines(CHANGES)):
        pair = change.base, change.reference
        changed.setdefault(pair, {})[change.aspect] = change.answer
    for row in read_lines(GOLDEN):
        yield row | changed.get(tuple(row["pair"]), {})
