"""What the columns say under other readings than the defaults."""

import pytest

import hexapla

BASE = "http://a/b/c/d;p?q"


@pytest.mark.parametrize(
    ("base", "reference", "agreement"),
    [
        (BASE, "g", "under the defaults"),
        (BASE, "../../../g", "under some reading"),
        (BASE, "?y", "under no reading"),
        ("http://a", "g", "under some reading"),
    ],
)
def test_the_readings_agree_as_told(base: str, reference: str, agreement: str) -> None:
    specs = ["rfc1630", "rfc1808", "rfc2396"]
    comparison = hexapla.compare(reference, base=base, specs=specs, readings="all")
    assert comparison.target.agreement is not None
    assert comparison.target.agreement.value == agreement


def test_every_variant_of_the_touched_choices_is_there() -> None:
    comparison = hexapla.compare("../../../g", base=BASE, specs=["rfc2396"], readings="all")
    assert comparison.target.variants is not None
    ((selector, variants),) = comparison.target.variants
    found = {", ".join(map(str, variant.choices)): variant.text for variant in variants}
    assert selector == "rfc2396"
    assert found == {
        "excess-dots=retain": "http://a/../g",
        "excess-dots=remove": "http://a/g",
        "excess-dots=error": "(error)",
    }


def test_a_choice_in_the_selector_stays() -> None:
    comparison = hexapla.compare(
        "../../../g", base=BASE, specs=["rfc2396[excess-dots=remove]"], readings="all"
    )
    assert comparison.target.variants is not None
    ((_, variants),) = comparison.target.variants
    assert [variant.text for variant in variants] == ["http://a/g"]
