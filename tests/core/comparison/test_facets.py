"""Userinfo, host and port as a facet: which standards read which, and by which rules."""

import pytest
from hypothesis import given
from inputs import any_text, bases
from tables import by_rows_of

import hexapla
from hexapla.comparison.explanation import host_rows
from hexapla.comparison.host_facet import host_reading

IN_FORCE = ("rfc3986", "whatwg")


@by_rows_of("comparison")
def test_boundary_and_form_have_a_rule_each(
    url: str, boundary: str | None, form: list[str]
) -> None:
    rules = hexapla.compare(url, specs=IN_FORCE).host.rules_of(1)
    assert (rules.boundary and rules.boundary.citation.section) == boundary
    assert [item.citation.section for item in rules.form] == form


def test_a_missing_host_is_explained_as_missing() -> None:
    host = hexapla.compare("http:A", specs=IN_FORCE).host
    assert str(host.rules_of(0)) == 'finds no authority without "//" (3.2)'
    assert host.rules_of(1).form == ()  # a client connects to the same host for "A" and "a"


def test_a_bracket_in_userinfo_begins_no_address() -> None:
    host = hexapla.compare("x://[::1]@@h", specs=["rfc1630", "whatwg"]).host
    assert str(host.rules_of(1)).startswith('ends username and password at the last "@"')


def test_no_rule_is_cited_that_acts_in_another_url() -> None:
    """RFC 1630 finds no address in the reference, but "//" in its own target."""
    specs = ["rfc1630", "rfc3986"]
    host = hexapla.compare(".\\http://h", base="http:///a", specs=specs).host
    assert host.rules_of(0).provisions == ()


def test_a_scheme_that_has_no_user_is_the_reason() -> None:
    host = hexapla.compare("http://u@h/", specs=["rfc1630", "rfc3986"]).host
    assert str(host.rules_of(0)).startswith("defines no user and password for this")


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://[::1]:8/", '"::1", port 8'),
        ("http://a.b/", "a.b"),
        ("http://a,b/", '"a,b"'),
        ("http://a(b/", '"a(b"'),
        ("http://u:p@h,/", '"h,", userinfo "u:p"'),
    ],
)
def test_a_host_is_quoted_if_its_end_is_unclear(url: str, host: str) -> None:
    assert host_reading(hexapla.spec("rfc3986"), url).text.startswith(host)


def test_who_refuses_a_url_reads_no_host() -> None:
    host = hexapla.compare("http://a b/", specs=IN_FORCE).host
    assert [group.text for group in host.groups] == ["(refused)", "a␣b"]
    assert host.rules_of(1).refusal is not None
    assert not host.agrees


@pytest.mark.parametrize(
    "url", ["g", "mailto:a@b", "http://u:p@H:80/", "http://[::1]/", "file:///"]
)
def test_columns_agree_on_what_all_of_them_connect_to(url: str) -> None:
    assert hexapla.compare(url, specs=IN_FORCE).host.agrees


def test_a_host_of_the_base_is_left_to_the_targets() -> None:
    assert list(host_rows(hexapla.compare("%", base="http:a", specs=IN_FORCE))) == []
    same_target = hexapla.compare("g", base="http://u@h/a", specs=["rfc1630", "rfc3986"])
    assert same_target.target.agrees
    assert [labels for _, labels, _ in host_rows(same_target)] == ["RFC 3986", "RFC 1630"]


def test_each_column_without_a_host_has_its_own_reason() -> None:
    """RFC 2396's target is http://..y, and RFC 1630's has nothing between "//" and "/"."""
    specs = ["rfc1630[path-root=after-host]", "rfc2396", "rfc3986"]
    comparison = hexapla.compare("//..y", base="http:///a//b", specs=specs)
    (*_, (_, labels, read)) = host_rows(comparison)
    assert labels == "RFC 2396, RFC 1630[path-root=after-host]"
    assert read.endswith("; in http:///a//..y (1630[path-root=after-host])")


def test_a_reading_that_leaves_a_port_without_a_host_says_so() -> None:
    """The first "@" may end the userinfo (RFC 3986 3.2.1); the host ends at the ":" after it."""
    readings = hexapla.compare("HTTP://@:443@a").host.readings
    assert "userinfo=∅ host=∅ port=443@a" in [reading.then for reading in readings]


@given(base=bases, reference=any_text)
def test_any_text_has_the_facet(base: str, reference: str) -> None:
    for comparison in (hexapla.compare(reference), hexapla.compare(reference, base=base)):
        facet = comparison.host
        assert len(facet.groups) + len(facet.silent) >= 1
        assert facet.to_dict()["agrees"] == (len(facet.groups) < 2)
        assert all(read.isprintable() for _, read in facet.hosts_read())


@pytest.mark.parametrize("facet", ["valid", "parts", "target", "host"])
def test_a_facet_shows_its_name_and_its_groups(facet: str) -> None:
    comparison = hexapla.compare("?y", base="http://a/b")
    shown = repr(getattr(comparison, facet))
    assert shown.startswith(f"<Facet {facet}: (<Group A, rfc")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "https://example.com:8443/a/b",
            {"scheme": "https", "authority": "example.com:8443", "path": "/a/b"},
        ),
        ("http://u:p@h:80/p", {"scheme": "http", "authority": "u:p@h:80", "path": "/p"}),
        ("http://[::1]/", {"scheme": "http", "authority": "[::1]", "path": "/"}),
    ],
)
def test_a_group_has_the_parts_of_its_newest_standard(text: str, value: dict[str, str]) -> None:
    """RFC 3986 3.2 and 3.3; RFC 1738 is older, and divides the authority differently."""
    comparison = hexapla.compare(text, specs=["rfc1738", "rfc1808", "rfc2396", "rfc3986"])
    (group,) = comparison.parts.groups
    assert group.value == value
    assert group.text == hexapla.compare(text, specs=["rfc3986"]).parts.groups[0].text
