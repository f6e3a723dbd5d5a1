"""The cases of the vectors: the standards' own examples, and the test pages of 1997."""

import json
from pathlib import Path

import attrs

from hexapla.standard.registry import specs
from hexapla.text.short_name import short_name

_TEST_PAGES = Path(__file__).with_name("test-pages.json")


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
    pages = json.loads(_TEST_PAGES.read_text("utf-8"))
    for base, reference in pages["pairs"]:
        sources.setdefault((base, reference), {})[pages["title"]] = None
    return tuple(VectorCase(*pair, tuple(names)) for pair, names in sources.items())
