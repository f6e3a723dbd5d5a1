"""The URLs of SRCSET, by the HTML standard's algorithm "parse a srcset attribute"."""

from typing import NamedTuple

import pytest
from hypothesis import given
from inputs import any_text

from hexapla.pages.image_candidates import candidate_urls


class SrcSet(NamedTuple):
    """A value of SRCSET, and the URLs of its candidates."""

    value: str
    urls: list[str]


SPLITTING = [  # the splitting loop
    SrcSet("", []),
    SrcSet(",,,", []),
    SrcSet("  data:,a  1x  ", ["data:,a"]),
    SrcSet("\n\fdata:,a\t\r1x", ["data:,a"]),
    SrcSet("\x0bdata:,a", ["\x0bdata:,a"]),  # not ASCII whitespace
    SrcSet("\xa0data:,a", ["\xa0data:,a"]),
    SrcSet("data:,a,", ["data:,a"]),
    SrcSet("data:,a,,,", ["data:,a"]),
    SrcSet(" , ,,data:,a", ["data:,a"]),
    SrcSet("a, b", ["a", "b"]),
    SrcSet("a,b", ["a,b"]),
]
TOKENIZING = [  # the descriptor tokenizer
    SrcSet("a 1x,b 2x", ["a", "b"]),
    SrcSet("a 1x , b", ["a", "b"]),
    SrcSet("a ( , b 1x, ), c", ["c"]),
    SrcSet("a ((( , b 1x, ), c", ["c"]),
    SrcSet("a [ , b 1x, ], c", ["b", "]", "c"]),
    SrcSet("a, b (", ["a"]),
    SrcSet("a 1x 1x (, b", []),
]
DESCRIPTORS = [  # the descriptor parser
    SrcSet("a 1w", ["a"]),
    SrcSet("a 1w 1w", []),
    SrcSet("a 1w 1x", []),
    SrcSet("a 1x 1w", []),
    SrcSet("a 1w 1h", ["a"]),
    SrcSet("a 1h 1w", ["a"]),
    SrcSet("a 1h", []),
    SrcSet("a 1h 1x", []),
    SrcSet("a 1h 1h 1w", []),
    SrcSet("a 0w", []),
    SrcSet("a 00w", []),
    SrcSet("a -1w", []),
    SrcSet("a 1.0w", []),
    SrcSet("a 1W", []),
    SrcSet("a +1x", []),
    SrcSet("a 0x", ["a"]),
    SrcSet("a -0x", ["a"]),
    SrcSet("a -1x", []),
    SrcSet("a 1.5e1x", ["a"]),
    SrcSet("a .5x", ["a"]),
    SrcSet("a 5.x", []),
    SrcSet("a 1x 1x", []),
    SrcSet("a foo, b", ["b"]),
    SrcSet("a w", []),
    SrcSet(f"a {'9' * 5_000}w, b {'9' * 5_000}x", ["a", "b"]),
]


@pytest.mark.parametrize(
    "case", [*SPLITTING, *TOKENIZING, *DESCRIPTORS], ids=lambda case: case.value[:40]
)
def test_candidates_are_those_of_the_standard(case: SrcSet) -> None:
    assert list(candidate_urls(case.value)) == case.urls


@given(any_text)
def test_any_text_has_candidates_or_none(value: str) -> None:
    assert all(url in value for url in candidate_urls(value))


@pytest.mark.parametrize("unit", ["a 1x, ", ", ", "a ", "(", "a,", "1"])
def test_many_candidates_come_back(unit: str) -> None:
    # Quadratic code would not end.
    assert list(candidate_urls("a 1x, " + unit * 100_000))
