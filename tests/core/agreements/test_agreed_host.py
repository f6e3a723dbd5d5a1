"""A guard: the host on which standards and parsers agree, or an error that says why they don't."""

import json
import os
import pickle
import re
import string
import subprocess
import sys
import unicodedata
import urllib.parse
from collections.abc import Iterable, Iterator
from pathlib import Path

import guarded_clients
import pytest
from hypothesis import given
from inputs import any_text
from random_urls import random_pairs, record_of_library
from tables import by_rows_of, in_parts, rows_of

import hexapla
from hexapla.operations.authority import connected_to
from hexapla.text.escapes import ascii_lower


@by_rows_of("differentials", "hosts that agree")
def test_the_host_is_returned_where_both_read_it(url: str, host: str) -> None:
    assert hexapla.agreed_host(url) == host


@by_rows_of("differentials", "urls that are rejected")
def test_an_unsafe_url_is_rejected(url: str, reason: str) -> None:
    with pytest.raises(hexapla.UrlRejected) as raised:
        hexapla.agreed_host(url)
    assert type(raised.value) is hexapla.UrlRejected
    assert (raised.value.url, raised.value.reason) == (url, reason)
    assert str(raised.value).endswith(f": {reason}")
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


@pytest.mark.slow
def test_clients_connect_elsewhere_for_what_is_rejected(tmp_path: Path) -> None:
    """Observe this from outside, in a network namespace; a missing client is skipped."""
    if subprocess.run(["unshare", "-n", "true"], check=False, capture_output=True).returncode:
        pytest.skip("can't create a network namespace here")
    rows = rows_of("differentials", "clients that connect elsewhere")
    path = tmp_path / "urls.json"
    path.write_text(json.dumps([url for url, _, _ in rows]))
    command = [sys.executable, guarded_clients.__file__, "--urls", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seen = {
        (observed["url"], observed["client"]): observed["connects_to"]
        for observed in map(json.loads, done.stdout.splitlines())
    }
    here = {client for _, client in seen}
    assert "urllib3" in here
    assert [seen[url, client] for url, client, _ in rows if client in here] == [
        hosts for _, client, hosts in rows if client in here
    ]
    for url, _, _ in rows:
        with pytest.raises(hexapla.UrlRejected):
            hexapla.agreed_host(url)


def test_other_schemes_can_be_allowed() -> None:
    assert hexapla.agreed_host("ftp://a/b", schemes=["ftp"]) == "a"
    with pytest.raises(hexapla.UrlRejected, match=r"isn't one of ftp$"):
        hexapla.agreed_host("http://a/", schemes=["ftp"])
    with pytest.raises(hexapla.UrlRejected, match="it has no host"):
        hexapla.agreed_host("mailto:a@b", schemes=["mailto"])


@by_rows_of("differentials", "hosts that differ")
def test_both_hosts_are_told_where_they_differ(url: str, rfc3986: str, whatwg: str) -> None:
    with pytest.raises(hexapla.HostsDiffer) as raised:
        hexapla.agreed_host(url)
    assert raised.value.hosts == {"rfc3986": rfc3986, "whatwg": whatwg}
    assert raised.value.refused_by == ()
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize("url", ["http://a^b/", "http://a:80:81/", "http://a:65536"])
def test_who_refuses_a_url_agrees_with_nobody(url: str) -> None:
    with pytest.raises(hexapla.HostsDiffer) as raised:
        hexapla.agreed_host(url)
    assert raised.value.refused_by == ("whatwg",)
    with pytest.raises(hexapla.HostsDiffer, match="rejects it"):
        hexapla.agreed_host(url, ["whatwg"])


def test_an_error_names_the_rules() -> None:
    with pytest.raises(hexapla.HostsDiffer) as raised:
        hexapla.agreed_host(r"http://a\@b/")
    assert raised.value.rules == {
        "rfc3986": 'ends the userinfo at the "@" (3.2.1)',
        "whatwg": "ends the authority at a backslash, because the scheme is special"
        " (4.4, authority state)",
    }
    assert str(raised.value) == (
        r'http://a\@b/: RFC 3986 reads host b: ends the userinfo at the "@" (3.2.1) · URL Standard'
        " reads host a: ends the authority at a backslash, because the scheme is special"
        " (4.4, authority state)"
    )
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


@by_rows_of("differentials", "forms of hosts")
def test_the_form_has_a_rule_of_its_own(url: str, rules: str) -> None:
    with pytest.raises(hexapla.HostsDiffer) as raised:
        hexapla.agreed_host(url)
    assert raised.value.rules["whatwg"].split("; ")[-1] == rules


def test_parsers_are_asked_too() -> None:
    parsers = [urllib.parse.urlsplit]
    assert hexapla.agreed_host("http://a/", parsers=parsers) == "a"
    with pytest.raises(hexapla.HostsDiffer) as raised:
        hexapla.agreed_host(r"http://a\@b/", ["whatwg"], parsers=parsers)
    assert raised.value.hosts == {"whatwg": "a", "urllib.parse.urlsplit": "b"}
    for parse in (lambda _: None, lambda _: {"path": "/"}, lambda _: 1 / 0):
        with pytest.raises(hexapla.HostsDiffer, match="rejects it"):
            hexapla.agreed_host("http://a/", parsers=[parse])


def test_arguments_are_checked() -> None:
    with pytest.raises(LookupError):
        hexapla.agreed_host("http://a/", ["rfc1"])
    with pytest.raises(ValueError, match="no standard"):
        hexapla.agreed_host("http://a/", ())


@given(url=any_text)
def test_any_text_is_legal(url: str) -> None:
    assert list(wrong_answers([url, f"http://{url}", f"http://a{url}/"])) == []


UNSAFE = ("Cc", "Cs", "Zs", "Zl", "Zp")


def has_unsafe_authority(url: str) -> bool:
    """Return whether the userinfo or the host has an unsafe ASCII character."""
    authority = re.split("[/?#]", url.partition("//")[2])[0]
    userinfo, _, host = authority.rpartition("@")
    safe_in_host = set(string.ascii_letters + string.digits + "._-%:[]")
    safe_in_userinfo = safe_in_host - set("[]") | set("~!$&'()*+,;=")
    return any(
        character.isascii() and character not in safe
        for text, safe in ((userinfo, safe_in_userinfo), (host, safe_in_host))
        for character in text
    )


def wrong_answers(urls: Iterable[str]) -> Iterator[str]:
    """Yield URLs with an allowed scheme on which the guard differs from Ada and RFC 3986."""
    rfc3986 = hexapla.spec("rfc3986")
    for url in urls:
        record = record_of_library(None, url)
        own = hexapla.divide(url, spec=rfc3986).components.host_connected_to or None
        agree = record is not None and own == (connected_to(record[4]) or None)
        is_safe = not any(unicodedata.category(character) in UNSAFE for character in url)
        schemes = [ascii_lower(url.partition(":")[0])] if ":" in url else []
        try:
            right = hexapla.agreed_host(url, schemes=schemes) == own and agree and is_safe
        except hexapla.HostsDiffer:
            right = not agree and is_safe
        except hexapla.UrlRejected:
            right = own is None or not is_safe or not schemes or has_unsafe_authority(url)
        if not right:
            yield url


@in_parts("count", 5_000, nightly=[100_000])
def test_it_agrees_with_ada_and_the_column(count: int) -> None:
    seed = int(os.environ.get("HEXAPLA_SEED", "4"))
    assert list(wrong_answers(reference for _, reference in random_pairs(count, seed))) == []


# Strict mode: URLs that are outside an agreement, or invalid, are also rejected.


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://Example.com:8443/a", "example.com"),
        ("http://127.0.0.1/", "127.0.0.1"),
        ("http://[::1]/", "::1"),
    ],
)
def test_strictly_the_host_is_returned(url: str, host: str) -> None:
    assert hexapla.agreed_host(url, strict=True) == host


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        (r"http://a\@a/", "its userinfo or host has a character that isn't safe there"),
        ("http://xn--a/", "it isn't one of the URLs in which RFC 3986 and URL Standard read"),
        ("ftp://a/", "its scheme isn't one of http, https"),
        ("http://u@a/", "it isn't valid under URL Standard"),
        ('http://a"b/', "its userinfo or host has a character that isn't safe there"),
        ("http://a/[", "it isn't valid under RFC 3986"),
    ],
)
def test_strictly_more_is_rejected(url: str, reason: str) -> None:
    with pytest.raises(hexapla.UrlRejected, match=re.escape(reason)):
        hexapla.agreed_host(url, strict=True)


