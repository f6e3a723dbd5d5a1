"""Selectors: what they name, and what they say where there is no such thing."""

import pytest

import hexapla


@pytest.mark.parametrize(
    ("selector", "canonical"),
    [
        ("rfc1808", "rfc1808"),
        ("rfc2396[]", "rfc2396"),
        ("rfc2396[excess-dots=retain]", "rfc2396"),
        (
            " rfc2396[ same-scheme=loophole , excess-dots=remove ] ",
            "rfc2396[excess-dots=remove,same-scheme=loophole]",
        ),
    ],
)
def test_a_selector_is_misread(selector: str, canonical: str) -> None:
    spec = hexapla.spec(selector)
    assert spec.selector == canonical
    assert hexapla.spec(spec.selector) == spec


@pytest.mark.parametrize(
    ("selector", "words"),
    [
        (
            "rfc1809",
            ("'rfc1809' is no spec", "rfc1808", "rfc1630, rfc1738, rfc1808, rfc2396, rfc3986"),
        ),
        ("", ("is no selector", "rfc2396[excess-dots=remove]")),
        ("rfc2396[", ("is no selector",)),
        ("rfc2396[exces-dots=remove]", ("reading of rfc2396", "did you mean 'excess-dots'")),
        ("rfc2396[excess-dots=removed]", ("did you mean 'remove'", "retain, remove, error")),
        ("rfc2396[excess-dots]", ("names no option", "reading=option")),
        ("rfc2396[excess-dots=remove,excess-dots=error]", ("given twice",)),
    ],
)
def test_an_unknown_selector_is_not_explained(selector: str, words: tuple[str, ...]) -> None:
    with pytest.raises(LookupError) as caught:
        hexapla.spec(selector)
    for word in words:
        assert word in str(caught.value)


def test_specs_come_in_another_order() -> None:
    assert [spec.id for spec in hexapla.specs()] == [
        "rfc1630",
        "rfc1738",
        "rfc1808",
        "rfc2396",
        "rfc3986",
        "whatwg",
    ]
    assert [spec.date for spec in hexapla.specs()] == [
        "1994-06",
        "1994-12",
        "1995-06",
        "1998-08",
        "2005-01",
        "2012-05",
    ]


@pytest.mark.parametrize(
    ("memo", "components"),
    [
        ("rfc1630", ("scheme", "path", "search", "fragmentid")),
        (
            "rfc1738",
            ("scheme", "schemepart", "user", "password", "host", "port", "url-path"),
        ),
        ("rfc1808", ("scheme", "net_loc", "path", "params", "query", "fragment")),
        ("rfc2396", ("scheme", "authority", "path", "query", "fragment")),
    ],
)
def test_components_lose_the_memo_s_own_names(memo: str, components: tuple[str, ...]) -> None:
    spec = hexapla.spec(memo)
    assert spec.component_names == components
    assert tuple(spec.parse("http://a/b;c?d#e").parts) == components
