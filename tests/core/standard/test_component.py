"""The places of parts in a text: ends include separators, spans do not, in code points."""

from datetime import date
from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text, references
from tables import by_rows_of

import hexapla
from hexapla.documents.citation import Citation, Document
from hexapla.standard.component import (
    SHARED_NAMES,
    Component,
    delimiters_of,
    ends_in_order,
    recombined,
    spans_in_order,
)
from hexapla.text.span import Span

CITATION = Citation(Document("small", "S", "Small", "A small one", date(2000, 1, 1), "x:"), "1")
COMPONENTS = (
    Component("scheme", "scheme", CITATION, suffix=":", never_empty=True),
    Component("host", "authority", CITATION, prefix="//"),
    Component("path", "path", CITATION),
    Component("query", "query", CITATION, prefix="?"),
)


@by_rows_of("standard")
def test_parts_in_order_lie_between_their_separators(
    parts: list[str | None], ends: dict[str, int], spans: list[tuple[int, int] | None]
) -> None:
    by_name = tuple(attrs.evolve(item, shared=item.name) for item in COMPONENTS)
    assert dict(ends_in_order(by_name)(tuple(parts))) == ends
    delimiters = delimiters_of(COMPONENTS)
    assert spans_in_order(delimiters, tuple(parts)) == tuple(span and Span(*span) for span in spans)


def test_parts_under_one_name_count_as_one() -> None:
    components = (COMPONENTS[0], *(attrs.evolve(item, shared="rest") for item in COMPONENTS[1:]))
    parts = ("x://a/b?c", "x", "a", "/b", "c")
    assert dict(ends_in_order(components)(parts)) == {"scheme": 2, "rest": 9}


@given(spec=st.sampled_from(hexapla.specs()), text=st.one_of(references, any_text))
def test_a_span_has_the_text_of_its_part(spec: hexapla.Spec, text: str) -> None:
    parts = spec.standard.split(text)
    for part, span in zip(parts[1:], spec.standard.spans_of(parts), strict=True):
        if span is not None:
            # The letters keep spaces from being stripped at the ends of the text.
            cleaned = spec.standard.clean_text(f"x{text[span.start : span.stop]}x")
            at_span = cleaned[1:-1].replace("\\", "/")
            assert at_span.lstrip("/") == (part or "").replace("\\", "/").lstrip("/")
        elif any(spec.standard.spans_of(parts)):
            assert not part


def test_every_component_is_cited_and_has_a_shared_name() -> None:
    for spec in hexapla.specs():
        assert len(set(spec.component_names)) == len(spec.components)
        for component in spec.components:
            assert component.shared
            assert component.citation.document == spec.document
    components = [component for spec in hexapla.specs() for component in spec.components]
    assert {component.shared for component in components} >= {*SHARED_NAMES}


@by_rows_of("standard")
def test_a_defined_component_has_its_separator(components: list[Any], text: str) -> None:
    assert recombined(*components) == text
