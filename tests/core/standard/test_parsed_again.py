"""Targets that read differently when they are parsed again: a path that became a host."""

from typing import NamedTuple

import pytest
from hypothesis import given
from inputs import any_text

import hexapla


class Read(NamedTuple):
    """A target, and the new host that it gets when it is parsed again; "-" if there is none.

    The host is None if the target loses the base's host.
    """

    spec: str
    base: str
    reference: str
    uri: str
    host: str | None


TARGETS = (
    # 3986 3.3 forbids such a path, but 5.3 writes it.
    Read("rfc3986", "a:/b/c", "..//d", "a://d", "d"),
    Read("rfc3986", "a:/b", "/.//c", "a://c", "c"),
    Read("rfc3986", "a:/b", "a:/c/..//d", "a://d", "d"),
    Read("rfc3986", "http://h/b/c", "..//d", "http://h//d", "-"),
    Read("rfc3986", "a:/b/c", "//d", "a://d", "-"),
    Read("rfc3986", "http://h", "b", "http://h/b", "-"),
    # 2396 5.2 step 6 adds no slash after an authority without a path.
    Read("rfc2396", "http://h", "b", "http://hb", "hb"),
    Read("rfc2396[empty-base-path=separator]", "http://h", "b", "http://h/b", "-"),
    # 2396 3.2.2: hostport = host [ ":" port ], so "h::" is only a reg_name, which has no host.
    Read("rfc2396", "http://h", "::", "http://h::", None),
    Read("rfc2396[same-scheme=loophole]", "http://h", "http:::", "http://h::", None),
    # The host is the reference's own, or the base has none to lose.
    Read("rfc2396", "http://h", "//i::/..", "http://i::/..", "-"),
    Read("rfc2396", "http://h::", ":", "http://h:::", "-"),
    Read("rfc1808", "file:///C:/x", "g", "file:/C:/g", "-"),
    Read("whatwg", "x://h/a", "Y:z", "y:z", "-"),
    # 1808 2.4.3: only a slash ends a net_loc.
    Read("rfc1808", "http://h", "?y", "http://h?y", "h?y"),
    Read("rfc1808", "http://h/", "?y", "http://h/?y", "-"),
    # The serializer of the URL Standard (4.5) writes "/." before such a path, since 2020.
    Read("whatwg", "a:/b/c", "..//d", "a:/.//d", "-"),
    Read("whatwg[as-of=2018-09]", "a:/b/c", "..//d", "a://d", "d"),
)


@pytest.mark.parametrize("case", TARGETS, ids=lambda case: f"{case.spec} {case.uri}")
def test_a_new_or_lost_host_is_reported(case: Read) -> None:
    resolution = hexapla.resolve(case.reference, base=case.base, spec=case.spec)
    assert resolution.uri == case.uri
    again = resolution.parsed_again
    assert (again.host if again else "-") == case.host
    if case.host is None:
        assert str(again) == "when it is parsed again, it has no host"


@given(any_text, any_text)
def test_the_url_standard_avoids_it_for_any_text(base: str, reference: str) -> None:
    assert hexapla.resolve(reference, base=base, spec="whatwg").parsed_again is None


@given(any_text, any_text)
def test_a_host_told_is_no_host_of_base_or_reference(base: str, reference: str) -> None:
    for spec in hexapla.specs():
        resolution = spec.resolve(reference, base=base)
        again = resolution.parsed_again
        if again is not None:
            assert resolution.uri is not None
            assert spec.divide(resolution.uri).components.host == again.host
            assert again.host not in again.given


def test_what_resolves_to_no_uri_is_not_parsed_again() -> None:
    assert hexapla.resolve("g", base="b", spec="rfc3986").parsed_again is None


def test_the_host_of_a_normalized_base_is_not_new() -> None:
    spec = hexapla.spec("rfc3986[base-normalization=syntax]")
    resolution = spec.resolve("g", base="HTTP://A/b")
    assert (resolution.uri, resolution.parsed_again) == ("http://a/g", None)
