"""Answers of the wheel of d297ed83, through its own interface: the oracle of unchanged behaviour.

Run with the Python that has the wheel, it reads a pair of a base and a reference as JSON from each
line of standard input, and prints the result of `answers` as a line. This file is never changed,
even if the interface changes.
"""

import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

# Imported by name, since a type checker sees another interface.
hexapla: Any = import_module("hexapla")

DATES = ("2025-04", "2022-03", "2020-11", "2018-09", "2017-10", "2015-09", "2014-10")
SELECTORS = (
    *("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg"),
    *(f"whatwg[as-of={date}]" for date in DATES),
)
SPECS = tuple(map(hexapla.spec, SELECTORS))
LETTERS = "abcdefghijklm"


def grouped(values: Sequence[Any]) -> dict[str, Any]:
    """Return a letter for each standard, equal for equal values, and the distinct values."""
    texts = [json.dumps(value, sort_keys=True) for value in values]
    distinct = list(dict.fromkeys(texts))
    pattern = "".join(LETTERS[distinct.index(text)] for text in texts)
    return {"columns": pattern, "values": [json.loads(text) for text in distinct]}


def _target(spec: Any, base: str, reference: str) -> Any:
    resolution = spec.resolve(base, reference)
    outcome = str(resolution.outcome)
    return resolution.uri if outcome == "uri" else [outcome, resolution.fragment]


def _parts(spec: Any, base: str, reference: str) -> Any:
    parsed = spec.parse(reference)
    spans = parsed.spans
    return {
        name: text if spans[name] is None else [text, spans[name].start, spans[name].stop]
        for name, text in parsed.parts.items()
        if text is not None
    }


def _validity(spec: Any, base: str, reference: str) -> Any:
    validity = spec.validate(reference)
    return [str(validity.verdict), validity.offset]


def _normal_form(spec: Any, base: str, reference: str) -> Any:
    return hexapla.normalize(spec, reference).normal


def _host(spec: Any, base: str, reference: str) -> Any:
    divided = hexapla.divide(spec, reference)
    return [divided.accepts and divided.has_rule, divided.components.to_dict()]


def _readings(spec: Any, base: str, reference: str) -> Any:
    touched = [str(choice) for choice in spec.touched(base, reference)]
    return [touched, [str(choice) for choice in spec.record_parsing(reference).choices]]


ASPECTS: dict[str, Callable[[Any, str, str], Any]] = {
    "target": _target,
    "parts": _parts,
    "validity": _validity,
    "normal form": _normal_form,
    "host": _host,
    "readings": _readings,
}


def _causes(base: str, reference: str) -> dict[str, Any]:
    """Return the pairs of standards by the cause of their difference: a pair is two letters."""
    comparison = hexapla.compare(reference, base=base, specs=SPECS)
    pairs: dict[str, list[str]] = {}
    for facet in (comparison.parts, comparison.target):
        for cause in facet.causes:
            key = cause.key
            named = " ".join((key.facet, key.phase, key.left_rule, key.right_rule))
            left, right = (LETTERS[SELECTORS.index(side)] for side in (key.left, key.right))
            pairs.setdefault(named, []).append(left + right)
    return {named: " ".join(sorted(found)) for named, found in sorted(pairs.items())}


def _asked(ask: Callable[[Any, str, str], Any], spec: Any, base: str, reference: str) -> Any:
    """Return an answer; for a few inputs, that wheel raises an error, which is a bug in it."""
    try:
        return ask(spec, base, reference)
    except Exception as error:
        return {"raises": repr(error)}


def answers(base: str, reference: str) -> dict[str, Any]:
    """Return the answers of the standards for a pair, by aspect."""
    found = {
        aspect: grouped([_asked(ask, spec, base, reference) for spec in SPECS])
        for aspect, ask in ASPECTS.items()
    }
    return {"pair": [base, reference], **found, "causes": _causes(base, reference)}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answers(*json.loads(line)), separators=(",", ":")), flush=True)
