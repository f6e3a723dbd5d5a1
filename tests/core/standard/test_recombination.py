"""Joining components: each one that is defined has its separator."""

import pytest

from hexapla.standard.recombination import recombined


@pytest.mark.parametrize(
    ("components", "text"),
    [
        (("s", "a", "/p", "q", "f"), "s://a/p?q#f"),
        ((None, None, "", None, None), ""),
        (("", "", "", "", ""), "://?#"),
        ((None, None, "p", "", None), "p?"),
    ],
)
def test_a_defined_component_has_its_separator(
    components: tuple[str | None, str | None, str, str | None, str | None], text: str
) -> None:
    assert recombined(*components) == text
