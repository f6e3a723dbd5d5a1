"""Faults that readers reported: what was wrong once, with its right value."""

from typing import NamedTuple

import pytest

import hexapla
from hexapla.comparison.explanation import explanation


class Failing(NamedTuple):
    """A URL that the URL Standard's parser refuses, by which validation error, and where."""

    url: str
    says: str
    section: str


FAILING = [
    Failing("http://a b/", "domain-to-ASCII, at 7", "3.3 step 2"),
    Failing("http://256.1.1.1/", "IPv4-out-of-range-part, at 7", "3.5, IPv4 parser 7"),
    Failing("http://a:99999/", "port-out-of-range, at 9", "port state 2.1.2"),
    Failing("http://", "host-missing, at 7", "host state 3.1"),
    Failing("http://[::1/", "IPv6-unclosed, at 11", "3.5 step 1.1"),
]


@pytest.mark.parametrize("case", FAILING, ids=lambda case: case.url)
def test_a_failure_has_a_reason_and_no_parts(case: Failing) -> None:
    reference = hexapla.parse(case.url, spec="whatwg")
    assert reference.failure is not None
    assert (reference.failure.says, reference.failure.citation.section) == case[1:]
    assert set(reference.parts.values()) == {None}
    assert set(reference.spans.values()) == {None}
    assert reference.form_name == "failure"
    assert hexapla.parse(case.url, spec="rfc3986").failure is None


class Dated(NamedTuple):
    """An input on which two dates of the URL Standard differ, and the commit that decides."""

    reference: str
    base: str | None
    older: str
    commit: str
    was: str


DATED = [
    Dated("http://a|b/", None, "2020-11", "4025253 of 2021-03-22", "U+007C (|) was no forbidden"),
    Dated("g", "http://u:p@h/", "2014-10", "06b2e68 of 2015-06-09", "username and password"),
]


@pytest.mark.parametrize("case", DATED, ids=lambda case: case.reference)
def test_the_commit_that_decides_is_named(case: Dated) -> None:
    specs = ["whatwg", f"whatwg[as-of={case.older}]"]
    comparison = hexapla.compare(case.reference, base=case.base, specs=specs)
    (decides,) = comparison.changes
    assert decides.change.citation.section == f"commit {case.commit}"
    assert case.was in decides.change.does
    assert f"commit {case.commit}" in explanation(comparison)


def test_no_commit_decides_between_standards() -> None:
    assert hexapla.compare("http://a|b/", base="x:").changes == ()


class Read(NamedTuple):
    """A URL, and the components that the URL Standard reads as another text."""

    url: str
    values: dict[str, str | None]


READ = [
    Read("http://0x7f.1/", {"host": "127.0.0.1"}),
    Read("HTTP://EX.com:80/", {"scheme": "http", "host": "ex.com", "port": None}),
    Read("http://a/./b c", {"path": "/b%20c"}),
    Read("http://a", {"path": "/"}),
    Read("x:y z", {}),
    Read("?y z", {}),
]


@pytest.mark.parametrize("case", READ, ids=lambda case: case.url)
def test_what_is_read_as_another_text_is_said(case: Read) -> None:
    assert hexapla.parse(case.url, spec="whatwg").values == case.values
    assert not hexapla.parse(case.url, spec="rfc3986").values


class Cleaned(NamedTuple):
    """A URL from which the URL Standard removes characters that RFC 3986 keeps, and its rule."""

    url: str
    scheme: str
    section: str


CLEANED = [
    Cleaned(" http://a/", " http", "4.4, basic URL parser 1.3"),
    Cleaned("ht\ttp://a/", "ht\ttp", "4.4, basic URL parser 3"),
    Cleaned("http://a/\n", "http", "4.4, basic URL parser 1.3"),
]


@pytest.mark.parametrize("case", CLEANED, ids=lambda case: repr(case.url))
def test_what_is_removed_is_in_no_part(case: Cleaned) -> None:
    comparison = hexapla.compare(case.url, specs=["rfc3986", "whatwg"])
    newer, older = comparison.parts.groups
    assert (newer.value["scheme"], older.value["scheme"]) == ("http", case.scheme)
    (cause,) = comparison.parts.causes
    assert cause.deciding.phase.value == "clean"
    assert cause.right.rule.citation.section == case.section
    assert not comparison.agrees


def test_hosts_consult_their_readings() -> None:
    """RFC 3986 has no rule on a second at-sign; one reading of it divides at the first."""
    specs = ["rfc3986", "whatwg"]
    host = hexapla.compare("http://u@a@b/", specs=specs, readings="all").host
    assert host.variants is not None
    (_, rfc3986), (_, whatwg) = host.variants
    shown = {str(*variant.choices): variant.text for variant in rfc3986}
    assert shown == {
        "at-signs=last": "userinfo=u@a host=b",
        "at-signs=first": "userinfo=u host=a@b",
    }
    assert [variant.choices for variant in whatwg] == [()]


def test_readings_of_hosts_count_with_a_base() -> None:
    specs = ["rfc3986", "whatwg"]
    compared = hexapla.compare("/x", base="http://u@a@b/", specs=specs, readings="all")
    assert compared.host.variants is not None
    assert len(compared.host.variants[0][1]) == 2


def test_a_host_consults_readings_of_parsing() -> None:
    """A scheme that begins with a digit is one by appendix B, and none by 3.1."""
    host = hexapla.compare("1://h/", specs=["rfc3986"], readings="all").host
    assert host.variants is not None
    ((_, rfc3986),) = host.variants
    shown = {str(*variant.choices): variant.text for variant in rfc3986}
    assert shown == {"scheme-test=appendix-b": "host=h", "scheme-test=grammar": "(none)"}


def test_a_host_of_no_uri_is_silence() -> None:
    """RFC 1808, 2.3: documents under mailto have no use for relative URLs."""
    compared = hexapla.compare("g", base="mailto:a", specs=["rfc1808"], readings="all")
    assert compared.host.variants is not None
    ((_, rfc1808),) = compared.host.variants
    silent = {str(*variant.choices): variant.silent for variant in rfc1808}
    assert silent == {"unsuited-scheme=resolve": False, "unsuited-scheme=error": True}
