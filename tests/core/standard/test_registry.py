"""The installed standards, in their order and under their own names."""

import pytest

import hexapla


def test_specs_come_in_the_order_of_their_dates() -> None:
    assert [spec.id for spec in hexapla.specs()] == [
        *("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg")
    ]
    assert [spec.date for spec in hexapla.specs()] == [
        *("1994-06", "1994-12", "1995-06", "1998-08", "2005-01", "2012-05")
    ]


@pytest.mark.parametrize(
    ("spec_id", "components"),
    [
        ("rfc1630", ("scheme", "path", "search", "fragmentid")),
        ("rfc1738", ("scheme", "schemepart", "user", "password", "host", "port", "url-path")),
        ("rfc1808", ("scheme", "net_loc", "path", "params", "query", "fragment")),
        ("rfc2396", ("scheme", "authority", "path", "query", "fragment")),
    ],
)
def test_components_have_the_standard_s_own_names(
    spec_id: str, components: tuple[str, ...]
) -> None:
    spec = hexapla.spec(spec_id)
    assert spec.component_names == components
    assert tuple(spec.parse("http://a/b;c?d#e").parts) == components