def test_other_specs_need_an_agreement() -> None:
    with pytest.raises(ValueError, match=r"pass strict=hexapla\.agreement"):
        hexapla.agreed_host("http://a/", ["rfc3986"], strict=True)
    with pytest.raises(TypeError, match="strict must be a bool or an agreement, not str"):
        hexapla.agreed_host("http://a/", strict="yes")  # type: ignore[arg-type]


@given(any_text)
def test_strictly_no_text_raises_another(text: str) -> None:
    """URLs that are accepted in strict mode are also accepted otherwise, with the same host."""
    for url in (text, f"http://{text}", f"http://a/{text}"):
        try:
            host = hexapla.agreed_host(url, strict=True)
        except hexapla.UrlRejected:
            continue
        assert host == hexapla.agreed_host(url)


def test_a_parser_that_returns_a_text_is_named() -> None:
    def my_split(url: str) -> str:
        return url.split("/")[2]

    with pytest.raises(hexapla.UrlRejected, match="my_split gave a value of type str") as raised:
        hexapla.agreed_host("http://example.com/", parsers=[my_split])
    assert not isinstance(raised.value, hexapla.HostsDiffer)
    parser = lambda url: {"host": my_split(url)}  # noqa: E731, as the docstring has it
    assert hexapla.agreed_host("http://example.com/", parsers=[parser]) == "example.com"


def test_strictly_the_hosts_are_named_first() -> None:
    with pytest.raises(hexapla.HostsDiffer, match="reads host"):
        hexapla.agreed_host("http://a\\@b/", strict=True)
    with pytest.raises(hexapla.UrlRejected, match="its scheme isn't one of http, https"):
        hexapla.agreed_host("ftp://x/", strict=True)
