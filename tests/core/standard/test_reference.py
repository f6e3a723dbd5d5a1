"""A reference in a standard's own parts, and where they lie in its text."""

from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text, bases, references

import hexapla


@given(st.one_of(references, bases, any_text))
def test_the_ends_are_those_of_the_segments(text: str) -> None:
    """Standards whose parts stand in order have a quicker way to it."""
    for spec in hexapla.specs():
        reference = spec.parse(text)
        ends: dict[str, int] = {}
        for segment in reference.segments():
            ends[segment.component.shared] = segment.stop
        failure = spec.splits_by_base and not spec.is_absolute(text) and reference.parts["scheme"]
        assert reference.ends == (ends if reference.has_spans and not failure else None)


def test_a_reference_shows_its_text_its_spec_and_its_parts() -> None:
    reference = hexapla.spec("rfc2396").parse("a:b")
    assert repr(reference) == "<Reference 'a:b' by rfc2396: {'scheme': 'a', 'path': 'b'}>"
    assert str(reference) == "a:b"
