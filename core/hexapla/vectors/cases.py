"""The cases of test vectors, grouped by kind.

A standard's package can contain its own cases in `cases.json`, chosen to detect mistakes in an
implementation of the standard's algorithm. These cases were found by changing the algorithm in one
place at a time. In each standard's document of test vectors, the first cases for resolving are the
examples of all standards and the pairs of R. Fielding's test pages of 1997.
"""

import functools
import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import attrs

from hexapla.standard.registry import specs
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping

_TEST_PAGES = Path(__file__).with_name("test-pages.json")


class ResolveCase(NamedTuple):
    """Resolve a reference against a base."""

    base: str
    reference: str


class ParseCase(NamedTuple):
    """Parse a string into its components."""

    text: str


class ValidateCase(NamedTuple):
    """Decide whether a string is valid, given a base if the standard needs one."""

    text: str
    base: str | None = None


class NormalizeCase(NamedTuple):
    """Convert a URI to normal form."""

    uri: str


class EquivalentCase(NamedTuple):
    """Decide whether two URIs are equivalent."""

    left: str
    right: str


VectorCase = ResolveCase | ParseCase | ValidateCase | NormalizeCase | EquivalentCase

KINDS: Mapping[str, type[VectorCase]] = FrozenMapping(
    {
        "resolve": ResolveCase,
        "parse": ParseCase,
        "validate": ValidateCase,
        "normalize": NormalizeCase,
        "equivalent": EquivalentCase,
    }
)
"""The kinds of cases, keyed by name, in the order of the document."""


@attrs.frozen
class VectorCases:
    """The cases of a standard.

    Attributes:
        by_kind: The cases of each kind without duplicates, keyed by the names in `KINDS`.
        sources: The sources of the pairs to resolve that don't come from the standard's package:
            the standards that contain the pair as an example, and the test pages.
    """

    by_kind: Mapping[str, tuple[VectorCase, ...]]
    sources: Mapping[ResolveCase, tuple[str, ...]] = FrozenMapping()

    def __len__(self) -> int:
        return sum(map(len, self.by_kind.values()))


def vector_cases(
    spec: Spec, examples: Mapping[ResolveCase, tuple[str, ...]] | None = None
) -> VectorCases:
    """Return the cases of a standard.

    The cases for resolving are the examples and then the cases in the standard's package. The cases
    of other kinds all come from the package.

    Args:
        spec: The standard.
        examples: The pairs to resolve that come first, with their sources; by default,
            `example_cases()`.
    """
    if examples is None:
        examples = example_cases()
    by_kind = dict(own_cases(spec))
    without_duplicates = dict.fromkeys((*examples, *by_kind["resolve"]))
    by_kind["resolve"] = tuple(without_duplicates)
    return VectorCases(FrozenMapping(by_kind), examples)


@functools.cache
def example_cases() -> Mapping[ResolveCase, tuple[str, ...]]:
    """Return the examples of all standards and the pairs of the test pages, with their sources."""
    # The inner dicts serve as ordered sets.
    sources: dict[ResolveCase, dict[str, None]] = defaultdict(dict)
    for spec in specs():
        for example in spec.examples():
            case = ResolveCase(example.base, example.reference)
            label = example.citation.document.label
            sources[case][label] = None
    pages = json.loads(_TEST_PAGES.read_text("utf-8"))
    title = pages["title"]
    for base, reference in pages["pairs"]:
        case = ResolveCase(base, reference)
        sources[case][title] = None
    return FrozenMapping((case, tuple(names)) for case, names in sources.items())


def own_cases(spec: Spec) -> Mapping[str, tuple[VectorCase, ...]]:
    """Return the cases in a standard's package, keyed by kind; each kind may be empty."""
    return _cases_in(spec.standard.cases_path)


@functools.cache
def _cases_in(path: Path | None) -> Mapping[str, tuple[VectorCase, ...]]:
    rows_of: dict[str, list[list[str]]] = {}
    if path is not None:
        rows_of = json.loads(path.read_text("utf-8"))
    by_kind: dict[str, tuple[VectorCase, ...]] = {}
    for name, kind in KINDS.items():
        by_kind[name] = tuple(kind(*row) for row in rows_of.get(name, ()))
    return FrozenMapping(by_kind)
