"""What steps made of long texts is kept while columns are compared, and changes nothing."""

import pickle
import sys
from types import FrameType

import pytest
from hypothesis import given, settings
from inputs import bases, dotted_references, references

import hexapla
from hexapla.comparison import compared

ALL = [spec.selector for spec in hexapla.specs()]
REMOVALS = ("without_pairs", "remove_pairs")
# In each of three columns: for the target, for its choices, for the cause, and of a text or two
# with which a column goes on.
MOST = 16


@given(base=bases, reference=references | dotted_references)
@settings(max_examples=40, deadline=None)
def test_a_comparison_is_the_same_with_what_is_kept(base: str, reference: str) -> None:
    expected = hexapla.compare(reference, base=base, specs=ALL, readings="all").to_dict()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compared, "LONG", -1)
        kept = hexapla.compare(reference, base=base, specs=ALL, readings="all").to_dict()
    assert kept == expected


@pytest.mark.parametrize(
    ("base", "reference"),
    [("http://a/b/c", "../" * 5000), ("x:" + "/" * 15000, "../g"), ("http://a/", "a/../" * 3000)],
)
def test_the_dots_of_a_long_text_are_removed_a_few_times(base: str, reference: str) -> None:
    removed = 0

    def profiler(frame: FrameType, event: str, _: object) -> None:
        nonlocal removed
        removed += event == "call" and frame.f_code.co_name in REMOVALS

    before = sys.getprofile()
    sys.setprofile(profiler)
    try:
        hexapla.compare(reference, base=base).to_dict()
    finally:
        sys.setprofile(before)
    assert removed <= MOST


def test_what_is_kept_is_not_pickled() -> None:
    comparison = hexapla.compare("../" * 5000, base="http://a/b/c", readings="all")
    assert comparison.target is not None
    assert comparison.target.variants
    assert pickle.loads(pickle.dumps(comparison)).target.groups == comparison.target.groups
